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

    def append(self, name, data):
        """Add to a file; after this returns, a power cut leaves it there."""
        with open(self._path(name), "ab") as f:
            f.write(data)

    def write(self, name, data):
        """Put a file in the place of what is there; a power cut leaves the old or the new one."""
        with open(self._path(name), "wb") as f:
            f.write(data)

    def remove(self, name):
        """Make sure that there is no such file."""
        try:
            os.remove(self._path(name))
        except OSError as error:
            if error.args[0] != 2:  # ENOENT
                raise

    def _path(self, name):
        return "%s/%s" % (self._folder, name)
