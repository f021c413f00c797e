"""Triangles of a solid: written as STL that is the same each time, and judged as a printer would."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

TOLERANCE: Final = 0.05
ANGLE: Final = 0.2
STEEPEST: Final = 0.75
"""Downward part of a facet's normal from which a printer needs support: a little over 45 degrees."""
Triangles = NDArray[np.float64]


def triangles(solid: Any) -> Triangles:
    """Return n x 3 x 3 corners, anticlockwise from outside, in a fixed order."""
    points, faces = solid.tessellate(TOLERANCE, ANGLE)
    corners = np.array([[p.X, p.Y, p.Z] for p in points])
    made = np.round(corners[np.array(faces)], 4)
    # Each triangle begins with its smallest corner, and they are sorted: the kernel's own order may change.
    first = [t.index(min(t)) for t in made.tolist()]
    turned = np.array([np.roll(t, -i, axis=0) for t, i in zip(made, first, strict=True)])
    found: Triangles = turned[np.lexsort(turned.reshape(len(turned), 9).T[::-1])]
    return found


def write_stl(mesh: Triangles, path: Path) -> None:
    """Write a binary STL without name or date."""
    out = bytearray(b"\0" * 80 + struct.pack("<I", len(mesh)))
    for corners, normal in zip(mesh, normals(mesh), strict=True):
        out += struct.pack("<12fH", *normal, *corners.ravel(), 0)
    path.write_bytes(out)


def read_stl(path: Path) -> Triangles:
    """Return the triangles of a binary STL."""
    raw = path.read_bytes()
    kind = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    found: Triangles = np.frombuffer(raw, kind, offset=84)["corners"].astype(np.float64)
    return found


def normals(mesh: Triangles) -> Triangles:
    """Return unit normals; zero for a triangle without area."""
    cross = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    length = np.linalg.norm(cross, axis=1, keepdims=True)
    found: Triangles = np.divide(cross, length, out=np.zeros_like(cross), where=length > 1e-12)
    return found


def open_edges(mesh: Triangles) -> int:
    """Count the edges not shared by exactly two triangles that run along them in opposite directions; 0: watertight."""
    keys: dict[tuple[float, ...], int] = {}
    corner = np.array(
        [[keys.setdefault(tuple(np.round(p, 3)), len(keys)) for p in triangle] for triangle in mesh], dtype=np.int64
    )
    corner = corner[(corner[:, 0] != corner[:, 1]) & (corner[:, 1] != corner[:, 2]) & (corner[:, 2] != corner[:, 0])]
    edges = np.concatenate([corner[:, [0, 1]], corner[:, [1, 2]], corner[:, [2, 0]]])
    there, n = np.unique(edges, axis=0, return_counts=True)
    counted = {(int(a), int(b)): int(k) for (a, b), k in zip(there, n, strict=True)}
    return sum(k != 1 or counted.get((b, a)) != 1 for (a, b), k in counted.items())


def volume(mesh: Triangles) -> float:
    """Return the enclosed volume, mm3; negative when the triangles are inside out."""
    return float(np.einsum("ij,ij->i", mesh[:, 0], np.cross(mesh[:, 1], mesh[:, 2])).sum() / 6)


def overhang(mesh: Triangles, *, upside_down: bool = False) -> float:
    """Return the area, mm2, of facets that hang in the air over the bed when printed like this."""
    turned = mesh * np.array([1, -1, -1]) if upside_down else mesh
    bed = turned[:, :, 2].min()
    area = np.linalg.norm(np.cross(turned[:, 1] - turned[:, 0], turned[:, 2] - turned[:, 0]), axis=1) / 2
    down = (normals(turned)[:, 2] < -STEEPEST) & (turned[:, :, 2].min(axis=1) > bed + 0.01)
    return float(area[down].sum())
