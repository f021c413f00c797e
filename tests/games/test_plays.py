"""Every play that ships with a game goes as written, and all that is said on the way can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner, run_text
from lairkeeper.kit.playfile import PlayStep, parse
from lairkeeper.kit.plays import play_files
from lairkeeper.kit.rulebook import misplaced, rules_of, sections_of

from .book import BOOKS, Book

ALL = [(book, name) for book in BOOKS for name in book.files]
every_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)


@pytest.mark.parametrize(("book", "name"), ALL, ids=[f"{book.game.id}-{name[:-5]}" for book, name in ALL])
def test_the_play_goes_as_written(book: Book, name: str) -> None:
    result = run_text(book.files[name], name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


@every_book
def test_plays_are_pages_of_a_rulebook(book: Book) -> None:
    plays = book.read()
    assert len({play["title"] for play in plays.values()}) == len(plays)
    for name, play in plays.items():
        assert (play["game"], play["level"] in book.game.levels) == (book.game.id, True)
        assert play["rule"].startswith(book.title)
        assert play["covers"], f"{name} proves nothing"


@every_book
def test_each_play_lies_in_the_folder_of_the_heading_of_its_first_rule(book: Book) -> None:
    assert misplaced(book.game) is None
    assert 5 <= len({found.section for found in play_files(book.game.plays_dir).values()}) <= 15


@every_book
def test_every_section_is_one_of_the_rulebook(book: Book) -> None:
    cited = {heading for rule in rules_of(book.game).values() for heading in rule.headings}
    assert sections_of(book.game).keys() - cited - {heading.partition(": ")[0] for heading in cited} == set()


@every_book
def test_most_plays_expect_a_number(book: Book) -> None:
    values = [
        [value for step in play.get("step", []) for value in step.get("expect", {}).values()]
        for play in book.read().values()
    ]
    assert 2 * sum(any(type(value) is int for value in each) for each in values) > len(values)


@every_book
def test_a_wrong_number_in_a_play_is_noticed(book: Book) -> None:
    typo = book.typo
    text = book.files[typo.play]
    assert typo.right in text
    result = run_text(text.replace(typo.right, typo.wrong))
    assert (result.ok, result.expected, result.actual) == (False, typo.expected, typo.actual)


class Speaker(Runner):
    """Runs a play and says everything that a screen would say on the way."""

    def __init__(self, history: History, names: Names, texts: Texts) -> None:
        super().__init__(history, names)
        self.game = history.game
        self.texts = texts
        self.said: list[str] = []
        self.heard = 0

    def step(self, step: PlayStep) -> None:
        super().step(step)
        view = self.game.view(self.history.state, "table")
        if view.prompt is not None:
            self.said += [self.texts.say(f"{part}.{view.prompt.code}", view.prompt.args) for part in ("prompt", "help")]
            self.said.append(self.texts.say(f"rule.{view.prompt.cite}"))
            self.said += [self.texts.say(f"option.{option.code}", option.args) for option in view.prompt.options]
        if view.step != "finished":
            self.said.append(self.texts.say(f"step.{view.step}"))
        for seat in view.scoreboard.seats:
            self.said += [self.texts.say(f"score.{line.code}", line.args) for line in seat.lines]
        for each in (view, self.game.view(self.history.state, view.seats[0])):
            self.said += [self.texts.say(f"refusal.{note['code']}", note) for note in each.extra.get("notes", ())]
        self._logged()

    def _logged(self) -> None:
        """Log lines of the records that have come since."""
        records = self.history.records
        for record in records[self.heard :]:
            if record.command is not None:
                code, args = self.game.log(record.command, record.events)
                self.said.append(self.texts.say(f"log.{code}", args))
                self.said += [self.texts.say(f"check.{check}") for check in record.unverified]
        self.heard = len(records)

    def _do(self, value: Mapping[str, Any]) -> object:
        result = super()._do(value)
        if isinstance(result, Refused):
            self.said.append(self.texts.say(f"refusal.{result.code}", result.args))
        return result


@pytest.mark.parametrize("lang", LANGUAGES)
@every_book
def test_all_that_is_said_in_the_plays_can_be_read(book: Book, lang: str) -> None:
    game = book.game
    texts = Texts.load(lang, shared_texts(), game.texts_dir)
    names = Names(game)
    said: list[str] = []
    for text in book.files.values():
        play = parse(text)
        header = Header(game.id, play.seats, play.level, play.ruleset, names.setup(play.setup), game.version)
        history = History.start(game, header)
        if isinstance(history, Refused):
            said.append(texts.say(f"refusal.{history.code}", history.args))
            continue
        speaker = Speaker(history, names, texts)
        for step in play.steps:
            speaker.step(step)
        said += speaker.said
    assert len(set(said)) >= len(book.files), "a play has something to say"
    raw = re.compile(rf"[{{}}]|\bNone\b|\('|{book.raw}")
    assert sorted({line for line in said if raw.search(line) and not any(name in line for name in book.names)}) == []


@every_book
def test_plays_reach_every_refusal_of_the_game(book: Book) -> None:
    reached: set[object] = set()
    for play in book.read().values():
        reached |= {play.get("refuse_setup")}
        reached |= {step["refuse"]["code"] for step in play.get("step", []) if "refuse" in step}
    assert [spec.code for spec in book.game.refusals if not spec.core and spec.code not in reached] == []
