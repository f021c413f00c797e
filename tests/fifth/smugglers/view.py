"""Public facts, state paths and log lines of Smugglers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.result import Args
from lairkeeper.core.state import State
from lairkeeper.rules.lines import Events, Line, line, own_words
from lairkeeper.rules.paths import StatePath, public_facts

from .places import ROUND, ROW, TAVERN, captain, cove_of

# State paths -------------------------------------------------------------------------------------------------------


def _cards(head: str) -> Callable[[State, Seat], Any]:
    """Return a reader of the cards that lie at a seat's place."""
    return lambda state, seat: state.zone(f"{head}.{seat}")


def _if_empty(head: str) -> Callable[[State, Seat], Any]:
    """Return a reader that knows an empty hand; the kernel counts the others."""
    return lambda state, seat: NotImplemented if state.size(f"{head}.{seat}") else ()


_FULL: Final = ("full",)
PATHS: Final = (
    StatePath("captain", "seat", lambda state, _: captain(state), public=True),
    StatePath("round", "number", lambda state, _: state.counters.get(ROUND, 0), public=True),
    StatePath("row", "coves that lie out", lambda state, _: state.zone(ROW)),
    StatePath("goods", "number of cards"),
    StatePath("coves", "number of cards"),
    StatePath("goods-discard", "cards"),
    StatePath("coves-discard", "cards"),
    StatePath("tavern", "crew that can be hired", lambda state, _: state.zone(TAVERN)),
    StatePath("crew.SEAT", "hired crew", _cards("crew"), _FULL),
    StatePath("hand.SEAT", "number of goods in hand", _if_empty("hand"), _FULL),
    StatePath("courses.SEAT", "number of course cards in hand"),
    StatePath("course.SEAT", "the open course card", _cards("course"), _FULL),
    StatePath("cove.SEAT", "the cove that the seat has sailed to", cove_of, _FULL),
    StatePath("landed.SEAT", "the landed goods", _cards("landed"), _FULL),
)


def extra(state: State, viewer: str) -> Args:
    """Return the public facts of this game that a page shows."""
    slots = {"slots": {ROW: len(state.seats)}} if state.level == "full" else {}
    return {**public_facts(PATHS, state), "roles": {captain(state): ("captain",)}, **slots}


# Log lines ---------------------------------------------------------------------------------------------------------


def _done(command: Command, events: Events) -> str:
    """Return the code of a ``done``: the toll is paid, coins are told, or a step ends."""
    said = next((e.answer.get("option") for e in events if isinstance(e, ev.Answered)), "")
    return {"paid": "paid", "told": "told"}.get(str(said), "done")


def _buy(command: Command, events: Events) -> str:
    """Return the code of a ``buy``: crew are hired, or told after a change of level."""
    return "hire" if any(isinstance(e, ev.Paid) for e in events) else "muster"


def _coins(command: Command, events: Events) -> int:
    """Return the coins that a seat has won or lost by this command."""
    paid = [e for e in events if isinstance(e, ev.Paid)]
    won = sum(value * n for e in paid for value, n in e.tokens.items() if e.payee == command.by)
    return won - sum(value * n for e in paid for value, n in e.tokens.items() if e.payer == command.by)


LINES: Final[Mapping[str, Line]] = {
    "deal": line("deal", "card"),
    "play": line("chosen", "by"),  # never the course
    "land": line("land", "by", "card", n=_coins),
    "pass": line("pass", "by"),
    "buy": line(_buy, "by", "card"),
    "discard": line("discard", "by", "card"),
    "draw": line("draw", "by"),
    "done": line(_done, "by"),
    "answer": own_words("rob"),
    "gain": line("gain", "by", n=_coins),
}
"""Log line of each move; the others are told in their own words."""
