"""A match that the API is asked about in any position, with the true cards or with hidden ones exchanged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import State
from lairkeeper.kit.driver import Recording
from lairkeeper.kit.secrecy import logs_do_not_tell
from lairkeeper.kit.worlds import worlds
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table
from lairkeeper.web import create_app

from ..conftest import Client
from .conftest import Program

CALLS = ("/match", "/match/offers")
SCORE = ("scores", "sides", "winners")
"""The fields that may move with the worth of unseen cards, where a world changes that."""


class Posed:
    """A whole match in the store of a hub, which shows any of its positions."""

    def __init__(self, recording: Recording, patch: pytest.MonkeyPatch) -> None:
        self.recording = recording
        history = recording.history
        self.hub = Hub(Store.open(), games={recording.game.id: recording.game})
        store = self.hub.store
        with store.write():
            match = store.matches.create(header_to_json(history.header), 1.0)
            for n in range(len(history)):
                store.journal.append(match, record_to_json(history.record(n)), at=float(n), who="page", why="click")
        self.table: Table = self.hub.resume(match)
        self._patch = patch
        self.stranger = Program(Client(create_app(self.hub)))
        self.seats = history.header.seats

    def callers(self) -> Iterator[tuple[str, str, Program]]:
        """Yield each kind of caller: its name, whose eyes it has, and the program."""
        yield "read", TABLE, self.stranger.holder("read")
        yield "read play manage", TABLE, self.stranger.holder("read", "play", "manage")
        yield "read play of a seat", TABLE, self.stranger.holder("read", "play", seat=self.seats[0])
        for seat in self.seats:
            yield f"read:seat of {seat}", seat, self.stranger.holder("read:seat", "play", seat=seat)

    def said(self, program: Program, state: State) -> dict[str, Any]:
        """Return what the API says in a position."""
        with self._patch.context() as patch:
            patch.setattr(Table, "history", property(lambda table: _At(table._book.history, state)))
            return {path: program.get(path) for path in CALLS}

    def differences(self, positions: int, rng: Random) -> Iterator[str]:
        """Yield what a caller hears otherwise when cards that it must not know are exchanged."""
        states = self.recording.states
        places = rng.sample(range(len(states)), min(positions, len(states)))
        callers = list(self.callers())
        for at in places:
            for name, viewer, program in callers:
                seen: dict[str, Any] | None = None
                for world in worlds(self.recording.game, states[at], viewer, rng, self.recording.trail(at)):
                    seen = seen or self.said(program, states[at])
                    other = self.said(program, world.state)
                    if not world.sums:
                        one, other = (_without_score(each) for each in (seen, other))
                    else:
                        one = seen
                    for path in CALLS:
                        if one[path] != other[path]:
                            yield f"position {at}: {path} for {name} depends on hidden cards ({world.how})"

    def told_by_records(self) -> str | None:
        """Return which record names a card that the table does not know at that moment."""
        program, lines, since, more = self.stranger.holder("read"), {}, 0, True
        while more:
            page = program.get(f"/match/records?since={since}")
            lines |= {each["n"]: each for each in page["records"]}
            since, more = page["next"], page["more"]
        history = self.recording.history
        assert len(lines) == len(history)
        by_events = {id(history.record(n).events): json.loads(json.dumps(each)) for n, each in lines.items()}
        return logs_do_not_tell(Recording(_Logs(self.recording.game, by_events), 0, history))  # type: ignore[arg-type]

    def close(self) -> None:
        self.hub.store.close()


class _At:
    """A history in another position."""

    def __init__(self, history: History, state: State) -> None:
        self._history, self.state = history, state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._history, name)

    def __len__(self) -> int:
        return len(self._history)


class _Logs:
    """A game whose log says what the API said: the whole record stands for its arguments."""

    def __init__(self, game: Any, by_events: dict[int, Any]) -> None:
        self._game, self._by_events = game, by_events

    def log(self, command: Any, events: Any) -> tuple[str, Any]:
        return "", self._by_events[id(events)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def _without_score(said: dict[str, Any]) -> dict[str, Any]:
    return {path: {name: each for name, each in told.items() if name not in SCORE} for path, told in said.items()}
