"""Words that look mistyped among the printed numbers."""

from __future__ import annotations

import pytest

from lairkeeper.core.printed import Field, Printed, Values
from lairkeeper.tags.doubts import Doubt, doubts

WORDS = (Field("symbols", "words"),)
PRINTED = Printed(
    fields={f"plot-{n}": WORDS for n in range(1, 5)}
    | {"target-1": (Field("symbols", "pairs"),), "loot": (Field("part", "words", choices=("lens", "lenses")),)}
)


def plots(*words: tuple[str, ...]) -> dict[str, Values]:
    return {f"plot-{n}": {"symbols": each} for n, each in enumerate(words, 1)}


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (plots(("stars",), ("stars",), ("star",)), (Doubt("plot-3", "symbols", "star", "stars"),)),
        (plots(("star",), ("stars",)), (Doubt("plot-2", "symbols", "stars", "star"),)),
        (plots(("disc",), ("disk",), ("disc",)), (Doubt("plot-2", "symbols", "disk", "disc"),)),
        (plots(("star",), ("star",), ("stars",), ("stars",)), ()),
        (plots(("star",), ("bomb",), ("disc",)), ()),
        (plots(("star", "star"),), ()),
        (plots(("star",)) | {"target-1": {"symbols": [["star", 2]]}}, ()),
        (plots(("star",), ("star",)) | {"target-1": {"symbols": [["stra", 2]]}},
         (Doubt("target-1", "symbols", "stra", "star"),)),
        ({"loot": {"part": ["lens", "lenses"]}}, ()),
        ({}, ()),
    ],
)  # fmt: skip
def test_a_word_used_once_that_looks_like_another_is_asked_about(
    values: dict[str, Values], found: tuple[Doubt, ...]
) -> None:
    assert doubts(PRINTED, values) == found
