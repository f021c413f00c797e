"""Plays that go on by chance where they end: a few steps that nobody wrote, from a corner of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.kit.driver import choose
from lairkeeper.kit.play import history_of
from lairkeeper.kit.playfile import parse

from .chance import Chance
from .pictures import Pictures, printed

STEPS: Final = 20
"""A play goes on for so many steps at most."""
_AGE: Final = 0.3
"""The age of a match that the players have in mind: late in it they end turns, too."""

Onward = Iterator[tuple[str, object]]


def onward(game: Game, name: str, text: str, seed: object = "") -> Onward:
    """Yield what is done after the last step of a play, and all that can be seen of it. Its name is the seed."""
    history = history_of(parse(text), game)
    if history is None:
        return
    chance = Chance(game, Random(f"{game.id} {name}{seed}"), choose_late)
    for n in range(STEPS):
        done = chance.step(history)
        if done is None:
            return
        yield done[0], [done[1], chance.seen(history.state) if n % 3 == 2 or history.state.finished else None]


def choose_late(rng: Random, commands: list[Command]) -> Command:
    """Choose as a player does who is through with most of the match."""
    command = choose(rng, commands, _AGE)
    assert command is not None
    return command


def prints(game: Game, texts: Mapping[str, str]) -> Pictures:
    """Return the prints of how each play goes on, by its name."""
    return {name: [printed(seen) for _, seen in onward(game, name, text)] for name, text in sorted(texts.items())}
