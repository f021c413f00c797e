"""The prompt of a board is reached although the port's lock outlives its closing for an instant."""

from __future__ import annotations

import fcntl
import os
import threading
from pathlib import Path

import pytest

from lairkeeper.board import repl
from lairkeeper.board.repl import Repl
from lairkeeper.board.serial import SerialPort

from .prompt_board import PromptBoard


class LockedForAnInstant(SerialPort):
    """A port whose lock stays after its closing, as while a process is started that has a copy of it."""

    def close(self) -> None:
        super().close()
        held = os.open(self.name, os.O_RDWR | os.O_NOCTTY)
        fcntl.flock(held, fcntl.LOCK_EX)
        threading.Timer(0.3, os.close, [held]).start()


def test_a_lock_that_another_process_takes_along_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repl, "SerialPort", LockedForAnInstant)
    board = PromptBoard(tmp_path)
    try:
        assert board.prompts.wait(20.0)
        with Repl(board.port) as prompt:
            assert prompt.read("no-such-file") == b""
    finally:
        board.close()
