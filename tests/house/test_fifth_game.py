"""A game is one package and one entry point: a toy in a distribution of its own is installed, and everything takes it.

Nothing outside its folder names it, this test neither: the name is read from its own project file.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from random import Random

import pytest

from lairkeeper.kit.plays import play_files
from lairkeeper.simulation.auto import ok
from lairkeeper.simulation.readers import LAYOUTS

from ..fresh import SEED
from . import fifth_page
from .distribution import install, run

ROOT = Path(__file__).parents[2]
FIFTH = ROOT / "tests" / "fifth"
PROJECT = tomllib.loads((FIFTH / "pyproject.toml").read_text(encoding="utf-8"))["project"]
((NAME, ENTRY),) = PROJECT["entry-points"]["lairkeeper.games"].items()
PLAYS = [str(found.file) for found in play_files(FIFTH / ENTRY.partition(":")[0] / "plays").values()]
TEXTS = FIFTH / ENTRY.partition(":")[0] / "texts"
LEVELS = tuple(tomllib.loads((TEXTS / "en.toml").read_text(encoding="utf-8"))["level-note"])
"""The levels, the one with the fewest taps first."""
PLAYERS = f"from lairkeeper.simulation.installed import levels_of\nassert levels_of({NAME!r})"
PLANNED = "from lairkeeper.simulation.plan import plan\nprint(*{case.game for case in plan(20, 1)})"
PAGE = """
import sys
from tests.web.conftest import client_for
from tests.web.situations import begun, hub_of

hub = hub_of()
begun(hub, sys.argv[1])
client = client_for(hub)
for lang in ("en", "fr"):
    client.cookies.set("lang", lang)
    print(client.get("/table").text)
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
    texts = {lang: tomllib.loads((TEXTS / f"{lang}.toml").read_text(encoding="utf-8")) for lang in ("en", "fr")}
    for lang, table in texts.items():
        prompts = (each if isinstance(each, str) else each["other"] for each in table["prompt"].values())
        parts = {max(re.split(r"\{\w+\}", prompt), key=len).strip() for prompt in prompts}
        assert any(part in said for part in parts), lang
    assert said.count("\n200\n") == 2


@pytest.mark.chain
@pytest.mark.parametrize(("layout", "level"), [*((layout, LEVELS[-1]) for layout in LAYOUTS), (LAYOUTS[0], LEVELS[0])])
def test_its_own_players_play_it_through_the_firmware(installed: Path, layout: str, level: str) -> None:
    seed, players = Random(f"{layout} {SEED}").randint(1, 10**6), Random(f"players {layout} {SEED}").randint(2, 4)
    chance = ("--seed", str(seed), "--players", str(players), "--noise", "much")
    words = ("--game", NAME, "--level", level, "--layout", layout, *chance)
    report = json.loads(run(installed, "-m", "lairkeeper", "demo", "--auto", "--json", *words))
    assert ok(report), report
    assert report["scans"]["sent"] > 5 * players


def test_a_campaign_plays_it_too(installed: Path) -> None:
    cases = run(installed, "-c", PLANNED)
    assert NAME in cases.split()


def test_its_players_are_loaded_when_they_play_and_not_before(installed: Path) -> None:
    loaded = "print(sum('simulation' in name.split('.') for name in sys.modules))"
    table = "import sys\nimport lairkeeper.table\nfrom lairkeeper.games import all_games\nall_games()"
    said = run(installed, "-c", "\n".join((table, loaded, PLAYERS, loaded)))
    before, after = said.split()
    assert int(before) == 0 < int(after)


def test_a_game_without_players_is_refused_in_one_sentence(installed: Path, tmp_path: Path) -> None:
    bare = shutil.copytree(installed, tmp_path / "bare")
    shutil.rmtree(bare / ENTRY.partition(":")[0] / "simulation")
    sentence = f"{NAME} has no simulated players; play it by hand, without --auto and --campaign"
    for words in (("--auto",), ("--campaign", "2")):
        said = run(bare, "-m", "lairkeeper", "demo", *words, "--game", NAME, status=1)
        assert said.strip() == f"lairkeeper: {sentence}"
    cases = run(bare, "-c", PLANNED)
    assert cases.split()
    assert NAME not in cases.split()


def test_each_rule_stands_in_the_code_that_enforces_it() -> None:
    rules = tomllib.loads((TEXTS / "rules.toml").read_text(encoding="utf-8")).keys() - {"sections"}
    code = "\n".join(file.read_text(encoding="utf-8") for file in TEXTS.parent.rglob("*.py"))
    assert rules == set(re.findall(r"\b[a-z]+-\d+\b", code)) & rules


def test_the_page_names_its_files_and_no_others() -> None:
    written = fifth_page.PAGE.read_text(encoding="utf-8")
    assert written == fifth_page.page(), "write it anew: python -m tests.house.fifth_page"


def test_nothing_else_names_it() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    word = re.compile(rf"\b{NAME}\b", re.IGNORECASE)
    for name in listed.splitlines():
        path = ROOT / name
        if path.is_relative_to(FIFTH) or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8", errors="ignore")
        assert not word.search(text), f"{name} names the toy; a game is one package and one entry point"
