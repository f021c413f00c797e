"""MicroPython onto a board in boot mode: the file, the drive, and all that may go wrong with either."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lairkeeper.board import PortError, SerialFinder, bootdrive, flashing
from lairkeeper.board.bootdrive import INFO, PAGE, BootDrive, chip_of_info, drives, waiting
from lairkeeper.board.flashing import NAME, fits, flash
from lairkeeper.board.repl import ReplError
from lairkeeper.board.serial import AnyBoard
from lairkeeper.board.uf2 import BLOCK, FAMILIES, read_image
from lairkeeper.cli import at_board
from lairkeeper.cli.board import board as verbs
from lairkeeper.i18n import Texts, shared_texts

from ..fresh import SEED
from .boot_drive import FLASH, LABELS, PAYLOAD, BootRom, FatDrive, program, uf2

MACHINES = {"RP2040": "Raspberry Pi Pico W with RP2040", "RP2350": "Raspberry Pi Pico 2 W with RP2350"}
ARM = {"RP2040": 0xE48BFF56, "RP2350": 0xE48BFF59}


_open: list[FatDrive] = []


def plugged(rom: BootRom, **options: Any) -> FatDrive:
    """Return the drive of a board that is plugged in until the end of the test."""
    _open.append(FatDrive(rom, **options))
    return _open[-1]


@pytest.fixture(autouse=True)
def _unplug() -> Iterator[None]:
    yield
    while _open:
        _open.pop().close()


def file_for(folder: Path, chip: str, **made: Any) -> Path:
    path = folder / f"{chip}.uf2"
    path.write_bytes(uf2(program(MACHINES[chip], **made), ARM[chip]))
    return path


def code_of(do: Callable[[], object]) -> str:
    """Return the code of the refusal, whose sentence in both languages says what to do next."""
    with pytest.raises(ReplError) as error:
        do()
    for lang in ("en", "fr"):
        texts = Texts.load(lang, shared_texts())
        table = "install" if f"install.{error.value.code}" in texts else "board"
        assert texts.say(f"{table}.{error.value.code}", error.value.words).endswith((".", "--force"))
    return error.value.code


@pytest.mark.parametrize("chip", ["RP2040", "RP2350"])
def test_a_board_takes_its_file_and_starts(chip: str, tmp_path: Path) -> None:
    print(f"seed {SEED}")
    rng = Random(SEED)
    data = program(MACHINES[chip], size=rng.randrange(1000, 200_000), rng=rng)
    (tmp_path / "mp.uf2").write_bytes(uf2(data, ARM[chip]))
    image, rom = read_image(tmp_path / "mp.uf2"), BootRom(chip)
    drive, told = plugged(rom), list[int]()
    assert (image.chips, image.version, image.machine) == ({chip}, "1.28.0", MACHINES[chip])
    assert image.ours and image.radio and not image.old
    assert fits(image, drive) == chip
    flash(image, drive, told.append)
    assert rom.started and not drive.there()
    written = b"".join(rom.flash.get(FLASH + i * PAYLOAD, b"") for i in range(-(-len(data) // PAYLOAD)))
    assert written[: len(data)] == data
    assert told == sorted(told)


def test_a_file_for_the_other_chip_is_refused_whichever_way_round(tmp_path: Path) -> None:
    for chip, other in (("RP2040", "RP2350"), ("RP2350", "RP2040")):
        drive = plugged(BootRom(other))
        assert code_of(lambda c=chip, d=drive: fits(read_image(file_for(tmp_path, c)), d)) == "wrong-uf2"
        assert drive.files() == [INFO]


def test_what_is_no_file_for_us_is_refused(tmp_path: Path) -> None:
    def read(name: str, data: bytes) -> Callable[[], object]:
        (tmp_path / name).write_bytes(data)
        return lambda: read_image(tmp_path / name)

    def looked(data: bytes, force: bool = False) -> Callable[[], object]:
        (tmp_path / "file").write_bytes(data)
        return lambda: fits(read_image(tmp_path / "file"), plugged(BootRom("RP2040")), force=force)

    print(f"seed {SEED}")
    rng = Random(SEED)
    whole = uf2(program(MACHINES["RP2040"]), ARM["RP2040"])
    assert code_of(read("text", b"no firmware" * 100)) == "no-uf2"
    assert code_of(read("empty", b"")) == "no-uf2"
    assert code_of(lambda: read_image(Path("/dev/zero"))) == "no-uf2"
    damaged = rng.randrange(1, len(whole) // BLOCK) * BLOCK + rng.choice((0, 5, 511))
    assert code_of(read("damaged", whole[:damaged] + b"\0" + whole[damaged + 1 :])) == "no-uf2"
    assert code_of(read("cut", whole[: rng.randrange(1, len(whole) // BLOCK) * BLOCK])) == "cut-uf2"
    assert code_of(read("torn", whole[: len(whole) - rng.randrange(1, BLOCK)])) == "cut-uf2"
    circuit = b"Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico W with rp2040\0".ljust(2000)
    assert code_of(looked(uf2(circuit, ARM["RP2040"]))) == "other-program"
    another = program("Sparkfun Thing with SAMD51")
    assert code_of(looked(uf2(another, ARM["RP2040"]))) == "other-program"
    assert looked(uf2(another, ARM["RP2040"]), force=True)() == "RP2040"
    for old in ("1.23.0", "1.18-128-g2ea21abae", "1.23.0-preview.12.g0a1b2c3d4"):
        assert code_of(looked(uf2(program(MACHINES["RP2040"], old), ARM["RP2040"]))) == "old-micropython", old
    assert looked(uf2(program(MACHINES["RP2040"], "1.24.0"), ARM["RP2040"]))() == "RP2040"
    assert code_of(looked(uf2(program(MACHINES["RP2040"]), 0x12345678))) == "wrong-uf2"


def test_a_file_without_bluetooth_is_told_and_a_file_for_both_chips_does(tmp_path: Path) -> None:
    (tmp_path / "pico").write_bytes(uf2(program("Raspberry Pi Pico with RP2040"), ARM["RP2040"]))
    assert read_image(tmp_path / "pico").ours and not read_image(tmp_path / "pico").radio
    (tmp_path / "both").write_bytes(b"".join(uf2(program(MACHINES[chip]), ARM[chip]) for chip in ARM))
    assert {fits(read_image(tmp_path / "both"), plugged(BootRom(chip))) for chip in ARM} == set(ARM)


def test_a_drive_that_goes_away_while_it_is_written_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    print(f"seed {SEED}")
    monkeypatch.setattr(flashing, "PIECE", 4 * BLOCK)
    image = read_image(file_for(tmp_path, "RP2040", size=20_000))
    blocks = len(image.data) // BLOCK
    pulled = BootRom("RP2040", leaves_after=Random(SEED).randrange(1, blocks - 8))
    assert code_of(lambda: flash(image, plugged(pulled))) == "drive-gone"
    assert not pulled.started
    again = BootRom("RP2040")
    flash(image, plugged(again))
    assert again.started


def test_full_protected_and_deaf_drives_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "PIECE", 4 * BLOCK)
    monkeypatch.setattr(flashing, "LEAVE_SECONDS", 0.2)
    image = read_image(file_for(tmp_path, "RP2040"))
    full = plugged(BootRom("RP2040"), room=8 * BLOCK)
    assert code_of(lambda: flash(image, full)) == "drive-full"
    assert full.files() == [INFO]
    assert code_of(lambda: flash(image, plugged(BootRom("RP2040"), protected=True))) == "drive-protected"
    deaf = plugged(BootRom("RP2040", deaf=True))
    assert code_of(lambda: flash(image, deaf)) == "not-taken"
    assert deaf.files() == [INFO]


def test_a_drive_without_room_is_refused_before_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drive = plugged(BootRom("RP2040"))
    monkeypatch.setattr(drive, "free", lambda: 2000)
    assert code_of(lambda: fits(read_image(file_for(tmp_path, "RP2040")), drive)) == "drive-full"
    assert drive.files() == [INFO]


def test_drives_of_other_boards_and_programs_are_refused_by_name(tmp_path: Path) -> None:
    image = read_image(file_for(tmp_path, "RP2040"))
    other = plugged(BootRom("RP2040"), info="TinyUF2 Bootloader\nModel: Gadget\nBoard-ID: SAMD51G19A-Gadget-v0\n")
    assert code_of(lambda: fits(image, other)) == "other-boot-drive"
    (tmp_path / "CIRCUITPY").mkdir()
    assert code_of(lambda: fits(image, BootDrive(tmp_path / "CIRCUITPY"))) == "no-boot-drive"
    (tmp_path / "CIRCUITPY" / "boot_out.txt").write_text("Adafruit CircuitPython 9.2.1; Raspberry Pi Pico W\n")
    assert code_of(lambda: fits(image, BootDrive(tmp_path / "CIRCUITPY"))) == "circuitpython"


def test_the_chip_is_read_from_the_drive() -> None:
    for board, chip in (
        *((label, chip) for chip, label in LABELS.items()),
        ("ESP32-S3-DevKitC-1", "ESP32S3"),
        ("x", ""),
    ):
        assert chip_of_info(f"UF2 Bootloader v1.0\r\nModel: x\r\nBoard-ID: {board}\r\n") == chip
    assert chip_of_info("") == ""
    assert set(FAMILIES.values()) == {*LABELS, "ESP32S3"}


# -- finding boards in boot mode ---------------------------------------------------------------------


class Computer:
    """The devices plugged into the computer: mounted drives, USB devices, boards with a port."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.ports: list[str] = []
        self.usb = folder / "usb"
        self.usb.mkdir()
        self._mounts = folder / "mounts"
        self._mounts.write_text("proc /proc proc rw 0 0\n/dev/sda1 / ext4 rw 0 0\nshort\n")
        find, look = bootdrive._mounted, bootdrive.waiting
        patch.setattr(sys, "platform", "linux")
        patch.setattr(bootdrive, "_mounted", lambda: find(self._mounts))
        for where in ("lairkeeper.board.bootdrive.waiting", "lairkeeper.board.serial.waiting"):
            patch.setattr(where, lambda: look(self.usb))
        patch.setattr("lairkeeper.board.discover", self.discover)
        patch.setattr("lairkeeper.board.serial.discover", self.discover)
        patch.setattr(at_board, "PLUG_SECONDS", 0.05)
        patch.setattr(flashing, "LEAVE_SECONDS", 0.2)
        patch.setattr(sys.modules["lairkeeper.cli.board_flash"], "START_SECONDS", 0.2)

    def discover(self) -> list[SerialFinder]:
        return [SerialFinder(port) for port in self.ports]

    def plug(self, chip: str, mounted: bool = True, name: str = "") -> Path:
        """Plug in a board in boot mode."""
        number = len(list(self.usb.iterdir()))
        device = self.usb / f"1-{number}"
        device.mkdir()
        (device / "idVendor").write_text("2e8a\n")
        (device / "idProduct").write_text({"RP2040": "0003\n", "RP2350": "000f\n"}[chip])
        path = self.folder / (name or f"{LABELS[chip]} {number}")
        if mounted:
            path.mkdir()
            (path / INFO).write_text(f"UF2 Bootloader v3.0\nBoard-ID: {LABELS[chip]}\n")
            with self._mounts.open("a") as table:
                table.write(f"/dev/sdb1 {str(path).replace(' ', chr(92) + '040')} vfat rw 0 0\n")
        return path


@pytest.fixture
def computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Computer:
    return Computer(tmp_path, monkeypatch)


def run(*words: str) -> Result:
    return CliRunner().invoke(verbs, list(words))


@pytest.mark.parametrize(("chip", "page"), [("RP2040", "RPI_PICO_W"), ("RP2350", "RPI_PICO2_W")])
def test_a_board_in_boot_mode_is_found_and_its_file_named(computer: Computer, chip: str, page: str) -> None:
    path = computer.plug(chip)
    assert [(each.chip, each.drive) for each in waiting(computer.usb)] == [(chip, str(path))]
    for words in (("list",), ("list", "--lang", "fr"), ("info",), ("doctor",)):
        done = run(*words)
        assert PAGE.format(page) in done.output and str(path) in done.output and chip in done.output, words
        assert done.exit_code == (0 if words[0] == "list" else 1)
    assert run("list", "--json").output == f'[{{"port": "", "serial": "", "boot": "{chip}", "drive": "{path}"}}]\n'
    with pytest.raises(PortError, match="boot-mode"):
        AnyBoard().open()


def test_a_board_whose_drive_is_not_mounted_is_found_by_its_usb_numbers(computer: Computer, tmp_path: Path) -> None:
    computer.plug("RP2350", mounted=False)
    done = run("list")
    assert "/dev/disk/by-label/RP2350" in done.output and PAGE.format("RPI_PICO2_W") in done.output
    assert "is not open" in run("flash", str(file_for(tmp_path, "RP2350"))).output
    computer.plug("RP2040")
    assert [(each.chip, bool(each.drive)) for each in waiting(computer.usb)] == [("RP2040", True), ("RP2350", False)]


def test_a_board_with_a_port_goes_before_one_in_boot_mode(computer: Computer) -> None:
    computer.plug("RP2040")
    computer.ports = ["/dev/ttyACM0"]
    assert at_board.named(None) == "/dev/ttyACM0"
    assert run("list").output.splitlines()[0].strip() == "/dev/ttyACM0"


def test_flash_finds_the_drive_and_says_where_the_board_is_then(
    computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = computer.plug("RP2040")
    file = file_for(tmp_path, "RP2040")

    def leave(drive: BootDrive) -> bool:
        written = path / NAME
        if written.is_file() and written.stat().st_size == file.stat().st_size:
            computer.ports = ["/dev/ttyACM7"]
            return False
        return True

    monkeypatch.setattr(BootDrive, "there", leave)
    done = run("flash", str(file))
    assert done.exit_code == 0 and "/dev/ttyACM7" in done.output and "board install" in done.output, done.output
    assert (path / NAME).read_bytes() == file.read_bytes()
    computer.ports = []
    monkeypatch.setattr(computer, "discover", list)
    (path / NAME).unlink()
    monkeypatch.setattr("lairkeeper.board.discover", list)
    done = run("flash", str(file), "--lang", "fr")
    assert done.exit_code == 1 and "n'a pas démarré en" in done.output


def test_two_boot_drives_are_named_and_neither_is_written(computer: Computer, tmp_path: Path) -> None:
    paths = [computer.plug("RP2040"), computer.plug("RP2350")]
    done = run("flash", str(file_for(tmp_path, "RP2040")))
    assert done.exit_code == 1 and all(str(path) in done.output for path in paths)
    assert [len(list(path.iterdir())) for path in paths] == [1, 1]
    assert run("flash", str(file_for(tmp_path, "RP2350")), "--drive", str(paths[0])).exit_code == 1
    assert [path.name for path in paths[0].iterdir()] == [INFO]


def test_without_a_boot_drive_the_next_step_is_named(computer: Computer, tmp_path: Path) -> None:
    done = run("flash", str(file_for(tmp_path, "RP2040")))
    assert done.exit_code == 1 and "Hold BOOTSEL" in done.output


def test_a_drive_that_vanishes_or_may_not_be_read_is_none(computer: Computer) -> None:
    path = computer.plug("RP2040")
    (path / INFO).unlink()
    assert drives() == []
    (path / INFO).mkdir()
    assert drives() == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which only Linux has")
def test_a_real_folder_that_is_full_is_told(computer: Computer, tmp_path: Path) -> None:
    path = computer.plug("RP2040")
    (path / NAME).symlink_to("/dev/full")
    image = read_image(file_for(tmp_path, "RP2040"))
    assert code_of(lambda: flash(image, BootDrive(path))) == "drive-full"
    assert [each.name for each in path.iterdir()] == [INFO], "what was written in part is taken back"


def test_an_error_of_the_last_piece_counts_only_while_the_drive_is_there(
    computer: Computer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that starts may take its drive away before the system has heard that all was written."""
    image = read_image(file_for(tmp_path, "RP2040"))
    path = computer.plug("RP2040")

    def fails(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    assert code_of(lambda: flash(image, BootDrive(path))) == "drive-fails"
    monkeypatch.setattr(BootDrive, "there", lambda _: False)
    flash(image, BootDrive(path))
