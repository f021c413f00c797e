"""Every play that ships with the game goes as written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_league import GAME
from lairkeeper.i18n import LANGUAGES, Texts
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, run_text
from lairkeeper.kit.playfile import Step, parse

from .rule_list import PLAYS

FILES = sorted(PLAYS.glob("*.toml"))


def read(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_play_goes_as_written(path: Path) -> None:
    result = run_text(path.read_text(encoding="utf-8"), path.name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


def test_plays_are_pages_of_a_rulebook() -> None:
    titles = [read(path)["title"] for path in FILES]
    assert len(set(titles)) == len(titles) >= 80
    for path in FILES:
        play = read(path)
        assert play["game"] == GAME.id
        assert play["level"] in GAME.levels
        assert str(play["rule"]).startswith("Evil League, ")
        assert play["covers"], f"{path.name} proves nothing"


def test_at_least_ten_plays_expect_a_number() -> None:
    with_number = 0
    for path in FILES:
        steps = read(path).get("step", [])
        assert isinstance(steps, list)
        values = [value for step in steps for value in step.get("expect", {}).values()]
        with_number += any(isinstance(value, int) and not isinstance(value, bool) for value in values)
    assert with_number >= 10


def test_a_wrong_number_in_a_play_is_noticed() -> None:
    path = PLAYS / "a-hop-that-wins.toml"
    wrong = path.read_text(encoding="utf-8").replace('"reputation.Bo" = 16', '"reputation.Bo" = 15')
    result = run_text(wrong)
    assert (result.ok, result.step, result.expected, result.actual) == (False, 1, 15, 16)


class Speaker(Runner):
    """Runs a play and says everything that a screen would say on the way."""

    def __init__(self, history: History, names: Names, texts: Texts) -> None:
        super().__init__(history, names)
        self.texts = texts
        self.said: list[str] = []

    def step(self, step: Step) -> None:
        super().step(step)
        view = GAME.view(self.history.state, "table")
        if view.prompt is not None:
            self.said.append(self.texts.say(f"prompt.{view.prompt.code}", view.prompt.args))
            self.said.append(self.texts.say(f"rule.{view.prompt.cite}"))
            self.said += [self.texts.say(f"option.{option.code}", option.args) for option in view.prompt.options]
        for seat in view.scoreboard.seats:
            self.said += [self.texts.say(f"score.{line.code}", line.args) for line in seat.lines]
        record = self.history.last
        if record.command is not None:
            code, args = GAME.log(record.command, record.events)
            self.said.append(self.texts.say(f"log.{code}", args))

    def _do(self, value: Mapping[str, Any]) -> object:
        result = super()._do(value)
        if isinstance(result, Refused):
            self.said.append(self.texts.say(f"refusal.{result.code}", result.args))
        return result


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_that_is_said_in_the_plays_can_be_read(lang: str) -> None:
    texts = Texts.load(lang, files("lairkeeper") / "texts", GAME.texts_dir)
    names = Names(GAME)
    said: list[str] = []
    for path in FILES:
        play = parse(path.read_text(encoding="utf-8"))
        setup = names.setup(play.setup)
        history = History.start(GAME, Header(GAME.id, play.seats, play.level, play.ruleset, setup, GAME.version))
        if isinstance(history, Refused):
            said.append(texts.say(f"refusal.{history.code}", history.args))
            continue
        speaker = Speaker(history, names, texts)
        for step in play.steps:
            speaker.step(step)
        said += speaker.said
    assert len(set(said)) > 100
    raw = re.compile(r"[{}]|\bNone\b|\('|[a-z]#\d")
    assert [line for line in said if raw.search(line)] == []


def test_plays_reach_every_refusal_of_the_game() -> None:
    reached: set[object] = set()
    for path in FILES:
        play = read(path)
        steps = play.get("step", [])
        assert isinstance(steps, list)
        reached |= {play.get("refuse_setup")} | {step["refuse"]["code"] for step in steps if "refuse" in step}
    assert [spec.code for spec in GAME.refusals if not spec.core and spec.code not in reached] == []
