"""A board's MicroPython prompt. The only module that knows mpremote: its programming interface may change."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from lairkeeper.board.serial import SerialPort

ENOSPC = 28
CHUNK = 1024
REFUSED: Final = ("flash-full", "board-refused")
"""Codes of what a flash answers that does not take what it is given."""
# MicroPython counts the two blocks of each folder twice: less than none may be free, below 0 or a huge number.
_FACTS = """
import os, sys
s = os.statvfs(".")
free = s[0] * s[3] if 0 <= s[3] <= s[2] else 0
i = sys.implementation
print(repr((getattr(i, "_machine", sys.platform), i.name, ".".join(str(n) for n in i.version[:3]), free)))
"""
_FLASH = """
import os
s = os.statvfs(".")
print(s[0], s[0] * s[3] if 0 <= s[3] <= s[2] else 0)
"""
_MPY = """
import sys
print(getattr(sys.implementation, "_mpy", 0))
"""
_TAKEN = """
import os
block = os.statvfs(".")[0]
def taken(path):
    n = 0
    for entry in os.ilistdir(path):
        name = path + "/" + entry[0]
        n += taken(name) if entry[1] & 0x4000 else (os.stat(name)[6] + block - 1) // block * block
    return n + 2 * block
try:
    print(taken({path!r}))
except OSError:
    print(0)
"""
_TREE = """
import os
def walk(path):
    for entry in os.ilistdir(path or "."):
        name = path + "/" + entry[0] if path else entry[0]
        if entry[1] & 0x4000:
            walk(name)
        else:
            print(name)
walk("")
"""
_TOP_FOLDERS = """
import os
for entry in os.ilistdir():
    if entry[1] & 0x4000:
        print(entry[0])
"""
_FOLDERS = """
import os
for folder in {folders!r}:
    try:
        os.mkdir(folder)
    except OSError as error:
        if error.args[0] != 17:
            raise
"""
_DIGESTS = """
import hashlib
from binascii import hexlify
for path in {paths!r}:
    h = hashlib.sha256()
    try:
        with open(path, "rb") as f:
            while True:
                piece = f.read(512)
                if not piece:
                    break
                h.update(piece)
        print(path, hexlify(h.digest()).decode())
    except OSError:
        pass
"""
_REPLACE = """
import os
try:
    os.rename({new!r}, {old!r})
except OSError:
    os.remove({old!r})
    os.rename({new!r}, {old!r})
"""
_REMOVE = """
import os
def remove(path):
    try:
        if os.stat(path)[0] & 0x4000:
            for entry in list(os.ilistdir(path)):
                remove(path + "/" + entry[0])
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError as error:
        if error.args[0] != 2:
            raise
remove({path!r})
"""
# A file that mpremote could not write stays open, and its last block taken.
_CLOSE = """
try:
    f.close()
except (NameError, OSError):
    pass
"""
_HOLD = """
import sys
r = sys.modules.get("release")
if r and getattr(r, "guard", None):
    r.guard.hold()
"""


class ReplError(Exception):
    """The board's prompt could not be used. ``code`` is a text key of the table ``install``; ``words`` fill it."""

    def __init__(self, code: str, **words: Any) -> None:
        super().__init__(f"{code}: {words}" if words else code)
        self.code = code
        self.words = words


class Repl:
    """The prompt of the board at a port, for as long as a ``with`` lasts; left in its friendly mode.

    Raises PortError when the port cannot be opened, ReplError when no prompt answers there or the board refuses.
    """

    def __init__(self, port: str, patience: float = 3.0) -> None:
        self.port = port
        self._patience = patience
        SerialPort(port).close()  # says in words why not: mpremote would not
        self._board: Any = None

    def __enter__(self) -> Repl:
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                # wait: a process that is started at this moment holds the lock of the port closed above for an instant.
                self._board = SerialTransport(self.port, timeout=2, wait=1)
                self._board.enter_raw_repl(soft_reset=False, timeout_overall=self._patience)
                self._board.exec(_HOLD)  # the guard of a trial that failed would start the board again
        except (TransportError, OSError) as error:
            self.close()
            raise ReplError("no-prompt", port=self.port) from error
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Go back to the friendly prompt, and close the port."""
        if self._board is not None:
            with contextlib.suppress(OSError, TransportError):
                if self._board.in_raw_repl:
                    self._board.exit_raw_repl()
            with contextlib.suppress(OSError):
                self._board.close()
            self._board = None

    def run(self, code: str) -> str:
        """Run code on the board, and return what it printed."""
        with self._in_words():
            return bytes(self._board.exec(code)).decode("utf-8", "replace")
        raise AssertionError

    def facts(self) -> tuple[str, str, str, int]:
        """Return what the board calls itself, the interpreter, its version, and how many bytes of flash are free."""
        found = re.match(r"\('(.*?)', '(.*?)', '(.*?)', (\d+)\)", self.run(_FACTS).strip())
        if found is None:
            raise ReplError("no-micropython", port=self.port)
        return found[1], found[2], found[3], int(found[4])

    def flash(self) -> tuple[int, int]:
        """Return the size of a block of its flash, and how much is free, both in bytes."""
        block, free = self.run(_FLASH).split()
        return int(block), int(free)

    def mpy(self) -> int:
        """Return which compiled files it loads, as ``sys.implementation._mpy`` tells; 0: none."""
        return int(self.run(_MPY))

    def taken(self, folder: str) -> int:
        """Count the bytes of flash that a folder takes, in whole blocks and with its folders; 0 when there is none."""
        return int(self.run(_TAKEN.format(path=folder)))

    def files(self) -> list[str]:
        """Return the path of every file on its flash."""
        return self.run(_TREE).splitlines()

    def folders(self) -> list[str]:
        """Return the folders at the top of its flash, empty ones too."""
        return self.run(_TOP_FOLDERS).splitlines()

    def read(self, path: str) -> bytes:
        """Return a file's bytes, or no bytes when there is no such file."""
        with self._in_words():
            return bytes(self._board.fs_readfile(path)) if self._board.fs_exists(path) else b""
        raise AssertionError

    def write(self, path: str, data: bytes) -> None:
        """Write a file, with the folders above it. What a flash did not take whole is removed, as far as it lets go."""
        parts = path.split("/")[:-1]
        if parts:
            self.run(_FOLDERS.format(folders=["/".join(parts[: i + 1]) for i in range(len(parts))]))
        try:
            with self._in_words():
                self._board.fs_writefile(path, data, chunk_size=CHUNK)
        except ReplError as error:
            if error.code in REFUSED:
                with contextlib.suppress(ReplError):
                    self.run(_CLOSE)
                    self.remove(path)
            raise

    def replace(self, path: str, data: bytes) -> None:
        """Write a file so that at any moment the old one or the new one is there, whole."""
        self.write(path + ".tmp", data)
        self.run(_REPLACE.format(new=path + ".tmp", old=path))

    def digests(self, paths: Iterable[str]) -> dict[str, bytes]:
        """Return the SHA-256 of each file that is there, computed on the board."""
        found = self.run(_DIGESTS.format(paths=list(paths))).split()
        return {path: bytes.fromhex(digest) for path, digest in zip(found[::2], found[1::2], strict=True)}

    def remove(self, path: str) -> None:
        """Remove a file, or a folder with all that is in it; nothing happens when there is none."""
        self.run(_REMOVE.format(path=path))

    def reset(self) -> None:
        """Start the board again; the port may vanish for a moment. Use nothing of this afterwards."""
        with contextlib.suppress(OSError, TransportError):
            self._board.exec_raw_no_follow("import machine\nmachine.reset()")
        self._board.in_raw_repl = False
        self.close()

    @contextlib.contextmanager
    def _in_words(self) -> Iterator[None]:
        try:
            yield
        except TransportExecError as error:
            said = str(error.error_output)
            if "ENOSPC" in said or f"OSError: {ENOSPC}" in said:
                raise ReplError("flash-full", port=self.port) from error
            raise ReplError("board-refused", port=self.port, words=said.strip().splitlines()[-1:] or said) from error
        except OSError as error:
            if error.errno == ENOSPC:
                raise ReplError("flash-full", port=self.port) from error
            raise ReplError("board-gone", port=self.port) from error
        except TransportError as error:
            raise ReplError("board-gone", port=self.port) from error
