"""Matches as an earlier version logged them, with a print of what it showed after each record.

They are written once and stay: later code must go on with them. A game has them in ``recorded_logs.py`` beside its
tests, and ``python -m tests.games.<game>.recorded_logs`` writes one only where the file is missing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from lairkeeper.core.codec import (
    command_to_json,
    event_to_json,
    header_from_json,
    header_to_json,
    plain,
    record_from_json,
    record_to_json,
    snapshot_from_json,
    snapshot_to_json,
    state_to_json,
)
from lairkeeper.core.events import Label
from lairkeeper.core.header import Header
from lairkeeper.core.history import COMMAND, START, History, Record, Snapshot
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import State
from lairkeeper.kit.driver import choose, offers, viewers

LETTERS: Final = 8
_NEARLY: Final = 40
"""Records before the end of a recording in which a match may end."""


class Recorded(NamedTuple):
    """A match read back: its header, its records, and a print of each moment after them."""

    header: Header
    records: tuple[Record, ...]
    prints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where a recording is cut: its state as it is kept on the disk, and the record that follows."""

    state: State
    next: Record | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match to record: its header, the seed of its chances, and whether its level changes on the way."""

    header: Header
    seed: int
    switch: bool = False


@dataclass(frozen=True, slots=True)
class Recordings:
    """The recordings of one game."""

    game: Kernel
    folder: Path
    matches: Mapping[str, Match]
    pieces: Callable[[State], Iterable[Label]]
    """Pieces whose taps a print tells of."""
    taps: Callable[[Random], Iterable[Label]]
    """Pieces that are tapped by chance while a match is recorded."""
    most: int
    """Records of a recording."""
    last: frozenset[str] = frozenset()
    """Moves that end a match: they are made only when a recording is nearly full."""
    mended: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By recording: records whose command is decided otherwise by now, and why. The log goes on as it is."""
    later: frozenset[str] = frozenset()
    """House rules that came after the recordings: their prints say nothing of them."""
    shown: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    """By recording: places in its log, from 0, after which something else is shown by now, and why."""

    def names(self) -> list[str]:
        """Return the names of the recordings that there are."""
        return sorted(path.stem for path in self.folder.glob("*.jsonl"))

    def read(self, name: str) -> Recorded:
        """Read a recording back."""
        text = (self.folder / f"{name}.jsonl").read_text(encoding="utf-8")
        first, *rest = (json.loads(line) for line in text.splitlines())
        records = tuple(record_from_json(line["record"]) for line in rest)
        return Recorded(header_from_json(first), records, tuple(line["after"] for line in rest))

    def moment(self, state: State) -> str:
        """Return a short print of a state, of what it offers to each viewer, and of the answers to its question."""
        said = state_to_json(state)
        said["rules"] = {name: value for name, value in said["rules"].items() if name not in self.later}
        shown = [said, *self._offered(state)]
        text = json.dumps(plain(shown), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]

    def _offered(self, state: State) -> Iterator[Any]:
        for viewer in viewers(state):
            yield [plain(option) for option in self.game.options(state, viewer)]
            for naming in (None, *self.pieces(state)):
                for offer in self.game.offers(state, viewer, naming):
                    yield [viewer, naming, plain(offer.command), offer.spoken, offer.tapped, plain(offer.refusal)]

    # Reading ---------------------------------------------------------------------------------------------------------

    def cuts(self, name: str) -> list[Cut]:
        """Return every place where a recording can be cut."""
        recorded = self.read(name)
        history = History(self.game, recorded.header)
        found = []
        for record, after in zip(recorded.records, (*recorded.records[1:], None), strict=True):
            assert history.follow((record,)) is None, record.n
            kept = json.dumps(snapshot_to_json(Snapshot(record.n, (), (), history.state)))
            found.append(Cut(snapshot_from_json(json.loads(kept), self.game.blank(recorded.header)).state, after))
        return found

    def check_moments(self, name: str) -> None:
        """Check the state after each record, what everybody is offered by click and by tap, and the answers."""
        for n, (cut, before) in enumerate(zip(self.cuts(name), self.read(name).prints, strict=True)):
            otherwise = n in self.shown.get(name, {})
            assert (self.moment(cut.state) == before) is not otherwise, f"{name}: another moment after record {n}"

    def check_decisions(self, name: str) -> None:
        """Check that a match that is picked up anywhere decides as before."""
        for cut in self.cuts(name):
            if cut.next is None or cut.next.kind != COMMAND or cut.next.command is None:
                continue
            decision = self.game.decide(cut.state, cut.next.command)
            at = f"{name}, record {cut.next.n}: {command_to_json(cut.next.command)}"
            before = [event_to_json(each) for each in cut.next.events]
            assert isinstance(decision, Accepted), at
            mended = cut.next.n in self.mended.get(name, {})
            assert ([event_to_json(each) for each in decision.events] == before) is not mended, at
            assert decision.unverified == cut.next.unverified, at

    def check_start(self, name: str) -> None:
        """Check that a match begins as before."""
        recorded = self.read(name)
        begun = History.start(self.game, recorded.header)
        assert isinstance(begun, History)
        assert recorded.records[0].kind == START
        before = [event_to_json(each) for each in recorded.records[0].events]
        assert [event_to_json(each) for each in begun.records[0].events] == before

    def unreached(self) -> set[tuple[str, str]]:
        """Return the moves of each step that no recording makes."""
        reached = set()
        for name in self.names():
            for cut in self.cuts(name):
                if cut.state.top is not None and cut.next is not None and cut.next.command is not None:
                    reached.add((cut.state.top.kind, cut.next.command.move))
        return {(kind.name, move) for kind in self.game.frames.values() for move in kind.moves} - reached

    # Writing ---------------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """Write the recordings whose files are missing."""
        self.folder.mkdir(exist_ok=True)
        for name, match in self.matches.items():
            file = self.folder / f"{name}.jsonl"
            if not file.exists():
                history = self._played(match)
                text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in self._lines(history))
                file.write_text(text, encoding="utf-8")
                print(name, len(history.records), "records written")

    def _played(self, match: Match) -> History:
        """Play a match by chance in which the table also insists, takes back and changes the level."""
        history = History.start(self.game, match.header)
        assert isinstance(history, History), history
        rng = Random(match.seed)
        while len(history.records) < self.most and not history.state.finished:
            if rng.random() < 0.03 and history.can_undo:
                history.undo(1)
                continue
            taps = [self.game.possible(history.state, TABLE, piece) for piece in self.taps(rng)]
            found = [*offers(self.game, history.state), *(each for tap in taps for each in tap)]
            if len(history.records) < self.most - _NEARLY:
                found = [each for each in found if each.command.move not in self.last] or found
            wrong = [each for each in found if each.refusal is not None and each.refusal.forcible]
            if wrong and rng.random() < 0.06:
                history.submit(replace(rng.choice(wrong).command, force="the table agrees"))
                continue
            legal = [each.command for each in found if each.refusal is None and each.command.move != "adjust"]
            levels = [each for each in legal if each.move == "set-level"]
            if levels and match.switch and rng.random() < 0.15:
                history.submit(rng.choice(levels))
                continue
            command = choose(rng, [each for each in legal if each.move != "set-level"])
            assert command is not None
            assert not isinstance(history.submit(command), Refused)
        return history

    def _lines(self, history: History) -> Iterator[object]:
        yield header_to_json(history.header)
        again = History(self.game, history.header)
        for record in history.records:
            again.follow((record,))
            yield {"record": record_to_json(record), "after": self.moment(again.state)}
