"""Values that a set-up may not have, and a hand that runs out of Plots."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_101 import GAME


@pytest.mark.parametrize("card", ["plot-1", "plot-1#0", "plot-1#41", "plot-1#1#1"])
def test_a_card_of_a_set_up_is_a_copy(card: str) -> None:
    refused = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), "full", setup={"hand.Ana": [card]}))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.args) == (CoreRefusal.UNKNOWN_CARD, {"card": card})


@pytest.mark.covers("e1-48")
def test_whoever_holds_no_plot_is_passed_over() -> None:
    """Ana plays her last Plot after nine rounds: in the eleventh nobody asks her, and the match has dried up."""
    rules = {"deck_exhaustion": "stop-drawing", "agents": "may-leave"}
    setup = {
        "handler": "Bo",
        "plots": 0,
        "hand.Ana": [f"plot-7#{n}" for n in (1, 2)] + [f"plot-16#{n}" for n in (1, 2)] + ["plot-13#1"],
    }
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", rules, setup))
    assert isinstance(history, History)
    asked = []
    while not history.state.finished:
        prompt = history.state.prompt
        assert prompt is not None
        if prompt.code == "plot":
            asked.append(prompt.seats[0])
        history.submit(_answer(history, prompt.code, prompt.waiting[0] if prompt.waiting else None))
    assert asked == ["Ana", "Bo"] * 5
    assert history.state.counters["round"] == 11


def _answer(history: History, code: str, seat: str | None) -> Command:
    """Bo places nothing, Ana the first of her hand on the first Target; the Handler leaves it."""
    state = history.state
    if code == "plot" and seat == "Ana":
        return Command(move="play", by=seat, card=state.zone("hand.Ana")[0], target="slot-1")
    moves = {"plot": "pass", "agents": "done", "collect": "done", "handover": "done", "buy": "pass"}
    if code in moves:
        return Command(move=moves[code], by=seat)
    return next(each.command for each in GAME.offers(state, "table") if each.command.move == "deal")
