"""The plays of a game are found in folders by section of the rulebook, and each lies in the right one."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lairkeeper.core.kernel import Kernel
from lairkeeper.kit.plays import PlayFile, play_files
from lairkeeper.kit.rulebook import NO_HEADING, Rule, misplaced, section_of
from lairkeeper.kit.run import run_kit

from ..core.toy import TOY

RULES = """
[sections]
setup = ["The Setup"]
glossary = ["Glossary"]

[t-1]
level = "full"
text = "Five gems."
book = "Toys: The Setup, Glossary: Gem"

[t-2]
level = "full"
text = "After is after."
book = "Toys: Glossary: After; Jouets: Après"

[t-3]
level = "full"
text = "Written nowhere."

[t-4]
level = "full"
text = "Of a heading without a section."
book = "Toys: The End"
"""


def play(covers: str) -> str:
    head = f'title = "x"\ngame = "toy"\nseats = ["Ana", "Bo"]\ncovers = [{covers}]\n'
    return head + '[[step]]\nexpect = { "tokens.Ana" = 0 }\n'


@pytest.fixture
def game(tmp_path: Path) -> Kernel:
    """Return the toy game with its rules in sections, and one play that lies where it belongs."""
    shutil.copytree(str(TOY.texts_dir), tmp_path / "texts")
    for folder in ("setup", "glossary"):
        (tmp_path / "plays" / folder).mkdir(parents=True)
    (tmp_path / "texts" / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "plays" / "setup" / "gems.toml").write_text(play('"t-1", "t-2"'), encoding="utf-8")
    return replace(TOY, texts_dir=tmp_path / "texts", plays_dir=tmp_path / "plays")


def put(game: Kernel, where: str, covers: str) -> None:
    (Path(str(game.plays_dir)) / where).write_text(play(covers), encoding="utf-8")


def test_plays_are_found_in_folders_and_beside_them_in_order_of_their_names(game: Kernel) -> None:
    put(game, "glossary/after.toml", '"t-2"')
    put(game, "loose.toml", '"t-3"')
    (Path(str(game.plays_dir)) / "setup" / "notes.txt").write_text("no play", encoding="utf-8")
    found = play_files(game.plays_dir)
    assert [(name, each.section) for name, each in found.items()] == [
        ("after.toml", "glossary"), ("gems.toml", "setup"), ("loose.toml", ""),
    ]  # fmt: skip
    assert found["gems.toml"].text == play('"t-1", "t-2"')


def test_two_plays_of_one_name_are_an_error_that_names_both_folders(game: Kernel) -> None:
    put(game, "glossary/gems.toml", '"t-2"')
    with pytest.raises(ValueError, match=r"two plays are called gems\.toml, in glossary and setup: rename one"):
        play_files(game.plays_dir)
    results = {each.name: each for each in run_kit(game, seeds=[1])}
    assert "gems.toml" in results["15 plays go as written"].detail


@pytest.mark.parametrize(
    ("where", "covers", "said"),
    [
        ("glossary/after.toml", '"t-2"', None),
        ("setup/after.toml", '"t-2", "t-1"', "after.toml lies in setup: move it to glossary, the folder of t-2"),
        ("after.toml", '"t-2"', "after.toml lies in no folder: move it to glossary, the folder of t-2"),
        ("setup/card.toml", '"t-3"', f"card.toml lies in setup: move it to {NO_HEADING}, the folder of t-3"),
        ("setup/end.toml", '"t-4"', "end.toml: the heading 'The End' of t-4 is in no section: add it to rules.toml"),
        ("setup/none.toml", "", "none.toml covers no numbered rule: name one"),
    ],
)
def test_a_play_lies_in_the_folder_of_its_first_rule(game: Kernel, where: str, covers: str, said: str | None) -> None:
    assert misplaced(game) is None
    put(game, where, covers)
    assert misplaced(game) == said
    results = {each.name: each for each in run_kit(game, seeds=[1])}
    assert results["15 plays lie by section of the rulebook"].ok is (said is None)


def test_a_game_without_sections_keeps_its_plays_as_it_likes() -> None:
    assert set(play_files(TOY.plays_dir).values()) == {PlayFile("", TOY.plays_dir.joinpath("no-raids.toml"))}
    assert misplaced(TOY) is None


def test_the_first_heading_of_a_rule_decides() -> None:
    sections = {"The Setup": "setup", "Glossary": "glossary", "Glossary: After": "order"}
    assert section_of(Rule("t-1", "full", "", "Toys: The Setup, Glossary: Gem"), sections) == "setup"
    assert section_of(Rule("t-2", "full", "", "Toys: Glossary: After; Jouets: Après"), sections) == "order"
    assert section_of(Rule("t-3", "full", "", "Glossary"), sections) == "glossary"
    assert section_of(Rule("t-4", "full", ""), sections) == NO_HEADING
    assert Rule("t-5", "full", "", "Toys: A, B; Jouets: C").headings == ("A", "B", "C")
