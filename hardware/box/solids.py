"""Blocks, posts and plates: the few shapes that box and tray are made of. Lengths in mm, z up."""

from __future__ import annotations

from typing import Any, TypeAlias

from build123d import Align, Axis, Box, Cone, Cylinder, Pos, RectangleRounded, extrude

Solid: TypeAlias = Any
"""A build123d part."""
_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def block(x: float, y: float, z: float, w: float, d: float, h: float) -> Solid:
    """Return a block with the middle of its foot at x, y, z."""
    return Pos(x, y, z) * Box(w, d, h, align=_UP)


def post(x: float, y: float, z: float, across: float, h: float) -> Solid:
    """Return an upright cylinder with the middle of its foot at x, y, z."""
    return Pos(x, y, z) * Cylinder(across / 2, h, align=_UP)


def cone(x: float, y: float, z: float, low: float, high: float, h: float) -> Solid:
    """Return a truncated cone, ``low`` across at the foot and ``high`` across at the top."""
    return Pos(x, y, z) * Cone(low / 2, high / 2, h, align=_UP)


def plate(w: float, d: float, h: float, radius: float, z: float = 0.0) -> Solid:
    """Return a plate around the origin with rounded corners."""
    return Pos(0, 0, z) * extrude(RectangleRounded(w, d, radius), h)


def edges_at_foot(part: Solid) -> Any:
    """Return the edges of the lowest face."""
    return part.edges().group_by(Axis.Z)[0]
