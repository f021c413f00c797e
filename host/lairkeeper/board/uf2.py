"""A UF2 file as a boot drive takes it: blocks of 512 bytes, each with its address, its number and the chip it is for.

The format is https://github.com/microsoft/uf2; what the chips take of it: RP2040 datasheet, 2.8.4.2, and RP2350
datasheet, 5.5.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lairkeeper.board.release import chip_of
from lairkeeper.board.repl import ReplError

BLOCK: Final = 512
HEADER: Final = struct.Struct("<8I")
"""Two magic numbers, flags, address, bytes of payload, number of the block, how many there are, family."""
MAGIC: Final = (0x0A324655, 0x9E5D5157)
END: Final = 0x0AB16F30
HAS_FAMILY: Final = 0x2000
ANYWHERE: Final = 0xE48BFF57
"""The family of the single block that mends erratum E10 of the RP2350; it counts two where there is one."""
FAMILIES: Final = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350", 0xE48BFF5B: "RP2350", 0xC47E5767: "ESP32S3"}
OLDEST: Final = (1, 24)
LARGEST: Final = 64 << 20
"""Bytes; a flash of 16 MB, the most that these chips address, fills half of it."""
_ELSEWHERE: Final = 1
"""The flag of a block that is not for the flash."""
_VERSION = re.compile(rb"MicroPython v(\d+\.\d+\b[-.\w]*) on ")
_MACHINE = re.compile(rb"([A-Za-z0-9][\x20-\x3a\x3c-\x7e]{2,60} with (?:RP2040|RP2350|ESP32S3))\0")
"""The name that its MicroPython will give the board, ``sys.implementation._machine``."""


@dataclass(frozen=True, slots=True)
class Image:
    """A whole UF2 file.

    ``chips`` are those that it has a program for. ``version`` and ``machine`` are what the MicroPython in it says of
    itself, "" where it is another program.
    """

    path: Path
    data: bytes
    chips: frozenset[str]
    version: str
    machine: str

    @property
    def ours(self) -> bool:
        """Return True for a MicroPython on which the firmware runs."""
        return bool(self.version) and chip_of(self.machine) is not None

    @property
    def old(self) -> bool:
        """Return True for a MicroPython that is older than the firmware needs."""
        return self.ours and tuple(map(int, re.findall(r"\d+", self.version)[:2])) < OLDEST

    @property
    def radio(self) -> bool:
        """Return True when it has Bluetooth: a Pico W runs the MicroPython of a Pico too, and then has none."""
        return not self.machine.startswith("Raspberry Pi Pico") or " W with " in self.machine


def read_image(path: Path) -> Image:
    """Read and check a file.

    Raises ReplError ``no-uf2`` for one that is not UF2 or was damaged, ``cut-uf2`` for one of which blocks are missing.
    """
    try:
        data = path.read_bytes() if path.is_file() and path.stat().st_size <= LARGEST else b""
    except OSError as error:
        raise ReplError("no-uf2", path=str(path)) from error
    if data[:8] != struct.pack("<2I", *MAGIC):
        raise ReplError("no-uf2", path=str(path))
    whole = len(data) // BLOCK
    numbers: dict[int, set[int]] = {}
    wanted: dict[int, int] = {}
    for flags, _, _, number, of, family in blocks(path, data):
        if flags & _ELSEWHERE:
            continue
        kind = family if flags & HAS_FAMILY else 0
        numbers.setdefault(kind, set()).add(number)
        wanted[kind] = max(wanted.get(kind, 0), of)
    wanted.pop(ANYWHERE, None)
    missing = sum(len(set(range(of)) - numbers[kind]) for kind, of in wanted.items())
    if len(data) % BLOCK or missing or not wanted:
        raise ReplError("cut-uf2", path=str(path), n=whole, of=sum(wanted.values()) or whole + 1)
    chips = frozenset(FAMILIES.get(kind, "another chip") for kind in wanted)
    version, machine = _program(path, data)
    return Image(path, data, chips, version, machine)


def blocks(path: Path, data: bytes) -> Iterator[tuple[int, int, int, int, int, int]]:
    """Yield flags, address, bytes of payload, number, how many, family of each whole block.

    Raises ReplError ``no-uf2`` for a block without its magic numbers.
    """
    for at in range(0, len(data) - BLOCK + 1, BLOCK):
        first, second, *fields = HEADER.unpack_from(data, at)
        if (first, second) != MAGIC or struct.unpack_from("<I", data, at + BLOCK - 4)[0] != END:
            raise ReplError("no-uf2", path=str(path))
        flags, address, size, number, of, family = fields
        yield flags, address, size, number, of, family


def _program(path: Path, data: bytes) -> tuple[str, str]:
    """Return the version and the board's name that a MicroPython has in its read-only data."""
    sizes = [size for _, _, size, _, _, _ in blocks(path, data)]
    flash = b"".join(data[i * BLOCK + 32 : i * BLOCK + 32 + min(size, 476)] for i, size in enumerate(sizes))
    version, machine = _VERSION.search(flash), _MACHINE.search(flash)
    named = machine[1].decode("ascii") if machine else ""
    return (version[1].decode("ascii") if version else ""), named
