"""Boards in boot mode: a Pico that was plugged in with BOOTSEL held shows a small drive, and waits for a UF2 file."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

INFO: Final = "INFO_UF2.TXT"
CIRCUITPYTHON: Final = "boot_out.txt"
"""The file that CircuitPython writes onto the drive that a board shows while it runs."""
CHIPS: Final = {"RPI-RP2": "RP2040", "RP2350": "RP2350", "ESP32S3": "ESP32S3"}
"""Parts of the Board-ID that INFO_UF2.TXT gives, and the chip that waits there."""
USB: Final = {"2e8a:0003": "RP2040", "2e8a:000f": "RP2350"}
"""VID and PID of the boot mode itself, for where its drive is not mounted."""
LABELS: Final = {"RP2040": "RPI-RP2", "RP2350": "RP2350"}
"""The volume labels of the drives."""
DOWNLOADS: Final = {
    "RP2040": ("Pico W", "RPI_PICO_W"),
    "RP2350": ("Pico 2 W", "RPI_PICO2_W"),
    "ESP32S3": ("ESP32-S3", "ESP32_GENERIC_S3"),
}
"""The board that the firmware was made for, and its page at micropython.org."""
PAGE: Final = "https://micropython.org/download/{}/"
_ESCAPED = re.compile(r"\\([0-7]{3})")


@dataclass(frozen=True, slots=True)
class WaitingBoard:
    """A board in boot mode; ``drive`` is where its drive is mounted, "" where it is not."""

    chip: str
    drive: str

    @property
    def words(self) -> dict[str, Any]:
        """Return the words of the sentences ``boot-mode`` and ``boot-unmounted``."""
        board, page = DOWNLOADS[self.chip]
        label = LABELS.get(self.chip, "")
        return {"board": board, "chip": self.chip, "url": PAGE.format(page), "drive": self.drive, "label": label}

    @property
    def code(self) -> str:
        """Return the key of the sentence that says what to do."""
        return "boot-mode" if self.drive else "boot-unmounted"


class BootDrive:
    """A folder that a drive is mounted on. All that is done to it raises OSError as the system does."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def read(self, name: str) -> str:
        """Return a small text on it, or "" when there is none."""
        try:
            with (self._path / name).open("rb") as file:
                if hasattr(os, "posix_fadvise"):  # what the system keeps of a drive that has gone is no drive
                    os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return file.read(4096).decode("utf-8", "replace")
        except OSError:
            return ""

    def there(self) -> bool:
        """Return True while it is mounted: a boot drive goes away as soon as all blocks have come."""
        return bool(self.read(INFO))

    def free(self) -> int:
        """Return the bytes that it says it has room for."""
        return shutil.disk_usage(self._path).free

    def write(self, name: str, pieces: Iterable[bytes]) -> Iterator[int]:
        """Write a file, and yield after each piece, once the drive has it, how many bytes are there."""
        done = 0
        with (self._path / name).open("wb", buffering=0) as file:
            for piece in pieces:
                rest = memoryview(piece)
                while rest:
                    rest = rest[file.write(rest) :]
                os.fsync(file.fileno())
                done += len(piece)
                yield done

    def remove(self, name: str) -> None:
        """Take back what was written in part."""
        with contextlib.suppress(OSError):
            (self._path / name).unlink()


def drives() -> list[Path]:
    """Return the boot drives that are mounted now, those of other makes of board too."""
    return [path for path in _mounted() if BootDrive(path).there()]


def chip_of_info(info: str) -> str:
    """Return the chip that an INFO_UF2.TXT is of, or "" when the firmware was not made for it."""
    board = board_of_info(info).upper().replace("ESP32-S3", "ESP32S3")
    return next((chip for name, chip in CHIPS.items() if name in board), "")


def board_of_info(info: str) -> str:
    """Return the Board-ID in an INFO_UF2.TXT, or "" when there is none."""
    return next((line.partition(":")[2].strip() for line in info.splitlines() if line.startswith("Board-ID")), "")


def waiting(usb: Path = Path("/sys/bus/usb/devices")) -> list[WaitingBoard]:
    """Return the boards in boot mode that the firmware was made for.

    ``usb`` is the folder in which Linux lists what is plugged in; Windows and macOS mount these drives by themselves.
    """
    mounted = [(chip_of_info(BootDrive(path).read(INFO)), str(path)) for path in drives()]
    found = [WaitingBoard(chip, path) for chip, path in mounted if chip]
    plugged = [USB[each] for each in _plugged(usb) if each in USB]
    for chip in sorted(set(plugged)):
        unseen = plugged.count(chip) - sum(each.chip == chip for each in found)
        found += [WaitingBoard(chip, "")] * unseen
    return found


def _plugged(usb: Path) -> Iterator[str]:
    """Yield VID and PID of every USB device, as four hex digits each (Linux)."""
    for device in sorted(usb.glob("*")):
        with contextlib.suppress(OSError):
            yield ":".join((device / name).read_text("ascii").strip() for name in ("idVendor", "idProduct"))


def _mounted(table: Path = Path("/proc/self/mounts")) -> Iterator[Path]:
    """Yield the folders on which a boot drive may be mounted."""
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ")
        return
    if sys.platform == "darwin":
        with contextlib.suppress(OSError):
            yield from sorted(Path("/Volumes").iterdir())
        return
    with contextlib.suppress(OSError):
        lines = [line.split(" ") for line in table.read_text("utf-8", "surrogateescape").splitlines()]
        # proc(5): space, tab, newline and backslash of a path are three octal digits.
        yield from (Path(_ESCAPED.sub(_unescaped, line[1])) for line in lines if line[2:3] == ["vfat"])


def _unescaped(match: re.Match[str]) -> str:
    return chr(int(match[1], 8))
