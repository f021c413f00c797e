"""Moves of cards that players own: passed, destroyed, played, pushed back, put under a deck or on a stack."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CATALOG
from .levels import DECK
from .market import active_prompt, deck_card, own_turn
from .places import (
    DESTROYED,
    HERO,
    LINE_UP,
    MAIN_DECK,
    WEAKNESSES,
    bring,
    deck_of,
    discard_of,
    find,
    in_play_of,
    known_cards,
    owner_of,
    places_of,
)
from .refusals import FE, no
from .set_aside import note_under
from .steps import appearance
from .team import arrives_at, held_check, pay_for

ONE_CARD: Final = "plus-1"
"""Token that stands for a card whose face nobody shows."""
_STAYS: Final = frozenset({"always", "once-a-turn"})


def stays(card: Label) -> bool:
    """Return whether a card stays in play once it is there ("Forever Evil, Locations") (fe-99).

    Locations do, and so does Green Arrow.
    """
    facts = CATALOG.find(card)
    return facts is not None and facts.ongoing in _STAYS


def not_yours(state: State, card: Label, seat: Seat | None, rule: str) -> Refused:
    """Return the refusal of a card that belongs to somebody else, or to nobody (fe-137).

    It was passed, put there by a text, misplaced, or not tapped when it came, so that the app asks.
    """
    return no(FE.NOT_YOURS, rule, card=card, seat=seat, owner=owner_of(state, card) or "")


def own_cards(state: State, seat: Seat, naming: Label | None) -> tuple[Label, ...]:
    """Return the cards of a seat that a command may name: open cards, and the kinds of the others.

    For a named piece this is the piece itself, if the seat can have it.
    """
    if naming is not None:
        known = deck_card(naming, "gaining") is None
        return (naming,) if known and find(state, naming, places_of(seat)) is not None else ()
    name = state.pooled.get(deck_of(seat))
    pool = state.pools[name] if name is not None and state.size(deck_of(seat)) else None
    unseen = dict.fromkeys(kind_of(card) for card in pool.contents) if pool else {}
    return (*known_cards(state, seat), *(kind for kind in unseen if kind in CATALOG.kinds))


# Passing ----------------------------------------------------------------------------------------------------------


def _pass_check(state: State, command: Command) -> Verdict:
    rule = "faq"
    assert command.by is not None
    card = command.card or ""
    if command.by == command.target:
        return no(FE.PASS_TO_SELF, rule, seat=command.by)
    refused = deck_card(card, rule)
    if refused is None and find(state, card, places_of(command.by)) is None:
        return not_yours(state, card, command.by, rule)
    return refused


def _pass(work: Work, command: Command) -> None:
    """Pass a card to another player, who does not gain it (fe-94)."""
    assert command.by is not None
    assert command.target is not None
    card = command.card or ""
    bring(work, card, arrives_at(work.state, command.target, card, deck_of(command.target)), places_of(command.by))
    pay_for(work, command.target, card, gained=False)


def _pass_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for card in own_cards(state, seat, naming):
            for target in state.seats:
                if target != seat:
                    yield Command(move="pass", by=seat, card=card, target=target)


PASS: Final = Move(
    "pass",
    _pass,
    _pass_check,
    _pass_offers,
    ("by", "card", "target"),
    target="seat",
    levels=DECK,
    spoken=True,
    refusals=(FE.PASS_TO_SELF, FE.NOT_A_DECK_CARD, FE.NOT_YOURS),
    rule="faq",
)
"""Move that gives a card another owner, who does not gain it."""


def _unseen_check(state: State, command: Command) -> Verdict:
    assert command.by is not None
    if command.card not in {None, ONE_CARD}:
        said = {"move": command.move, "argument": "card"}
        return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, said, "faq", invalid=True)
    if command.by == command.target:
        return no(FE.PASS_TO_SELF, "faq", seat=command.by)
    return None if state.size(deck_of(command.by)) else no(FE.NOTHING_TO_PASS, "faq", seat=command.by)


def _pass_unseen(work: Work, command: Command) -> None:
    """Pass a card without knowing which: the app knows the two decks only together from now on."""
    assert command.by is not None
    assert command.target is not None
    work.emit(ev.PoolShifted(deck_of(command.by), deck_of(command.target), 1))


def _unseen_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None or kind_of(naming) == ONE_CARD:
        for seat in seats_of(state, viewer):
            for target in state.seats:
                if target != seat:
                    yield Command(move="pass-unseen", by=seat, card=naming and ONE_CARD, target=target)


PASS_UNSEEN: Final = Move(
    "pass-unseen",
    _pass_unseen,
    _unseen_check,
    _unseen_offers,
    ("by", "target"),
    ("card",),
    target="seat",
    levels=DECK,
    spoken=True,
    refusals=(FE.PASS_TO_SELF, FE.NOTHING_TO_PASS, CoreRefusal.UNEXPECTED_ARGUMENT),
    rule="faq",
)
"""Move that passes a card face down: nobody else may know which, and so neither may the app."""


# Destroying -------------------------------------------------------------------------------------------------------


def _destroy_places(command: Command) -> tuple[Path, ...]:
    """Return the places that destroying reaches: own cards and the Line-Up, or a named foe's cards (fe-173)."""
    if command.target is not None:
        return places_of(command.target)
    return (*places_of(command.by or ""), LINE_UP)


def _destroy_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    refused = deck_card(card, "destroying")
    if refused is None and find(state, card, _destroy_places(command)) is None:
        return not_yours(state, card, command.target or command.by, "destroying")
    return refused


def _destroy(work: Work, command: Command) -> None:
    """Move a card to the destroyed pile; not even Kicks and Weaknesses go back to their stacks (fe-88)."""
    bring(work, command.card or "", DESTROYED, _destroy_places(command))


def _destroy_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    mine = seats_of(state, viewer)
    in_line_up = _open_cards(state, LINE_UP, naming)
    for seat in state.seats:
        cards = own_cards(state, seat, naming) if seat in mine or naming is not None else ()
        for card in (*in_line_up, *cards) if seat in mine else ():
            yield Command(move="destroy", by=seat, card=card)
        if naming is not None and cards:
            for foe in mine:
                if foe != seat:
                    yield Command(move="destroy", by=foe, card=naming, target=seat)


def _open_cards(state: State, place: Path, naming: Label | None) -> tuple[Label, ...]:
    cards = state.zone(place)
    if naming is None:
        return cards
    return (naming,) if deck_card(naming, "line-up") is None and find(state, naming, (place,)) is not None else ()


DESTROY: Final = Move(
    "destroy",
    _destroy,
    _destroy_check,
    _destroy_offers,
    ("by", "card"),
    ("target",),
    target="seat",
    levels=DECK,
    spoken=True,
    refusals=(FE.NOT_A_DECK_CARD, FE.NOT_YOURS),
    rule="destroying",
)
"""Move that puts a card on the destroyed pile, which everybody may read."""


# In play ----------------------------------------------------------------------------------------------------------


def _play_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    rule = "locations"
    assert command.by is not None
    refused = deck_card(card, rule) or own_turn(state, command)
    if refused is not None:
        return refused
    if find(state, card, (deck_of(command.by), discard_of(command.by))) is None:
        if find(state, card, (in_play_of(command.by),)) is not None:
            return no(FE.ALREADY_IN_PLAY, rule, card=card)
        return not_yours(state, card, command.by, rule)
    return held_check(state, command.by, card)


def _play(work: Work, command: Command) -> None:
    assert command.by is not None
    card = command.card or ""
    target = arrives_at(work.state, command.by, card, in_play_of(command.by))
    bring(work, card, target, (deck_of(command.by), discard_of(command.by)))


def _play_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Yield the cards that the player whose turn it is may play.

    A card of somebody else is among them, so that the app asks whether it was passed.
    """
    active = state.active
    if active not in seats_of(state, viewer):
        return
    whose = state.seats if naming is not None else (active,)
    for card in dict.fromkeys(card for seat in whose for card in own_cards(state, seat, naming)):
        yield Command(move="play", by=active, card=card, prompt=active_prompt(state))
    # Offered out of turn too, so that the refusal tells the player whose turn it is, and no card is destroyed.
    for seat in state.seats if naming is not None else ():
        if seat != active and own_cards(state, seat, naming):
            yield Command(move="play", by=seat, card=naming, prompt=active_prompt(state))


PLAY: Final = Move(
    "play",
    _play,
    _play_check,
    _play_offers,
    ("by", "card"),
    levels=DECK,
    refusals=(
        *(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.ALREADY_IN_PLAY, FE.NOT_YOURS),
        *(FE.BANNED_CARD, FE.ENEMY_TYPE),
    ),
    rule="locations",
)
"""Move that plays a card: a Location stays for the rest of the match, others stay until the end of the turn."""


def _discard_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    refused = deck_card(card, "locations")
    if refused is None and find(state, card, (in_play_of(command.by or ""),)) is None:
        return no(FE.NOT_IN_PLAY, "locations", card=card, seat=command.by)
    return refused


def _discard(work: Work, command: Command) -> None:
    """Move a card in play to its owner's discard pile, a Location too (fe-100)."""
    assert command.by is not None
    bring(work, command.card or "", discard_of(command.by), (in_play_of(command.by),))


def _discard_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for card in _open_cards(state, in_play_of(seat), naming):
            yield Command(move="discard", by=seat, card=card)


DISCARD: Final = Move(
    "discard",
    _discard,
    _discard_check,
    _discard_offers,
    ("by", "card"),
    levels=DECK,
    spoken=True,
    refusals=(FE.NOT_A_DECK_CARD, FE.NOT_IN_PLAY),
    rule="locations",
)
"""Move that pushes a card in play back to its owner's discard pile."""


# Under the main deck, back on the stack ---------------------------------------------------------------------------


def _bottom_places(command: Command) -> tuple[Path, ...]:
    return (*places_of(command.by or ""), LINE_UP, DESTROYED, HERO)


def _bottom_check(state: State, command: Command) -> Verdict:
    """Refuse a card that cannot go under the main deck now.

    Destroyed cards can at any time. A player's own cards can only when Shazam!'s First Appearance takes them.
    """
    card = command.card or ""
    refused = deck_card(card, "cards")
    if refused is None and find(state, card, (DESTROYED,)) is None:
        taken = places_of(command.by or "") if _shazam_appears(state) else ()
        if find(state, card, taken) is None:
            return no(FE.NOT_THERE, "cards", card=card)
    return refused


def _shazam_appears(state: State) -> bool:
    now = appearance(state)
    return now is not None and kind_of(now.hero) == "shazam"


def _bottom(work: Work, command: Command) -> None:
    note_under(work, bring(work, command.card or "", MAIN_DECK, _bottom_places(command)))


def _bottom_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    shared = [card for place in (LINE_UP, DESTROYED, HERO) for card in _open_cards(state, place, naming)]
    for seat in seats_of(state, viewer):
        for card in (*own_cards(state, seat, naming), *(shared if seat == state.active else ())):
            yield Command(move="bottom", by=seat, card=card)


BOTTOM: Final = Move(
    "bottom",
    _bottom,
    _bottom_check,
    _bottom_offers,
    ("by", "card"),
    levels=DECK,
    spoken=True,
    refusals=(FE.NOT_A_DECK_CARD, FE.NOT_THERE),
    rule="cards",
)
"""Move that puts a card under the main deck, where it has no owner; even a Super Hero can end there (fe-92)."""


def _put_back_check(state: State, command: Command) -> Verdict:
    """Refuse a card that is no Weakness, and any Super-Villain but Bizarro (fe-89)."""
    card = command.card or ""
    if kind_of(card) != "weakness":
        return no(FE.NOT_A_WEAKNESS, "oversized", card=card)
    villain = state.zone(f"villain.{command.by}")
    if villain and kind_of(villain[0]) != "bizarro":
        return no(FE.ONLY_BIZARRO, "oversized", seat=command.by)
    if find(state, card, places_of(command.by or "")) is None:
        return not_yours(state, card, command.by, "oversized")
    return None


def _put_back(work: Work, command: Command) -> None:
    bring(work, command.card or "", WEAKNESSES, places_of(command.by or ""))


def _put_back_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for card in own_cards(state, seat, naming):
            if kind_of(card) == "weakness":
                yield Command(move="put-back", by=seat, card=card)


PUT_BACK: Final = Move(
    "put-back",
    _put_back,
    _put_back_check,
    _put_back_offers,
    ("by", "card"),
    levels=DECK,
    spoken=True,
    refusals=(FE.NOT_A_WEAKNESS, FE.ONLY_BIZARRO, FE.NOT_YOURS),
    rule="oversized",
)
"""Move that puts Bizarro's Weaknesses back on their stack, which grows in no other way."""
