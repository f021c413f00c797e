"""Boards for tests: the firmware's own session in this process, and the whole firmware in its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard

ROOT = Path(__file__).parents[2]
for folder in (ROOT / "firmware", ROOT / "tests" / "link"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

READERS = ("tap", "seat-1", "seat-2", "seat-3")


class Chain:
    """A simulated board in lockstep, linked to an inbox."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self.inbox = MemoryInbox()
        self.snapshots: list[tuple[object, ...]] = []
        self.link = LockstepLink(board, self.inbox, on_snapshot=self.snapshots.append)

    def kinds(self) -> list[tuple[str, str, str | None]]:
        """(kind, zone, uid) of every event in the inbox."""
        return [(event.kind, event.zone, event.uid) for event in self.inbox.events]

    def ask(self, *command: Any) -> tuple[bool, Any]:
        """Send a command; whether the board did it, and what it answered."""
        answers: list[tuple[bool, Any]] = []
        assert self.link.command(*command, on_reply=lambda ok, value: answers.append((ok, value)))
        self.link.advance(200)
        assert len(answers) == 1
        return answers[0]


@pytest.fixture
def chain() -> Iterator[Chain]:
    """Four readers on MicroPython, greeted."""
    with SimulatedBoard(READERS, paced=False, interpreter="micropython") as board:
        made = Chain(board)
        made.link.start()
        yield made
        made.link.close()
