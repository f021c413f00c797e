"""A board in boot mode: the drive that its ROM shows, a FAT volume behind which blocks of UF2 files become flash.

As the ROM does (RP2040 datasheet, 2.8.4; RP2350 datasheet, 5.5) it does not care which file a block is in: every
sector that is written is looked at, blocks of its own family fill the flash, and the board starts when all have come.
"""

from __future__ import annotations

import errno
import io
import struct
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from pyfatfs.PyFat import PyFat
from pyfatfs.PyFatFS import PyFatBytesIOFS

from lairkeeper.board.bootdrive import INFO
from lairkeeper.board.uf2 import ANYWHERE, BLOCK, END, FAMILIES, HAS_FAMILY, MAGIC

VOLUME = 16 << 20
PAYLOAD = 256
FLASH = 0x10000000
LABELS = {"RP2040": "RPI-RP2", "RP2350": "RP2350"}
OWN = {"RP2040": (0xE48BFF56,), "RP2350": (0xE48BFF59, 0xE48BFF5B)}


class Sectors(io.BytesIO):
    """The volume's bytes. Every whole sector that is written goes by `rom` before the host is told that it is there."""

    rom: BootRom | None = None

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        """Write, as far as the board lets."""
        at = self.tell()
        if self.rom is not None:
            self.rom.look()
        done = super().write(data)
        whole = self.getvalue() if at % BLOCK else b""
        for sector in range(at // BLOCK, (at + len(data)) // BLOCK):
            piece = whole[sector * BLOCK :][:BLOCK] if at % BLOCK else data[sector * BLOCK - at :][:BLOCK]
            if self.rom is not None:
                self.rom.take(bytes(piece))
        return done

    def read(self, size: int | None = -1, /) -> bytes:
        """Read, while the board is there."""
        if self.rom is not None:
            self.rom.look()
        return super().read(size)


class BootRom:
    """The chip. ``flash`` is what it wrote, by address; ``started`` once all blocks came; ``refused`` counts others.

    ``leaves_after``: blocks after which somebody pulls its plug. ``deaf``: it takes nothing, as one whose flash fails.
    """

    def __init__(self, chip: str, leaves_after: int | None = None, deaf: bool = False) -> None:
        self.chip = chip
        self.flash: dict[int, bytes] = {}
        self.refused = 0
        self.started = False
        self.gone = False
        self._leaves_after = leaves_after
        self._deaf = deaf
        self._came: set[int] = set()

    def look(self) -> None:
        """Raise OSError once the board is not there any more."""
        if self.gone:
            raise OSError(errno.EIO, "Input/output error")

    def take(self, sector: bytes) -> None:
        """Treat one sector as the ROM does."""
        self.look()
        if len(sector) < BLOCK or struct.unpack_from("<2I", sector) != MAGIC:
            return
        flags, address, size, number, of, family = struct.unpack_from("<6I", sector, 8)
        ours = flags & HAS_FAMILY and (family in OWN[self.chip] or (family == ANYWHERE and self.chip == "RP2350"))
        good = struct.unpack_from("<I", sector, BLOCK - 4)[0] == END and size == PAYLOAD and not address % PAYLOAD
        if self._deaf or not (ours and good):
            self.refused += 1
            return
        self.flash[address] = sector[32 : 32 + size]
        if family != ANYWHERE:
            self._came.add(number)
            self.started = len(self._came) == of
        self.gone = self.started or len(self.flash) == self._leaves_after


class FatDrive:
    """The drive as the host's system shows it: files on the FAT volume of a `BootRom`, errors as OSError.

    ``protected``: mounted read-only. ``room``: bytes that are left on it.
    """

    def __init__(self, rom: BootRom, info: str | None = None, protected: bool = False, room: int = VOLUME) -> None:
        self.name = f"/media/{LABELS[rom.chip]}"
        self.rom = rom
        self._protected = protected
        self._room = room
        self._sectors = Sectors(_formatted(LABELS[rom.chip]))
        self._files = PyFatBytesIOFS(self._sectors, encoding="ascii")
        self._files.writetext(INFO, info or f"UF2 Bootloader v3.0\nModel: Raspberry Pi\nBoard-ID: {LABELS[rom.chip]}\n")
        self._sectors.rom = rom

    def close(self) -> None:
        """Let go of it, whatever state the board is in: the library writes once more."""
        self._sectors.rom = None
        self._files.close()

    def read(self, name: str) -> str:
        """Return the text of a small file, or an empty text when the file or the board is gone."""
        if self.rom.gone or not self._files.exists(name):
            return ""
        return str(self._files.readtext(name))

    def there(self) -> bool:
        """Return True while the board is plugged in and in boot mode."""
        return not self.rom.gone

    def free(self) -> int:
        """Bytes of room, as the system tells; what it tells of a drive that fills up meanwhile is too much."""
        self.rom.look()
        return VOLUME

    def write(self, name: str, pieces: Iterable[bytes]) -> Iterator[int]:
        """Write a file."""
        if self._protected:
            raise OSError(errno.EROFS, "Read-only file system")
        done = 0
        with self._files.openbin(name, "w") as file:
            for piece in pieces:
                if done + len(piece) > self._room:
                    raise OSError(errno.ENOSPC, "No space left on device")
                file.write(piece)
                file.flush()
                done += len(piece)
                yield done

    def remove(self, name: str) -> None:
        """Take back a file."""
        if not self.rom.gone:
            self._files.remove(name)

    def files(self) -> list[str]:
        """Return the names of the files on the drive."""
        return sorted(self._files.listdir("/"))


def _formatted(label: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "volume.img"
        with image.open("wb") as file:
            file.truncate(VOLUME)
        fat = PyFat()
        fat.mkfs(str(image), fat_type=PyFat.FAT_TYPE_FAT16, size=VOLUME, label=label)
        fat.close()
        return image.read_bytes()


def program(machine: str, version: str = "1.28.0", size: int = 6000, rng: Random | None = None) -> bytes:
    """Return a program's bytes: MicroPython's sentences about itself between two runs of random bytes."""
    chance = rng or Random(size)
    said = b"MicroPython v%s on 2026-04-09\0; %s\0" % (version.encode(), machine.encode())
    noise = chance.randbytes(size)
    at = chance.randrange(size)
    return noise[:at] + b"\0" + said + noise[at:]


def uf2(data: bytes, family: int, first: int = FLASH) -> bytes:
    """Return the UF2 file of a program as MicroPython's build makes it.

    It has 256 bytes a block, and one block more for the RP2350.
    """
    count = -(-len(data) // PAYLOAD)
    extra = [_block(b"", ANYWHERE, 0x10FFFF00, 0, 2)] if FAMILIES.get(family) == "RP2350" else []
    parts = [data[i * PAYLOAD :][:PAYLOAD] for i in range(count)]
    return b"".join([*extra, *(_block(part, family, first + i * PAYLOAD, i, count) for i, part in enumerate(parts))])


def _block(data: bytes, family: int, address: int, number: int, of: int) -> bytes:
    header = struct.pack("<8I", *MAGIC, HAS_FAMILY, address, PAYLOAD, number, of, family)
    return header + data.ljust(PAYLOAD, b"\0").ljust(476, b"\0") + struct.pack("<I", END)
