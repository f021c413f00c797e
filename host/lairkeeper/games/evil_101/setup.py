"""Set-up of a match: the decks, the hands, and the lines of the header ("Evil:101, The Setup")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .cards import AGENT, CATALOG, CHASE, PLOT, TARGET, ZONES, sort_of
from .cleaners import fill_hands
from .places import (
    AGENT_HAND,
    PLOT_HAND,
    ROW,
    agents_of,
    aside_of,
    chase_of,
    hand_of,
    handler,
    is_sort,
    known_to_owner,
    set_handler,
    shift,
)
from .refusals import E1, refuse
from .round import begin_round
from .ruleset import Ruleset

_HANDS: Final = {"hand": (PLOT, hand_of), "aside": (PLOT, aside_of), "agents-hand": (AGENT, agents_of),
                 "chase": (CHASE, chase_of)}  # fmt: skip
_BOX: Final = "box"


def knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the catalog or of the shared set, or a copy of one."""
    kind, _, copy = label.partition("#")
    if kind not in CATALOG.kinds and piece(kind) is None:
        return False
    return COMPONENT.fullmatch(label) is not None and int(copy) <= 40 if copy else "#" not in label


# Enough printed numbers --------------------------------------------------------------------------------------------


def needed(players: int) -> dict[str, int]:
    """Return the fewest cards of each sort with which a match can begin.

    These are one Target a player (e1-1), a hand of Plots a player, the Handler's Agents, and one Chase card. A match
    needs all four decks (e1-49).
    """
    return {TARGET: players, PLOT: PLOT_HAND * players, AGENT: AGENT_HAND, CHASE: 1}


def numbers_missing(state: State) -> Refused | None:
    """Return why the match has too few printed numbers, with the next kind to type."""
    have: Counter[str] = Counter()
    for kind in CATALOG.kinds:
        have[sort_of(kind)] += state.printed(kind).get("copies", 0)
    for sort, need in needed(len(state.seats)).items():
        if have[sort] < need:
            kinds = [kind for kind in CATALOG.kinds if sort_of(kind) == sort]
            card = next((kind for kind in kinds if not state.printed(kind)), kinds[0])
            return refuse(E1.NUMBERS_MISSING, "setup", card=card, have=have[sort], need=need)
    return None


# The match ---------------------------------------------------------------------------------------------------------


def set_up(work: Work, header: Header) -> Refused | None:
    """Set the match up as the header says, or return why that is impossible.

    The first Handler is the seat that the set-up names, else the first seat. With ``first-handler=random`` the set-up
    must name the seat that was drawn (e1-50).
    """
    rules: Ruleset = work.state.rules
    given = dict(header.setup)
    if rules.first_handler == "random" and "handler" not in given:
        return refuse(E1.HANDLER_NOT_DRAWN, "setup")
    first = given.pop("handler", header.seats[0])
    if first not in header.seats:
        return Refused(CoreRefusal.UNKNOWN_SEAT, {"seat": str(first)}, "setup", invalid=True)
    set_handler(work, first)
    _lay_out(work)
    few = numbers_missing(work.state)
    if few is not None:
        return few
    for path in sorted(given, key=lambda each: each in ZONES.values()):
        refused = _set(work, path, given[path])
        if refused is not None:
            return refused
    if work.state.level == "full":
        fill_hands(work)
        _lay_aside(work, first)
    begin_round(work)
    return None


def _lay_out(work: Work) -> None:
    """Place the four separate decks, shuffled and face down (e1-49; "Evil:101, The Setup")."""
    for deck in ZONES.values():
        work.emit(ev.Shuffled(deck))
    for kind, facts in work.numbers.items():
        for _ in range(facts.get("copies", 1)):
            work.place(kind, ZONES[sort_of(kind)], facts)


def _lay_aside(work: Work, first: Seat) -> None:
    """Deal five Plots to the first Handler and lay them aside (e1-3)."""
    held = work.state.size(aside_of(first))
    few = min(PLOT_HAND - held, work.state.size(ZONES[PLOT]))
    shift(work, ZONES[PLOT], aside_of(first), few)


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up: points, cards at a place, or the number of cards in a deck."""
    head, _, seat = path.partition(".")
    if head == "purse" and seat in work.state.seats:
        return _set_points(work, path, seat, value)
    if work.state.level == "full":
        if path in ZONES.values():
            return _set_size(work, path, value)
        if path == ROW:
            return _set_cards(work, path, TARGET, ROW, value)
        if head in _HANDS and seat in work.state.seats:
            sort, place = _HANDS[head]
            return _set_cards(work, path, sort, place(seat), value)
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _set_points(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    """Give a seat the points that the set-up names; every other score starts at 0 (e1-5)."""
    points = value.get("1", value.get(1)) if isinstance(value, Mapping) and len(value) == 1 else value
    if not isinstance(points, int) or isinstance(points, bool) or not 0 < points <= 999:
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
    work.pay(BANK, seat, points)
    return None


def _set_cards(work: Work, path: Path, sort: str, place: Path, value: Any) -> Refused | None:
    """Move the named cards from their deck to a place, or return why that is impossible."""
    if not isinstance(value, list | tuple):
        return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
    wrong = {PLOT: E1.NOT_A_PLOT, TARGET: E1.NOT_A_TARGET, AGENT: E1.NOT_AN_AGENT, CHASE: E1.NOT_A_CHASE_CARD}[sort]
    for each in value:
        card = str(each)
        refused = is_sort(work.state, card, sort, wrong, "setup")
        if refused is None and (not COMPONENT.fullmatch(card) or not knows(work.state.rules, card)):
            refused = Refused(CoreRefusal.UNKNOWN_CARD, {"card": card}, "setup", invalid=True)
        pool = work.state.pools[work.state.pooled[ZONES[sort]]]
        if refused is None and (card in work.state.where or not pool.contents.get(kind_of(card))):
            refused = Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)
        if refused is not None:
            return refused
        work.move(card, place, source=ZONES[sort])
        seat = place.partition(".")[2]
        if seat:
            known_to_owner(work, card, seat)
    return None


def _to_deal(state: State, deck: Path) -> int:
    """Return how many cards of a deck the app will deal: what each hand lacks after the set-up."""
    first = handler(state)
    if deck == ZONES[AGENT]:
        return max(0, AGENT_HAND - state.size(agents_of(first)))
    if deck != ZONES[PLOT]:
        return 0
    hands = (aside_of(seat) if seat == first else hand_of(seat) for seat in state.seats)
    return sum(max(0, PLOT_HAND - state.size(hand)) for hand in hands)


def _set_size(work: Work, path: Path, value: Any) -> Refused | None:
    """Leave ``value`` cards in a deck after the deal, and put the others out of reach.

    The Target deck keeps at least one card if no Target lies out.
    """
    have = work.state.size(path) - _to_deal(work.state, path)
    low = 1 if path == ZONES[TARGET] and not work.state.size(ROW) else 0
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= have:
        args = {"option": path, "value": str(value), "allowed": f"{low}..{have}"}
        return Refused(CoreRefusal.BAD_VALUE, args, "setup", invalid=True)
    shift(work, path, f"{_BOX}.{path}", have - value)
    return None
