"""Scenes go on as they did: the middle of a match by chance, with cards by chance, and what is tried there.

A play shows one rule; a scene shows that nothing else has changed. After a change made on purpose:
``python tests/games/golden.py dc-forever``.
"""

from __future__ import annotations

from functools import cache

import pytest

from lairkeeper.games.dc_forever import GAME

from ...fresh import some
from ..golden import folder
from ..pictures import SCENES, Pictures, kept, printed
from .scenes import SEEDS, scene

AGAIN = f"if that is meant: python tests/games/golden.py {GAME.id}"


@cache
def before() -> Pictures:
    return kept(folder(GAME.id), SCENES)


@pytest.mark.parametrize("seed", some(SEEDS, 24))
def test_a_scene_goes_on_as_it_did(seed: int) -> None:
    prints = before()[str(seed)]
    n = -1
    for n, (done, seen) in enumerate(scene(seed)):
        assert n < len(prints), f"scene {seed} goes on after {len(prints)} steps with: {done}; {AGAIN}"
        assert printed(seen) == prints[n], f"scene {seed} looks different after step {n}, {done}; {AGAIN}"
    assert n + 1 == len(prints), f"scene {seed} ends after {n + 1} steps instead of {len(prints)}; {AGAIN}"


def test_the_kept_scenes_are_those_that_are_played() -> None:
    assert list(before()) == [str(seed) for seed in SEEDS]
