"""Public facts, state paths and log lines of Evil:101."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.result import Args
from lairkeeper.core.sealed import notes
from lairkeeper.core.state import State
from lairkeeper.rules.lines import Events, Line, Value, line, own_words, with_or_without_card
from lairkeeper.rules.paths import StatePath, public_facts

from .moves.collecting import sum_text
from .places import FOILED, OUTCOMES, ROW, TAKEN, VOID, handler, owner_at, target_under
from .refusals import E1
from .steps import tied_of

# State paths -------------------------------------------------------------------------------------------------------


def _if_empty(head: str) -> Callable[[State, Seat], Any]:
    """Return a reader that knows an empty hand; the kernel counts the others."""
    return lambda state, seat: NotImplemented if state.size(f"{head}.{seat}") else ()


def _cards(head: str) -> Callable[[State, Seat], Any]:
    """Return a reader of the cards that lie at a seat's place."""
    return lambda state, seat: state.zone(f"{head}.{seat}")


def _outcome(state: State, seat: Seat) -> list[str]:
    return sorted(mark.name for mark in state.marks.get(seat, ()))


_FULL: Final = ("full",)
PATHS: Final = (
    StatePath("handler", "seat", lambda state, _: handler(state), public=True),
    StatePath("round", "number", lambda state, _: state.counters.get("round", 0), public=True),
    StatePath("tied", "seats between whom a tie round is played", lambda state, _: tied_of(state), public=True),
    StatePath("targets", "cards", lambda state, _: state.zone(ROW)),
    StatePath("target-deck", "number of cards"),
    StatePath("plots", "number of cards"),
    StatePath("agents", "number of cards"),
    StatePath("chases", "number of cards"),
    StatePath("target-discard", "cards"),
    StatePath("plots-discard", "number of cards, and those that everybody has seen"),
    StatePath("agents-discard", "cards"),
    StatePath("chases-discard", "cards"),
    StatePath("hand.SEAT", "number of Plots in hand", _if_empty("hand"), _FULL),
    StatePath("aside.SEAT", "number of Plots that the Handler has laid aside", _if_empty("aside"), _FULL),
    StatePath("agents-hand.SEAT", "number of Agents in hand", _if_empty("agents-hand"), _FULL),
    StatePath("chase.SEAT", "number of Chase cards in hand", _if_empty("chase"), _FULL),
    StatePath("plot.SEAT", "the Plot that lies on a Target", _cards("plot"), _FULL),
    StatePath("unread.SEAT", "number of Plots on a Target that no antenna has read"),
    StatePath("target.SEAT", "the Target that it lies on", target_under, _FULL),
    StatePath("agent.SEAT", "the Agent on it", _cards("agent"), _FULL),
    StatePath("chased.SEAT", "the Chase cards on that", _cards("chased"), _FULL),
    StatePath("outcome.SEAT", "foiled, escaped, void, caught or pocketed", _outcome, _FULL),
    StatePath("notes", "what is wrong with cards that this viewer may know"),
    StatePath("owners", "whose Plot lies on which Target"),
)


# Public facts ------------------------------------------------------------------------------------------------------


def _roles(state: State, seat: Seat) -> Iterable[str]:
    """Yield the public roles of a seat in this round."""
    if seat == handler(state):
        yield "handler"
    yield from (name for name in OUTCOMES if state.marked(seat, name))


def _target(state: State, seat: Seat, code: str) -> Args:
    """Return the Target that a note is about, as an argument of its text."""
    return {"token": target_under(state, seat) or ""} if code == E1.NO_MATCH else {}


def extra(state: State, viewer: str) -> Args:
    """Return the public facts of this game that a page shows, and the notes for this viewer."""
    roles = {seat: roles for seat in state.seats if (roles := tuple(_roles(state, seat)))}
    facts: dict[str, Any] = {**public_facts(PATHS, state), "roles": roles}
    if state.level == "full":
        row = state.zone(ROW)
        facts["slots"] = {ROW: len(state.seats)}
        facts["owners"] = {card: seat for card in row if (seat := owner_at(state, card)) is not None}
        facts["foiled"] = tuple(seat for seat in state.seats if state.marked(seat, FOILED))
        facts["notes"] = tuple(
            {"card": note.card, "code": note.code, "seat": note.seat, **_target(state, note.seat, note.code)}
            for note in notes(state, viewer)
        )
    return facts


# Log lines ---------------------------------------------------------------------------------------------------------


def _marked(name: str) -> Value:
    """Return the targets that a command has marked with this name, or None."""
    return lambda command, events: (
        tuple(e.target for e in events if isinstance(e, ev.Marked) and e.name == name) or None
    )


def _revealed(code: str) -> Callable[[Command, Events], str]:
    """Return the code of a line with the outcome of the reveal: somebody was foiled, a Plot does not match."""
    outcomes = ((FOILED, _marked(FOILED)), (VOID, _marked(VOID)))
    return lambda command, events: "-".join((code, *(name for name, of in outcomes if of(command, events))))


def _sum(command: Command, events: Events) -> str:
    """Return the parts of a payment as text, ``3 + 1 + 2``, or ``0``."""
    heads = ("own.", "symbols.", "pocketed.")
    return sum_text(e.amount for e in events if isinstance(e, ev.Counted) and e.counter.startswith(heads)) or "0"


def _is_paid(events: Events) -> bool:
    return any(isinstance(event, ev.Paid) for event in events)


def _done(command: Command, events: Events) -> str:
    """Return the code of a ``done``: a payment, or the end of a step."""
    if not _is_paid(events):
        return "done" if command.by else "tally-done"
    pocketed = any(isinstance(e, ev.Counted) and e.counter.startswith("pocketed.") for e in events)
    return "pocketed" if pocketed else "hoarded"


def _answer(command: Command, events: Events) -> str:
    if command.option is None:
        return "which-chase"
    return "counted-cards" if command.option.isdecimal() else f"answer-{command.option}"


def _no(command: Command, events: Events) -> str:
    """Return the code of a ``no``: a Plot that does not match is worthless, or the Handler leaves the evidence."""
    return "answer-worthless" if _marked(VOID)(command, events) else "answer-leave"


def _by(command: Command, events: Events) -> Seat:
    return "" if command.by is None else command.by


def _number(command: Command, events: Events) -> int | None:
    return int(command.option) if command.option is not None and command.option.isdecimal() else None


def _token(command: Command, events: Events) -> str | None:
    """Return the Target on which a Plot was placed, however the command names it."""
    return next((e.target for e in events if isinstance(e, ev.Marked) and e.name == TAKEN), command.target)


def _owner(command: Command, events: Events) -> Seat:
    """Return the seat whose Plot the Agent lies on."""
    return next((e.target for e in events if isinstance(e, ev.Moved)), "").partition(".")[2]


LINES: Final[Mapping[str, Line]] = {
    "play": line("play", "by", token=_token),  # never the Plot
    "block": line(_revealed("block"), "by", "card", seat=_owner, foiled=_marked(FOILED), void=_marked(VOID)),
    "show": own_words(_revealed("show"), foiled=_marked(FOILED), void=_marked(VOID)),
    "collect": own_words("collect", token=lambda command, events: command.target, sum=_sum),
    "pocket": own_words("pocket", token=lambda command, events: command.target, sum=_sum),
    "done": own_words(_done, sum=lambda command, events: _sum(command, events) if _is_paid(events) else None),
    "answer": line(_answer, by=_by, target=lambda command, events: command.target, n=_number),
    "no": line(_no, by=_by),
    "foiled": with_or_without_card("foiled-by", "foiled"),
    "buy": with_or_without_card("buy-card", "buy"),
    "discard": with_or_without_card("discard-card", "discard"),  # an Agent, never a Plot
}
"""Log line of each move; the others are told in their own words."""
