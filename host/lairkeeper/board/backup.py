"""A board's settings and pairing in a file, and back onto the same board or a fresh one (firmware/README.md, "Backup").

The file is JSON: ``format``, ``version``, when it was ``made``, the ``device``, its ``hardware`` and ``firmware``, the
``settings`` by name, the pairing's ``secret`` (64 hex digits, or empty), and ``sha256``, the digest of all the others
as JSON with sorted keys and no spaces, in UTF-8.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from lairkeeper.board.frame import FrameReader
from lairkeeper.board.pairing import PairingError, Pairings
from lairkeeper.board.pairing_proof import make_proof, same_proof
from lairkeeper.board.repl import ReplError
from lairkeeper.board.short_session import ShortSession
from lairkeeper.board.status import LinkState

FORMAT: Final = "lairkeeper-board"
VERSION: Final = 1
LARGEST: Final = 64 << 10
DEVICE: Final = "device"
"""The setting that holds the board's name; empty where it is made from the serial number."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Settings and pairing of a board; ``secret`` is empty where it was paired with no computer, or another one."""

    made: str
    device: str
    hardware: str
    firmware: str
    settings: Mapping[str, Any]
    secret: str = ""

    def bytes(self) -> bytes:
        """Return the file's content."""
        body = {"format": FORMAT, "version": VERSION, **asdict(self)}
        return (json.dumps({**body, "sha256": _digest(body)}, indent=1, sort_keys=True) + "\n").encode()

    def write(self, path: Path) -> None:
        """Make a new file that only its owner may read.

        Raises ReplError ``backup-exists`` or ``backup-unwritten``; no part of the new file stays then.
        """
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise ReplError("backup-exists", path=str(path)) from error
        except (OSError, ValueError) as error:
            raise ReplError("backup-unwritten", path=str(path), words=str(error)) from error
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(self.bytes())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                path.unlink()
            raise ReplError("backup-unwritten", path=str(path), words=error.strerror) from error

    @classmethod
    def read(cls, path: Path) -> Backup:
        """Read a backup from a file.

        Raises ReplError ``no-backup``, ``backup-newer``, or ``backup-damaged`` for one that was cut short or changed.
        """
        try:
            data = path.read_bytes() if path.is_file() and path.stat().st_size <= LARGEST else b""
            found = json.loads(data)
        except OSError as error:
            raise ReplError("no-backup", path=str(path)) from error
        except (ValueError, RecursionError) as error:
            damaged = FORMAT.encode() in data
            raise ReplError("backup-damaged" if damaged else "no-backup", path=str(path)) from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ReplError("no-backup", path=str(path))
        if isinstance(found.get("version"), int) and found["version"] > VERSION:
            raise ReplError("backup-newer", path=str(path))
        digest = found.pop("sha256", "")
        if found.get("version") != VERSION or digest != _digest(found):
            raise ReplError("backup-damaged", path=str(path))
        return cls(**{name: found[name] for name in cls.__slots__})


@dataclass(frozen=True, slots=True)
class Restored:
    """Result of a restore: the board's name from now on, the settings that were set, those that it does not know."""

    device: str
    done: tuple[str, ...]
    unknown: tuple[str, ...]
    paired: bool


class Overheard:
    """Hears a visit's greeting. A board that is paired proves in it which secret it has, over the cable too."""

    def __init__(self) -> None:
        self._reader = FrameReader()
        self._hello: list[Any] = []

    def __call__(self, _: float, way: str, data: bytes) -> None:
        """Take in some bytes that have passed."""
        if way == "<":
            for frame in self._reader.feed(data):
                if frame[0] == "h":
                    self._hello = list(frame)

    def knows(self, secret: str | None) -> bool:
        """Return True when the board that was greeted has this very secret."""
        if not secret or len(self._hello) < 7:
            return False
        nonce, board_nonce, proof, device, boot = self._hello[2:7]
        return same_proof(make_proof(secret, "board", nonce, board_nonce, device, boot), proof)


async def take(
    visit: ShortSession, heard: Overheard, pairings: Pairings, now: datetime | None = None
) -> tuple[Backup, bool]:
    """Ask a board for all that it is set to; and whether its pairing is among it or it has none.

    Raises ReplError ``no-answer``.
    """
    status = await _greeted(visit)
    settings = {name: await _answer(visit, "cfg", "get", name) for name in await _answer(visit, "cfg", "get")}
    is_paired = bool(await _answer(visit, "cfg", "get", "secret"))
    secret = pairings(status.device)
    known = secret if secret and heard.knows(secret) else ""
    made = (now or datetime.now(UTC)).isoformat(timespec="seconds")
    backup = Backup(made, status.device, status.hardware, status.firmware, settings, known if is_paired else "")
    return backup, bool(backup.secret) or not is_paired


async def put(visit: ShortSession, backup: Backup, pairings: Pairings) -> Restored:
    """Set a board as the backup says; it counts from its next start, which is left to the caller.

    A fresh board gets the old one's name, so that pairing and scans belong to it. Raises ReplError ``backup-board`` for
    another type of board, ``backup-cable`` where a pairing would go over the air, and ``setting-refused`` after setting
    everything back as it was.
    """
    status = await _greeted(visit)
    if status.hardware != backup.hardware:
        raise ReplError("backup-board", ours=backup.hardware, theirs=status.hardware)
    if backup.secret and status.port.startswith("ble:"):
        raise ReplError("backup-cable")
    before = {name: await _answer(visit, "cfg", "get", name) for name in await _answer(visit, "cfg", "get")}
    wanted = {name: value for name, value in backup.settings.items() if name != DEVICE}
    if status.device != backup.device:
        wanted[DEVICE] = backup.device
    known = {name: value for name, value in wanted.items() if name in before}
    changed = {name: value for name, value in known.items() if value != before[name]}
    done: list[str] = []
    try:
        for name, value in changed.items():
            await _answer(visit, "cfg", "set", name, value)
            done.append(name)
        if backup.secret:
            # Ours first: a secret that only the board knows would lock us out.
            pairings.keep(backup.device, backup.secret)
            await _answer(visit, "cfg", "set", "secret", backup.secret)
    except (ReplError, PairingError):
        with contextlib.suppress(ReplError):  # a board that has gone counts what it has at its next start
            for name in done:
                await visit.ask("cfg", "set", name, before[name])
        raise
    unknown = tuple(sorted(wanted.keys() - known.keys()))
    return Restored(backup.device, tuple(sorted(known)), unknown, bool(backup.secret))


async def _greeted(visit: ShortSession) -> Any:
    status = await visit.greeted()
    if status.state is not LinkState.UP:
        raise ReplError("no-answer", port=status.port)
    return status


async def _answer(visit: ShortSession, *command: Any) -> Any:
    ok, value = await visit.ask(*command)
    if not ok:
        raise ReplError("setting-refused", words=value)
    return value


def _digest(body: Mapping[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
