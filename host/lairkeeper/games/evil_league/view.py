"""Public facts, state paths and log lines of the Evil League."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.rules.lines import Events, Line, Value, line
from lairkeeper.rules.paths import StatePath, public_facts
from lairkeeper.rules.step import below

from .cards import CATALOG, HAMMER, LOCATIONS, LOOT, PARTS, sort_of
from .loot import hand_size
from .moves.survey import WEAPON
from .moves.tally import Tallying
from .parts import complete, slots
from .places import (
    COMMITTED,
    DOWN,
    SCHEMES_OUT,
    hammer_at,
    hand_of,
    items,
    next_scheme,
    pawn_of,
    place_of,
    scheme_at,
    spare_of,
    villain_of,
    weapon_of,
)
from .powers import power
from .steps import order_of
from .track import order, reputation, space, space_name, target

# State paths ------------------------------------------------------------------------------------------------------


def _space(state: State, seat: Seat) -> int | str:
    """Return the space of a marker as pages show it."""
    at = space(state, seat)
    return at if at > 0 else space_name(at)


def _order(state: State, _: str) -> list[Seat]:
    """Return the order that is fixed for the round, or the order of the markers if no round runs."""
    tally = below(Tallying, state)
    return list(order_of(state) or (tally.order if tally is not None else ()) or order(state))


def _pile(path: Path) -> Callable[[State, str], Any]:
    """Return a reader of the cards that lie at a place."""
    return lambda state, _: state.zone(path)


def _stack(path: Path) -> Callable[[State, str], Any]:
    """Return a reader of the number of cards in a stack."""
    return lambda state, _: state.size(path)


def _at_place(read: Callable[[State, Path], Any]) -> Callable[[State, Path], Any]:
    """Return a reader that knows the locations only."""
    return lambda state, place: read(state, place) if place in LOCATIONS else NotImplemented


_FULL: Final = ("full",)
PATHS: Final = (
    StatePath("scrap-heap", "cards"),
    StatePath("exchange", "cards"),
    StatePath("ez-pawn", "cards"),
    StatePath("mall", "cards"),
    StatePath("lair", "cards"),
    StatePath("scheme-deck", "number of cards; in a set-up the Schemes that are left", _stack("scheme-deck")),
    StatePath("loot-deck", "number of cards; in a set-up the Loot cards that are left", _stack("loot-deck")),
    StatePath("bag", "number of Parts; in a set-up the Parts that are left", _stack("bag")),
    StatePath("loot-discard", "cards", _pile("loot-discard")),
    StatePath("schemes-out", "cards", _pile("schemes-out")),
    StatePath("scheme.PLACE", "card or none", _at_place(scheme_at)),
    StatePath("items.PLACE", "Parts or Loot cards that lie there", _at_place(items)),
    StatePath("villain.SEAT", "kind or none", villain_of, public=True),
    StatePath("spare.SEAT", "cards", lambda state, seat: state.zone(spare_of(seat))),
    StatePath("weapon.SEAT", "cards", lambda state, seat: state.zone(weapon_of(seat))),
    StatePath("hand.SEAT", "cards that the app has read", lambda state, seat: state.zone(hand_of(seat))),
    StatePath("loot.SEAT", "number of Loot cards in hand", hand_size, _FULL, public=True),
    StatePath("pawn.SEAT", "card or none", pawn_of),
    StatePath("power.SEAT", "number", power, _FULL, public=True),
    StatePath("reputation.SEAT", "number", reputation, public=True),
    StatePath(
        "space.SEAT", "number, or letter of START with its place in the word: T5 is next to 1, S1 farthest", _space,
        public=True,
    ),
    StatePath("start.SEAT", "space of START, 1 next to the number 1; in a set-up only"),
    StatePath("place.SEAT", "location or none", place_of, _FULL, public=True),
    StatePath("weapon-complete.SEAT", "bool", complete, _FULL, public=True),
    StatePath("order", "seats, as fixed for the round", _order, public=True),
    StatePath("target", "number that wins", lambda state, _: target(state), public=True),
    StatePath("hammer", "location", lambda state, _: hammer_at(state), _FULL, public=True),
    StatePath("hammer-next", "location", lambda state, _: next_scheme(state), _FULL, public=True),
    StatePath("committed", "seats", lambda state, _: [each for each in state.seats if state.marked(each, COMMITTED)]),
    StatePath("phase", "step of the round that a match begins with, everything else dealt; in a set-up only"),
)  # fmt: skip


# Public facts -----------------------------------------------------------------------------------------------------


def extra(state: State, viewer: str) -> Args:
    """Return the facts of the table that no zone tells."""
    beside = {seat: _beside(state, seat) for seat in state.seats}
    facts: dict[str, Any] = {**public_facts(PATHS, state), "beside": beside}
    if state.level == "score":
        return facts
    goal = next_scheme(state)
    coming = scheme_at(state, goal) if goal and goal != hammer_at(state) else None
    facts["hammer-goes"] = {coming: 1} if coming else {}
    facts[DOWN] = {HAMMER: 1} if state.marked(HAMMER, DOWN) else {}
    facts[COMMITTED] = {pawn_of(state, seat): 1 for seat in state.seats if state.marked(seat, COMMITTED)}
    return facts


def _beside(state: State, seat: Seat) -> list[list[Any]]:
    """Return the facts shown beside a seat: its START space, and the numbers of its sheet."""
    at = space(state, seat)
    found: list[list[Any]] = [] if at > 0 else [["start", {"space": space_name(at)}]]
    if state.level != "score":
        weapon = {"n": state.size(weapon_of(seat)), "of": sum(slots(state).values())}
        found += [["power", {"n": power(state, seat)}], ["hand", {"n": hand_size(state, seat)}], ["weapon", weapon]]
    return found


# Log lines --------------------------------------------------------------------------------------------------------

_PLACES: Final = frozenset(kind for kind, facts in CATALOG.kinds.items() if facts.zone == "places")


def _is_part(command: Command) -> bool:
    return command.card is not None and sort_of(command.card) == PARTS


def _part_or_loot(part: str, loot: str, **values: Value) -> Line:
    """Return the log line of a Part by its name, or of a Loot card without it."""
    named, unnamed = line(part, "by", "card", **values), line(loot, "by", **values)
    return lambda command, events: (named if _is_part(command) else unnamed)(command, events)


def _by_option(head: str) -> Line:
    """Return a log line whose code ends with the option."""
    return line(lambda command, events: f"{head}-{command.option}", "by")


def _dealt(command: Command, events: Events) -> Path:
    """Return the location of the dealt piece.

    With the last piece the next round may begin, and Captain Hammer moves at once.
    """
    return [e for e in events if isinstance(e, ev.Moved) and e.target in _PLACES and e.card != HAMMER][-1].target


def _option_number(command: Command, events: Events) -> int:
    """Return the number at the end of an option: ``3``, or ``power-2``."""
    return int(str(command.option).rpartition("-")[2])


def _goal(command: Command, events: Events) -> Path:
    """Return the location to which a pawn has moved, or which the command names."""
    places = (*(each.target for each in events if isinstance(each, ev.Moved)), command.target, command.card)
    return next(place for place in places if place is not None).partition("#")[0]


def _target(command: Command, events: Events) -> str | None:
    return command.target


def _by(command: Command, events: Events) -> Seat | None:
    return command.by


def _laid_at(command: Command, events: Events) -> Path | None:
    """Return the place where a piece was laid."""
    return next((each.target for each in reversed(events) if isinstance(each, ev.Moved)), command.target)


def _laid(command: Command, events: Events) -> str:
    """Return the code of a piece that was laid: of Loot in a hand only that a card is there."""
    if command.card is None or (sort_of(command.card) == LOOT and command.target is None):
        return "lay-loot"
    if command.by is not None:
        return "lay-weapon" if command.target == WEAPON else "lay-own"
    place = _laid_at(command, events)
    return "lay-out" if place == SCHEMES_OUT or place not in CATALOG.kinds else "lay"


def _lay_line(command: Command, events: Events) -> tuple[str, Args]:
    code, by = _laid(command, events), "" if command.by is None else command.by
    if code == "lay-loot":
        return code, {"by": by}
    place = _laid_at(command, events)
    return code, {"by": by, "card": command.card, "kind": "" if place is None else place}


def _lost(command: Command, events: Events) -> str:
    """Return the code of a loss: a piece, spaces of the track, or Power."""
    if command.card is not None and sort_of(command.card) in (PARTS, LOOT):
        return "lose"
    back = any(isinstance(e, ev.Counted) and e.counter.startswith(("reputation.", "from.")) for e in events)
    return "back" if back else "lose-power"


def _lost_card(command: Command, events: Events) -> str | None:
    return command.card if _lost(command, events) == "lose" else None


def _moved(command: Command, events: Events) -> int:
    """Return the spaces by which a marker has moved."""
    return sum(e.amount for e in events if isinstance(e, ev.Counted) and e.counter == f"reputation.{command.by}")


def _adjusted(command: Command, events: Events) -> str:
    return f"adjust-{'reputation' if command.target is None else command.target}"


LINES: Final[Mapping[str, Line]] = {
    "draw": _part_or_loot("draw-part", "draw-loot"),
    "deal": line("deal", "card", kind=_dealt),
    "answer": line("power-said", "by", n=_option_number),
    "lay": _lay_line,
    "move": line("move", "by", kind=_goal),
    "buy": line(lambda command, events: "buy" if command.target is None else "buy-item", "by", "card", kind=_target),
    "steal": _part_or_loot("steal-part", "steal-loot", target=_target),
    "give": _part_or_loot("give", "give-loot", target=_target),
    "push": line("push", "by", "card", kind=_target),
    "lose": line(_lost, "by", card=_lost_card),
    "reward": line(lambda command, events: f"reward-{str(command.option).rpartition('-')[0]}", "by", n=_option_number),
    "stand": _by_option("stand"),
    "spoils": _by_option("spoils"),
    "do": _by_option("do"),
    "gain": line("gain", "by", n=_moved),
    "done": line(lambda command, events: "counted" if command.by is None else "done", by=_by),
    "adjust": line(_adjusted, "by", "amount"),
}
"""Log line of each move; the others are told in their own words."""
