"""A file that only grows, by whole lines: what was added is on the disk, and a line that was cut off is not there."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final

from .sink import SinkError

_LONGEST: Final = 1 << 20
"""Bytes of a line at most; a file without an end of line in so many is none of ours."""


class GrowingFile:
    """A file of lines. ``head`` is its first line, if it has one of its own; ``fits`` knows a first line of ours.

    Raises ``SinkError`` for a place where no file can be. It is opened for each addition, so it may be moved away at
    any time: the next line begins a new one.
    """

    def __init__(self, where: str, head: str, fits: Callable[[str], bool]) -> None:
        self.path = Path(where).absolute()
        self._head = head.encode()
        self._fits = fits
        if not self.path.parent.is_dir():
            raise SinkError(f"There is no folder {self.path.parent}. Make it, or name another file.")
        if self.path.exists() and not self.path.is_file():
            raise SinkError(f"{self.path} is no file. Name another one.")

    def add(self, lines: str) -> None:
        """Add whole lines. Raises ``SinkError``, and then nothing was added."""
        try:
            # Unbuffered: what a full disk has not taken must not be written later, when the file is closed.
            with self.path.open("a+b", buffering=0) as file:
                end = self._mend(file)
                left = memoryview((b"" if end else self._head) + lines.encode())
                try:
                    while left:
                        left = left[file.write(left) :]
                    os.fsync(file.fileno())
                except OSError:
                    with suppress(OSError):
                        file.truncate(end)
                    raise
        except OSError as error:
            raise SinkError(error.strerror or str(error)) from None

    def _mend(self, file: FileIO) -> int:
        """Return where to go on: after the last whole line. What a power cut left of another one comes again."""
        file.seek(0)
        first = file.readline(_LONGEST)
        if not first.endswith(b"\n"):  # empty, or not even its first line is whole
            if first and not self._begins(first):
                raise SinkError("the file is another program's: move it away")
            file.truncate(0)
            return 0
        if not self._fits(first.decode(errors="replace")):
            raise SinkError("the file is another program's: move it away")
        end = file.seek(0, os.SEEK_END)
        start = max(0, end - _LONGEST)
        file.seek(start)
        whole = start + file.read().rfind(b"\n") + 1
        if whole < end:
            file.truncate(whole)
        return whole

    def _begins(self, first: bytes) -> bool:
        """Return True when this may be the beginning of a first line of ours."""
        return (self._head or b'{"match":').startswith(first[: len(self._head) or len(b'{"match":')])
