"""Measure how well each reader sees its tags, for whoever places antennas, while somebody looks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from lairkeeper.board import LinkState
from lairkeeper.table.changes import Changes

if TYPE_CHECKING:
    from lairkeeper.table.boards import BoardLink

EVERY_SECONDS: Final = 1.0
SAMPLES: Final = 5
"""Answers that are kept: what is shown is of the four seconds between the first and the last."""
RANGE: Final = 1 << 30
"""Where a board's counters begin again."""
COUNTERS: Final = ("looks", "silent", "collided", "garbled", "unread", "several")
GOOD: Final = 90
FAIR: Final = 60
"""Percent of the looks that read a tag. One that lies well is read by all. It counts as gone after 300 ms, seven looks
in a row: at 90 % that never comes to pass by chance, at 60 % once in about 1,000 looks, which are 40 seconds.
"""
SLACK: Final = 5
"""Percent by which a share must pass a bound before another grade is said: what is read aloud must not flap."""
Grade = Literal["empty", "good", "fair", "weak", "wait", "old", "fault"]
MEASURABLE: Final = frozenset({"ok", "unknown", "crowded"})
"""States of a reader that looks, or has only just begun to."""
OLD: Final = "this firmware does not know"
"""The answer of a board whose firmware is older than the command."""


@dataclass(frozen=True, slots=True)
class TagLooks:
    """A tag in a reader's field: of the last looks ``of``, ``read`` have read it."""

    uid: str
    read: int
    of: int

    @property
    def share(self) -> int:
        """Return the share of the looks that have read the tag, in percent."""
        return percent(self.read, self.of)


@dataclass(frozen=True, slots=True)
class ReaderLooks:
    """Results of a reader's last looks, as the command ``looks`` counts them (docs/protocol.md).

    ``looks`` is 0 while that is not known yet; ``old``: the board's firmware cannot tell.
    """

    device: str
    zone: str
    old: bool = False
    looks: int = 0
    silent: int = 0
    collided: int = 0
    garbled: int = 0
    unread: int = 0
    several: int = 0
    tags: tuple[TagLooks, ...] = ()
    grade: Grade = "wait"

    @property
    def share(self) -> int:
        """Return the percent of the looks that have read the tag that is seen worst."""
        return min(percent(self.read, self.looks), *(tag.share for tag in self.tags), 100)

    @property
    def read(self) -> int:
        """Return how many looks have read a tag."""
        return max(0, self.looks - self.silent - self.unread)


class Survey:
    """Asks each reader of each board for its looks, once a second at most, never before it has answered."""

    def __init__(self, links: Sequence[BoardLink]) -> None:
        self.version = 0
        self._links = links
        self._waiting = 0
        self._told: dict[tuple[str, str], deque[Mapping[str, Any]]] = {}
        self._old: set[str] = set()
        self._grades: dict[tuple[str, str], Grade] = {}
        self._changes = Changes()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back whenever all readers were heard; returns the way to stop that."""
        return self._changes.subscribe(callback)

    def begin(self) -> None:
        """Forget what was told before: somebody begins to look."""
        self._told.clear()
        self._old.clear()
        self._waiting = 0

    def ask(self) -> None:
        """Ask every reader that can be asked, unless the last answers are still to come."""
        if self._waiting:
            return
        for link in self._links:
            status = link.status
            if status.state is not LinkState.UP:
                continue
            for zone in status.zones:
                self._waiting += link.command("looks", zone, on_reply=self._answer(status.device, zone))
        if not self._waiting:
            self._heard()

    def readers(self) -> tuple[ReaderLooks, ...]:
        """Return every reader of the boards that are connected, in their order."""
        up = [link.status for link in self._links if link.status.state is LinkState.UP]
        return tuple(
            self._reader(status.device, zone)
            if state in MEASURABLE
            else ReaderLooks(status.device, zone, grade="fault")
            for status in up
            for zone, state in status.zones.items()
        )

    def _answer(self, device: str, zone: str) -> Callable[[bool, Any], None]:
        told = self._told.setdefault((device, zone), deque(maxlen=SAMPLES))

        def on_reply(ok: bool, value: Any) -> None:
            self._waiting = max(0, self._waiting - 1)
            if ok and _well_formed(value):
                if told and value["looks"] < told[-1]["looks"]:  # it has started anew, or its counters have
                    told.clear()
                told.append(value)
            elif not ok and str(value).startswith(OLD):
                self._old.add(device)
            else:
                told.clear()
            if not self._waiting:
                self._heard()

        return on_reply

    def _heard(self) -> None:
        self._grades = {(each.device, each.zone): each.grade for each in self.readers()}
        self.version += 1
        self._changes.tell()

    def _reader(self, device: str, zone: str) -> ReaderLooks:
        told = list(self._told.get((device, zone), ()))
        if device in self._old or len(told) < 2:
            old = device in self._old
            return ReaderLooks(device, zone, old=old, grade="old" if old else "wait")
        first, last = told[0], told[-1]
        counts = {name: (last[name] - first[name]) % RANGE for name in COUNTERS}
        found = ReaderLooks(device, zone, tags=tuple(_tags(told)), **counts)
        return replace(found, grade=_graded(found, self._grades.get((device, zone))))


def percent(n: int, of: int) -> int:
    """Return a share in whole percent."""
    return round(100 * n / of) if of else 0


def _graded(reader: ReaderLooks, before: Grade | None) -> Grade:
    """Return the grade; another one than before only where its bound is passed by enough."""
    if not (reader.tags or reader.read or reader.unread):
        return "empty"
    good = GOOD - SLACK if before == "good" else GOOD + SLACK if before in ("fair", "weak") else GOOD
    fair = FAIR + SLACK if before == "weak" else FAIR - SLACK if before in ("fair", "good") else FAIR
    return "good" if reader.share >= good else "fair" if reader.share >= fair else "weak"


def _tags(told: Sequence[Mapping[str, Any]]) -> list[TagLooks]:
    """Return the tags of the last answer with the looks since the first; a tag that came anew begins anew."""
    read: dict[str, int] = {}
    of: dict[str, int] = {}
    before: dict[str, tuple[int, int]] = {}
    for at, answer in enumerate(told):
        now = {uid: (good, all_) for uid, good, all_ in answer["tags"]}
        for uid, (good, all_) in now.items():
            old_good, old_all = before.get(uid, (0, 0))
            is_same = old_all <= all_ and old_good <= good
            if at:
                read[uid] = read.get(uid, 0) + (good - old_good if is_same else good)
                of[uid] = of.get(uid, 0) + (all_ - old_all if is_same else all_)
        before = now
    return [TagLooks(uid, min(read[uid], of[uid]), of[uid]) for uid in before if of.get(uid)]


def _well_formed(value: Any) -> bool:
    """Return True for an answer as docs/protocol.md describes it."""
    if not isinstance(value, dict) or not all(_is_count(value.get(name)) for name in COUNTERS):
        return False
    tags = value.get("tags")
    return isinstance(tags, list) and all(
        isinstance(tag, list) and len(tag) == 3 and isinstance(tag[0], str) and _is_count(tag[1]) and _is_count(tag[2])
        for tag in tags
    )


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < RANGE
