from __future__ import annotations

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard
from lairkeeper.games import all_games, get_game
from lairkeeper.kit import run
from lairkeeper.kit.checks import CHECKS, transfers_exact
from lairkeeper.kit.driver import Recording, play_match
from lairkeeper.kit.golden import compare, golden_name, golden_text
from lairkeeper.kit.plays import read_plays
from lairkeeper.kit.run import run_kit
from lairkeeper.kit.seeded_bugs import BUGS, SEALED, Bug, Patches

from ..core.toy import CHOOSING, TOY, begin, plot_all
from ..fresh import SEED, some


@pytest.mark.parametrize("id", sorted(all_games()))
def test_every_game_passes_the_kit_with_a_fresh_match(id: str) -> None:
    """In one match alone all may lose."""
    results = run_kit(get_game(id), seeds=[SEED])
    assert [each for each in results if not each.ok and each.detail != "nobody won"] == [], f"seed {SEED}"


@pytest.mark.soak
@pytest.mark.parametrize("id", sorted(all_games()))
def test_every_game_passes_the_kit_in_time(id: str) -> None:
    start = time.process_time()
    results = run_kit(get_game(id))
    assert [result for result in results if not result.ok] == []
    assert {result.name.split(" ")[0] for result in results} >= {str(n) for n in range(1, 16)}
    assert time.process_time() - start < 60


@pytest.mark.parametrize("game", [TOY, CHOOSING], ids=["last-played", "affected-chooses"])
def test_a_game_with_secrets_passes_the_kit(game: Kernel) -> None:
    results = run_kit(game, seeds=range(12))
    assert [result for result in results if not result.ok] == []


def test_the_list_of_bugs_is_long_and_has_no_name_twice() -> None:
    assert len(BUGS) >= len(CHECKS)
    assert len({bug.name for bug in BUGS}) == len(BUGS)
    assert {bug.name for bug in BUGS} > SEALED


@pytest.mark.parametrize("bug", some(BUGS, len(BUGS) // 2), ids=lambda bug: bug.name)
def test_every_seeded_bug_is_caught(bug: Bug) -> None:
    game = TOY if bug.name in SEALED else get_game("forever-evil")
    with bug.planted(game) as broken:
        results = run_kit(broken, levels=game.levels[:1], seeds=range(3), first_only=True)
    assert [result for result in results if not result.ok], f"nobody noticed: {bug.name}"


def test_a_bug_is_gone_when_it_is_over() -> None:
    before = play_match(TOY, 3)
    for bug in BUGS:
        with bug.planted(TOY):
            pass
    after = play_match(TOY, 3)
    assert after.history.records == before.history.records
    assert [name for name, check in CHECKS.items() if check(after)] == []


def test_a_counter_that_is_no_debt_is_no_payment() -> None:
    history = begin()
    plot_all(history)
    assert not isinstance(history.submit(Command(move="adjust", by="Ana", target="plots.Ana", amount=1)), Refused)
    assert transfers_exact(Recording(TOY, 0, history)) is None


def test_a_game_that_can_be_lost_by_all_is_sound_and_one_that_nobody_wins_is_not() -> None:
    def losing(share: int) -> Kernel:
        def board(state: State, viewer: str) -> Scoreboard:
            found = TOY.scoreboard(state, viewer)
            return replace(found, winners=()) if len(state.seats) <= share else found

        return replace(TOY, scoreboard=board)

    def ended(game: Kernel) -> list[bool]:
        return [each.ok for each in run_kit(game, seeds=range(3)) if each.name.startswith("10 random matches end")]

    assert ended(losing(2)) == [True, True]
    assert ended(losing(9)) == [False, False]


def test_patches_are_undone_in_order() -> None:
    class Thing:
        value = 1

    table = {"a": 1}
    patches = Patches()
    patches.set(Thing, "value", 2)
    patches.set(Thing, "value", 3)
    patches.put(table, "a", 2)
    assert (Thing.value, table["a"]) == (3, 2)
    patches.undo()
    assert (Thing.value, table["a"]) == (1, 1)


def test_an_uncovered_rule_of_a_built_level_is_named(tmp_path: object) -> None:
    points = {"t-1": "full", "t-2": "full", "t-3": "someday"}
    results = {result.name: result for result in run_kit(TOY, seeds=[1], points=points, elsewhere=["t-2"])}
    assert results["15 rules are covered"].detail == "t-1"
    assert not results["15 rules are covered"].ok


def test_a_golden_match_that_changed_is_noticed(tmp_path: object) -> None:
    folder = tmp_path
    file = folder / golden_name(TOY, "full")  # type: ignore[operator]
    assert "no golden" in (compare(TOY, "full", folder) or "")  # type: ignore[arg-type]
    file.write_text(golden_text(TOY, "full"), encoding="utf-8")
    assert compare(TOY, "full", folder) is None  # type: ignore[arg-type]
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines[:5], lines[5].replace('"n"', '"m"'), *lines[6:]]), encoding="utf-8")
    assert "line 6" in (compare(TOY, "full", folder) or "")  # type: ignore[arg-type]
    file.write_text("\n".join(lines[:-1]), encoding="utf-8")
    assert "lines became" in (compare(TOY, "full", folder) or "")  # type: ignore[arg-type]


def test_plays_of_a_game_are_found() -> None:
    assert list(read_plays(TOY)) == ["no-raids.toml"]


def test_a_game_that_breaks_off_in_a_play_leaves_the_other_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("evil-101")

    def breaks(*_: object) -> None:
        raise ValueError("broken")

    plays = read_plays(game)
    monkeypatch.setattr(Kernel, "decide", breaks)
    assert "ValueError: broken" in str(run._plays(game, game.levels)[1])
    assert len(run._examples(game, plays.values(), game.levels)) < len(plays)


@pytest.mark.parametrize(("line", "args"), [("no-such-line", {}), ("raid", {}), ("tap", {"by": "Ana"})])
def test_a_line_of_the_log_that_no_text_says_is_named(line: str, args: dict[str, str]) -> None:
    game = replace(TOY, lines={**TOY.lines, "raid": lambda command, events: (line, args)})
    texts = [each for each in run_kit(game, seeds=[1]) if each.name.startswith("14 texts")]
    assert [(each.ok, each.detail) for each in texts] == [(False, f"log.{line}")] * 2
    assert all(each.ok for each in run_kit(TOY, seeds=[1]) if each.name.startswith("14 texts"))


def test_a_question_that_lacks_an_argument_of_its_text_is_named(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(str(TOY.texts_dir), tmp_path / "texts"))
    english = (folder / "en.toml").read_text(encoding="utf-8")
    assert "{seat} may raid" in english
    (folder / "en.toml").write_text(english.replace("{seat} may", "{nobody} may"), encoding="utf-8")
    texts = [each for each in run_kit(replace(TOY, texts_dir=folder), seeds=[1]) if each.name.startswith("14 texts")]
    assert [(each.ok, each.detail) for each in texts] == [(False, "prompt.your-raid"), (True, "")]
