"""Set-up: the app lays the box out, then applies what the header says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import APP
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push

from .cards import CATALOG, CORNERS, HAMMER, LOCATIONS, LOOT, MOST_LOOT, MOST_PARTS, PARTS, SCHEMES, VILLAINS, sort_of
from .loot import draw_unseen
from .moves.dealing import deal_rest
from .moves.opening import FIRST_LOOT, FIRST_PARTS, SHEETS, Opening, age, seat_villain, sheets
from .moves.tally import Tallying
from .numbers import ages_missing, numbers_missing
from .parts import from_bag, in_bag
from .places import (
    BAG,
    COMMITTED,
    LOOT_DECK,
    LOOT_DISCARD,
    SCHEME_DECK,
    SCHEMES_OUT,
    UNTIL,
    contents,
    hand_of,
    pawn_of,
    spare_of,
    unseen_of,
    villain_of,
    weapon_of,
)
from .powers import FIRST, MOST, power_of
from .refusals import EL, no
from .round import STEPS
from .steps import Round
from .track import home_of, order, put, taken_by

BOX: Final = {PARTS: "box.parts", LOOT: "box.loot", SCHEMES: "box.schemes"}
_STACKS: Final = {BAG: PARTS, LOOT_DECK: LOOT, SCHEME_DECK: SCHEMES}
_FIRST: Final = ("villain", "start", "reputation")
"""First words of set-up paths that every level knows."""


def set_up(work: Work, header: Header) -> Refused | None:
    """Set the match up as the header says, or return why that is impossible.

    All else follows the rulebook, with its taps unless ``phase`` is given. Two players are refused without the house
    rule ``two-players`` (el-82).
    """
    if len(header.seats) == 2 and work.state.rules.two_players is None:
        return no(EL.TWO_PLAYERS, "winning", have=2)
    given = dict(header.setup)
    full = work.state.level != "score"
    refused = lay_out(work)
    if not full:
        refused = None
    for path in sorted(given, key=_order):
        head = path.partition(".")[0]
        if "phase" in given and head != "villain":
            _seat_the_rest(work)
        if refused is None:
            known = head in _FIRST or (full and head in _SETTERS)
            refused = _set(work, path, given[path]) if known else _bad(path)
    if refused is None and "phase" in given:
        refused = _in_the_middle(work, given["phase"])
    elif refused is None and full:
        push(work, Opening("cast"))
    elif refused is None:
        refused = ages_missing(work.state)
        _markers(work)
        push(work, Tallying())
    return refused


def _seat_the_rest(work: Work) -> None:
    """Give each seat without a villain the first that is left."""
    for seat in work.state.seats:
        if villain_of(work.state, seat) is None:
            seat_villain(work, seat, sheets(work.state)[0])


def _bad(path: Path) -> Refused:
    """Return the refusal of a set-up line."""
    return Refused(CoreRefusal.BAD_SETUP, {"path": path}, "setup", invalid=True)


def _order(path: Path) -> tuple[int, str]:
    """Return the sort key of a set-up path."""
    heads = (*_FIRST, *_SETTERS)
    head = path.partition(".")[0]
    return (heads.index(head) if head in heads else len(heads)), path


def knows(rules: Any, label: Label) -> bool:
    """Return whether a label is a kind of the box or of the shared set, or a copy of one."""
    kind, _, copy = label.partition("#")
    facts = CATALOG.find(kind)
    if facts is None and piece(kind) is None:
        return False
    if not copy:
        return "#" not in label
    if COMPONENT.fullmatch(label) is None:
        return False
    most = {PARTS: MOST_PARTS, LOOT: MOST_LOOT}.get(facts.zone, 1) if facts else 99
    return int(copy) <= most


# The box ----------------------------------------------------------------------------------------------------------


def _lay_sheets(work: Work) -> None:
    """Place all Villain sheets and their pawns outside the game."""
    for kind, facts in CATALOG.kinds.items():
        if facts.zone == VILLAINS:
            work.place(f"{kind}#1", SHEETS, work.numbers.get(kind, {}))
            work.place(f"pawn-{kind.removeprefix('villain-')}#1", SHEETS)


def lay_out(work: Work) -> Refused | None:
    """Place all pieces of the box, and return why the printed numbers are too few.

    Parts go into the bag, Loot and Schemes into their decks, Captain Hammer on the Scrap Heap (el-11).
    """
    _lay_sheets(work)
    for place in (*_STACKS, *(unseen_of(seat) for seat in work.state.seats)):
        work.emit(ev.Shuffled(place))
    for stack, sort in _STACKS.items():
        for kind, facts in CATALOG.kinds.items():
            printed = work.numbers.get(kind)
            if facts.zone == sort and printed is not None:
                for n in range(1, int(printed.get("copies", 1)) + 1):
                    work.place(f"{kind}#{n}", stack, printed)
    work.place(HAMMER, CORNERS[0])
    for seat in work.state.seats:
        work.count(power_of(seat), FIRST)
    return numbers_missing(work.state)


# Lines of the set-up ----------------------------------------------------------------------------------------------


def _set(work: Work, path: Path, value: Any) -> Refused | None:
    """Apply one line of the set-up, or return why that is impossible."""
    head, _, rest = path.partition(".")
    if head in _SEATED and rest not in work.state.seats:
        return _bad(path)
    return _SETTERS[head](work, path, rest, value)


def _number(value: Any, low: int, high: int) -> bool:
    """Return whether a value is a whole number between ``low`` and ``high``."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _set_villain(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    kind = kind_of(str(value))
    if sort_of(kind) != VILLAINS:
        return no(EL.NOT_A_VILLAIN, "villain-sheets", card=str(value))
    if kind not in sheets(work.state):
        owner = next(each for each in work.state.seats if villain_of(work.state, each) == kind)
        return no(EL.VILLAIN_TAKEN, "villain-sheets", card=kind, seat=owner)
    seat_villain(work, seat, kind)
    return None


def _set_start(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    if not _number(value, 1, 5):
        return _bad(path)
    if any(work.state.counters.get(home_of(each)) == value for each in work.state.seats):
        other = next(each for each in work.state.seats if work.state.counters.get(home_of(each)) == value)
        return no(EL.SPACE_TAKEN, "start", n=0, seat=other)
    work.count(home_of(seat), value)
    put(work, seat, 1 - value)
    return None


def _set_reputation(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    if not _number(value, 0, 99):
        return no(EL.BELOW_START, "track", seat=seat, n=0) if _number(value, -99, -1) else _bad(path)
    other = taken_by(work.state, value, seat) if value else None
    if other is not None:
        return no(EL.SPACE_TAKEN, "track", n=value, seat=other)
    if value:
        put(work, seat, value)
    return None


def _set_power(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    if not _number(value, 0, MOST):
        return no(EL.POWER_RANGE, "locations", seat=seat, value=str(value))
    work.count(power_of(seat), value - FIRST)
    return None


def _pieces(value: Any, sort: str) -> list[str] | None:
    """Return a list of components of one sort, or None for anything else."""
    given = [str(card) for card in value] if isinstance(value, list | tuple) else [str(value)]
    found = [card if "#" in card else f"{card}#1" for card in given]
    fine = all(sort_of(card) == sort and COMPONENT.fullmatch(card) for card in found)
    return found if fine else None


def _move_from_stack(work: Work, cards: list[str], stack: Path, target: Path) -> Refused | None:
    """Move cards from a stack to a place, or return that one of them is not there."""
    for card in cards:
        if card not in contents(work.state, stack):
            return no(EL.NOT_IN_DECK, "setup", card=card)
        work.move(card, target, source=stack)
    return None


def _set_parts(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    cards = _pieces(value, PARTS)
    target = spare_of(seat) if path.startswith("spare.") else weapon_of(seat)
    return _bad(path) if cards is None else _move_from_stack(work, cards, BAG, target)


def _set_hand(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    """Put cards into a hand that the app and their owner know."""
    cards = _pieces(value, LOOT)
    refused = _bad(path) if cards is None else _move_from_stack(work, cards, LOOT_DECK, hand_of(seat))
    for card in cards or () if refused is None else ():
        work.emit(ev.Faced(card, (APP, seat)))
    return refused


def _set_board(work: Work, path: Path, place: Path, value: Any) -> Refused | None:
    head = path.partition(".")[0]
    sort = SCHEMES if head == "scheme" else PARTS if place in ("scrap-heap", "mall") else LOOT
    stack = {SCHEMES: SCHEME_DECK, PARTS: BAG, LOOT: LOOT_DECK}[sort]
    cards = _pieces(value, sort)
    if place not in CORNERS or cards is None or len(cards) > (1 if head == "scheme" else 3):
        return _bad(path)
    return _move_from_stack(work, cards, stack, place)


def _set_pile(work: Work, path: Path, _: str, value: Any) -> Refused | None:
    """Fill a discard pile, or leave only these cards in a stack."""
    sort = {LOOT_DISCARD: LOOT, SCHEMES_OUT: SCHEMES, **_STACKS}[path]
    cards = _pieces(value, sort)
    if cards is None:
        return _bad(path)
    stack = next(each for each, of in _STACKS.items() if of == sort)
    if path != stack:
        return _move_from_stack(work, cards, stack, path)
    for card in tuple(contents(work.state, stack)):
        if card not in cards:
            work.move(card, BOX[sort], source=stack)
    return None


def _set_place(work: Work, path: Path, seat: Seat, value: Any) -> Refused | None:
    pawn = pawn_of(work.state, seat)
    if value not in LOCATIONS or pawn is None:
        return _bad(path)
    work.move(pawn, value)
    return None


def _set_hammer(work: Work, path: Path, _: str, value: Any) -> Refused | None:
    if value not in CORNERS:
        return _bad(path)
    if value != CORNERS[0]:
        work.move(HAMMER, value)
    return None


def _set_committed(work: Work, path: Path, _: str, value: Any) -> Refused | None:
    if not isinstance(value, list | tuple) or not set(value) <= set(work.state.seats):
        return _bad(path)
    for seat in value:
        work.emit(ev.Marked(seat, COMMITTED, None, 1, UNTIL))
    return None


def _set_phase(work: Work, path: Path, _: str, value: Any) -> Refused | None:
    return None if value in STEPS else _bad(path)


_SETTERS: Final[Mapping[str, Callable[[Work, Path, str, Any], Refused | None]]] = {
    "villain": _set_villain,
    "start": _set_start,
    "reputation": _set_reputation,
    "power": _set_power,
    "spare": _set_parts,
    "weapon": _set_parts,
    "hand": _set_hand,
    "scheme": _set_board,
    "items": _set_board,
    LOOT_DISCARD: _set_pile,
    SCHEMES_OUT: _set_pile,
    BAG: _set_pile,
    LOOT_DECK: _set_pile,
    SCHEME_DECK: _set_pile,
    "hammer": _set_hammer,
    "place": _set_place,
    "committed": _set_committed,
    "phase": _set_phase,
}
_SEATED: Final = frozenset({"villain", "start", "reputation", "power", "spare", "weapon", "hand", "place"})


# A match that begins in the middle --------------------------------------------------------------------------------


def _markers(work: Work) -> None:
    """Place the markers that no line has set: by age (el-2) if every age is known, else in the order of the seats."""
    left = [seat for seat in work.state.seats if home_of(seat) not in work.state.counters]
    ages = {seat: age(work.state, seat) for seat in left}
    if None not in ages.values():
        left.sort(key=lambda seat: -(ages[seat] or 0))
    taken = {work.state.counters[home_of(seat)] for seat in work.state.seats if seat not in left}
    free = [n for n in range(1, 6) if n not in taken]
    for seat, n in zip(left, free, strict=False):
        work.count(home_of(seat), n)
        if not work.state.counters.get(f"reputation.{seat}"):
            put(work, seat, 1 - n)


def _in_the_middle(work: Work, phase: str) -> Refused | None:
    """Deal all pieces that no line has set, in the order of the catalog and without taps."""
    state = work.state
    if state.level == "score":
        return _bad("phase")
    _markers(work)
    given = {path for path in work.state.zones if work.state.zone(path)}
    deal_rest(work)
    for seat in state.seats:
        if spare_of(seat) not in given and weapon_of(seat) not in given:
            for _ in range(FIRST_PARTS):
                kinds = in_bag(work.state)
                if kinds:
                    from_bag(work, kinds[0], spare_of(seat))
        if hand_of(seat) not in given:
            for _ in range(FIRST_LOOT):
                if work.state.size(LOOT_DECK):
                    draw_unseen(work, seat)
    ranking = order(work.state)
    work.emit(ev.SeatsOrdered(work.state.seats, None, 1))
    push(work, Round(phase, ranking))
    return None
