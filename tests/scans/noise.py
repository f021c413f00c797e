"""An evening at the readers, seen through bad antennas: true taps, polls that miss, ghosts, bursts.

``Evening`` is the truth: which tag lies on which reader from when to when. ``sightings`` polls it with a seeded
``Noise`` and passes what was read through the firmware's own presence, so that what comes out is what a board sends.
``Sightings`` remembers which of them are true: the first arrival of a tag that really was put down.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.scans import AnswerChosen, AskTable, Sighting, StreamPlayer, Submit, Tick, Undo

FIRMWARE = Path(__file__).parents[2] / "firmware"
if str(FIRMWARE) not in sys.path:
    sys.path.insert(0, str(FIRMWARE))

from lairboard.rfid.iso14443a import Tag  # noqa: E402
from lairboard.rfid.presence import Presence  # noqa: E402
from lairboard.ring import looks  # noqa: E402

POLL_MS = 60
"""Between two polls of one reader."""
MINUTES = 40
BURST_POLLS = (2, 8)
"""Polls in a row in which a burst reads the same ghost."""


@dataclass(frozen=True)
class Noise:
    """Per poll: how often a tag that lies there is not read, and how often one is read that does not.

    ``bursts``: how often, over the whole evening and all readers, a ghost stays for several polls.
    ``strangers``: the share of ghosts that are no enrolled piece.
    """

    misses: float = 0.0
    ghosts: float = 0.0
    bursts: int = 0
    strangers: float = 0.3


QUIET = Noise()
USUAL = Noise(misses=0.10, ghosts=0.01)
BAD = Noise(misses=0.25, ghosts=0.03, bursts=12)


@dataclass(frozen=True)
class Lying:
    """A tag lies on a reader, in milliseconds of the evening."""

    zone: str
    component: str
    start: int
    end: int


@dataclass
class Evening:
    """Readers, all pieces that have tags, and what really lay where."""

    game: str
    zones: tuple[str, ...]
    pieces: tuple[str, ...]
    lying: list[Lying] = field(default_factory=list)
    minutes: int = MINUTES

    @property
    def end(self) -> int:
        return self.minutes * 60_000


def uid_of(component: str) -> bytes:
    """Return a made-up UID of 7 bytes; the same for the same piece."""
    return b"\x04" + Random(component).randbytes(6)


@dataclass
class Sightings:
    """The sightings that the boards sent, and which rows are the first sight of a tag that was really put down."""

    all: list[Sighting] = field(default_factory=list)
    true: set[int] = field(default_factory=set)


def sightings(evening: Evening, noise: Noise, seed: int) -> Sightings:
    """Return what the boards send in an evening of noise; the same for the same seed."""
    found = Sightings()
    names = {uid_of(each): each for each in evening.pieces}
    events: list[tuple[int, int, str, str, bytes, tuple[int, int] | None]] = []
    for n, zone in enumerate(evening.zones):
        rng = Random(f"{seed} {zone}")

        edges = Edges()
        presence = Presence(1, edges.emit)
        now = n * POLL_MS // len(evening.zones)
        for read in _polls(evening, zone, noise, rng):
            now += POLL_MS
            if read:
                presence.seen(0, [Tag(uid, 0) for uid in read], now)
            else:
                presence.nothing(0, now)
            events += ((now, len(events), kind, zone, uid, read) for kind, uid, read in edges.taken())
    unseen = list(evening.lying)
    for row, (ms, _, kind, zone, uid, read) in enumerate(sorted(events), 1):
        component = names.get(uid)
        game = None if component is None else SHARED if piece(component) else evening.game
        found.all.append(Sighting(row, ms / 1000, zone, kind, uid.hex(), game, component, "board", "boot", looks=read))
        if kind == "+":
            was = next((each for each in unseen if _is(each, zone, component, ms)), None)
            if was is not None:
                unseen.remove(was)
                found.true.add(row)
    return found


@dataclass(slots=True)
class Edges:
    """The edges that a board's presence reports: kind, UID, and of a removal the looks as the link sends them."""

    told: list[tuple[str, bytes, tuple[int, int] | None]] = field(default_factory=list)

    def emit(self, kind: str, _zone: int, uid: bytes, _extra: object, reads: int = 0, lost: int = 0) -> None:
        flag = looks(reads, lost)
        self.told.append((kind, bytes(uid), (flag >> 2 & 7, (flag >> 5) + 1) if flag else None))

    def taken(self) -> list[tuple[str, bytes, tuple[int, int] | None]]:
        """Tags that came and went since the last time."""
        told, self.told = self.told, []
        return [edge for edge in told if edge[0] in "+-"]


def _is(lying: Lying, zone: str, component: str | None, ms: int) -> bool:
    return (lying.zone, lying.component) == (zone, component) and lying.start <= ms <= lying.end + 2 * POLL_MS


def _polls(evening: Evening, zone: str, noise: Noise, rng: Random) -> Iterator[Sequence[bytes]]:
    """Yield what each poll of a reader reads."""
    here = sorted((each for each in evening.lying if each.zone == zone), key=lambda each: each.start)
    count = evening.end // POLL_MS
    bursts = {rng.randrange(count) for _ in range(_share(noise.bursts, len(evening.zones), rng))}
    burst: list[bytes] = []
    lying: list[Lying] = []
    for at in range(count):
        now = at * POLL_MS
        while here and here[0].start <= now:
            lying.append(here.pop(0))
        lying = [each for each in lying if each.end > now]
        read = [uid_of(each.component) for each in lying if rng.random() >= noise.misses]
        if at in bursts:
            burst = [_ghost(evening, noise, rng)] * rng.randint(*BURST_POLLS)
        ghost = burst.pop() if burst else _ghost(evening, noise, rng) if rng.random() < noise.ghosts else None
        if ghost is not None and ghost not in read:
            read.append(ghost)
        yield read


def _share(total: int, parts: int, rng: Random) -> int:
    """Return this reader's part of the bursts of the evening."""
    return total // parts + (rng.random() < total % parts / parts)


def _ghost(evening: Evening, noise: Noise, rng: Random) -> bytes:
    if rng.random() < noise.strangers:
        return b"\x04" + rng.randbytes(6)
    return uid_of(rng.choice(evening.pieces))


@dataclass(frozen=True)
class Outcome:
    """The result of a match: commands with a sighting that was not true, questions, true taps that had no effect."""

    spurious: int
    questions: int
    lost: int
    commands: int


def outcome(player: StreamPlayer, seen: Sightings) -> Outcome:
    """Play the sightings. A question whose scan was a ghost counts like any other: somebody must look at it."""
    verdicts = player.play(seen.all)
    arrivals = {each.row for each in seen.all if each.kind == "+"}
    spurious = commands = 0
    used: set[int] = set()
    for verdict in verdicts:
        if isinstance(verdict, Submit | Undo | AnswerChosen | Tick):
            rows = set(verdict.rows) & arrivals
            used |= rows
            commands += 1
            spurious += bool(rows - seen.true)
    questions = sum(isinstance(verdict, AskTable) for verdict in verdicts)
    return Outcome(spurious, questions, len(seen.true - used), commands)


def token_evening(
    game: str, pieces: tuple[str, ...], seats: int, seed: int, extra: Sequence[Lying] = (), zones: Sequence[str] = ()
) -> Evening:
    """Tokens tapped on trays and at the tap point every few seconds, with and without words; others lie all evening."""
    rng = Random(seed)
    trays = tuple(f"seat-{n}" for n in range(1, seats + 1))
    evening = Evening(game, ("tap", *trays, *zones), pieces, list(extra))
    at = 2_000
    while at < evening.end - 10_000:
        token = f"vp-{rng.choice((1, 5, 10))}#{rng.randint(1, 9)}"
        tray = rng.choice(trays)
        mood = rng.random()
        if mood < 0.65:
            taps = [(tray, token)]
        elif mood < 0.80:
            taps = [("tap", f"{rng.choice(trays)}#1"), ("tap", token)]
        elif mood < 0.92:
            taps = [(tray, "verb-discard#1"), (tray, token)]
        else:
            taps = [("tap", token)]
        for zone, component in taps:
            stay = rng.randint(450, 1_400)
            evening.lying.append(Lying(zone, component, at, at + stay))
            at += stay + rng.randint(600, 1_200)
        at += rng.randint(500, 6_000)
    return evening
