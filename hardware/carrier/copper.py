"""Tracks and vias that the router lays on the board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Track:
    """A straight piece of copper, mm. ``layer`` 0 is the upper side."""

    net: str
    layer: int
    x0: float
    y0: float
    x1: float
    y1: float
    width: float


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole between the layers, mm."""

    net: str
    x: float
    y: float
