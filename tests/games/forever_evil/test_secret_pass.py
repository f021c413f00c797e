"""Insanity: what is passed from hand to hand is known to two, and to them when everybody has chosen."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.log_words import hides_card
from lairkeeper.core.result import Accepted
from lairkeeper.games.forever_evil import GAME

SETUP = {
    "line-up": ["giganta#1", "despero#1", "vibe#1", "grid#1", "mallet#1"],
    "hand.Ana": ["insanity#1", "kick#1"],
    "hand.Bo": ["power-girl#1", "kick#2"],
    "hand.Cy": ["steel#1", "kick#3"],
}


def passing() -> History:
    """Insanity has been played, and everybody chooses."""
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), "full", {}, SETUP, GAME.version))
    assert isinstance(history, History)
    assert isinstance(history.submit(Command(move="play", by="Ana", card="insanity#1")), Accepted)
    return history


@pytest.mark.covers("fe-136")
@pytest.mark.denies("fe-136", "fe-71")
def test_a_card_that_is_passed_is_named_to_nobody_else() -> None:
    history = passing()
    for seat, card in (("Bo", "power-girl#1"), ("Cy", "steel#1"), ("Ana", "kick#1")):
        command = Command(move="pass", by=seat, card=card)
        result = history.submit(command)
        assert isinstance(result, Accepted)
        code, args = GAME.log(command, result.events)
        assert (code, args["by"]) == ("pass-left-unseen", seat)
        assert "card" not in args
        assert hides_card(command, result.events), "its tag would name it"
    for viewer, hand in (("Ana", ["steel"]), ("Bo", ["kick", "kick"]), ("Cy", ["kick", "power-girl"])):
        held = GAME.view(history.state, viewer).extra["own-hand"]
        assert sorted(card.partition("#")[0] for card in held) == hand
    assert "own-hand" not in GAME.view(history.state, TABLE).extra


@pytest.mark.denies("fe-71")
def test_until_all_have_chosen_nobody_has_anything_new() -> None:
    history = passing()
    before = {seat: GAME.view(history.state, seat).extra["own-hand"] for seat in ("Ana", "Bo", "Cy")}
    for seat, card in (("Bo", "power-girl#1"), ("Cy", "steel#1")):
        assert isinstance(history.submit(Command(move="pass", by=seat, card=card)), Accepted)
        assert {each: GAME.view(history.state, each).extra["own-hand"] for each in before} == before
        prompt = GAME.view(history.state, "Ana").prompt
        assert prompt is not None
        assert "power-girl" not in str(prompt.args)
