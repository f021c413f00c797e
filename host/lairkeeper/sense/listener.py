"""Keeps the sightings that are not used up yet, and says what the next of them comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import Component
from lairkeeper.sense.context import Context
from lairkeeper.sense.explain import explain
from lairkeeper.sense.presence import Presence
from lairkeeper.sense.question import EVERY, Question
from lairkeeper.sense.settle import settle
from lairkeeper.sense.sighting import BUTTON, PLACED, REMOVED, TAPPED, Sighting
from lairkeeper.sense.verdict import Ask, Nothing, Verdict, Wait
from lairkeeper.sense.zones import COMMON

ASK_AGAIN: Final = 5.0
"""Seconds in which one tag at one place is not asked about twice."""


@dataclass(frozen=True, slots=True)
class Armed:
    """Words that wait for the rest of their sentence, to be shown on the screen and at the reader."""

    zone: str
    words: tuple[Component, ...]
    until: float
    row: int
    """The last of them."""


class Listener:
    """Sans I/O: what was heard and not used up, what lies where, which questions are open.

    ``hear`` everything once, ask ``next`` until it has nothing to say, tell with ``used`` what was done.
    """

    def __init__(self) -> None:
        self.presence = Presence()
        self._waiting: dict[int, Sighting] = {}
        self._stale: dict[int, str] = {}
        self._questions: dict[int, Question] = {}
        self._asked: dict[tuple[str, str], float] = {}
        self._waits: dict[str, Wait] = {}
        self._deadline: float | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open questions: first what all are asked, then the oldest."""
        return tuple(sorted(self._questions.values(), key=lambda each: each.channel != EVERY))

    @property
    def deadline(self) -> float | None:
        """When ``next`` has something to say even if nothing is heard."""
        return self._deadline

    @property
    def armed(self) -> tuple[Armed, ...]:
        """The unfinished sentences."""
        return tuple(
            Armed(wait.sentence.last.zone, wait.sentence.words, wait.until, wait.sentence.last.row)
            for wait in self._waits.values()
            if wait.sentence is not None
        )

    def hear(self, sighting: Sighting, *, past: bool = False) -> None:
        """Take in one sighting, in the order received. ``past``: used up before; only what lies where matters."""
        fresh = self.presence.see(sighting)
        if past or sighting.row in self._waiting or sighting.row in self._stale:
            return
        if sighting.kind == REMOVED:
            self._stale[sighting.row] = "removed"
        elif sighting.kind not in (PLACED, TAPPED, BUTTON):
            self._stale[sighting.row] = "reader-report"
        elif not fresh:
            self._stale[sighting.row] = "already-there"
        else:
            self._waiting[sighting.row] = sighting

    def next(self, context: Context, now: float) -> Verdict | None:
        """What the sightings come to first, or None. The caller carries it out and calls ``used`` or ``hold``."""
        self._waits.clear()
        self._deadline = None
        if self._stale:
            code = next(iter(self._stale.values()))
            return Nothing(code, tuple(row for row, why in self._stale.items() if why == code))
        held = {row for question in self._questions.values() for row in question.rows}
        found: list[tuple[float, Verdict]] = []
        for channel, sightings in self._channels(context, held).items():
            ready, until = settle(sightings, now)
            self._wake(until)
            verdict = explain(context, ready, now, self._question_for(channel))
            if isinstance(verdict, Wait):
                self._waits[channel] = verdict
                self._wake(verdict.until)
            elif verdict is not None:
                found.append((max(each.at for each in ready if each.row in verdict.rows), verdict))
        if not found:
            return None
        # What was complete first happens first, also when all of it arrived late.
        _, first = min(found, key=lambda pair: pair[0])
        if isinstance(first, Ask) and self._asked_lately(first.question):
            return Nothing("asked-already", first.rows)
        return first

    def hold(self, question: Question) -> None:
        """The question was shown; its sightings wait for the answer."""
        self._questions[question.id] = question
        self._asked[question.zone, question.uid] = question.at

    def used(self, rows: Iterable[int]) -> None:
        """These sightings led to something or to nothing; questions about them are closed."""
        gone = set(rows)
        for row in gone:
            self._waiting.pop(row, None)
            self._stale.pop(row, None)
        for question in self.questions:
            if gone & set(question.rows):
                del self._questions[question.id]

    def sighting(self, row: int) -> Sighting | None:
        """A sighting that is not used up."""
        return self._waiting.get(row)

    def drop(self, question: int) -> None:
        """This question is closed; it had no sightings."""
        self._questions.pop(question, None)

    def release(self, question: int) -> None:
        """What was in the way is settled: the sightings of this question are judged anew."""
        gone = self._questions.pop(question, None)
        if gone is not None:
            self._asked.pop((gone.zone, gone.uid), None)

    def _channels(self, context: Context, held: set[int]) -> dict[str, list[Sighting]]:
        """The sightings that wait, by channel, the channel that was tapped first coming first."""
        channels: dict[str, list[Sighting]] = {}
        for each in sorted(self._waiting.values(), key=lambda seen: seen.order):
            if each.row not in held:
                channels.setdefault(context.role_for(each).channel, []).append(each)
        return channels

    def _question_for(self, channel: str) -> Question | None:
        """The question that tokens of a channel answer: a tray's own; at the tap point the one that is shown."""
        fits = (each for each in self.questions if channel in (each.channel, COMMON.channel) or each.channel == EVERY)
        return next(fits, None)

    def _asked_lately(self, question: Question) -> bool:
        where = (question.zone, question.uid)
        open_now = any((held.zone, held.uid) == where for held in self._questions.values())
        return open_now or question.at - self._asked.get(where, question.at - ASK_AGAIN) < ASK_AGAIN

    def _wake(self, at: float | None) -> None:
        if at is not None:
            self._deadline = at if self._deadline is None else min(self._deadline, at)
