"""Commands for a board that was plugged in a moment ago."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from pathlib import Path

import pytest

from lairkeeper.board import LinkState, LinkStatus, MemoryInbox, PortError, SimulatedBoard, doctor, short_session
from lairkeeper.board.doctor import look_at_computer
from lairkeeper.board.serial import SerialFinder
from lairkeeper.cli import at_board

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")


def test_a_port_that_comes_late_is_waited_for_and_one_that_never_comes_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = time.monotonic()
    port = tmp_path / "port"
    with SimulatedBoard(("tap",)) as board:
        threading.Timer(1.0, port.symlink_to, (board.port,)).start()
        assert asyncio.run(greeted(str(port))).state is LinkState.UP
    assert time.monotonic() - began >= 1.0
    port.unlink()
    monkeypatch.setattr(short_session, "PORT_SECONDS", 0.3)
    status = asyncio.run(greeted(str(port)))
    assert (status.state, status.message) == (LinkState.CLOSED, "no-port")


def test_the_doctor_waits_for_a_port_that_comes_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = tmp_path / "port"
    with SimulatedBoard(("tap",)) as board:
        threading.Timer(0.5, port.symlink_to, (board.port,)).start()
        assert look_at_computer(str(port), tmp_path)[-1].code == "port"
    port.unlink()
    monkeypatch.setattr(short_session, "PORT_SECONDS", 0.3)
    assert look_at_computer(str(port), tmp_path)[-1].code == "no-port"


def test_the_doctor_waits_for_a_port_that_is_not_ours_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    class Opens:
        def __init__(self, port: str) -> None:
            tries.append(port)
            if len(tries) < 3:
                raise PortError("not-allowed", port=port)

        def close(self) -> None: ...

    monkeypatch.setattr(doctor, "SerialPort", Opens)
    assert look_at_computer("/dev/late", tmp_path)[-1].code == "port"
    assert len(tries) == 3


async def greeted(port: str) -> LinkStatus:
    async with short_session.ShortSession(port, MemoryInbox()) as made:
        return await made.greeted()


def test_a_board_that_is_plugged_in_a_moment_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter([[], [], [SerialFinder("/dev/late")]])
    monkeypatch.setattr("lairkeeper.board.discover", lambda: next(tries))
    assert at_board.named(None) == "/dev/late"


def test_a_port_that_is_not_ours_yet_when_the_board_comes_back_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[str] = []

    class Opens:
        def __init__(self, port: str, patience: float) -> None:
            tries.append(port)
            if len(tries) < 2:
                raise PortError("not-allowed", port=port)

        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    monkeypatch.setattr(short_session, "Repl", Opens)
    short_session._wait_for_prompt(SerialFinder("/dev/late"))
    assert len(tries) == 2
