"""A game is one package and one entry point: a toy in a distribution of its own is installed, and everything takes it.

Nothing outside its folder names it, this test neither: the name is read from its own project file.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from lairkeeper.kit.plays import play_files

from .distribution import install, run

ROOT = Path(__file__).parents[2]
FIFTH = ROOT / "tests" / "fifth"
PROJECT = tomllib.loads((FIFTH / "pyproject.toml").read_text(encoding="utf-8"))["project"]
((NAME, ENTRY),) = PROJECT["entry-points"]["lairkeeper.games"].items()
PLAYS = [str(found.file) for found in play_files(FIFTH / ENTRY.partition(":")[0] / "plays").values()]
PAGE = """
import sys
from tests.web.conftest import client_for
from tests.web.situations import begun, hub_of

hub = hub_of()
begun(hub, sys.argv[1])
client = client_for(hub)
for lang in ("en", "fr"):
    client.cookies.set("lang", lang)
    print(client.get("/").text)
    print(client.get("/new?game=" + sys.argv[1]).status_code)
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Installed as any other distribution, without a network: the build backend comes with the development tools."""
    return install(FIFTH, tmp_path_factory.mktemp("installed"))


def test_it_passes_the_whole_kit(installed: Path) -> None:
    said = run(installed, str(FIFTH / "run_kit.py"))
    assert "FAIL" not in said
    numbers = {int(found) for found in re.findall(r"^ok +(\d+) ", said, re.M)}
    assert numbers == set(range(1, 17))


def test_every_command_takes_it(installed: Path) -> None:
    games = json.loads(run(installed, "-m", "lairkeeper", "games", "--json"))
    assert NAME in {game["id"] for game in games}
    moves = json.loads(run(installed, "-m", "lairkeeper", "moves", NAME, "--json"))
    assert moves.keys() == {"moves", "refusals", "ruleset", "state", "prompts"}
    assert PLAYS
    played = json.loads(run(installed, "-m", "lairkeeper", "play", *PLAYS, "--json"))
    assert [each["ok"] for each in played] == [True] * len(PLAYS)


def test_the_pages_show_it_in_both_languages(installed: Path) -> None:
    said = run(installed, "-c", PAGE, NAME)
    texts = {
        lang: tomllib.loads((FIFTH / ENTRY.partition(":")[0] / "texts" / f"{lang}.toml").read_text(encoding="utf-8"))
        for lang in ("en", "fr")
    }
    for lang, table in texts.items():
        prompt = next(iter(table["prompt"].values())).partition("{")[0].strip()
        assert prompt.partition(".")[0] in said, lang
    assert said.count("\n200\n") == 2


def test_nothing_else_names_it() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    word = re.compile(rf"\b{NAME}\b", re.IGNORECASE)
    for name in listed.splitlines():
        path = ROOT / name
        if path.is_relative_to(FIFTH) or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert not word.search(text), f"{name} names the toy; a game is one package and one entry point"
