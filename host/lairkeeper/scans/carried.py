"""A tag that counts at one reader and is seen at another a moment later: it was carried past, or tapped twice.

One piece must not count at both in silence. What is only said on the way, such as a verb, counts at the second reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.history import COMMAND, History
from lairkeeper.scans.context import Context
from lairkeeper.scans.explain import explain
from lairkeeper.scans.offered import Offered
from lairkeeper.scans.presence import Presence, Spot
from lairkeeper.scans.question import ALSO, DO, FIRST_ONLY, INSTEAD, OF_TURNS, Question, QuestionOption
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.verdict import AnswerChosen, AskTable, Ignored, Incomplete, ScanVerdict, Submit, Tick, Undo

CARRIED: Final = "carried"
"""The question where a tag counts that was seen at two readers one after the other."""
ON_ITS_WAY: Final = 2.0
"""Seconds from leaving one reader to coming to the next in which one piece may still be on the same way."""
PASSING: Final = 1.0
"""Seconds from coming to leaving, with those that a board waits before it says so, that a tag takes past a reader."""


@dataclass(frozen=True, slots=True)
class CountedTap:
    """Where a tag had its last effect, and where it was seen ``last`` on its way from there.

    ``commands`` came of it, as records of the log from ``since`` on.
    """

    sighting: Sighting
    last: Sighting
    commands: tuple[Command, ...]
    since: int


class Carried:
    """The last effect of each tag, for as long as the tag may be on its way."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._counted: dict[str, CountedTap] = {}

    def note(self, context: Context, verdict: ScanVerdict, sightings: Mapping[int, Sighting]) -> None:
        """Remember whose tags a verdict used up; of words only one that was the whole sentence."""
        if isinstance(verdict, Incomplete):
            return
        seen = [sightings[row] for row in verdict.rows if row in sightings]
        if isinstance(verdict, AskTable | Ignored):
            asked = (
                verdict.question.code == CARRIED if isinstance(verdict, AskTable) else verdict.code == "carried-verb"
            )
            for each in seen if asked else ():
                self._counted[each.uid] = replace(self._counted[each.uid], last=each)
            if isinstance(verdict, AskTable) and verdict.question.code in OF_TURNS:
                self._counted |= {each.uid: CountedTap(each, each, (), 0) for each in seen if not each.shared}
            return
        commands = verdict.commands if isinstance(verdict, Submit) else ()
        since = len(context.history) if context.history is not None else 0
        for each in seen:
            word = each.shared is not None and (each.shared.seat or each.shared.moves)
            if not word or len(seen) == 1:
                self._counted[each.uid] = CountedTap(each, each, commands, since)

    def forget(self, uid: str) -> None:
        """Take what this tag does next for another tap: somebody has said where it is."""
        self._counted.pop(uid, None)

    def on_its_way(self, first: Sighting, second: Sighting, *, passing: bool = False) -> bool:
        """Return whether a tag came to the second reader straight from the first; ``passing``: it did not lie there."""
        here, there = (first.device, first.zone), (second.device, second.zone)
        if first.uid != second.uid or not first.uid or here == there or second.seconds_after(first) < 0:
            return False
        left = self._presence.left(Spot(*here, first.uid)) or first
        if passing and left.seconds_after(first) > PASSING:
            return False
        return second.seconds_after(left) <= ON_ITS_WAY

    def judged(self, context: Context, verdict: ScanVerdict, sightings: Sequence[Sighting], now: float) -> ScanVerdict:
        """Return the verdict on sightings of one channel, or what must be asked or said because a tag was carried.

        Words said before the piece make it another tap.
        """
        if isinstance(verdict, Tick | Incomplete) or len(verdict.rows) != 1:
            return verdict
        for each in sightings:
            counted = self._counted.get(each.uid) if each.row in verdict.rows else None
            if counted is not None and self.on_its_way(counted.last, each) and _counts(context, counted):
                return self._twice(context, verdict, counted, each, now)
        return verdict

    def _twice(
        self,
        context: Context,
        verdict: Submit | Undo | AnswerChosen | AskTable | Ignored,
        counted: CountedTap,
        seen: Sighting,
        now: float,
    ) -> ScanVerdict:
        args = {"card": seen.component, "zone": seen.zone, "other": counted.sighting.zone}
        verb = seen.shared is not None and bool(seen.shared.moves)
        if isinstance(verdict, Undo | AnswerChosen) or (isinstance(verdict, Submit | AskTable) and verb):
            return Ignored("carried-verb", verdict.rows, args, refused=True)
        options: tuple[QuestionOption, ...] = ()
        n, history = len(counted.commands), context.history
        if n and history is not None and _last(history, counted) and not history.reveals(n):
            # What it would have meant here, had it not counted there.
            before = replace(context, state=history.state_at(n), history=None, todo=(), offered=Offered())
            meant = explain(before, (seen,), now)
            if isinstance(meant, Submit) and len(meant.commands) == 1 and not _same(meant.commands, counted.commands):
                options = (QuestionOption(INSTEAD, meant.commands[0], {**args, "n": n, "records": len(history)}),)
        *needed, command = _here(verdict) or (None,)
        if command is not None:
            options += (QuestionOption(ALSO, command, args, needed[0] if len(needed) == 1 else None),)
        if not options:
            return verdict
        question = Question(
            id=seen.row, code=CARRIED, rows=verdict.rows, at=seen.at, zone=seen.zone, uid=seen.uid,
            channel=context.role_for(seen).channel, args=args,
            options=(*options, QuestionOption(FIRST_ONLY, args=args)),
        )  # fmt: skip
        return AskTable(question)


def still_asked(context: Context, question: Question) -> Question:
    """Return the question as it stands now: what counted first can be taken back only while nothing came after it."""
    length = len(context.history) if context.history is not None else 0
    left = tuple(option for option in question.options if option.action != INSTEAD or option.args["records"] == length)
    return replace(question, options=left)


def _here(verdict: ScanVerdict) -> tuple[Command, ...]:
    """Return what a tap means at the second reader; at the end of a turn, what it would be without that end."""
    if isinstance(verdict, AskTable) and verdict.question.code in OF_TURNS:
        return tuple(each.command for each in verdict.question.options if each.action == DO and each.command)[:1]
    return verdict.commands if isinstance(verdict, Submit) else ()


def _counts(context: Context, counted: CountedTap) -> bool:
    """Return True while what came of it was not taken back."""
    if context.history is None or not counted.commands:
        return True
    return context.history.counts(counted.since)


def _last(history: History, counted: CountedTap) -> bool:
    """Return True while what came of it is still the last thing that happened."""
    records = [history.record(n) for n in range(counted.since, len(history))]
    return [(each.kind, each.command) for each in records] == [(COMMAND, each) for each in counted.commands]


def _same(some: Sequence[Command], others: Sequence[Command]) -> bool:
    """Return True when these commands do the same, whatever question they answer."""
    return [replace(each, prompt=None) for each in some] == [replace(each, prompt=None) for each in others]
