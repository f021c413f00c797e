"""The judge of printed parts, on a cube that anybody can reckon, whole and broken."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from hardware.box import mesh


def cube(side: float = 10.0, lifted: float = 0.0) -> mesh.Triangles:
    """Twelve triangles, anticlockwise from outside."""
    corners = [np.array(each) for each in product((0.0, 1.0), repeat=3)]
    quads = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
    made = [[corners[a], corners[b], corners[c]] for w, x, y, z in quads for a, b, c in ((w, x, y), (w, y, z))]
    return np.array(made) * side + np.array([0, 0, lifted])


def test_a_whole_cube_is_watertight_and_right_side_out() -> None:
    assert mesh.open_edges(cube()) == 0
    assert mesh.volume(cube()) == pytest.approx(1000)
    assert mesh.overhang(cube()) == 0


def test_a_missing_or_turned_triangle_is_seen() -> None:
    assert mesh.open_edges(cube()[1:]) == 3
    turned = cube()
    turned[0] = turned[0][::-1]
    assert mesh.open_edges(turned) > 0
    assert mesh.volume(cube()[:, ::-1]) == pytest.approx(-1000)


def test_what_hangs_in_the_air_is_seen_from_the_side_it_is_printed_on() -> None:
    # A small cube on the bed carries nothing: the lower face of the large one above it hangs.
    stacked = np.concatenate([cube(2.0), cube(10.0, lifted=5.0)])
    assert mesh.overhang(stacked) == pytest.approx(100)
    assert mesh.overhang(stacked, upside_down=True) == pytest.approx(4)


def test_a_file_is_read_back_as_it_was_written_and_is_the_same_each_time(tmp_path: Path) -> None:
    for name in ("a.stl", "b.stl"):
        mesh.write_stl(cube(), tmp_path / name)
    assert (tmp_path / "a.stl").read_bytes() == (tmp_path / "b.stl").read_bytes()
    assert np.array_equal(mesh.read_stl(tmp_path / "a.stl"), cube())
