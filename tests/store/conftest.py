"""A store in a fresh file, and events as a board would send them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.store import Store

MakeEvent = Callable[..., BoardEvent]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lair.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store.open(path) as opened:
        yield opened


@pytest.fixture
def event() -> MakeEvent:
    """``event(seq, uid="04aa", kind="+", zone="tap", device="board-1", boot="b1")``."""

    def make(
        seq: int, *, uid: str = "04aa", kind: str = "+", zone: str = "tap", device: str = "board-1", boot: str = "b1"
    ) -> BoardEvent:
        return BoardEvent(device, boot, seq, seq * 10, 1000.0 + seq, kind, zone, (uid,))

    return make
