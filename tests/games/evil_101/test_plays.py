"""Every play that ships with the game goes as written, and all that is said on the way can be read."""

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
from lairkeeper.games.evil_101 import GAME
from lairkeeper.i18n import LANGUAGES, Texts
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, run_text
from lairkeeper.kit.playfile import Step, parse

from .rule_list import PLAYS

FILES = sorted(PLAYS.glob("*.toml"))


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_play_goes_as_written(path: Path) -> None:
    result = run_text(path.read_text(encoding="utf-8"), path.name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


def test_plays_are_pages_of_a_rulebook() -> None:
    titles = [read(path)["title"] for path in FILES]
    assert len(set(titles)) == len(titles) >= 70
    for path in FILES:
        play = read(path)
        assert (play["game"], play["level"] in GAME.levels) == (GAME.id, True)
        assert play["rule"].startswith("Evil:101, ")
        assert play["covers"], f"{path.name} proves nothing"


def test_at_least_ten_plays_expect_a_number() -> None:
    values = [
        [value for step in read(path).get("step", []) for value in step.get("expect", {}).values()] for path in FILES
    ]
    assert sum(any(type(value) is int for value in each) for each in values) >= 30


def test_a_wrong_number_in_a_play_is_noticed() -> None:
    text = (PLAYS / "worked-example.toml").read_text(encoding="utf-8").replace('"tokens.Ana" = 6', '"tokens.Ana" = 7')
    result = run_text(text)
    assert (result.ok, result.expected, result.actual) == (False, 7, 6)


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
        self.said.append(self.texts.say(f"step.{view.step}") if view.step != "finished" else "")
        for seat in view.scoreboard.seats:
            self.said += [self.texts.say(f"score.{line.code}", line.args) for line in seat.lines]
        for note in (
            *view.extra.get("notes", ()),
            *GAME.view(self.history.state, view.seats[0]).extra.get("notes", ()),
        ):
            self.said.append(self.texts.say(f"refusal.{note['code']}", note))
        for record in self.history.records:
            if record.command is not None:
                code, args = GAME.log(record.command, record.events)
                self.said.append(self.texts.say(f"log.{code}", args))
                self.said += [self.texts.say(f"check.{check}") for check in record.unverified]

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
        header = Header(GAME.id, play.seats, play.level, play.ruleset, names.setup(play.setup), GAME.version)
        history = History.start(GAME, header)
        if isinstance(history, Refused):
            said.append(texts.say(f"refusal.{history.code}", history.args))
            continue
        speaker = Speaker(history, names, texts)
        for step in play.steps:
            speaker.step(step)
        said += speaker.said
    assert len(set(said)) > 150
    raw = re.compile(r"[{}]|\bNone\b|\('|#\d|\b(?:slot|plot|target|agent|chase)-\w")
    assert sorted({line for line in said if raw.search(line)}) == []


def test_plays_reach_every_refusal_of_the_game() -> None:
    reached: set[object] = set()
    for path in FILES:
        play = read(path)
        reached |= {play.get("refuse_setup")}
        reached |= {step["refuse"]["code"] for step in play.get("step", []) if "refuse" in step}
    assert [spec.code for spec in GAME.refusals if not spec.core and spec.code not in reached] == []
