"""Single steps by which the table carries out a card that the app cannot read.

Each is one word with at most one piece, one target and a number. The pieces are as in the rules: cards in play unless
the word names another area ("DC Forever, Golden Rules").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from lairkeeper.core.ids import Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from . import steps_cards, steps_characters, steps_citizens, steps_strikes
from .abilities import MATCH
from .acts import strike
from .catalog import CARDS, CHARACTERS, NEUTRALS, sort_of
from .citizens import BANK, PURSES, SANCTUARY, citizens
from .harm import fallen
from .places import (
    AT,
    BLANK,
    MASTER_PLAN,
    PROTECTIONS,
    char_label,
    deck_of,
    discard_of,
    everybody,
    hand_labels,
    hand_of,
    has_scheme,
    in_play,
    marked,
    may_come,
    neutral,
    place_named,
)
from .refusals import DC, no
from .steps_cards import on_board, source_of_anothers

CITE: Final = "resolving"


@dataclass(frozen=True, slots=True)
class Step:
    """Facts of a word: its action ``do``, the sort of its ``card`` and of its ``target``."""

    do: Callable[[Work, Seat, str, str, int], None]
    card: str = ""
    target: str = ""


def fits(state: State, seat: Seat, sort: str, card: str) -> bool:
    """Return True when a piece is of the sort that a word asks for.

    It must be in play, or in the one area that the word names (df-45, df-168).
    """
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
        case "another's":
            return source_of_anothers(state, seat, card) is not None
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
    """Return True when a target is of the sort that a word asks for."""
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


STEPS: Final[Mapping[str, Step]] = {
    "draw": Step(steps_cards.do_draw),
    "discard": Step(steps_cards.do_discard, "hand-or-play"),
    "mill": Step(steps_cards.do_mill, "deck"),
    "retrieve": Step(steps_cards.do_retrieve, "discard"),
    "to-deck": Step(steps_cards.do_to_deck, "discard"),
    "search": Step(steps_cards.do_search, "deck"),
    "put": Step(steps_cards.do_put, "own-pile", "character"),
    "attach": Step(steps_cards.do_attach, "in-play", "character"),
    "give": Step(steps_cards.do_give, "hand", "seat"),
    "bring-home": Step(steps_cards.do_bring_home, "another's"),
    "sacrifice": Step(steps_cards.do_sacrifice, "card"),
    "damage": Step(steps_characters.do_damage, "target"),
    "heal": Step(steps_characters.do_heal, "target"),
    "fall": Step(steps_characters.do_fall, "target"),
    "recover": Step(steps_characters.do_recover, "fallen"),
    "exhaust": Step(steps_characters.do_exhaust, "in-play"),
    "ready": Step(steps_characters.do_ready, "in-play"),
    "reserve": Step(steps_characters.do_reserve, "leaves"),
    "move": Step(steps_characters.do_move, "target", "place"),
    "extra-action": Step(steps_characters.do_extra_action, "character"),
    "blank": Step(steps_characters.do_mark(BLANK), "in-play"),
    "unblank": Step(steps_characters.do_unblank, "in-play"),
    "match": Step(steps_characters.do_mark(MATCH), "card"),
    **{name: Step(steps_characters.do_mark(name), "target") for name in PROTECTIONS},
    "guard": Step(steps_characters.do_guard, "character", "character"),
    "control": Step(steps_characters.do_control, "in-play", "seat"),
    "release": Step(steps_characters.do_release, "in-play"),
    "to-sanctuary": Step(steps_citizens.do_to(SANCTUARY), "", "purse"),
    "to-supply": Step(steps_citizens.do_to(BANK), "", "purse"),
    "to-scheme": Step(steps_citizens.do_to_scheme, "", "scheme"),
    "to-location": Step(steps_citizens.do_to_location, "", "scheme"),
    "from-supply": Step(steps_citizens.do_from_supply, "", "purse"),
    "claim": Step(steps_citizens.do_claim, "", "neutral"),
    "strike": Step(steps_citizens.do_struck, "character", "neutral"),
    "look": Step(steps_citizens.do_look, "", "scheme"),
    "reveal": Step(steps_citizens.do_reveal, "", "scheme"),
    "turn-up": Step(steps_citizens.do_turn_up, "", "scheme"),
    "turn-down": Step(steps_citizens.do_turn_down, "scheme-plan"),
    "discard-scheme": Step(steps_citizens.do_discard_scheme, "", "scheme"),
    "icons": Step(steps_citizens.do_icons),
    "less": Step(steps_strikes.do_less),
    "half": Step(steps_strikes.do_half),
    "base": Step(steps_strikes.do_base),
    "ignore-modifier": Step(steps_strikes.do_noting("ignored"), "modifier"),
    "ignore-number": Step(steps_strikes.do_noting("number-ignored"), "modifier"),
}
"""Single steps by word."""


def check_step(state: State, seat: Seat, option: str, card: str | None, target: str | None) -> Refused | None:
    """Return why a step cannot be taken with this piece and target, or None.

    A "cannot" protects its own card only (df-159).
    """
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
        now = strike(state)
        return now is not None and card in now.mods
    if sort == "scheme-plan":
        return card in state.zone(MASTER_PLAN)
    return fits(state, seat, sort, card)


def _target(state: State, target: str) -> str:
    return place_named(state, target) or char_label(target) or target


def do_step(work: Work, seat: Seat, option: str, card: str | None, target: str | None, n: int) -> None:
    """Carry out one step, as the table says."""
    piece = char_label(card) or card or ""
    STEPS[option].do(work, seat, piece, _target(work.state, target) if target else "", n)


_BOARD: Final = frozenset({"team", "area", "attached", "empower", "knocked-out", "captured", *AT})
CARD_SORTS: Final = tuple(dict.fromkeys(step.card for step in STEPS.values() if step.card))
TARGET_SORTS: Final = tuple(dict.fromkeys(step.target for step in STEPS.values() if step.target))


Pieces: TypeAlias = Mapping[str, tuple[str, ...]]
"""Pieces that fit a step, by the sort that it asks for."""
_listed_last: list[tuple[State | None, Seat, Pieces, Pieces]] = [(None, "", {}, {})]
"""The state for which pieces were listed last: they are the same for every page and tap. Each thread may replace it."""


def listed(state: State, seat: Seat) -> tuple[Pieces, Pieces]:
    """Return the pieces and the targets that fit each step."""
    last = _listed_last[0]
    if last[0] is not state or last[1] != seat:
        last = _listed_last[0] = (state, seat, choices(state, seat), targets(state))
    return last[2], last[3]


def choices(state: State, seat: Seat) -> Pieces:
    """Return the pieces that fit a step, by the sort that it asks for: for the page."""
    cards: dict[str, None] = {}
    for zone, labels in state.zones.items():
        if labels and zone.partition(".")[0] in _BOARD:
            cards.update(dict.fromkeys(labels))
    cards.update(dict.fromkeys((*state.zone(discard_of(seat)), *state.zone(MASTER_PLAN))))
    cards.update(dict.fromkeys(hand_labels(state, seat)))
    return {sort: tuple(card for card in cards if _card_ok(state, seat, sort, card)) for sort in CARD_SORTS}


def targets(state: State) -> Pieces:
    """Return the targets that fit a step, by the sort that it asks for; of purses those with citizens."""
    everything = (*state.seats, *PURSES, *everybody(state))
    found = {sort: tuple(each for each in everything if target_ok(state, sort, each)) for sort in TARGET_SORTS}
    held = tuple(each for each in found["purse"] if citizens(state, each))
    return {**found, "purse": held or found["purse"]}
