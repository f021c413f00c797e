"""A player who is not at turn is told the rule of turns, whatever was tried; in a draft the rule of drafting."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.dc_forever import GAME
from lairkeeper.i18n import Texts, shared_texts


def cited(rules: dict[str, Any], setup: dict[str, Any], command: Command) -> tuple[str, str]:
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "full", rules, setup))
    assert isinstance(history, History)
    refused = history.submit(command)
    assert isinstance(refused, Refused)
    return refused.code, Texts.load("en", shared_texts(), GAME.texts_dir).say(f"rule.{refused.cite}", {})


@pytest.mark.parametrize(
    "command",
    [
        Command(move="pool", by="Bo", card="renown"),
        Command(move="recruit", by="Bo", card="aquaman#1"),
        Command(move="buy", by="Bo", card="batcave#1"),
        Command(move="use", by="Bo", card="batman#1"),
        Command(move="play", by="Bo", card="batman-3#1"),
        Command(move="empower", by="Bo", card="renown", target="batman#1"),
        Command(move="end-turn", by="Bo"),
    ],
    ids=lambda command: command.move,
)
def test_in_somebody_elses_action_phase(command: Command) -> None:
    assert cited({"opening": "first-game"}, {}, command) == ("out-of-turn", "DC Forever, Glossary: Turn")


def test_in_somebody_elses_provoke_phase() -> None:
    command = Command(move="activate", by="Bo", card="batman#1", target="place-1")
    found = cited({"opening": "first-game"}, {"stage": "confrontation"}, command)
    assert found == ("out-of-turn", "DC Forever, Glossary: Turn")


def test_in_a_draft() -> None:
    found = cited({}, {}, Command(move="draft", by="Bo", card="batman#1"))
    assert found == ("out-of-turn", "DC Forever, Establish Your Team")
