"""The single steps by which the table carries out a card that the app cannot read.

Each is one word with at most one piece, one target and a number. What they may touch is as in the rules: cards in play
unless the word names another area ("DC Forever, Golden Rules").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.ids import TABLE, Component, Path, Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .abilities import MATCH
from .acts import note, strike
from .catalog import ATTACHMENT, CARDS, CHARACTERS, NEUTRALS, sort_of, standee_of
from .choices import put_into_play, sacrifice
from .citizens import BANK, PURSES, SANCTUARY, all_from, citizens, claim_goal, shift, supply
from .hands import discard, discard_from_hand, draw, mill, take
from .harm import fall, fallen, heal, recover, suffer, to_reserve
from .places import (
    AT,
    BLANK,
    CONTROL,
    EXHAUSTED,
    FACE_UP,
    GUARD,
    MASTER_PLAN,
    PROTECTIONS,
    ROUND,
    char_label,
    deck_of,
    discard_of,
    everybody,
    fact,
    hand_of,
    has_scheme,
    in_play,
    mark,
    marked,
    may_come,
    neutral,
    neutral_at,
    owner_of,
    place_named,
    place_of,
    rogues,
    scheme,
    scheme_at,
    unmark,
    unread_at,
)
from .refusals import DC, no

CITE: Final = "resolving"


@dataclass(frozen=True, slots=True)
class Step:
    """What a word is about: the sort of its ``card`` and of its ``target``, and what it does."""

    do: Callable[[Work, Seat, str, str, int], None]
    card: str = ""
    target: str = ""


def on_board(state: State, card: str) -> bool:
    """A card in play in the widest sense: characters, their cards, Unaligned ("DC Forever, Glossary: In Play")."""
    zone = state.where.get(card, "")
    return zone.partition(".")[0] in ("team", "area", "attached", "empower") or zone in AT


def fits(state: State, seat: Seat, sort: str, card: str) -> bool:
    """Whether a piece is of a sort that a word speaks of."""
    match sort:
        case "character":
            return sort_of(card) == CHARACTERS and in_play(state, card)
        case "target":
            sort = sort_of(card)
            return in_play(state, card) if sort == CHARACTERS else sort == NEUTRALS and state.where.get(card) in AT
        case "fallen":
            return fallen(state, card)
        case "in-play":
            return on_board(state, card)
        case "hand":
            return may_come(state, hand_of(seat), card)
        case "hand-or-play":
            return on_board(state, card) or may_come(state, hand_of(seat), card)
        case "deck":
            return may_come(state, deck_of(seat), card)
        case "discard":
            return card in state.zone(discard_of(seat))
        case "own-pile":
            return card in state.zone(discard_of(seat)) or may_come(state, deck_of(seat), card)
        case "card":
            return sort_of(card) == CARDS and (on_board(state, card) or may_come(state, hand_of(seat), card))
        case "leaves":
            return in_play(state, card) or fallen(state, card)
    return False


def target_ok(state: State, sort: str, target: str) -> bool:
    match sort:
        case "seat":
            return target in state.seats
        case "place":
            return target in AT
        case "scheme":
            return target in AT and has_scheme(state, target)
        case "purse":
            return target in PURSES
        case "character":
            return sort_of(target) == CHARACTERS and in_play(state, target)
        case "neutral":
            return target in AT and neutral(state, target) is not None
    return not sort


# Cards ------------------------------------------------------------------------------------------------------------


def _draw(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    draw(work, seat, n)


def _discard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if on_board(work.state, card):
        _away(work, seat, card)
    else:
        discard_from_hand(work, seat, card)


def _away(work: Work, seat: Seat, card: Component) -> None:
    """A card in play is discarded; a character that leaves this way goes to its reserve."""
    if sort_of(card) == CHARACTERS:
        to_reserve(work, card)
    elif work.state.where[card].startswith("empower."):
        work.emit(ev.Attached(card, None))
        work.move(card, discard_of(work.state.where[card].partition(".")[2]))
    elif sort_of(card) == CARDS:
        discard(work, card)


def _mill(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    mill(work, seat, (card,))


def _retrieve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.move(card, hand_of(seat))


def _to_deck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.move(card, deck_of(seat))


def _search(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card of the deck goes to the hand."""
    work.emit(ev.PoolShifted(deck_of(seat), hand_of(seat), 1))


def _put(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card of deck or discard pile is put into play."""
    if card not in work.state.zone(discard_of(seat)):
        card = take(work, card, deck_of(seat), discard_of(seat))
    put_into_play(work, seat, card, target or None)


def _attach(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """An Attachment changes its character; who controls it stays."""
    if card in work.state.attached and fact(work.state, card, "type") == ATTACHMENT:
        work.emit(ev.Attached(card, target))


def _give(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card goes into another player's deck, its own back up ("DC Forever, Rogue Tactics: Klarion Bleak")."""
    if may_come(work.state, hand_of(seat), card):
        played = take(work, card, hand_of(seat), discard_of(seat))
        work.move(played, deck_of(target))


def _bring_home(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A card that was revealed in another player's hand or deck goes to its owner's hand."""
    owner = owner_of(work.state, card)
    for source in (hand_of(seat), deck_of(seat)):
        if owner is not None and owner != seat and may_come(work.state, source, card):
            found = take(work, card, source, discard_of(owner))
            work.move(found, hand_of(owner))
            return


def _sacrifice(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if sort_of(card) != CHARACTERS:
        sacrifice(work, seat, card)


# Characters -------------------------------------------------------------------------------------------------------


def _damage(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    suffer(work, card, n, seat)


def _heal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    heal(work, card, n)


def _fall(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    fall(work, card, seat)


def _recover(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    recover(work, card)


def _exhaust(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if not marked(work.state, card, EXHAUSTED):
        mark(work, card, EXHAUSTED)


def _ready(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, EXHAUSTED)


def _reserve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    to_reserve(work, card)


def _move(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A character's standee, or an Unaligned character, changes Location."""
    place = place_of(work.state, card)
    if sort_of(card) == CHARACTERS:
        work.move(standee_of(card), target)
    elif place is not None and neutral(work.state, target) is None:
        work.move(card, target)
        all_from(work, neutral_at(place), neutral_at(target))


def _extra_action(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    mark(work, card, "extra-action", seat, "activation", n)


# What lasts -------------------------------------------------------------------------------------------------------


def _mark(name: str) -> Callable[[Work, Seat, str, str, int], None]:
    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        if not marked(work.state, card, name):
            mark(work, card, name, seat, ROUND)

    return do


def _unblank(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, BLANK)


def _guard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Damage to one goes to another instead; of several such effects the last one played persists."""
    if card != target:
        mark(work, card, f"{GUARD}:{target}", seat, ROUND)


def _control(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, CONTROL)
    mark(work, card, CONTROL, target)


def _release(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, CONTROL)


# Citizens and Schemes ---------------------------------------------------------------------------------------------


def _to(goal: Path) -> Callable[[Work, Seat, str, str, int], None]:
    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        shift(work, target, goal, n)

    return do


def _to_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Moved, not claimed, and yet the Scheme advances ("DC Forever, Glossary: Advancing a Scheme")."""
    shift(work, target, scheme_at(target), n)


def _to_location(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    shift(work, scheme_at(target), target, n)


def _from_supply(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    supply(work, target, n)


def _claim(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The Unaligned character of a Location claims with its own value."""
    found = neutral(work.state, target)
    shift(work, target, claim_goal(work.state, target), fact(work.state, found or "", "claim", 0))


def _struck(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The Unaligned character of a Location attacks a character there with its own value."""
    found = neutral(work.state, target)
    if found is not None and place_of(work.state, card) == target:
        suffer(work, card, fact(work.state, found, "attack", 0), None, attack=True)


def _look(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    show(work, target, seat)


def _reveal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    show(work, target, TABLE)


def show(work: Work, place: Path, who: str) -> None:
    """A face-down Scheme is looked at or revealed, and lies as before."""
    card = scheme(work.state, place)
    if card is not None and who not in work.state.known.get(card, ()):
        work.emit(ev.Faced(card, (*work.state.known.get(card, ()), who)))


def _turn_up(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A Scheme lies face up before it is completed: its text works at once."""
    show(work, target, TABLE)
    found = scheme(work.state, target)
    if found is not None and not marked(work.state, found, FACE_UP):
        mark(work, found, FACE_UP)


def discard_scheme(work: Work, place: Path) -> None:
    """A Scheme leaves its Location without being completed."""
    all_from(work, scheme_at(place), BANK if work.state.rules.scheme_citizens == "supply" else place)
    for card in work.state.zone(scheme_at(place)):
        show(work, place, TABLE)
        unmark(work, card, FACE_UP)
        discard(work, card)
    if work.state.size(unread_at(place)):  # nobody knows which card it is: it goes back among those nobody knows
        work.emit(ev.PoolShifted(unread_at(place), deck_of(rogues(work.state)[0]), 1))


def _discard_scheme(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    discard_scheme(work, target)


def _icons(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    work.count(f"icons.{seat}", n)


def _turn_down(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A single-use Scheme of the Master Plan has been used."""
    for each in work.state.zone(MASTER_PLAN):
        if each == card:
            unmark(work, each, FACE_UP)


# The strike that is going on --------------------------------------------------------------------------------------


def _noting(name: str) -> Callable[[Work, Seat, str, str, int], None]:
    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        frame = strike(work.state)
        if frame is not None and card in frame.data["mods"]:
            note(work, name, 1, card)

    return do


def _less(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    note(work, "less", n)


def _half(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The total of the action is halved, rounded up ("DC Forever, Golden Rules")."""
    note(work, "half", 1)


def _base(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """The base value of the action is replaced."""
    frame = strike(work.state)
    if frame is not None:
        work.count("strike.base", n + 1 - work.state.counters.get("strike.base", 0))


STEPS: Final[Mapping[str, Step]] = {
    "draw": Step(_draw),
    "discard": Step(_discard, "hand-or-play"),
    "mill": Step(_mill, "deck"),
    "retrieve": Step(_retrieve, "discard"),
    "to-deck": Step(_to_deck, "discard"),
    "search": Step(_search, "deck"),
    "put": Step(_put, "own-pile", "character"),
    "attach": Step(_attach, "in-play", "character"),
    "give": Step(_give, "hand", "seat"),
    "bring-home": Step(_bring_home, "hand"),
    "sacrifice": Step(_sacrifice, "card"),
    "damage": Step(_damage, "target"),
    "heal": Step(_heal, "target"),
    "fall": Step(_fall, "target"),
    "recover": Step(_recover, "fallen"),
    "exhaust": Step(_exhaust, "in-play"),
    "ready": Step(_ready, "in-play"),
    "reserve": Step(_reserve, "leaves"),
    "move": Step(_move, "target", "place"),
    "extra-action": Step(_extra_action, "character"),
    "blank": Step(_mark(BLANK), "in-play"),
    "unblank": Step(_unblank, "in-play"),
    "match": Step(_mark(MATCH), "card"),
    **{name: Step(_mark(name), "target") for name in PROTECTIONS},
    "guard": Step(_guard, "character", "character"),
    "control": Step(_control, "in-play", "seat"),
    "release": Step(_release, "in-play"),
    "to-sanctuary": Step(_to(SANCTUARY), "", "purse"),
    "to-supply": Step(_to(BANK), "", "purse"),
    "to-scheme": Step(_to_scheme, "", "scheme"),
    "to-location": Step(_to_location, "", "scheme"),
    "from-supply": Step(_from_supply, "", "purse"),
    "claim": Step(_claim, "", "neutral"),
    "strike": Step(_struck, "character", "neutral"),
    "look": Step(_look, "", "scheme"),
    "reveal": Step(_reveal, "", "scheme"),
    "turn-up": Step(_turn_up, "", "scheme"),
    "turn-down": Step(_turn_down, "scheme-plan"),
    "discard-scheme": Step(_discard_scheme, "", "scheme"),
    "icons": Step(_icons),
    "less": Step(_less),
    "half": Step(_half),
    "base": Step(_base),
    "ignore-modifier": Step(_noting("ignored"), "modifier"),
    "ignore-number": Step(_noting("number-ignored"), "modifier"),
}
"""Every single step by its word."""


def check_step(state: State, seat: Seat, option: str, card: str | None, target: str | None) -> Refused | None:
    """Whether a step can be taken with this piece and target."""
    step = STEPS.get(option)
    if step is None or bool(step.target) != (target is not None) or bool(step.card) != (card is not None):
        return no(DC.NOT_OPEN, CITE, card=card or target or option)
    if card is not None and not _card_ok(state, seat, step.card, char_label(card) or card):
        return no(DC.NOT_OPEN, CITE, card=card)
    if target is not None and not target_ok(state, step.target, _target(state, target)):
        return no(DC.NOT_OPEN, CITE, card=target)
    guards = {"damage": "no-damage", "fall": "no-damage", "strike": "no-damage", "exhaust": "no-exhaust"}
    if card is not None and option in guards and marked(state, char_label(card) or card, guards[option]):
        return no(DC.PROTECTED, "cannot", card=card)
    return None


def _card_ok(state: State, seat: Seat, sort: str, card: str) -> bool:
    if sort == "modifier":
        frame = strike(state)
        return frame is not None and card in frame.data["mods"]
    if sort == "scheme-plan":
        return card in state.zone(MASTER_PLAN)
    return fits(state, seat, sort, card)


def _target(state: State, target: str) -> str:
    return place_named(state, target) or char_label(target) or target


def do_step(work: Work, seat: Seat, option: str, card: str | None, target: str | None, n: int) -> None:
    """One step, as the table says."""
    piece = char_label(card) or card or ""
    STEPS[option].do(work, seat, piece, _target(work.state, target) if target else "", n)


_BOARD: Final = frozenset({"team", "area", "attached", "empower", "knocked-out", "captured", *AT})
CARD_SORTS: Final = tuple(dict.fromkeys(step.card for step in STEPS.values() if step.card))
TARGET_SORTS: Final = tuple(dict.fromkeys(step.target for step in STEPS.values() if step.target))


def choices(state: State, seat: Seat) -> Mapping[str, tuple[str, ...]]:
    """Pieces that a step may be about, by what it asks for: for the page."""
    cards: dict[str, None] = {}
    for zone, labels in state.zones.items():
        if labels and zone.partition(".")[0] in _BOARD:
            cards.update(dict.fromkeys(labels))
    cards.update(dict.fromkeys((*state.zone(discard_of(seat)), *state.zone(MASTER_PLAN))))
    at = state.pooled.get(hand_of(seat))
    cards.update(dict.fromkeys(state.pools[at].contents if at is not None else ()))
    return {sort: tuple(card for card in cards if _card_ok(state, seat, sort, card)) for sort in CARD_SORTS}


def targets(state: State) -> Mapping[str, tuple[str, ...]]:
    """Targets that a step may have, by what it asks for; of purses those that hold somebody."""
    everything = (*state.seats, *PURSES, *everybody(state))
    found = {sort: tuple(each for each in everything if target_ok(state, sort, each)) for sort in TARGET_SORTS}
    held = tuple(each for each in found["purse"] if citizens(state, each))
    return {**found, "purse": held or found["purse"]}
