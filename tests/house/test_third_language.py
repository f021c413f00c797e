"""A language is one folder: a made-up one in a distribution of its own is installed, and everything speaks it.

It is a pseudo-locale: each English sentence in brackets, its vowels with accents. What stays English was not looked up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.games import get_game
from lairkeeper.i18n import flatten, read_catalog, shared_texts
from lairkeeper.web.app_texts import app_folders
from lairkeeper.web.screens import all_screens
from tests.fresh import SEED

from .distribution import install, run

ROOT = Path(__file__).parents[2]
PROJECT = """
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "lairkeeper-pseudo"
version = "1.0.0"
requires-python = ">=3.11"

[project.entry-points."lairkeeper.languages"]
xa = "pseudo:LANGUAGE"

[tool.hatch.build.targets.wheel]
packages = ["pseudo"]
"""
LANGUAGE = """
from lairkeeper.i18n import Language

LANGUAGE = Language("xa", "Ƥşêûđô", __name__)
"""
PAGE = """
from tests.web.conftest import client_for
from tests.web.situations import begun, hub_of

hub = hub_of()
begun(hub, "evil-101")
client = client_for(hub)
client.cookies.set("lang", "xa")
pages = "/ /table /players /new?game=evil-101 /numbers /readers /seat /tags /virtual /workshop"
for path in pages.split():
    print(client.get(path).text)
"""
_KEPT = re.compile(r"(\{[^}]*\}|<[^>]*>|`[^`]*`)")
_ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")


def pseudo(sentence: str) -> str:
    """Return a sentence as it is in the made-up language; what stands in braces and code stays."""
    parts = _KEPT.split(sentence)
    return "⟦" + "".join(part if n % 2 else part.translate(_ACCENTS) for n, part in enumerate(parts)) + "⟧"


def lines(tables: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield a catalog as TOML, translated."""
    plain = {key: value for key, value in tables.items() if isinstance(value, str)}
    if plain:
        yield "[" + ".".join(map(json.dumps, path)) + "]" if path else ""
        said = {key: json.dumps(pseudo(value), ensure_ascii=False) for key, value in plain.items()}
        yield from (f"{json.dumps(key)} = {value}" for key, value in said.items())
    for key, value in tables.items():
        if not isinstance(value, str):
            yield from lines(value, (*path, key))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that the language is installed in, as any other distribution."""
    source, target = tmp_path_factory.mktemp("pseudo"), tmp_path_factory.mktemp("installed")
    package = source / "pseudo"
    package.mkdir()
    (source / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (package / "__init__.py").write_text(LANGUAGE, encoding="utf-8")
    (package / "screens").mkdir()
    screens = {f"screens/{id}": each.folder() for id, each in all_screens().items()}
    texts = {"app": shared_texts(), "evil_101": get_game("evil-101").texts_dir, **screens}
    for name, folder in texts.items():
        text = "\n".join(lines(read_catalog(folder, "en")))
        (package / f"{name}.toml").write_text(text, encoding="utf-8")
    return install(source, target)


def test_the_page_names_these_files_and_no_others(installed: Path) -> None:
    page = (ROOT / "docs" / "add-a-language.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`host/lairkeeper/i18n/xx/([\w/.]+)`", page))
    package = installed / "pseudo"
    files = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.suffix in {".py", ".toml"}}
    kinds = {re.sub(r"^screens/\w+", "screens/NAME", name).replace("evil_101", "GAME") for name in files}
    assert kinds == named


def test_a_whole_match_is_played_in_it(installed: Path, tmp_path: Path) -> None:
    """The simulated players fail at a line that has no words in their language."""
    words = ["demo", "--auto", "--headless", "--json", "--game", "evil-101", "--level", "full", "--players", "2"]
    told = run(
        installed, "-m", "lairkeeper", *words, "--lang", "xa", "--seed", str(SEED), "--db", str(tmp_path / "x.db")
    )
    match = json.loads(told.splitlines()[-1])
    assert match["finished"] and match["lang"] == "xa" and match["differences"] == [], f"seed {SEED}: {match}"


def test_the_command_line_offers_it(installed: Path) -> None:
    assert "[en|fr|xa]" in run(installed, "-m", "lairkeeper", "serve", "--help")


def test_no_sentence_of_a_page_is_left_in_english(installed: Path) -> None:
    told = run(installed, "-c", PAGE)
    assert (
        '<html lang="xa"' in told and '<button class="quiet" name="lang" value="en" lang="en">English</button>' in told
    )
    assert told.count("⟦") > 100
    catalogs = (read_catalog(folder, "en") for folder in (*app_folders(), get_game("evil-101").texts_dir))
    sentences = {text for tables in catalogs for _, text in flatten(tables) if isinstance(text, str)}
    long = {text for text in sentences if "{" not in text and text.count(" ") > 2}
    assert [text for text in long if re.search(rf">\s*{re.escape(text)}\s*<", told)] == []
