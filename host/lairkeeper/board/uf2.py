"""MicroPython itself, from a local UF2 file onto the boot drive that a Pico shows while BOOTSEL is held."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lairkeeper.board.repl import ReplError

BLOCK: Final = 512
_MAGIC: Final = (0x0A324655, 0x9E5D5157)
_FAMILIES: Final = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5B: "RP2350", 0xC47E5767: "ESP32S3"}
_DRIVES: Final = {"RPI-RP2": "RP2040", "RP2350": "RP2350"}
INFO: Final = "INFO_UF2.TXT"


def chip_of_file(path: Path) -> str:
    """The chip that the file is for, "" when it does not say. Raises ReplError ``no-uf2`` for any other file."""
    data = path.read_bytes()
    if len(data) < BLOCK or len(data) % BLOCK:
        raise ReplError("no-uf2", path=str(path))
    magic = struct.unpack_from("<II", data)
    flags, family = struct.unpack_from("<I", data, 8)[0], struct.unpack_from("<I", data, 28)[0]
    if magic != _MAGIC:
        raise ReplError("no-uf2", path=str(path))
    return _FAMILIES.get(family, "") if flags & 0x2000 else ""


def drives() -> list[Path]:
    """Boot drives that are mounted now."""
    return [path for path in _mounted() if (path / INFO).is_file()]


def chip_of_drive(drive: Path) -> str:
    """The chip whose boot drive this is, "" when it is not known. Raises ReplError ``no-boot-drive``."""
    try:
        said = (drive / INFO).read_text("utf-8", "replace")
    except OSError as error:
        raise ReplError("no-boot-drive", path=str(drive)) from error
    board = next((line.partition(":")[2].strip() for line in said.splitlines() if line.startswith("Board-ID")), "")
    return next((chip for name, chip in _DRIVES.items() if name in board), "")


def flash(path: Path, drive: Path) -> int:
    """Copy the file onto the drive, which then vanishes; bytes copied. Raises ReplError ``wrong-uf2``."""
    wanted, chip = chip_of_file(path), chip_of_drive(drive)
    if wanted and chip and wanted != chip:
        raise ReplError("wrong-uf2", path=str(path), wanted=wanted, chip=chip)
    data = path.read_bytes()
    with (drive / path.name).open("wb") as target:
        target.write(data)
        target.flush()
        os.fsync(target.fileno())
    return len(data)


def _mounted() -> Iterator[Path]:
    if sys.platform == "win32":
        yield from (Path(f"{letter}:/") for letter in "DEFGHIJKLMNOPQRSTUVWXYZ")
        return
    user = os.environ.get("USER", "")
    for folder in (Path("/media") / user, Path("/run/media") / user, Path("/media"), Path("/Volumes")):
        if folder.is_dir():
            yield from sorted(folder.iterdir())
