"""One decision in the making: events as they are decided, and the state after each of them.

The rules write into a ``Work`` as if it were the table. Nothing outside sees it until the decision is whole, so that
``decide`` stays pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from . import events as ev
from .codec import event_to_json, frozen, plain
from .events import Event, Facts, Label
from .evolve import evolve
from .ids import Kind, Path, Seat
from .purse import debt_of, debts, transfer, worth
from .state import BANK, Frame, State

CHOOSE: Final = "choose-replacement"
"""The frame that asks the affected seat which of several replacements applies."""
_BOUND: Final = 10_000


@dataclass(frozen=True, slots=True)
class Replacement:
    """Something that happens instead of an event; each applies at most once to it. ``seat`` is who is affected."""

    id: str
    events: tuple[Event, ...]
    seat: Seat | None = None


LAST_PLAYED: Final = "last-played"
AFFECTED_CHOOSES: Final = "affected-chooses"
Replacements = Callable[[State, Event], tuple[Replacement, ...]]


def no_replacements(state: State, event: Event) -> tuple[Replacement, ...]:
    """Return no replacements, for a game that replaces nothing."""
    return ()


class Work:
    """A decision in the making. ``state`` is the state after ``events``."""

    __slots__ = ("_policy", "_replacements", "denominations", "events", "numbers", "state", "unsettled")

    def __init__(
        self,
        state: State,
        denominations: tuple[int, ...] = (1,),
        replacements: Replacements = no_replacements,
        policy: str = LAST_PLAYED,
    ) -> None:
        self.state = state
        self.events: list[Event] = []
        self.denominations = denominations
        self.unsettled = False
        self.numbers: Mapping[Kind, Facts] = {}
        """The printed facts of each kind in a set-up; pieces are placed with theirs and keep them."""
        self._replacements = replacements
        self._policy = policy

    # Events

    def emit(self, event: Event, used: frozenset[str] = frozenset()) -> None:
        """Let an event happen, or what replaces it, until nothing more replaces it."""
        if self._replacements is no_replacements:
            self._apply(event)
            return
        pending = [(event, used)]
        for _ in range(_BOUND):
            if not pending:
                return
            candidate, seen = pending.pop(0)
            options = [each for each in self._replacements(self.state, candidate) if each.id not in seen]
            if not options:
                self._apply(candidate)
            elif len(options) > 1 and self._policy == AFFECTED_CHOOSES:
                self._ask_replacement(candidate, seen, options)
            else:
                chosen = options[-1]
                pending[0:0] = [(each, seen | {chosen.id}) for each in chosen.events]
        raise RuntimeError(f"replacements of {event} do not end")

    def _apply(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        self.events.append(event)

    def _ask_replacement(self, event: Event, used: frozenset[str], options: list[Replacement]) -> None:
        """Hold the event in a frame until the affected seat has chosen."""
        data = {
            "event": event_to_json(event),
            "used": tuple(sorted(used)),
            "options": tuple(each.id for each in options),
            "seat": options[-1].seat,
        }
        self.push(CHOOSE, **data)

    def replacement(self, event: Event, id: str) -> Replacement | None:
        """Return the replacement with that id in the present state."""
        return next((each for each in self._replacements(self.state, event) if each.id == id), None)

    # Frames

    def push(self, kind: str, **data: Any) -> int:
        """Begin a frame on top of the one that runs; return its id."""
        return self._frame(kind, data, queued=False)

    def queue(self, kind: str, **data: Any) -> int:
        """Let a frame wait behind the one that runs, and behind those that wait already; return its id."""
        return self._frame(kind, data, queued=bool(self.state.frames))

    def _frame(self, kind: str, data: Mapping[str, Any], *, queued: bool) -> int:
        id = self.state.next_id
        self._apply(ev.FramePushed(id, kind, data, queued))
        self.unsettled = True
        return id

    def set(self, frame: Frame | None = None, /, **data: Any) -> None:
        """Change data of the frame that runs, or of one below it that need not be there any more."""
        if frame is None:
            self._apply(ev.FrameSet(self.top.id, data))
        elif any(each.id == frame.id for each in self.state.frames):
            self._apply(ev.FrameSet(frame.id, data))

    def pop(self) -> None:
        """End the frame that runs."""
        self._apply(ev.FramePopped(self.top.id))
        self.unsettled = True

    def close(self, frame: Frame) -> None:
        """End a frame that need not be the one that runs; the frames that it began on top go on."""
        if any(each.id == frame.id for each in self.state.frames):
            self._apply(ev.FramePopped(frame.id))
            self.unsettled = True

    def again(self) -> None:
        """Let the frame that runs look at the state once more."""
        self.unsettled = True

    @property
    def top(self) -> Frame:
        """Return the frame that runs. Raises ``RuntimeError`` when no frame runs: a game's mistake."""
        frames = self.state.frames
        if not frames:
            raise RuntimeError("no frame runs")
        return frames[-1]

    def ask(
        self, code: str, *, seats: tuple[Seat, ...] = (), sealed: bool = False, cite: str | None = None, **args: Any
    ) -> None:
        """Ask a question in the frame that runs."""
        self._apply(ev.Asked(self.top.id, self.state.next_id, code, args, seats, sealed, cite))

    def answer(self, seat: Seat | None, **answer: Any) -> None:
        """Record a seat's answer to the open question; the frame resumes when nobody is waited for any more."""
        prompt = self.top.prompt
        if prompt is None:
            raise RuntimeError("no question is open")
        self._apply(ev.Answered(prompt.id, seat, answer, prompt.sealed))
        asked = self.top.prompt
        if asked is not None and not asked.waiting:
            self.unsettled = True

    # Pieces

    def place(self, card: Label, zone: Path, facts: Mapping[str, Any] | None = None, index: int | None = None) -> None:
        """Place a piece that enters the match."""
        self.emit(ev.Placed(card, zone, frozen(plain(facts)) if facts else {}, index))

    def move(self, card: Label, target: Path, *, source: Path | None = None, index: int | None = None) -> None:
        """Move a known piece to another place; ``source`` is needed where only its pool is known."""
        self.emit(ev.Moved(card, source or self.state.where[card], target, index))

    # Tokens and counters

    def pay(self, payer: str, payee: str, amount: int) -> int:
        """Pay tokens, with change, down to zero and not below; return how much it was."""
        if payer != BANK:
            amount = min(amount, max(0, worth(self.state, payer)))
        done = transfer(self.state.purses, self.denominations, payer, payee, amount)
        for event in done.events:
            self.emit(event)
        owed = amount - (done.moved - done.owed)
        if owed:
            self.emit(ev.Counted(debt_of(payer, payee), owed))
        if BANK in self.state.purses:
            self._settle_debts()
        return amount

    def pay_tokens(self, payer: str, payee: str, tokens: Mapping[int, int]) -> None:
        """Pay exactly these tokens. Raises ``ValueError`` when they are not there."""
        self.emit(ev.Paid(payer, payee, tokens))

    def _settle_debts(self) -> None:
        """Pay as much of the debts as the tokens allow by now."""
        for (debtor, creditor), n in debts(self.state).items():
            done = transfer(self.state.purses, self.denominations, debtor, creditor, n)
            for event in done.events:
                self.emit(event)
            self.count(debt_of(debtor, creditor), done.owed - done.moved)

    def count(self, counter: Path, amount: int) -> None:
        """Raise a counter, or lower it when ``amount`` is below zero."""
        if amount:
            self.emit(ev.Counted(counter, amount))

    # The match

    def turn_of(self, seat: Seat | None) -> None:
        """Begin a seat's turn (None: nobody's); count only turns that are somebody's."""
        state = self.state
        self.emit(ev.SeatsOrdered(state.seats, seat, state.turn + (seat is not None)))

    def finish(self, winners: tuple[Seat, ...]) -> None:
        """End the match with these winners."""
        self.emit(ev.Finished(winners))
