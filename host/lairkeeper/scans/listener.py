"""Keeps the sightings that are not used up yet, and says what the next of them comes to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from lairkeeper.core.ids import Component
from lairkeeper.scans.carried import Carried
from lairkeeper.scans.context import Context
from lairkeeper.scans.explain import explain
from lairkeeper.scans.fan import Fans
from lairkeeper.scans.lifted import lifted
from lairkeeper.scans.presence import Presence, Spot
from lairkeeper.scans.question import EVERY, HERE, OF_TURNS, PUT_BACK, Question, QuestionOption
from lairkeeper.scans.review import JUDGED, review
from lairkeeper.scans.settle import settle
from lairkeeper.scans.sighting import BUTTON, PLACED, REMOVED, TAPPED, Sighting
from lairkeeper.scans.verdict import AskTable, Ignored, Incomplete, ScanVerdict
from lairkeeper.scans.zones import COMMON

ASK_AGAIN: Final = 5.0
"""Seconds in which the same is not asked twice about one tag at one place, unless something has happened since."""
SLOW_TO_LEAVE: Final = 1.0
"""Seconds that a reader may take to say that a tag has left which another reader has seen come."""


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
        self._carried = Carried(self.presence)
        self._fans = Fans()
        self._waiting: dict[int, Sighting] = {}
        self._lifted: dict[int, Sighting] = {}
        self._known_lifts: set[int] = set()
        """Rows of pieces whose leaving a place means something."""
        self._stale: dict[int, tuple[Sighting, str]] = {}
        """By row: what is no news, and why."""
        self._doubts: dict[int, frozenset[Spot]] = {}
        """By row: what lay in its way when it came, and has not been seen to leave since."""
        self._questions: dict[int, Question] = {}
        self._asked: dict[tuple[str, str], tuple[int, Question]] = {}
        """By place and tag: what was asked last, and at which point of the match."""
        self._point = 0
        self._waits: dict[str, Incomplete] = {}
        self._deadline: float | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return the open questions: first what all are asked, then the oldest; last those that were played past."""
        return tuple(sorted(self._questions.values(), key=lambda each: (each.channel != EVERY, each.passed)))

    @property
    def kept(self) -> tuple[Sighting, ...]:
        """Return the cards of a fan that count once what is asked before them is answered."""
        return tuple(self._fans.kept.values())

    @property
    def deadline(self) -> float | None:
        """Return when ``next`` has something to say even if nothing is heard."""
        return self._deadline

    @property
    def armed(self) -> tuple[Armed, ...]:
        """Return the unfinished sentences that players still see."""
        return tuple(
            Armed(wait.sentence.last.zone, wait.sentence.words, _shown_until(wait), wait.sentence.last.row)
            for wait in self._waits.values()
            if wait.sentence is not None
        )

    def hear(self, sighting: Sighting, *, past: bool = False) -> None:
        """Take in one sighting, in the order received. ``past``: used up before; only what lies where matters."""
        old = self.presence.see(sighting)
        if past or sighting.row in self._waiting or sighting.row in self._stale or sighting.row in self._lifted:
            if past and old is None:
                self._fans.see(sighting, past=True)
            return
        if sighting.kind == REMOVED:
            self._lifted[sighting.row] = sighting
            self._left(sighting)
        elif sighting.kind not in (PLACED, TAPPED, BUTTON):
            self._stale[sighting.row] = (sighting, "reader-report")
        elif self._came_down(sighting):
            self._stale[sighting.row] = (sighting, "set-back")
        elif old is not None:
            self._stale[sighting.row] = (sighting, old)
        else:
            self._pass_on(sighting)
            self._drop(self._fans.see(sighting), "moved-on")
            self._waiting[sighting.row] = sighting
            self._doubts[sighting.row] = self.presence.in_the_way(sighting)

    def retime(self, device: str, boot: str, start: float) -> None:
        """Date what was heard of a board's boot anew: its clock began at ``start``."""
        for heard in (self._waiting, self._lifted):
            for row, each in heard.items():
                if (each.device, each.boot) == (device, boot) and each.ms is not None:
                    heard[row] = replace(each, at=start + each.ms / 1000)

    def _left(self, sighting: Sighting) -> None:
        """Settle what was asked because a tag that has now left was in the way, or in two places."""
        spot = Spot(sighting.device, sighting.zone, sighting.uid)
        for row, spots in self._doubts.items():
            self._doubts[row] = spots - {spot}
        for question in self.questions:
            if question.code not in ("two-places", "slot-full"):
                continue
            asked = self._waiting[question.id]
            if (asked.uid, asked.zone) == (sighting.uid, sighting.zone):
                del self._questions[question.id]
                self._drop(question.rows, f"{question.code}-left")
            elif not self._in_the_way(asked):
                self.release(question.id)

    def _in_the_way(self, sighting: Sighting) -> list[Spot]:
        """Return what is still in the way, in an order that is the same in each run: the question names the first."""
        return sorted(spot for spot in self._doubts.get(sighting.row, ()) if self.presence.holds(spot))

    def _came_down(self, sighting: Sighting) -> bool:
        """End the way of a lifted piece that is seen again; return True when it lies again where it was lifted."""
        back = False
        for row, each in tuple(self._lifted.items()):
            if each.uid == sighting.uid and each.uid:
                same = (each.device, each.zone) == (sighting.device, sighting.zone)
                back = back or (same and row in self._known_lifts)
                self._drop((row,), "set-back" if same else "moved-on")
                for question in self.questions:
                    if row in question.rows:
                        del self._questions[question.id]
        return back

    def _pass_on(self, sighting: Sighting) -> None:
        """Drop what a tag only said, or was asked about, on its way here: it counts here."""
        questions = {row: question for question in self.questions for row in question.rows}
        for row, each in tuple(self._waiting.items()):
            word = each.shared is not None and bool(each.shared.seat or each.shared.moves)
            asked = row in questions and each.component is not None and questions[row].code not in OF_TURNS
            if (word or asked) and self._carried.on_its_way(each, sighting, passing=asked):
                if row in questions:
                    question = self._questions.pop(questions[row].id)
                    self._drop(question.rows, "moved-on")
                else:
                    self._drop((row,), "moved-on")

    def _drop(self, rows: Iterable[int], why: str) -> None:
        for row in rows:
            seen = self.sighting(row)
            self._waiting.pop(row, None)
            self._lifted.pop(row, None)
            self._known_lifts.discard(row)
            self._doubts.pop(row, None)
            self._fans.used(row)
            if seen is not None:
                self._stale[row] = (seen, why)

    def next(self, context: Context, now: float) -> ScanVerdict | None:
        """Return what the sightings come to first, or None.

        The caller carries it out and calls ``used`` or ``hold``.
        """
        self._waits.clear()
        self._deadline = None
        self._point = len(context.history) if context.history is not None else 0
        held = {row for question in self._questions.values() for row in question.rows}
        up = self._up(context, now, held)
        if self._stale:
            code = next(iter(self._stale.values()))[1]
            return Ignored(code, tuple(row for row, (_, why) in self._stale.items() if why == code))
        found: list[tuple[float, ScanVerdict]] = [*up]
        for channel, heard in self._channels(context, held).items():
            sorted_ = self._fans.sort(context, heard, self._waiting, self._questions.values(), now)
            self._wake(sorted_.wake)
            found += ((heard[0].at, gone) for gone in sorted_.gone)
            sightings, doubt = self._undoubted(context, sorted_.ready, now)
            if doubt is not None:
                found.append((heard[0].at, doubt))
            ready, until = settle(sightings, now)
            self._wake(until)
            verdict = explain(sorted_.context, ready, now, self._question_for(channel))
            verdict, until = self._fans.judged(context, verdict, ready, now)
            self._wake(until)
            if verdict is not None:
                verdict = self._carried.judged(sorted_.context, verdict, ready, now)
            if isinstance(verdict, Incomplete):
                self._wait(channel, verdict, now)
            elif verdict is not None:
                found.append((max(each.at for each in ready if each.row in verdict.rows), verdict))
        if not found:
            return None
        # What was complete first happens first, also when all of it arrived late.
        _, first = min(found, key=lambda pair: pair[0])
        if isinstance(first, AskTable) and self._asked_lately(first.question):
            return Ignored("asked-already", first.rows)
        self._carried.note(context, first, self._waiting)
        return first

    def _up(self, context: Context, now: float, held: set[int]) -> list[tuple[float, ScanVerdict]]:
        """Return the verdicts on lifted pieces; those whose leaving means nothing are used up."""
        found: list[tuple[float, ScanVerdict]] = []
        for row, sighting in tuple(self._lifted.items()):
            verdict = lifted(context, sighting, now)
            if verdict is None:
                self._drop((row,), "removed")
                for question in self.questions:
                    if row in question.rows:
                        del self._questions[question.id]
                continue
            self._known_lifts.add(row)
            if isinstance(verdict, Incomplete):
                self._wait(f"lifted {row}", verdict, now)
            elif row not in held:
                found.append((sighting.at, verdict))
        return found

    def _undoubted(
        self, context: Context, sightings: list[Sighting], now: float
    ) -> tuple[list[Sighting], ScanVerdict | None]:
        """Return the sightings before the first doubtful one, and the verdict on that one once its time is up."""
        for at, each in enumerate(sightings):
            if each.component is None or each.kind != PLACED:
                continue
            spots = self._in_the_way(each)
            other = next((spot.zone for spot in spots if spot.uid == each.uid), None)
            single = each.game == context.game.id and context.role(each.zone).single
            full = single and any(spot.uid != each.uid for spot in spots)
            if other is None and not full:
                continue
            until = each.at + SLOW_TO_LEAVE
            if now < until:
                self._wake(until)
            if now < until or at:
                return sightings[:at], None
            code = "two-places" if other is not None else "slot-full"
            args = {"card": each.component, "zone": each.zone, **({"other": other} if other is not None else {})}
            if not self.presence.lies(each):
                return [], Ignored(f"{code}-left", (each.row,), args, refused=True)
            question = Question(
                id=each.row, code=code, rows=(each.row,), at=each.at, zone=each.zone, uid=each.uid,
                channel=COMMON.channel, args=args, options=(QuestionOption(HERE, args=args), QuestionOption(PUT_BACK)),
            )  # fmt: skip
            return [], AskTable(question)
        return sightings, None

    def hold(self, question: Question) -> None:
        """Keep a question that was shown; its sightings wait for the answer."""
        self._questions[question.id] = question
        self._asked[question.zone, question.uid] = (self._point, question)

    def used(self, rows: Iterable[int]) -> None:
        """Forget sightings that led to something or to nothing, and close questions about them."""
        gone = set(rows)
        for row in gone:
            self._waiting.pop(row, None)
            self._lifted.pop(row, None)
            self._known_lifts.discard(row)
            self._stale.pop(row, None)
            self._doubts.pop(row, None)
            self._fans.used(row)
        for question in self.questions:
            if gone & set(question.rows):
                del self._questions[question.id]

    def review(self, context: Context) -> tuple[Ignored, ...]:
        """Put the open questions as the match stands now; return what is no question any more."""
        gone: list[Ignored] = []
        for question in self.questions:
            if not question.rows and question.code in JUDGED:
                self.drop(question.id)  # a click was asked about, and the match has gone on since
                continue
            seen = [each for row in question.rows if (each := self._waiting.get(row)) is not None]
            found = review(context, question, seen)
            if isinstance(found, Ignored):
                gone.append(found)
            elif found is not None:
                self._questions[question.id] = found
        return tuple(gone)

    def sighting(self, row: int) -> Sighting | None:
        """Return the sighting of a row; None when it is used up."""
        stale = self._stale.get(row)
        return self._waiting.get(row) or self._lifted.get(row) or (stale[0] if stale else None)

    def here(self, question: int) -> None:
        """Judge a question's sighting now: the piece asked about is where it was seen last."""
        asked = self._questions.get(question)
        seen = self.sighting(asked.rows[-1]) if asked is not None else None
        if asked is not None and seen is not None:
            self.presence.only_at(seen, alone=asked.code == "slot-full")
            self._carried.forget(seen.uid)
        self.release(question)

    def drop(self, question: int) -> None:
        """Close this question; it had no sightings."""
        self._questions.pop(question, None)

    def release(self, question: int) -> None:
        """Judge the sightings of this question anew: what was in the way is settled."""
        gone = self._questions.pop(question, None)
        if gone is not None:
            self._asked.pop((gone.zone, gone.uid), None)

    def _channels(self, context: Context, held: set[int]) -> dict[str, list[Sighting]]:
        """Return the sightings that wait, by channel; the channel that was tapped first comes first."""
        channels: dict[str, list[Sighting]] = {}
        for each in sorted(self._waiting.values(), key=lambda seen: seen.order):
            if each.row not in held:
                channels.setdefault(context.role_for(each).channel, []).append(each)
        return channels

    def _question_for(self, channel: str) -> Question | None:
        """Return the question that tokens of a channel answer: a tray's own; at the tap point the one that is shown."""
        fits = (each for each in self.questions if channel in (each.channel, COMMON.channel) or each.channel == EVERY)
        return next((each for each in fits if not each.passed or channel != COMMON.channel), None)

    def _asked_lately(self, question: Question) -> bool:
        """Return True when the question would be the same again.

        A token tapped for the next question, or for more, is no repetition.
        """
        where = (question.zone, question.uid)
        if any((held.zone, held.uid) == where for held in self._questions.values()):
            return True
        if where not in self._asked:
            return False
        point, last = self._asked[where]
        same = (last.code, last.refusal, last.options) == (question.code, question.refusal, question.options)
        played_on = point != self._point and any(option.commands for option in question.options)
        return same and not played_on and question.at - last.at < ASK_AGAIN

    def _wait(self, what: str, verdict: Incomplete, now: float) -> None:
        """Judge it again at its end, and show it until players are to see that it has run out."""
        if now < (ends := _shown_until(verdict)):
            self._waits[what] = verdict
            self._wake(ends)
        self._wake(verdict.until)

    def _wake(self, at: float | None) -> None:
        if at is not None:
            self._deadline = at if self._deadline is None else min(self._deadline, at)


def _shown_until(wait: Incomplete) -> float:
    """Return the time until which players see a sentence that waits."""
    return wait.until if wait.shown is None else wait.shown
