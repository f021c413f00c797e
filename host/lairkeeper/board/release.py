"""A release of the firmware: its files, and the folder that they go to on a board."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lairkeeper.board.bare import bare
from lairkeeper.board.simulated import firmware_folder

TOP: Final = ("release.py", "boot.py", "main.py")
"""Files of the board's top folder, in the order in which they are replaced: each works with those before it."""
POINTER: Final = "fw.json"
PREFIX: Final = "fw-"
SOURCE: Final = "source"
COMPILED: Final = "compiled"
BOARDS: Final = {"RP2040": "Raspberry Pi Pico W", "RP2350": "Raspberry Pi Pico 2 W", "ESP32S3": "ESP32-S3"}
"""The names that a board's MicroPython gives its chip, and the board that the firmware was made for."""
_SWAPPED: Final = (*TOP, POINTER, "config.0", "config.1")
_HALVES: Final = tuple(f"{name}.tmp" for name in _SWAPPED)
OURS: Final = (*_SWAPPED, *_HALVES, "safe", "lairboard", "boards", "journal.0", "journal.1", "journal.w", "bites")
"""Files and folders of the board's top folder that are ours. What is swapped in may leave its half behind."""


@dataclass(frozen=True, slots=True)
class Release:
    """``files`` go into ``folder``, ``top`` into the top folder; both by their path.

    ``form`` is `SOURCE` or `COMPILED`.
    """

    version: str
    folder: str
    files: Mapping[str, bytes]
    top: Mapping[str, bytes]
    form: str = SOURCE

    @property
    def name(self) -> str:
        """Return the name that a board that runs it says in its hello."""
        return self.folder.removeprefix(PREFIX)

    @property
    def size(self) -> int:
        """Return the size of all files, in bytes."""
        return sum(map(len, self.files.values())) + sum(map(len, self.top.values()))


@dataclass(frozen=True, slots=True)
class Pointer:
    """Pointer to the release that runs on a board, as ``fw.json`` says: see firmware/release.py."""

    run: str = ""
    back: str = ""
    state: str = ""
    bad: str = ""

    @classmethod
    def read(cls, data: bytes) -> Pointer:
        """Read the pointer from the file's bytes; return an empty one when they are invalid."""
        try:
            found = json.loads(data)
            return cls(**{name: str(found.get(name) or "") for name in ("run", "back", "state", "bad")})
        except (ValueError, AttributeError):
            return cls()

    def way_back(self, new: str) -> str:
        """Return the folder that a new release gives way to, or "" without one.

        It is the one that runs, once a host has confirmed it, else the one before.
        """
        if self.run == new or (self.back and self.state != "good"):
            return self.back
        return self.run

    def without(self, folder: str) -> Pointer:
        """Return the pointer for a board from which ``folder`` is removed, be it the release that runs."""
        if folder == self.run:
            return Pointer(run=self.back, state="good", bad=folder)
        return Pointer(self.run, "", self.state, self.bad)

    def bytes(self) -> bytes:
        """Return the content of the file."""
        return json.dumps({"run": self.run, "back": self.back, "state": self.state, "bad": self.bad}).encode()


def release_of(folder: Path | None = None) -> Release:
    """Return the firmware that came with this program, or the one in ``folder``; its sources as boards get them."""
    source = folder or firmware_folder()
    named = [name for name, _ in json.loads((source / "package.json").read_text("utf-8"))["urls"]]
    texts = {name: (source / name).read_bytes() for name in named}
    files = {name: bare(data) if name.endswith(".py") else data for name, data in texts.items() if name not in TOP}
    whole = hashlib.sha256(b"".join(name.encode() + b"\0" + data for name, data in sorted(files.items())))
    version = texts["lairboard/__init__.py"].decode().split('VERSION = "')[1].split('"')[0]
    return Release(version, f"{PREFIX}{version}-{whole.hexdigest()[:8]}", files, {name: texts[name] for name in TOP})


def chip_of(banner: str) -> str | None:
    """Return the chip of a board that the firmware was made for, or None for other boards.

    ``banner`` is what its MicroPython calls it.
    """
    return next((chip for chip in BOARDS if chip in banner.replace("-", "").upper()), None)
