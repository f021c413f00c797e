"""Putting MicroPython itself on a board in boot mode: looked at before anything is written, watched until the end."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Protocol

from lairkeeper.board.bootdrive import CIRCUITPYTHON, INFO, board_of_info, chip_of_info
from lairkeeper.board.repl import ReplError
from lairkeeper.board.uf2 import Image

NAME: Final = "FIRMWARE.UF2"
PIECE: Final = 64 << 10
"""Bytes between two looks whether the drive has them. What is on the way when the drive goes is at most this."""
LEAVE_SECONDS: Final = 10.0
"""For the board to go away, once it has all blocks."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_PROTECTED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})


class Drive(Protocol):
    """A drive that may be a boot drive. All but `read` and `there` raise OSError."""

    name: str

    def read(self, name: str) -> str:
        """Return a small text on it, or "" when there is none."""

    def there(self) -> bool:
        """Return True while it is there."""

    def free(self) -> int:
        """Return the bytes of room."""

    def write(self, name: str, pieces: Iterable[bytes]) -> Iterator[int]:
        """Yield how many bytes are there after each piece."""

    def remove(self, name: str) -> None:
        """Take back a file."""


def fits(image: Image, drive: Drive, *, force: bool = False) -> str:
    """Check that the file belongs on the drive, and return the drive's chip.

    ``force`` accepts any program. Raises ReplError ``no-boot-drive``, ``circuitpython``, ``other-boot-drive``,
    ``wrong-uf2``, ``other-program``, ``old-micropython``, ``drive-gone`` or ``drive-full``; nothing was written then.
    """
    info = drive.read(INFO)
    if not info:
        raise ReplError("circuitpython" if drive.read(CIRCUITPYTHON) else "no-boot-drive", path=drive.name)
    chip = chip_of_info(info)
    if not chip:
        raise ReplError("other-boot-drive", path=drive.name, board=board_of_info(info) or "?")
    if chip not in image.chips:
        wanted = " ".join(sorted(image.chips))
        raise ReplError("wrong-uf2", path=str(image.path), wanted=wanted, chip=chip)
    if not (image.ours or force):
        raise ReplError("other-program", path=str(image.path))
    if image.old and not force:
        raise ReplError("old-micropython", path=str(image.path), version=image.version)
    try:
        room = drive.free()
    except OSError as error:
        raise ReplError("drive-gone", path=drive.name) from error
    if room < len(image.data):
        raise ReplError("drive-full", path=drive.name)
    return chip


def flash(image: Image, drive: Drive, say: Callable[[int], None] = lambda _: None) -> None:
    """Write the file onto the drive, and wait until the board has taken it: the drive goes away then.

    ``say`` is told how many bytes are there. Raises ReplError ``drive-full``, ``drive-protected``, ``drive-gone``,
    ``drive-fails`` or ``not-taken``. The boot mode is in the chip's ROM: whatever happens, it can be done again.
    """
    pieces = [image.data[at : at + PIECE] for at in range(0, len(image.data), PIECE)]
    handed = 0

    def counted() -> Iterator[bytes]:
        nonlocal handed
        for piece in pieces:
            handed += len(piece)
            yield piece

    try:
        for done in drive.write(NAME, counted()):
            say(done)
    except OSError as error:
        # The board starts as soon as it has the last block, and may not answer for it any more.
        if handed < len(image.data) or drive.there():
            raise _in_words(error, drive) from error
    _wait_until_gone(drive)


def _in_words(error: OSError, drive: Drive) -> ReplError:
    if error.errno in _FULL:
        drive.remove(NAME)
        return ReplError("drive-full", path=drive.name)
    if error.errno in _PROTECTED:
        return ReplError("drive-protected", path=drive.name)
    return ReplError("drive-fails" if drive.there() else "drive-gone", path=drive.name)


def _wait_until_gone(drive: Drive) -> None:
    end = time.monotonic() + LEAVE_SECONDS
    while drive.there():
        if time.monotonic() >= end:
            drive.remove(NAME)
            raise ReplError("not-taken", path=drive.name)
        time.sleep(0.05)
