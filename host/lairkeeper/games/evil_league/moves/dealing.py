"""Pieces on the board: a Scheme at each corner, three Parts or Loot cards at a location."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Kind, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData

from ..cards import CORNERS, LOOT, PARTS, SCHEMES, sort_of
from ..loot import deal_open, loot_kinds, may_be_hidden
from ..parts import from_bag, in_bag
from ..places import BAG, LOOT_DECK, RESOURCE, SCHEME_DECK, SLOTS, circle, contents, items, labels, scheme_at, to_act
from ..refusals import EL, no

RULE: Final = "refresh"


@quick
@dataclass(frozen=True, slots=True)
class Dealing(StepData):
    """The missing pieces are dealt in any order; without a location a piece fills the first gap clockwise."""

    KIND: ClassVar[str] = "deal"


def in_scheme_deck(state: State) -> tuple[Kind, ...]:
    """Return the Schemes of the deck; by elimination everybody knows them."""
    if not state.size(SCHEME_DECK):
        return ()
    return tuple(kind_of(card) for card, n in contents(state, SCHEME_DECK).items() if n)


def gaps(state: State, sort: str | None) -> tuple[Path, ...]:
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
    if sort == SCHEMES:
        return min(len(gaps(state, sort)), state.size(SCHEME_DECK))
    supply = state.size(BAG) if sort == PARTS else state.size(LOOT_DECK)
    lacking = (SLOTS - len(items(state, place)) for place in CORNERS if RESOURCE[place] == sort) if supply else ()
    return min(sum(n for n in lacking if n > 0), supply)


def _resume(work: Work, step: Dealing) -> None:
    state = work.state
    counts = {sort: missing(state, sort) for sort in (SCHEMES, PARTS, LOOT)}
    if not any(counts.values()):
        work.pop()
        return
    to_act(work, None)
    work.ask("deal", cite=RULE, n=sum(counts.values()), schemes=counts[SCHEMES], parts=counts[PARTS], loot=counts[LOOT])


def _not_due(now: Moment[Dealing], card: Label, by: Seat | None = None, target: Path | None = None) -> Verdict:
    """Return why a piece is not dealt now, or not to this location.

    When fewer Schemes are left than corners are empty, they go clockwise from the Scrap Heap (el-119).
    """
    state, sort = now.state, sort_of(card)
    places = gaps(state, sort)
    if sort is None or not places:
        return no(EL.NOT_DUE, RULE, card=card)
    if target is not None and target not in places:
        if target not in CORNERS:
            return no(EL.NOT_A_PLACE, "locations", place=target)
        return no(EL.SLOT_FULL, RULE, card=card, kind=target)
    fixed = state.rules.short_schemes == "clockwise" and state.size(SCHEME_DECK) < len(places)
    if sort == SCHEMES and fixed and target not in (None, places[0]):
        return no(EL.NOT_DUE, RULE, card=card)
    return None if in_supply(state, card, sort) else no(EL.NOT_IN_DECK, RULE, card=card)


def in_supply(state: State, card: Label, sort: str) -> bool:
    """Return whether a piece of a sort can come from its deck or bag, as far as everybody can tell."""
    match sort:
        case "schemes":
            return kind_of(card) in in_scheme_deck(state)
        case "parts":
            return kind_of(card) in in_bag(state)
    return may_be_hidden(state, card)


def _deal(work: Work, step: Dealing, card: Label, by: Seat | None = None, target: Path | None = None) -> None:
    deal(work, card, target if target is not None else gaps(work.state, sort_of(card))[0])
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


def _pieces(now: Moment[Dealing]) -> Iterable[tuple[Label, None, Path | None]]:
    """Offer each piece that is due; a tap may name the location too, if there are several."""
    for kinds, sort in _supply(now.state):
        places = gaps(now.state, sort)
        for label in labels(kinds, now.naming) if places else ():
            yield label, None, None
            if now.naming is not None and len(places) > 1:
                yield from ((label, None, place) for place in places)


DEAL_STEP: Final = step_kind(
    Dealing,
    move("deal", Dealing, _deal, offers=_pieces, unless=_not_due, stamped=True, rule=RULE,
         codes=(EL.NOT_DUE, EL.NOT_A_PLACE, EL.SLOT_FULL, EL.NOT_IN_DECK)),
    resume=_resume, prompts=(PromptSpec("deal", (), RULE),),
)  # fmt: skip


def deal_rest(work: Work) -> None:
    """Deal all missing pieces in the order of the catalog, for a match that begins in the middle."""
    for at, sort in enumerate((SCHEMES, PARTS, LOOT)):
        n = 0
        while missing(work.state, sort):
            kinds = tuple(_supply(work.state))[at][0]
            deal(work, kinds[0] if sort == SCHEMES else kinds[n % len(kinds)], gaps(work.state, sort)[0])
            n += 1
