"""The seat asked by name is at turn, in every state that a play of Evil:101 or the Evil League goes through."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lairkeeper.core.ids import Seat
from lairkeeper.core.state import Prompt
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, begin
from lairkeeper.kit.playfile import parse

from .book import book_of


def _one_of_evil_101(prompt: Prompt) -> Seat | None:
    """At the tally everybody may speak."""
    return prompt.seats[0] if len(prompt.seats) == 1 and prompt.code != "tally" else None


def _one_of_the_league(prompt: Prompt) -> Seat | None:
    seat = prompt.args.get("seat")
    return None if seat is None else str(seat)


@pytest.mark.parametrize(("game", "asked"), [("evil-101", _one_of_evil_101), ("evil-league", _one_of_the_league)])
def test_whoever_is_asked_is_at_turn(game: str, asked: Callable[[Prompt], Seat | None]) -> None:
    book, seen = book_of(game), 0
    for name, text in book.files.items():
        play, names = parse(text), Names(book.game)
        history = begin(book.game, names, play)
        if history is None:
            continue
        runner = Runner(history, names)
        for step in play.steps:
            runner.step(step)
            prompt, active = history.state.prompt, history.state.active
            seat = asked(prompt) if prompt is not None and active is not None else None
            if prompt is not None and seat is not None:
                assert seat == active, f"{name}: {prompt.code} after line {step.line}"
                seen += 1
    assert seen > 100
