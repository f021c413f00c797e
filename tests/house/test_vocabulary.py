"""One name for one thing: pages, documents and commands agree on levels, moves, tokens and buttons."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from lairkeeper.cli.games import games as games_command
from lairkeeper.cli.moves import moves as moves_command
from lairkeeper.core.game import Game
from lairkeeper.core.ruleset import specs
from lairkeeper.games import all_games
from lairkeeper.i18n import LANGUAGES, Texts, flatten, read_catalog
from lairkeeper.web.app_texts import app_folders, texts_for

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = all_games()
DOCS: Final = (ROOT / "README.md", ROOT / "firmware" / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
AT_THE_TABLE: Final = (
    *(ROOT / "docs" / f"{name}.md" for name in ("first-match", "tapping", "seat-pages", "printed-numbers")),
    *sorted((ROOT / "docs" / "games").glob("*.md")),
)
"""Pages that name tokens in backticks and buttons in italics."""
SAME: Final = {
    "name.verb-undo": ("move.undo", "ui.undo", "answer.take-back"),
    "name.verb-confirm": ("move.done", "option.done", "option.gathered"),
    "name.verb-no": ("move.no", "option.no", "option.no-chase", "option.no-reaction", "ui.new.no"),
    "move.redo": ("ui.redo",),
    "answer.force": ("ui.force.button",),
    "ui.field.reason": ("ui.force.reason",),
    "ui.nav.tags": ("ui.tags.title",),
    "ui.nav.new": ("ui.new.title",),
    "ui.nav.virtual": ("ui.virtual.title",),
}
"""Texts for one command or one page, by the text that names it."""
OTHERWISE: Final = {
    ("evil-101", "play"): "places a Plot",
    ("evil-101", "discard"): "exchanges a card",
    ("evil-101", "pass"): "places no Plot",
    ("evil-101", "end-turn"): "ends the purchases",
    ("evil-league", "pass"): "lets a last action be",
    ("evil-league", "buy"): "is called Shop by the rulebook",
    ("evil-league", "gain"): "moves a marker",
}
"""Moves whose game has a word of its own for what the action token does."""
PLACES: Final = {("forever-evil", "hand"), ("forever-evil", "discard")}
"""Options that name a place and have the code of a move by chance."""
DROPPED: Final = {
    "en": {
        r"tracking levels?\b": "level",
        r"\bputs? (?:the |a )?(?:running )?match(?:es)? away": "archive",
        r"\bmatch(?:es)? (?:that (?:was|were) |is )?put away": "archive",
        r"\b[Gg]o(?:es)? on with (?:a |the )?match": "resume",
        r"\b[Tt](?:ake|akes|ook|aken|aking) (?:it |them |that |\{n\} steps? )?back\b": "undo",
        r"\bhappened (?:anyway|all the same)|\ball the same\b|— against the rules": "insist",
        r"\bGame over\b": "End game",
        r"\bPass on\b": "Pass",
        r"\b[Tt]ak(?:e|en) (?:it )?over\b": "import",
        r"\b(?:the|this) app (?:does not )?follows?\b|\b(?:is|are|was|were|as|already|not) followed\b(?! by)": "track",
        r"\(option `|^\| option \||^## Options": "house rule",
        r"\bSimulated evening": "match",
    },
    "fr": {
        r"niveau de suivi": "niveau",
        r"[Pp]arties? mises? de côté|[Rr]anger la partie|la ranger": "archiver",
        r"[Rr]eprendre \{n\}|Cela reprend|n’a été repris|à reprendre\b": "annuler ou importer",
        r"(?:arrivé|compte|[Uu]tiliser|produit) quand même|— contre les règles|\bimposé|\b[Ii]nsiste": "forcer",
        r"[Pp]astille": "étiquette",
        r"\b[Tt]ouchez|\b[Rr]epassez|\b[Pp]assez\b(?!\.)|\bsur le lecteur\b(?! «)": "scanner",
        r"\b[Pp]ose[sz]?\b[^.:;]* (?:le|un) jeton de place\b|\bgestes? (?:suivant|oublié)": "scanner",
        r"\b[Pp]assages? d’étiquette|\b[Ll]ectures?\b": "scan",
        r"\bFinir (?:le tour|la partie)": "Fin du tour, Fin de la partie",
    },
}  # fmt: skip
"""Terms that people saw for what has another name now, and that name."""


def texts_of(game: Game, lang: str) -> Texts:
    return texts_for(lang, game.texts_dir)


def sentences(lang: str) -> Iterator[tuple[str, str]]:
    """Yield every text of the app and its games with where it stands."""
    ours = ((folder.name, folder) for folder in app_folders())
    for where, folder in (*ours, *((id, game.texts_dir) for id, game in GAMES.items())):
        for key, text in flatten(read_catalog(folder, lang)):
            for form in (text,) if isinstance(text, str) else text.values():
                yield f"{where} {key}", form


def level_names(game: Game) -> list[str]:
    texts = texts_of(game, "en")
    return [f"{texts.say(f'level.{level}')} ({level})" for level in game.levels]


# Levels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", sorted(GAMES))
def test_a_game_explains_its_levels_and_leaves_their_names_to_the_app(id: str, lang: str) -> None:
    own = read_catalog(GAMES[id].texts_dir, lang)
    assert "level" not in own
    assert list(own["level-note"]) == list(GAMES[id].levels)


def test_the_command_names_the_levels_as_the_pages_do() -> None:
    said = CliRunner().invoke(games_command).output
    for game in GAMES.values():
        texts = texts_of(game, "en")
        for name, level in zip(level_names(game), game.levels, strict=True):
            assert f"{name}: {texts.say(f'level-note.{level}')}\n" in said


@pytest.mark.parametrize("id", sorted(GAMES))
def test_the_documents_name_the_levels_as_the_pages_do(id: str) -> None:
    game = GAMES[id]
    page = (ROOT / "docs" / "games" / f"{id}.md").read_text(encoding="utf-8")
    table = page.partition("\n| level | the app tracks | you tap |\n")[2].partition("\n\n")[0]
    assert re.findall(r"^\| (\w+ \(`\w+`\)) \|", table, re.M) == [
        re.sub(r"\((\w+)\)", r"(`\1`)", name) for name in level_names(game)
    ]
    (row,) = re.findall(rf"^\| \[[^]]+\]\(docs/games/{id}\.md\) .*$", DOCS[0].read_text(encoding="utf-8"), re.M)
    assert row.endswith(f" | {', '.join(name.partition(' ')[0] for name in level_names(game))} |")


# Moves, tokens and buttons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", sorted(GAMES))
def test_the_command_names_moves_and_house_rules_as_the_pages_do(id: str) -> None:
    game, texts = GAMES[id], texts_of(GAMES[id], "en")
    said = CliRunner().invoke(moves_command, [id]).output
    for table, codes in (
        ("move", [spec.name for spec in game.moves]),
        ("ruleset", [spec.name for spec in specs(game.ruleset_type)]),
    ):
        for code in codes:
            assert re.search(rf"^  {code} +“{re.escape(texts.say(f'{table}.{code}'))}”", said, re.M), code


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", sorted(GAMES))
def test_texts_for_one_command_are_equal(id: str, lang: str) -> None:
    texts = texts_of(GAMES[id], lang)
    for named, others in SAME.items():
        for other in others:
            if other in texts:
                assert texts.say(other) == texts.say(named), f"{other} and {named}"


def first_word(text: str) -> str:
    return re.split(r"[\s:’]", text, maxsplit=1)[0].casefold()


def test_a_move_and_its_action_token_have_one_name() -> None:
    differ = set()
    for id, game in GAMES.items():
        for texts in (texts_of(game, lang) for lang in LANGUAGES):
            for move in (spec.name for spec in game.moves if f"name.verb-{spec.name}" in texts):
                if first_word(texts.say(f"move.{move}")) != first_word(texts.say(f"name.verb-{move}")):
                    differ.add((id, move))
    assert differ == set(OTHERWISE)


def test_a_button_under_the_prompt_has_the_name_of_its_move() -> None:
    differ = set()
    for id, game in GAMES.items():
        for lang in LANGUAGES:
            texts = texts_of(game, lang)
            for code, text in read_catalog(game.texts_dir, lang)["option"].items():
                plain = isinstance(text, str) and "{" not in text and f"move.{code}" in texts
                if plain and first_word(text) != first_word(texts.say(f"move.{code}")):
                    differ.add((id, code))
    assert differ == PLACES


def buttons() -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what each button of a page sends, and the text on it."""
    for page in sorted((ROOT / "host" / "lairkeeper" / "web").rglob("*.html")):
        text = page.read_text(encoding="utf-8")
        for action, form in re.findall(r'<form[^>]* method="post" action="([^"]+)"[^>]*>(.*?)</form>', text, re.S):
            lines = re.findall(r'name="lines" value="([^"]+)"', form)
            for attributes, content in re.findall(r"<button((?:\{\{.*?\}\}|[^>])*)>(.*?)</button>", form, re.S):
                shown = re.findall(r"""t\.ui\((.+?)\)(?: if| else| ?\}\})""", content)
                field = re.findall(r' name="(\w+)"(?: value="([^"{]+)")?', attributes)
                if shown:
                    yield (action, *lines, *(word for pair in field for word in pair)), " ".join(shown)


def test_buttons_that_send_the_same_have_the_same_text() -> None:
    found = defaultdict(set)
    for sent, shown in buttons():
        found[sent].add(shown)
    assert len(found) >= 15
    assert {sent: shown for sent, shown in found.items() if len(shown) > 1} == {}


# Boards -----------------------------------------------------------------------------------------------------------


def test_french_texts_tell_a_board_from_a_card() -> None:
    french, english = (
        dict(each for folder in app_folders() for each in flatten(read_catalog(folder, lang))) for lang in ("fr", "en")
    )
    boards = [key for key, text in english.items() if re.search(r"\bboards?\b", str(text))]
    assert len(boards) >= 80
    for key in boards:
        found = re.search(r"\b[Cc]artes?\b( électroniques?)?", str(french[key]))
        assert found is None or found[1], f"{key}: say “carte électronique” first"


# Documents --------------------------------------------------------------------------------------------------------


def known_phrases() -> list[re.Pattern[str]]:
    """Return patterns of every English text that is more than its arguments."""
    said = [text for _, text in sentences("en")] + [game.title["en"] for game in GAMES.values()]
    return [
        re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)))
        for text in said
        if re.search(r"[A-Za-z+]", re.sub(r"\{\w+\}", "", text))
    ]


@pytest.mark.parametrize("page", AT_THE_TABLE, ids=lambda page: page.stem)
def test_tokens_and_buttons_in_the_documents_exist(page: Path) -> None:
    known = known_phrases()
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if not re.match(r"- \*\*[a-z]", line)]
    text = "\n".join(lines)
    named = re.findall(r"(?<![*\w])\*([A-Z][^*`|]+)\*(?!\*)", text) + re.findall(r"`([A-Z][A-Za-z ]+)`", text)
    for phrase in (re.sub(r"\s+", " ", each) for each in named):
        assert any(pattern.fullmatch(phrase) for pattern in known) or any(
            phrase in each for _, each in sentences("en") if phrase.endswith("?")
        ), f"no page shows “{phrase}”"


def test_the_french_terms_of_the_glossary_stand_on_the_pages() -> None:
    said = "\n".join(text.casefold() for _, text in sentences("fr"))
    glossary = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    people = glossary.partition("## In the code")[0]
    terms = [row[1] for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \|", people, re.M) if row[1] != "French"]
    assert len(terms) >= 20
    for term in terms:
        assert re.search(r"s? ".join(map(re.escape, term.split())), said), term


def test_the_terms_of_the_code_are_defined_where_the_table_says() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.partition("## Names in the code")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([\w ,]+) \| [^|]+ \| (`[^|]+`) \|$", table, re.M)
    assert len(rows) >= 20
    host = ROOT / "host" / "lairkeeper"
    for term, cell in rows:
        named = [file for path in re.findall(r"`([^`]+)`", cell) for file in (*host.glob(path), *ROOT.glob(path))]
        assert len(named) >= cell.count("`") // 2, f"{term}: {cell} names a file that does not exist"
        type_name = re.compile(rf"^class {term.title().replace(' ', '')}\b", re.M)
        defined = [file for file in host.rglob("*.py") if type_name.search(file.read_text(encoding="utf-8"))]
        right = [file for file in defined if {file, *file.parents} & set(named)]
        assert right or not defined, f"{term} is defined in {defined}"


# Dropped terms ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_a_dropped_term(lang: str) -> None:
    for pattern, instead in DROPPED[lang].items():
        for where, text in sentences(lang):
            assert not re.search(pattern, text), f"{where}: say “{instead}”"


@pytest.mark.parametrize("pattern", DROPPED["en"])
def test_no_document_and_no_command_has_a_dropped_term(pattern: str) -> None:
    commands = sorted((ROOT / "host" / "lairkeeper" / "cli").glob("*.py"))
    for path in (*DOCS, *commands):
        found = re.search(pattern, path.read_text(encoding="utf-8"), re.M)
        assert found is None, f"{path.relative_to(ROOT)}: “{found[0]}”, say “{DROPPED['en'][pattern]}”"
