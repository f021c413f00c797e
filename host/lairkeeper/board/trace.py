"""Traffic of a link: counted as it passes, written to a file, played back in its own time."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from lairkeeper.board.events import MemoryInbox
from lairkeeper.board.frame import FrameReader, LinkFrame
from lairkeeper.board.session import HostSession
from lairkeeper.board.status import LinkStatus

FROM_BOARD = "<"
TO_BOARD = ">"
VERSION = 1


class TraceError(Exception):
    """A recording that cannot be written or read; says what to do."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Bytes that passed at ``ms`` since the recording began; ``way`` is ``<`` from the board or ``>`` to it."""

    ms: float
    way: str
    data: bytes


class Recorder:
    """Writes chunks to a file of JSON lines, each at once. A tap for `Link`."""

    def __init__(self, path: Path) -> None:
        try:
            self._file: IO[str] = path.open("x", encoding="utf-8")
        except FileExistsError:
            raise TraceError(f"{path} is there already; name another file, or remove it") from None
        except OSError as error:
            raise TraceError(f"{path} cannot be written: {error.strerror}") from error
        self._began: float | None = None
        self._write({"lairkeeper-link": VERSION})

    def __call__(self, now_ms: float, way: str, data: bytes) -> None:
        """Keep what passed."""
        self._began = now_ms if self._began is None else self._began
        self._write({"ms": round(now_ms - self._began, 1), "way": way, "data": data.decode("latin-1")})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


def read_trace(path: Path) -> list[Chunk]:
    """Return the chunks of a recording, without a last line that was cut short.

    Raises TraceError.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise TraceError(f"{path} cannot be read: {error}") from error
    try:
        if json.loads(lines[0]) != {"lairkeeper-link": VERSION}:
            raise ValueError
    except ValueError:
        raise TraceError(f"{path} is no recording of a link; `lairkeeper link --record FILE` makes one") from None
    chunks = []
    for number, line in enumerate(lines[1:-1], start=2):
        try:
            one = json.loads(line)
            chunk = Chunk(float(one["ms"]), str(one["way"]), str(one["data"]).encode("latin-1"))
            if chunk.way not in (FROM_BOARD, TO_BOARD):
                raise ValueError
        except (ValueError, KeyError, TypeError):
            raise TraceError(f"{path}, line {number} is damaged; take the lines before it into a new file") from None
        chunks.append(chunk)
    return chunks


@dataclass
class Monitor:
    """Counts what passes. ``latencies`` are ms from an event's arrival to its acknowledgement."""

    frames: Counter[str] = field(default_factory=Counter)
    """By way and type, such as ``<E``."""
    resends: int = 0
    """Events and journal records that came again."""
    latencies: list[float] = field(default_factory=list)
    round_trips: list[float] = field(default_factory=list)
    """ms from a keep-alive to its answer."""
    _readers: dict[str, FrameReader] = field(
        default_factory=lambda: {FROM_BOARD: FrameReader(), TO_BOARD: FrameReader()}
    )
    _seen: set[tuple[object, ...]] = field(default_factory=set)
    _open: dict[tuple[object, ...], float] = field(default_factory=dict)
    _asked: dict[object, float] = field(default_factory=dict)
    _boot: object = ""

    def __call__(self, now_ms: float, way: str, data: bytes) -> list[LinkFrame]:
        """Count what passes, and return the frames that end within these bytes."""
        frames = self._readers[way].feed(data)
        for items in frames:
            self.frames[f"{way}{items[0]}"] += 1
            self._look(now_ms, way, items)
        return frames

    @property
    def dropped(self) -> int:
        """Return how many bytes from the board belonged to no frame."""
        return self._readers[FROM_BOARD].dropped

    @property
    def bad(self) -> int:
        """Return how many frames from the board had a wrong checksum or body."""
        return self._readers[FROM_BOARD].bad

    @property
    def console(self) -> str:
        """Return the end of what the board said outside frames."""
        return self._readers[FROM_BOARD].console.decode("utf-8", "replace")

    def _look(self, now_ms: float, way: str, items: LinkFrame) -> None:
        match way, items:
            case "<", ["h", _, _, _, _, _, boot, *_]:
                self._boot = boot
            case "<", ["E", int(seq), *_]:
                self._event((self._boot, seq), now_ms)
            case "<", ["J", str(boot), int(seq), *_]:
                self._event((boot, seq), now_ms)
            case ">", ["A", int(seq)]:
                for key in [key for key in self._open if key[0] == self._boot and key[1] <= seq]:  # type: ignore[operator]
                    self.latencies.append(now_ms - self._open.pop(key))
            case ">", ["a", str(boot), int(seq)] if (boot, seq) in self._open:
                self.latencies.append(now_ms - self._open.pop((boot, seq)))
            case ">", ["P", int(sent), *_]:
                self._asked[sent] = now_ms
            case "<", ["p", int(sent), *_] if sent in self._asked:
                self.round_trips.append(now_ms - self._asked.pop(sent))

    def _event(self, key: tuple[object, ...], now_ms: float) -> None:
        if key in self._seen:
            self.resends += 1
        self._seen.add(key)
        self._open.setdefault(key, now_ms)


class Playback:
    """A recording through a session of its own: what the link told then, told again."""

    def __init__(self, chunks: list[Chunk]) -> None:
        self.inbox = MemoryInbox()
        self._chunks = chunks
        nonces = [
            str(items[2])
            for items in _frames(chunks, TO_BOARD)
            if items[0] == "H" and len(items) > 2 and isinstance(items[2], str)
        ]
        unique = iter(list(dict.fromkeys(nonces)))
        self._session = HostSession(self.inbox, wall=lambda: 0.0, nonce=lambda: next(unique, "beyond the end"))

    @property
    def status(self) -> LinkStatus:
        """Return the status of the link at this point."""
        return self._session.status

    def run(self) -> Iterator[Chunk]:
        """Yield chunk by chunk; the session has heard each one when it is given."""
        hellos = _hellos(self._chunks)
        self._session.open("recording", 0)
        for chunk in self._chunks:
            if chunk.way == FROM_BOARD:
                self._session.feed(chunk.data, chunk.ms)
                self._session.tell()
            elif hellos and chunk is hellos[0]:
                hellos.pop(0)
                if self._session.status.sessions:
                    self._session.open("recording", chunk.ms)
            self._session.outgoing()
            yield chunk


def _frames(chunks: list[Chunk], way: str) -> Iterator[LinkFrame]:
    reader = FrameReader()
    for chunk in chunks:
        if chunk.way == way:
            yield from reader.feed(chunk.data)


def _hellos(chunks: list[Chunk]) -> list[Chunk]:
    """Return the chunks in which the host began anew: a hello with a nonce that was not there before."""
    reader, known, found = FrameReader(), set(), []
    for chunk in chunks:
        if chunk.way == TO_BOARD:
            for items in reader.feed(chunk.data):
                if items[0] == "H" and str(items[2:3]) not in known:
                    known.add(str(items[2:3]))
                    found.append(chunk)
    return found
