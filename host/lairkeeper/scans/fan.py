"""A hand that is fanned over a reader: what one card asks is answered before the next card counts.

A card that follows another one so closely cannot be an answer: nobody has read the question by then.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any, Final

from lairkeeper.core.game import Fan
from lairkeeper.core.history import EDIT, UNDO
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.scans.context import LOOK_BACK, Context
from lairkeeper.scans.explain import explain
from lairkeeper.scans.question import Question
from lairkeeper.scans.sighting import PLACED, REMOVED, TAPPED, Sighting
from lairkeeper.scans.verdict import AskTable, Ignored, ScanVerdict, Submit

SWEPT: Final = 0.4
"""Seconds between two cards of one sweep, at most."""
OVER: Final = "fan-over"
"""The outcome of cards of a fan that cannot be played any more."""
KNOWN: Final = "fan-known"
"""The outcome of a card that was played before, and is swept over the reader once more with others."""

Sweep = list[Sighting]


@dataclass(frozen=True, slots=True)
class Sorted:
    """The sightings of a channel that may be judged now, and by which context; ``gone`` are those that never will.

    ``wake`` is when to look again.
    """

    ready: list[Sighting]
    context: Context
    gone: tuple[Ignored, ...] = ()
    wake: float | None = None


@dataclass(slots=True)
class Fans:
    """The sweeps whose cards are not all used up. ``see`` each new piece once, ``sort`` before anything is judged."""

    _last: dict[tuple[str, str], Sweep] = field(default_factory=dict)
    """By reader: the sweep that the next tag may belong to."""
    _of: dict[int, Sweep] = field(default_factory=dict)
    """By row: the sweep of a card that is not used up."""
    kept: dict[int, Sighting] = field(default_factory=dict)
    """By row: cards that wait until they may be played."""
    _amid: set[int] = field(default_factory=set)
    """Rows of cards that came while others at their reader waited: answers, or the whole hand once more."""

    def see(self, sighting: Sighting, *, past: bool = False) -> tuple[int, ...]:
        """Add a piece to the sweep at its reader, or begin one; return the rows of the same card that it replaces."""
        here = (sighting.device, sighting.zone)
        if sighting.kind == REMOVED:
            return ()
        if sighting.kind not in (PLACED, TAPPED) or sighting.component is None or sighting.shared is not None:
            self._last.pop(here, None)
            return ()
        before = tuple(row for row, each in self.kept.items() if each.uid == sighting.uid)
        sweep = self._last.get(here)
        if sweep is None or not 0 <= sighting.seconds_after(sweep[-1]) < SWEPT:
            sweep = self._last[here] = []
        if not sweep and any((each.device, each.zone) == here for each in self.kept.values()):
            self._amid.add(sighting.row)
        sweep.append(sighting)
        if not past:
            self._of[sighting.row] = sweep
        return before

    def used(self, row: int) -> None:
        """Forget a card that led to something or to nothing."""
        self._of.pop(row, None)
        self.kept.pop(row, None)
        self._amid.discard(row)

    def sort(
        self, context: Context, heard: Sequence[Sighting], waiting: Container[int],
        questions: Collection[Question], now: float,
    ) -> Sorted:  # fmt: skip
        """Tell the sightings of one channel that may be judged from those that wait for an answer."""
        fan = context.game.fan(context.state)
        ready: list[Sighting] = []
        gone: dict[str, list[Sighting]] = {OVER: [], KNOWN: []}
        wake: float | None = None
        theirs = context
        for each in heard:
            sweep = self._of.get(each.row, [])
            if len(sweep) < 2:
                if each.row in self._amid and fan is not None and now < (until := each.at + SWEPT):
                    wake = until
                else:
                    ready.append(each)
                continue
            found = _SweepNow(context, fan, sweep, waiting, questions, self.kept, self._amid)
            if found.is_over(each):
                gone[OVER].append(each)
            elif found.is_known(each):
                gone[KNOWN].append(each)
            elif found.waits(each):
                self.kept[each.row] = each
            else:
                self.kept.pop(each.row, None)
                ready.append(each)
                theirs = found.for_whom(each)
        return Sorted(ready, theirs, tuple(_gone(code, cards) for code, cards in gone.items() if cards), wake)

    def judged(
        self, context: Context, verdict: ScanVerdict | None, sightings: Sequence[Sighting], now: float
    ) -> tuple[ScanVerdict | None, float | None]:
        """Return the verdict on sightings of one channel, or the time when a card that was played is asked about.

        Until then more cards may follow: the whole hand may be swept once more.
        """
        fan = context.game.fan(context.state)
        if fan is None or not isinstance(verdict, AskTable) or len(verdict.rows) != 1:
            return verdict, None
        seen = next(each for each in sightings if each.row in verdict.rows)
        if seen.component is None or context.role_for(seen).place is not None:
            return verdict, None
        if _player(context, fan, (seen.component,)) is None:
            return verdict, None
        until = seen.at + SWEPT
        return (verdict, None) if now >= until else (None, until)


@dataclass(frozen=True, slots=True)
class _SweepNow:
    """One sweep, as the match stands."""

    context: Context
    fan: Fan | None
    sweep: Sweep
    waiting: Container[int]
    questions: Collection[Question]
    kept: Container[int]
    amid: Container[int]

    @property
    def _next(self) -> int:
        """Return the index of the first card that is not used up."""
        return next(at for at, each in enumerate(self.sweep) if each.row in self.waiting)

    def is_over(self, card: Sighting) -> bool:
        """Return True for a card that has waited, and will not be played."""
        if card.row not in self.kept:
            return False
        if self.fan is None:
            return True
        history = self.context.history
        if history is not None and history.record(len(history) - 1).kind in (UNDO, EDIT):
            return True  # somebody thinks again: nothing may happen by itself
        return self._next > 0 and self._player() is None

    def is_known(self, card: Sighting) -> bool:
        """Return True for a card that was played in this turn, and is swept over the reader again."""
        if self.fan is None or card.component is None:
            return False
        return _player(self.context, self.fan, (card.component,)) is not None

    def waits(self, card: Sighting) -> bool:
        """Return True for a card that may be played, but not yet."""
        at = self._next
        if self.fan is None:
            return False
        if at == 0 and self.sweep[0].row not in self.amid:
            return card.row != self.sweep[0].row and self._begins(self.sweep[0])
        if at > 0 and self._player() is None:
            return False
        return not self.fan.now or card.row != self.sweep[at].row

    def for_whom(self, card: Sighting) -> Context:
        """Return the context with the tray of whoever plays this fan: the first card told whose it is."""
        seat, role = self._player(), self.context.role_for(card)
        if card.row == self.sweep[0].row or seat is None or role.seat in (None, seat):
            return self.context
        tray = f"seat-{self.context.seats.index(seat) + 1}"
        return replace(self.context, zones={**self.context.zones, card.zone: tray})

    def _begins(self, head: Sighting) -> bool:
        """Return True when the first card is played as one of a fan, or is asked about that."""
        assert self.fan is not None
        verdict: ScanVerdict | None
        asked = next((each for each in self.questions if head.row in each.rows), None)
        verdict = AskTable(asked) if asked is not None else explain(self.context, (head,), head.at)
        match verdict:
            case AskTable(question):
                moves = {command.move for option in question.options for command in option.commands}
            case Submit(commands):
                moves = {command.move for command in commands}
            case _:
                return False
        return not self.fan.moves.isdisjoint(moves)

    def _player(self) -> Seat | None:
        """Return who has played a card of this sweep in this turn; None: nobody has."""
        before = [each.component for each in self.sweep[: self._next] if each.component is not None]
        return _player(self.context, self.fan, before) if self.fan is not None else None


def _gone(code: str, cards: Sequence[Sighting]) -> Ignored:
    """Return the verdict on these cards; only those that were played are named: the others are still in a hand."""
    args: dict[str, Any] = {"cards": [each.component for each in cards]} if code == KNOWN else {"n": len(cards)}
    return Ignored(code, tuple(each.row for each in cards), args, refused=code == OVER)


def _player(context: Context, fan: Fan, cards: Sequence[Component]) -> Seat | None:
    """Return who has played one of these cards in this turn; None: nobody has."""
    history, now = context.history, context.state
    if history is None or not cards:
        return None
    names = {*cards, *map(kind_of, cards)}
    for depth, record in enumerate(islice(reversed(history.live), min(LOOK_BACK, len(history.live) - 1))):
        if history.state_at(depth).turn != now.turn:
            break
        command = record.command
        if command is not None and command.move in fan.moves and command.card in names:
            return command.by
    return None
