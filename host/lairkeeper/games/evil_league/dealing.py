"""Pieces on the board: a Scheme at each corner, three Parts or Loot cards at a location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Kind, Path, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .catalog import CORNERS, LOOT, PARTS, SCHEMES, sort_of
from .loot import deal_open, loot_kinds, may_be_hidden
from .parts import from_bag, in_bag
from .places import BAG, LOOT_DECK, RESOURCE, SCHEME_DECK, SLOTS, circle, contents, items, labels, scheme_at
from .refusals import EL, no
from .taking import to_act

RULE: Final = "refresh"


def in_scheme_deck(state: State) -> tuple[Kind, ...]:
    """Return the Schemes of the deck; by elimination everybody knows them."""
    if not state.size(SCHEME_DECK):
        return ()
    return tuple(kind_of(card) for card, n in contents(state, SCHEME_DECK).items() if n)


def gaps(state: State, sort: str) -> tuple[Path, ...]:
    """Return the locations that lack a piece of a sort that can be dealt, in the order in which they are filled.

    Each corner has one Scheme and the Lair none (el-5). Only empty slots are filled (el-118). With an empty Scheme deck
    the corners stay empty (el-76).
    """
    corners = circle(state.rules)
    if sort == SCHEMES:
        return tuple(place for place in corners if scheme_at(state, place) is None) if in_scheme_deck(state) else ()
    supply = state.size(BAG) if sort == PARTS else state.size(LOOT_DECK)
    here = (place for place in corners if RESOURCE[place] == sort and len(items(state, place)) < SLOTS)
    return tuple(here) if supply else ()


def missing(state: State, sort: str) -> int:
    """Return how many pieces of a sort are still to be dealt; an empty bag or deck leaves slots empty (el-120)."""
    places = gaps(state, sort)
    if sort == SCHEMES:
        return min(len(places), state.size(SCHEME_DECK))
    supply = state.size(BAG) if sort == PARTS else state.size(LOOT_DECK)
    return min(sum(SLOTS - len(items(state, place)) for place in places), supply)


def _resume(work: Work, frame: Frame) -> None:
    state = work.state
    counts = {sort: missing(state, sort) for sort in (SCHEMES, PARTS, LOOT)}
    if not any(counts.values()):
        work.pop()
        return
    to_act(work, None)
    work.ask("deal", cite=RULE, n=sum(counts.values()), schemes=counts[SCHEMES], parts=counts[PARTS], loot=counts[LOOT])


def _check(state: State, command: Command) -> Verdict:
    """Return why a piece is not dealt now, or not to this location.

    When fewer Schemes are left than corners are empty, they go clockwise from the Scrap Heap (el-119).
    """
    card = command.card or ""
    sort = sort_of(card)
    if sort not in (SCHEMES, PARTS, LOOT):
        return no(EL.NOT_DUE, RULE, card=card)
    places = gaps(state, sort)
    if not places:
        return no(EL.NOT_DUE, RULE, card=card)
    if command.target is not None and command.target not in places:
        if command.target not in CORNERS:
            return no(EL.NOT_A_PLACE, "locations", place=command.target)
        return no(EL.SLOT_FULL, RULE, card=card, kind=command.target)
    fixed = state.rules.short_schemes == "clockwise" and state.size(SCHEME_DECK) < len(places)
    if sort == SCHEMES and fixed and command.target not in (None, places[0]):
        return no(EL.NOT_DUE, RULE, card=card)
    if not in_supply(state, card, sort):
        return no(EL.NOT_IN_DECK, RULE, card=card)
    return None


def in_supply(state: State, card: Label, sort: str) -> bool:
    """Return whether a piece of a sort can come from its deck or bag, as far as everybody can tell."""
    match sort:
        case "schemes":
            return kind_of(card) in in_scheme_deck(state)
        case "parts":
            return kind_of(card) in in_bag(state)
    return may_be_hidden(state, card)


def _apply(work: Work, command: Command) -> None:
    card = command.card or ""
    sort = sort_of(card) or ""
    deal(work, card, command.target or gaps(work.state, sort)[0])
    work.again()


def deal(work: Work, card: Label, place: Path) -> None:
    """Deal a piece to a location, face up."""
    match sort_of(card):
        case "schemes":
            work.move(f"{kind_of(card)}#1", place, source=SCHEME_DECK)
        case "parts":
            from_bag(work, card, place)
        case _:
            deal_open(work, card, place)


def _supply(state: State) -> Iterator[tuple[tuple[Kind, ...], str]]:
    """Yield for each sort the kinds that can still be dealt."""
    yield in_scheme_deck(state), SCHEMES
    yield in_bag(state), PARTS
    yield tuple(kind for kind in loot_kinds(state) if may_be_hidden(state, kind)), LOOT


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    for kinds, sort in _supply(state):
        places = gaps(state, sort)
        if places:
            for label in labels(kinds, naming):
                yield Command(move="deal", card=label, prompt=prompt.id)
                if naming is not None and len(places) > 1:
                    for place in places:
                        yield Command(move="deal", card=label, target=place, prompt=prompt.id)


DEAL_STEP: Final = FrameKind(
    "deal",
    table_of(
        Move(
            "deal", _apply, _check, _offers, ("card",), ("by", "target"),
            refusals=(EL.NOT_DUE, EL.NOT_A_PLACE, EL.SLOT_FULL, EL.NOT_IN_DECK), rule=RULE,
        ),
    ),
    _resume,
    prompts=(PromptSpec("deal", (), RULE),),
)  # fmt: skip
"""Step that deals the missing pieces in any order; without a location a piece fills the first gap clockwise."""


def deal_rest(work: Work) -> None:
    """Deal all missing pieces in the order of the catalog, for a match that begins in the middle."""
    for at, sort in enumerate((SCHEMES, PARTS, LOOT)):
        n = 0
        while missing(work.state, sort):
            kinds = tuple(_supply(work.state))[at][0]
            deal(work, kinds[0] if sort == SCHEMES else kinds[n % len(kinds)], gaps(work.state, sort)[0])
            n += 1
