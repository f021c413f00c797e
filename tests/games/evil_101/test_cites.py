"""A refusal cites the rule of the step it is refused in; pages in French name the French heading."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_101 import GAME
from lairkeeper.i18n import Texts, shared_texts

SEATS = ("Ana", "Bo", "Cy")
FULL = {
    "handler": "Cy",
    "targets": ["target-1#1", "target-2#1", "target-3#1"],
    "chase.Ana": ["chase-car#1"],
    "purse.Bo": 5,
}
PLAY = (
    Command(move="play", by="Ana", card="plot-6#1", target="target-1#1"),
    Command(move="pass", by="Bo", force="none left"),
    Command(move="block", by="Cy", card="agent-1#1", target="target-1#1"),
)


def after(level: str, setup: dict[str, Any], *commands: Command, **ruleset: Any) -> History:
    history = History.start(GAME, Header(GAME.id, SEATS, level, ruleset, setup))
    assert isinstance(history, History)
    for command in commands:
        assert not isinstance(result := history.submit(command), Refused), result
    return history


@pytest.mark.parametrize(
    ("commands", "wrong", "code", "cite"),
    [
        ((), Command(move="play", by="Bo", target="target-1#1"), "out-of-turn", "plots"),
        (PLAY[:2], Command(move="block", by="Ana", card="agent-1#1"), "not-the-handler", "agents"),
        (PLAY, Command(move="chase", by="Bo", card="chase-car#1"), "out-of-turn", "chase"),
        (
            (*PLAY, Command(move="pass", by="Ana")),
            Command(move="pass", by="Ana"),
            "out-of-turn",
            "cleaners",
        ),
    ],
)
def test_whoever_is_not_asked_is_told_the_rule_of_the_step(
    commands: tuple[Command, ...], wrong: Command, code: str, cite: str
) -> None:
    refused = after("full", FULL, *commands).submit(wrong)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.cite) == (code, cite)


def test_whoever_collects_out_of_turn_is_told_the_rule_of_collecting() -> None:
    history = after("full", {**FULL, "chase.Ana": []}, *PLAY[:2], Command(move="done", by="Cy", force="none left"))
    refused = history.submit(Command(move="done", by="Bo"))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.cite) == ("out-of-turn", "hoarding")


def test_at_score_too() -> None:
    history = after("score", {"handler": "Cy"}, Command(move="pass", by="Ana"))
    refused = history.submit(Command(move="pass", by="Ana"))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.cite) == ("not-asked", "hoarding")


def test_a_french_page_names_a_french_heading_and_the_printed_one() -> None:
    texts = {lang: Texts.load(lang, shared_texts(), GAME.texts_dir) for lang in ("en", "fr")}
    for key in ("setup", "plots", "agents", "chase", "pocket", "hoarding", "cleaners"):
        printed = texts["en"].say(f"rule.{key}").removeprefix("Evil:101, ")
        said = texts["fr"].say(f"rule.{key}").removeprefix("Evil:101, ")
        assert said.endswith(f" ({printed})")
        assert not said.startswith(printed)
