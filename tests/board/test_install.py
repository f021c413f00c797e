"""Putting the firmware on a board: a real MicroPython prompt on a pseudo-terminal, littlefs, and the real mpremote."""

from __future__ import annotations

import asyncio
import binascii
import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from lairkeeper.board import MemoryInbox, Pairings, PortError
from lairkeeper.board.install import plan, roll_back, stage, switch, wipe
from lairkeeper.board.release import POINTER, Pointer, Release, chip_of, release_of
from lairkeeper.board.repl import Repl, ReplError
from lairkeeper.board.serial import SerialPort, pinned
from lairkeeper.board.short_session import to_prompt
from lairkeeper.cli.at_board import at_prompt as at_prompt_of
from lairkeeper.cli.board import board as verbs
from lairkeeper.store import Store

from .prompt_board import PromptBoard

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")
TOP = release_of().top


def small(name: str, app: str = "def main():\n    print('runs', __name__)\n", filler: int = 0) -> Release:
    """Return a release of three files whose program says who it is."""
    files = {
        "lairboard/__init__.py": f'VERSION = "{name}"\n'.encode(),
        "lairboard/app.py": app.replace("__name__", f"'{name}'").encode(),
        "boards/__init__.py": b"#" * filler,
    }
    return Release(name, f"fw-{name}", files, TOP)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[PromptBoard]:
    """Yield a board with MicroPython and nothing else."""
    board = PromptBoard(tmp_path, flash_kb=256)
    try:
        yield board
    finally:
        board.close()


def wait(condition: Callable[[], bool], seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def put(board: PromptBoard, release: Release) -> None:
    """Install, and start on trial."""
    with Repl(board.port) as repl:
        todo = plan(repl, release, force=True)
        stage(repl, release, todo)
        switch(repl, release, todo.pointer)
        repl.reset()
    wait(lambda: pointer_of(board).state != "new")


def pointer_of(board: PromptBoard) -> Pointer:
    try:
        with Repl(board.port) as repl:
            return Pointer.read(repl.read(POINTER))
    except (ReplError, PortError):
        return Pointer(state="new")


def restart(board: PromptBoard) -> None:
    starts = board.starts
    with Repl(board.port) as repl:
        repl.reset()
    wait(lambda: board.starts > starts and at_prompt(board))


def at_prompt(board: PromptBoard) -> bool:
    """Return True when the board has come to the prompt, through its program if it has one."""
    try:
        with Repl(board.port):
            return True
    except (ReplError, PortError):
        return False


def confirm(board: PromptBoard) -> None:
    """As the program does when a host has greeted it."""
    with Repl(board.port) as repl:
        repl.run("import release\nrelease.confirm()")


def test_a_board_of_another_make_is_refused_unless_forced(bare: PromptBoard) -> None:
    with Repl(bare.port) as repl:
        with pytest.raises(ReplError) as error:
            plan(repl, small("one"))
        assert error.value.code == "wrong-board"
        assert plan(repl, small("one"), force=True).missing
    assert chip_of("Raspberry Pi Pico W with RP2040") == "RP2040"
    assert chip_of("Generic ESP32S3 module with ESP32S3") == "ESP32S3"
    assert chip_of("ESP module with ESP8266") is None


def test_the_first_release_is_staged_checked_and_tried(bare: PromptBoard) -> None:
    release = small("one")
    put(bare, release)
    assert pointer_of(bare) == Pointer(run="fw-one", state="trying")
    confirm(bare)
    restart(bare)
    assert pointer_of(bare).state == "good"
    with Repl(bare.port) as repl:
        assert plan(repl, release, force=True).missing == ()


def test_a_release_that_nobody_confirms_gives_way_to_the_one_before(bare: PromptBoard) -> None:
    put(bare, small("one"))
    confirm(bare)
    put(bare, small("two", "def main():\n    raise ValueError('broken')\n"))
    assert pointer_of(bare) == Pointer(run="fw-two", back="fw-one", state="trying")
    restart(bare)
    wait(lambda: pointer_of(bare).state == "good")
    assert pointer_of(bare) == Pointer(run="fw-one", state="good", bad="fw-two")


IN_MAIN = "def main():\n    while True:\n        pass\n"
AT_ONCE = "while True:\n    pass\n"


@pytest.mark.parametrize("app", [IN_MAIN, pytest.param(AT_ONCE, marks=pytest.mark.soak)])
def test_a_release_that_hangs_in_its_trial_gives_way_by_itself(tmp_path: Path, app: str) -> None:
    board = PromptBoard(tmp_path, flash_kb=256, speed=50)
    try:
        put(board, small("one"))
        confirm(board)
        with Repl(board.port) as repl:
            two = small("two", app)
            todo = plan(repl, two, force=True)
            stage(repl, two, todo)
            switch(repl, two, todo.pointer)
            repl.reset()
        wait(lambda: board.bites > 0)
        wait(lambda: pointer_of(board).state == "good")
        assert pointer_of(board) == Pointer(run="fw-one", state="good", bad="fw-two")
        assert board.bites == 1, "what came back is not on trial"
    finally:
        board.close()


def test_a_confirmed_release_can_be_rolled_back_by_hand_and_forward_again(bare: PromptBoard) -> None:
    put(bare, small("one"))
    confirm(bare)
    with Repl(bare.port) as repl, pytest.raises(ReplError, match="no-way-back"):
        roll_back(repl)
    put(bare, small("two"))
    confirm(bare)
    with Repl(bare.port) as repl:
        assert roll_back(repl).run == "fw-one"
        assert roll_back(repl).run == "fw-two"


def test_a_third_release_takes_the_room_of_the_first(bare: PromptBoard) -> None:
    for name in ("one", "two", "three"):
        put(bare, small(name))
        confirm(bare)
    with Repl(bare.port) as repl:
        todo = plan(repl, small("four"), force=True)
        assert todo.old == ("fw-one",)
        stage(repl, small("four"), todo)
        assert not [path for path in repl.files() if path.startswith("fw-one")]


class GoneError(Exception):
    """The host has noticed that the power is gone."""


@pytest.mark.parametrize("files", [1, 3])
def test_power_that_goes_between_two_files_leaves_the_old_release_whole(bare: PromptBoard, files: int) -> None:
    put(bare, small("one"))
    confirm(bare)
    two = small("two", filler=3000)

    def cut(path: str, number: int, of: int) -> None:
        if number == files:
            bare.cut()
            raise GoneError

    with pytest.raises(GoneError), Repl(bare.port) as repl:
        stage(repl, two, plan(repl, two, force=True), cut)
    recovers(bare, two)


@pytest.mark.soak
@pytest.mark.parametrize("ms", range(10, 200, 20))
def test_power_that_goes_at_any_moment_leaves_the_old_release_whole(bare: PromptBoard, ms: int) -> None:
    put(bare, small("one"))
    confirm(bare)
    two = small("two", filler=6000)
    with pytest.raises(ReplError) as error, Repl(bare.port) as repl:
        todo = plan(repl, two, force=True)
        cut = threading.Timer(ms / 1000, bare.cut)
        cut.start()
        stage(repl, two, todo)
        time.sleep(0.5)
        switch(repl, two, todo.pointer)
    assert error.value.code == "board-gone"
    cut.join()  # the cable is pulled after the board has died: no new one may be in its place by then
    recovers(bare, two)


def recovers(board: PromptBoard, new: Release) -> None:
    """With power again the old release runs, and the same installation can be done."""
    board.power()
    wait(lambda: pointer_of(board).state == "good")
    assert pointer_of(board).run == "fw-one"
    put(board, new)
    assert pointer_of(board).run == new.folder


def test_a_full_flash_is_told_and_harms_nothing(tmp_path: Path) -> None:
    board = PromptBoard(tmp_path, flash_kb=64)
    try:
        put(board, small("one"))
        confirm(board)
        big = small("two", filler=60_000)
        with Repl(board.port) as repl, pytest.raises(ReplError) as error:
            stage(repl, big, plan(repl, big, force=True))
        assert error.value.code == "flash-full"
        assert pointer_of(board).run == "fw-one"
        with Repl(board.port) as repl:
            assert not [path for path in repl.files() if path.startswith("fw-two")]
    finally:
        board.close()


def test_a_pointer_to_nothing_is_survived(bare: PromptBoard) -> None:
    put(bare, small("one"))
    confirm(bare)
    put(bare, small("two"))
    confirm(bare)
    with Repl(bare.port) as repl:
        repl.remove("fw-two")
    restart(bare)
    wait(lambda: pointer_of(bare).run == "fw-one")
    with Repl(bare.port) as repl:
        repl.write(POINTER, b"\x00rubbish")
    restart(bare)
    wait(lambda: pointer_of(bare) == Pointer())


def test_wiping_leaves_the_owners_own_files(bare: PromptBoard) -> None:
    put(bare, small("one"))
    with Repl(bare.port) as repl:
        repl.write("mine.py", b"print(1)")
        repl.write("my main.py", b"print(2)")
        repl.write("config.0", b"x")
        for cut_short in ("boot.py.tmp", "main.py.tmp", "release.py.tmp", "fw.json.tmp", "config.1.tmp"):
            repl.write(cut_short, b"x")
        wipe(repl)
        assert sorted(repl.files()) == ["mine.py", "my main.py"]


def test_a_port_that_another_program_holds_is_told(bare: PromptBoard) -> None:
    held = SerialPort(bare.port)
    try:
        with pytest.raises(PortError) as error:
            Repl(bare.port)
        assert error.value.code == "port-in-use"
    finally:
        held.close()


def test_a_port_without_a_prompt_is_told(tmp_path: Path) -> None:
    import tty

    master, slave = os.openpty()
    tty.setraw(slave)
    try:
        with pytest.raises(ReplError) as error, Repl(os.ttyname(slave), patience=0.5):
            pass
        assert error.value.code == "no-prompt"
    finally:
        os.close(master)
        os.close(slave)


def test_the_board_is_left_at_its_friendly_prompt(bare: PromptBoard) -> None:
    with Repl(bare.port) as repl:
        repl.facts()
    port = SerialPort(bare.port)
    try:
        port.write(b"print(6 * 7)\r")
        seen = b""
        end = time.monotonic() + 5
        while b"42" not in seen and time.monotonic() < end:
            seen += port.read()
        assert b"42" in seen and b"raw REPL" not in seen.split(b"42")[-1]
    finally:
        port.close()


def test_every_release_file_travels_with_the_program() -> None:
    release = release_of()
    assert release.folder.startswith(f"fw-{release.version}-")
    assert {"lairboard/app.py", "boards/pico_w.py"} <= release.files.keys()
    assert list(release.top) == ["release.py", "boot.py", "main.py"]


@pytest.mark.chain
def test_the_whole_way_with_the_commands(tmp_path: Path) -> None:
    """Install on trial, confirmed by the hello; then the doctor finds all well."""
    board = PromptBoard(tmp_path, flash_kb=512)
    body = json.dumps({"generation": 1, "values": {"wiring": "sim.prompt_wiring", "zones": ["tap"]}}).encode()

    def run(*words: str) -> tuple[int, str]:
        where = ["--port", board.port, "--db", str(tmp_path / "table.db")]
        done = CliRunner().invoke(verbs, [*words, *where])
        return done.exit_code, done.output

    try:
        with Repl(board.port) as repl:
            repl.write("config.0", b"%b*%08x\n" % (body, binascii.crc32(body)))
        code, said = run("doctor")
        assert code == 1 and "lairkeeper board install" in said
        code, said = run("install", "--force")
        assert code == 0 and "stays" in said, said
        code, said = run("doctor", "--json")
        assert code == 0, said
        assert [each["code"] for each in json.loads(said)] == ["port", "program", "reader"]
        code, said = run("set", "zones", "tap,Seat 1")
        assert code == 1 and "zone names are" in said and "Nothing was changed" in said
        code, said = run("set", "brightness", "40")
        assert code == 0 and "has restarted" in said, said
        code, said = run("set")
        assert code == 0 and "zones        tap\n" in said and "brightness   40\n" in said and "secret" not in said
        code, said = run("rollback", "--lang", "fr")
        assert code == 1 and "version précédente" in said
        told = json.loads(run("info", "--json")[1])
        assert told["stat"]["form"] == "compiled" and "(compiled)" in run("info")[1]
        assert told["firmware"] == release_of().name
        assert told["release"] == {"run": release_of().folder, "back": "", "state": "good", "bad": ""}
        code, said = run("logs", "--seconds", "0")
        assert code == 0 and f"info  {release_of().name} started" in said and "a host listens" in said
        asyncio.run(to_prompt(board.port, MemoryInbox()))
        assert pointer_of(board) == Pointer(run=release_of().folder, state="good")
    finally:
        board.close()


def test_flash_that_keeps_other_bytes_is_found_and_what_ran_still_runs(bare: PromptBoard) -> None:
    put(bare, small("one"))
    confirm(bare)
    two = small("two", filler=3000)
    with Repl(bare.port) as repl:

        def spoil(path: str, number: int, of: int) -> None:
            """Of the file that was written before, a byte turns round on the flash."""
            if number == 2:
                first = f"{two.folder}/{next(iter(two.files))}"
                repl.run(f"f = open({first!r}, 'r+b')\nf.seek(3)\nf.write(b'\\xff')\nf.close()")

        with pytest.raises(ReplError) as error:
            stage(repl, two, plan(repl, two, force=True), spoil)
    assert error.value.code == "bad-copy" and error.value.words["path"].startswith("fw-two/")
    restart(bare)
    wait(lambda: pointer_of(bare).state == "good")
    assert pointer_of(bare).run == "fw-one"
    put(bare, two)
    assert pointer_of(bare).run == "fw-two"


def test_a_board_that_comes_back_under_the_others_port_is_still_the_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two boards are plugged in; while one starts again the system gives its port's name to the other."""
    boards = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        boards.append(PromptBoard(tmp_path / name, flash_kb=256))
    names = [tmp_path / "tty0", tmp_path / "tty1"]
    there = dict(zip(names, boards, strict=True))

    def plug() -> None:
        for name, board in there.items():
            name.unlink(missing_ok=True)
            name.symlink_to(os.path.realpath(board.port))

    def ports() -> list[SimpleNamespace]:
        return [
            SimpleNamespace(device=str(name), serial_number=f"number-{boards.index(board)}", location="")
            for name, board in there.items()
        ]

    async def restarted(*_: object) -> None:
        there.update(zip(names, reversed(boards), strict=True))
        plug()

    try:
        plug()
        for number, board in enumerate(boards):
            with Repl(board.port) as repl:
                repl.write("mark", b"%d" % number)
        monkeypatch.setattr("lairkeeper.board.serial.list_ports.comports", ports)
        monkeypatch.setattr("lairkeeper.board.short_session.to_prompt", restarted)
        pairings = Pairings(tmp_path / "pairings.json")
        with Store.open(tmp_path / "table.db") as store, at_prompt_of(str(names[0]), store, pairings) as repl:
            assert repl.port == str(names[1]) and repl.read("mark") == b"0"
        first = pinned(str(names[1]))
        del there[names[1]]
        there[names[0]] = boards[1]
        first.name = str(names[0])
        with pytest.raises(PortError, match="no-board"):
            first.where()
    finally:
        for board in boards:
            board.close()
