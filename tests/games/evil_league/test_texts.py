"""English and French say the same things, and everything that the game can say is in both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.moves import CHOOSE_FRAME
from lairkeeper.core.result import Accepted
from lairkeeper.core.ruleset import specs
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.catalog import CATALOG, LOCATIONS, PRINTED, VERBS
from lairkeeper.games.evil_league.rounds import STEPS
from lairkeeper.games.evil_league.track import SOURCES
from lairkeeper.i18n import LANGUAGES, Texts, arguments, flatten, read_catalog

CORE_MOVES = {"adjust", "set-level", *CHOOSE_FRAME.moves}
LOGGED = {
    *("draw-part", "draw-loot", "buy-item", "give-loot", "steal-part", "steal-loot", "lose-power", "back", "counted"),
    *("reward-reputation", "reward-parts", "reward-loot", "reward-power", "stand-reputation", "stand-bonus"),
    *("adjust-reputation", "adjust-power", "power-said", "lay-out", "lay-own", "lay-weapon", "lay-loot"),
    *("spoils-parts", "spoils-loot", "spoils-power"),
    *(f"do-{word}" for word in VERBS if word != "by-hand"),
}
OWN_LINES = {"draw", "steal", "reward", "stand", "adjust", "complete", "answer", "spoils", "do"}
"""Moves whose log lines have other names, or that are always refused."""
PILES = ("scheme-deck", "loot-deck", "bag", "loot-discard", "schemes-out")
SEATED = ("villain", "spare", "weapon", "hand")
PLACES = {*LOCATIONS, *PILES, "villain", "spare", "weapon", "unseen", "box"}
SOURCE_FILES = sorted(Path(str(files("lairkeeper.games.evil_league"))).glob("*.py"))


def sentences(lang: str) -> dict[str, str | dict[str, str]]:
    return dict(flatten(read_catalog(GAME.texts_dir, lang)))


def forms(sentence: str | dict[str, str]) -> list[str]:
    return [sentence] if isinstance(sentence, str) else list(sentence.values())


def needed_keys() -> Iterator[str]:
    """Every text that the game itself can ask for."""
    yield from (f"name.{kind}" for kind in CATALOG.kinds)
    yield from (f"level.{level}" for level in GAME.levels)
    yield from (f"refusal.{refusal.code}" for refusal in GAME.refusals if not refusal.core)
    yield from (f"step.{step}" for step in (*STEPS, "hands"))
    for frame in GAME.frames.values():
        if frame is not CHOOSE_FRAME:
            yield f"step.{frame.name}"
            yield from (f"move.{name}" for name in frame.moves)
            yield from (f"log.{name}" for name in frame.moves if name not in OWN_LINES)
            for prompt in frame.prompts:
                yield f"prompt.{prompt.code}"
                yield from (f"option.{code}" for code in prompt.options)
    yield "move.adjust"
    yield from (f"log.{code}" for code in LOGGED)
    for option in specs(GAME.ruleset_type):
        yield f"ruleset.{option.name}"
        yield from (f"choice.{option.name}.{value}" for value in option.choices if isinstance(value, str))
    yield from (f"rule.{key}" for key in cited())
    yield from (f"score.{code}" for code in SOURCES)
    yield from (f"beside.{code}" for code in ("start", "power", "hand", "weapon"))
    yield "ui.now.turn"
    yield from {f"fact.{field.name}" for fields in PRINTED.fields.values() for field in fields}
    yield from (f"word.{word}" for word in VERBS)
    yield from (f"zone.{head}" for head in (*LOCATIONS, *PILES, *SEATED))
    yield from (f"place.{head}" for head in PLACES)
    yield from ("mark.down", "mark.committed", "mark.hammer-goes")
    yield from {f"ui.group.{facts.zone}" for facts in CATALOG.kinds.values()}


def cited() -> set[str]:
    """Rule keys in specs and, as literals, in the game's own files."""
    keys = {spec.rule for spec in (*GAME.moves, *GAME.prompts, *specs(GAME.ruleset_type)) if spec.rule}
    for path in SOURCE_FILES:
        text = path.read_text(encoding="utf-8")
        keys.update(re.findall(r'\b(?:cite|rule|RULE: Final|PICK: Final) ?= ?"([a-z-]+)"', text))
        keys.update(re.findall(r'\bno\(EL\.\w+, "([a-z-]+)"', text))
    return keys


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_that_can_be_said_has_a_text(lang: str) -> None:
    texts = Texts.load(lang, GAME.texts_dir)
    assert [key for key in needed_keys() if key not in texts] == []


def test_no_text_is_left_over() -> None:
    needed = set(needed_keys())
    assert [key for key in sentences("en") if key not in needed] == []


def test_both_languages_hold_the_same_keys_and_arguments() -> None:
    english, french = sentences("en"), sentences("fr")
    assert english.keys() ^ french.keys() == set()
    for key, sentence in english.items():
        expected = {name for form in forms(sentence) for name in arguments(form)}
        assert {name for form in forms(french[key]) for name in arguments(form)} == expected, key


def test_plural_forms_are_told_apart_by_n() -> None:
    for lang in LANGUAGES:
        for key, sentence in sentences(lang).items():
            if isinstance(sentence, dict):
                assert all("n" in arguments(form) for form in forms(sentence)), f"{lang}: {key}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_those_of_the_catalog(lang: str) -> None:
    assert read_catalog(GAME.texts_dir, lang)["name"] == {
        kind: facts.names[lang] for kind, facts in CATALOG.kinds.items()
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_are_cited_by_the_heading_of_the_rulebook(lang: str) -> None:
    headings = read_catalog(GAME.texts_dir, lang)["rule"]
    assert all(heading.startswith("Evil League, ") for heading in headings.values())
    assert len(set(headings.values())) == len(headings)


def test_french_is_not_english() -> None:
    english, french = sentences("en"), sentences("fr")
    same = {key for key in english if english[key] == french[key]}
    assert same <= {
        *("step.actions", "option.older", "option.place", "option.card", "option.sap"),
        *("name.captain-hammer", "name.scheme-1"),
    }  # fmt: skip


def test_the_last_piece_dealt_is_said_to_lie_where_it_was_dealt() -> None:
    """With it the next round begins, and Captain Hammer moves at once."""
    seats = ("Ana", "Bo", "Cy")
    setup = {"phase": "actions", "reputation.Ana": 9, "reputation.Bo": 6, **{f"place.{seat}": "lair" for seat in seats}}
    history = History.start(GAME, Header(GAME.id, seats, "full", setup=setup))
    assert isinstance(history, History)
    for seat in seats:
        history.submit(Command(move="commit", by=seat))
    result = history.submit(Command(move="deal", card="scheme-5#1"))
    assert isinstance(result, Accepted), result
    assert GAME.lookup(history.state, "hammer") == "exchange"
    last = history.live[-1]
    assert last.command is not None
    assert GAME.log(last.command, last.events) == ("deal", {"card": "scheme-5#1", "kind": "scrap-heap"})


@pytest.mark.covers("el-124")
def test_whoever_has_won_is_first_whatever_the_track_says_and_captain_hammers_win_has_no_ranking() -> None:
    seats = ("Ana", "Bo", "Cy")
    for winner, ranks in (("Ana", [1, 2, 3]), ("", [None, None, None])):
        history = History.start(GAME, Header(GAME.id, seats, "score", setup={"reputation.Bo": 9, "reputation.Ana": 3}))
        assert isinstance(history, History)
        history.submit(Command(move="end-game"))
        history.submit(Command(move="defeated", target=winner) if winner else Command(move="all-lose"))
        board = GAME.score(history.state, "table")
        assert board.winners == ((winner,) if winner else ())
        assert [each.rank for each in board.seats] == ranks
