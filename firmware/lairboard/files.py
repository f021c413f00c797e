"""The flash as the journal sees it: whole files, written, appended to or removed.

Tests put a disk that can fail in its place.
"""

import os


class Files:
    """Files of one folder. OSError when the flash is full or broken."""

    def __init__(self, folder="."):
        self._folder = folder

    def read(self, name):
        """Return all of a file; empty when there is none."""
        try:
            with open(self._path(name), "rb") as f:
                return f.read()
        except OSError:
            return b""

    def append(self, name, *pieces):
        """Add to a file; after this returns, a power cut leaves it there."""
        self._put(name, "ab", pieces)

    def write(self, name, *pieces):
        """Put a file in the place of what is there; a power cut leaves the old or the new one."""
        self._put(name, "wb", pieces)

    def remove(self, name):
        """Make sure that there is no such file."""
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != 2:  # ENOENT
                raise

    def _put(self, name, mode, pieces):
        # Piece by piece: a heap that is broken up may have no room for all of them in a row.
        with open(self._path(name), mode) as f:
            for piece in pieces:
                f.write(piece)

    def _path(self, name):
        return "%s/%s" % (self._folder, name)
