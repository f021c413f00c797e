"""Whoever is asked alone is at turn, in every state that a play goes through."""

from __future__ import annotations

from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, begin
from lairkeeper.kit.playfile import Step, parse

from ..book import book_of

BOOK = book_of("evil-101")


class Watcher(Runner):
    """Runs a play and looks after each step at who is asked and who is at turn."""

    asked = 0

    def step(self, step: Step) -> None:
        super().step(step)
        prompt, active = self.history.state.prompt, self.history.state.active
        if prompt is not None and len(prompt.seats) == 1 and prompt.code != "tally":
            assert prompt.seats == (active,), f"{prompt.code} after line {step.line}"
            self.asked += 1


def test_whoever_is_asked_is_at_turn() -> None:
    asked = 0
    for text in BOOK.files.values():
        play, names = parse(text), Names(BOOK.game)
        history = begin(BOOK.game, names, play)
        if history is None:
            continue
        watcher = Watcher(history, names)
        for step in play.steps:
            watcher.step(step)
        asked += watcher.asked
    assert asked > 100
