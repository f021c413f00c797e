"""Public records, and a hub whose match is played by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lairkeeper.sinks import delivery
from lairkeeper.table import PublicRecord

from ..table.room import Room

MakeRecord = Callable[..., PublicRecord]


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Return a table whose sinks are tried again at once."""
    monkeypatch.setattr(delivery, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(delivery, "LONGEST_WAIT", 0.02)
    room = Room(tmp_path / "lair.db")
    yield room
    room.store.close()


@pytest.fixture
def record() -> MakeRecord:
    def make(n: int, who: str = "scan", match: int = 1) -> PublicRecord:
        return PublicRecord(match, n, 1000.0 + n, who, "tap", "command", "gain", {"by": "Zoé", "n": 5}, ())

    return make
