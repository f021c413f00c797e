"""Writing to standard output: in any encoding, into a closed pipe, onto a full disk."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from io import TextIOWrapper
from typing import Final

CLOSED_PIPE_STATUS: Final = 141
"""The status that a shell reports for a program that wrote into a closed pipe: 128 + SIGPIPE."""
_WRITING: Final = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)


class OutputError(Exception):
    """Standard output takes nothing more; ``leave`` says so and gives the exit status."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self._error = error

    def leave(self) -> int:
        """Say why, where there is something to do, and keep Python from writing again at its end."""
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if self._error.errno == errno.EPIPE:
            return CLOSED_PIPE_STATUS
        why = self._error.strerror or str(self._error)
        with contextlib.suppress(OSError):
            print(
                f"lairkeeper: the output cannot be written ({why}). Free some room, or write it elsewhere.",
                file=sys.stderr,
            )
        return 1


def ready() -> None:
    """Let names in any script through: as UTF-8 into files and pipes, escaped on a terminal that cannot show them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def settled() -> None:
    """Write what is still held back, while a failure can still be told."""
    sys.stdout.flush()


def output_error(error: Exception) -> OutputError | None:
    """Return an error about standard output as an OutputError; None when it is about something else."""
    if isinstance(error, BrokenPipeError) or (
        isinstance(error, OSError) and error.errno in _WRITING and not error.filename
    ):
        return OutputError(error)
    return None
