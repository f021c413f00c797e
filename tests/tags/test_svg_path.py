"""Paths of icons as lines and curves: a curve for each arc, at most a quarter of a circle."""

from __future__ import annotations

import math

import pytest

from lairkeeper.tags.svg_path import outline


def test_lines_are_absolute() -> None:
    assert outline("M1 2h3v-4l-1-1H.5zm1 1 2 3") == (
        ("M", ((1, 2),)), ("L", ((4, 2),)), ("L", ((4, -2),)), ("L", ((3, -3),)), ("L", ((0.5, -3),)), ("Z", ()),
        ("M", ((2, 3),)), ("L", ((4, 6),)),
    )  # fmt: skip


def test_curves_go_on_smoothly() -> None:
    first, second = outline("M0 0c1 2 3 4 5 6s2 0 4 1")[1:]
    assert first == ("C", ((1, 2), (3, 4), (5, 6)))
    assert second == ("C", ((7, 8), (7, 6), (9, 7)))
    assert outline("M1 1S2 2 3 3")[1] == ("C", ((1, 1), (2, 2), (3, 3)))


@pytest.mark.parametrize(
    ("path", "middle", "curves", "over"),
    [
        ("M0 0a5 5 0 0 1 10 0", (5, 0), 2, -5),
        ("M0 0a5 5 0 1 0 10 0", (5, 0), 2, 5),
        ("M0 0A5 5 0 0 1 5 5", (0, 5), 1, None),
        ("M0 0A5 5 0 1 1 5 5", (5, 0), 3, None),
        ("M0 0a1 1 0 0 1 10 0", (5, 0), 2, -5),
    ],
)
def test_arcs_are_round(path: str, middle: tuple[float, float], curves: int, over: float | None) -> None:
    found = outline(path)[1:]
    assert len(found) == curves
    at = (0.0, 0.0)
    for letter, (one, two, end) in found:
        assert letter == "C"
        halfway = tuple((a + 3 * b + 3 * c + d) / 8 for a, b, c, d in zip(at, one, two, end, strict=True))
        for point in (halfway, end):
            assert math.dist(point, middle) == pytest.approx(5, abs=0.01)
        at = end
    if over is not None:
        assert found[0][1][2][1] == pytest.approx(over)


@pytest.mark.parametrize("path", ["M0 0Q1 1 2 2", "M0 0a1 2 0 0 1 3 3", "hello"])
def test_other_paths_are_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"lines, curves and arcs|arcs of circles"):
        outline(path)
