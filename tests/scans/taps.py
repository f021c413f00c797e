"""Writes taps as a player would tell them, and plays them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.purse import worth
from lairkeeper.scans import ScanVerdict, Sighting, StreamPlayer

from .toy import TOY

SEATS = ("Ana", "Bo", "Cy")


def match(seats: tuple[str, ...] = SEATS) -> History:
    history = History.start(TOY, Header(TOY.id, seats))
    assert isinstance(history, History)
    return history


def sighting(row: int, at: float, what: str, zone: str = "tap", kind: str = "+") -> Sighting:
    """Return a sighting of ``what``.

    ``what``: a piece (``coin-5``, ``coin-5#2``), ``?uid`` an unknown tag, ``!uid`` a phone, ``game:piece``.
    """
    if what[0] in "?!":
        return Sighting(row, at, zone, kind, what[1:], device="b", foreign=what[0] == "!")
    game, _, name = what.rpartition(":")
    component = name if "#" in name else f"{name}#1"
    owner = game or (SHARED if piece(component) else TOY.id)
    return Sighting(row, at, zone, kind, f"04{name.encode().hex().upper()}", owner, component, "b")


class Taps:
    """``tap("coin-5", "seat-2")`` puts a tag down and takes it away; a second passes between two taps."""

    def __init__(self, seats: tuple[str, ...] = SEATS, zones: dict[str, str] | None = None) -> None:
        self.player = StreamPlayer(match(seats), zones)
        self.row = 0
        self._board: dict[str, Any] = {}

    def board(self, device: str, **how: Any) -> Taps:
        """Let what follows come from this board: ``boot``, ``lying``."""
        self._board = {"device": device, **how}
        return self

    def tap(self, *whats: str, zone: str = "tap", gap: float = 1.0) -> Taps:
        for what in whats:
            self.hear(what, zone, "+", gap)
            self.hear(what, zone, "-", 0.3)
        return self

    def hear(self, what: str, zone: str = "tap", kind: str = "+", gap: float = 1.0) -> Taps:
        self.row += 1
        at = self.player.now + gap
        self.player.until(at)
        self.player.listener.hear(replace(sighting(self.row, at, what, zone, kind), **self._board))
        self.player.until(at + 0.1)
        return self

    def wait(self, seconds: float) -> Taps:
        self.player.until(self.player.now + seconds)
        return self

    @property
    def scores(self) -> dict[str, int]:
        return {seat: worth(self.player.history.state, seat) for seat in self.player.history.state.seats}

    @property
    def last(self) -> ScanVerdict:
        """The last verdict that was not about a tag leaving."""
        return [v for v in self.player.verdicts if getattr(v, "code", "") != "removed"][-1]

    @property
    def moves(self) -> list[str]:
        """Return what was done: ``move by card target``."""
        return [
            " ".join(str(p) for p in (c.move, c.by, c.card, c.target) if p is not None)
            for record in self.player.history.live
            if (c := record.command) is not None
        ]
