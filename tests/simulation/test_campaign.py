"""Campaigns: the plan is spread over everything, one seed gives one plan, and every kind of failure is told."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import specs
from lairkeeper.games import all_games, get_game
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.auto import SEATS, DemoError, simulated_match_of
from lairkeeper.simulation.campaign import Campaign, Outcome
from lairkeeper.simulation.installed import levels_of
from lairkeeper.simulation.noise import NOISES
from lairkeeper.simulation.plan import Case, Filters, _each_value, _next_due, _refusal, plan
from lairkeeper.simulation.readers import LAYOUTS
from tests.fresh import SEED

QUICK = Case(1, "evil-league", "score", 3, "tap", "fr", "none", 5, {})


def test_four_hundred_matches_are_spread_over_everything() -> None:
    cases = plan(400, 20261128)
    for game in all_games().values():
        mine = [case for case in cases if case.game == game.id]
        assert 2 * len(mine) * len(all_games()) >= len(cases), "at least half of an equal share"
        few, most = game.players
        assert {case.players for case in mine} >= set(range(few, most + 1))
        assert {case.level for case in mine} == set(game.levels)
        assert {case.layout for case in mine} == set(LAYOUTS)
        assert {(case.lang, case.noise) for case in mine} == {
            (lang, noise) for lang in ("en", "fr") for noise in NOISES
        }
        assert len({case.seed for case in mine}) > len(mine) * 0.9


def test_every_house_rule_occurs_in_four_hundred_matches() -> None:
    cases = plan(400, SEED)
    for game in all_games().values():
        given = {(name, value) for case in cases if case.game == game.id for name, value in case.rules.items()}
        for spec in specs(game.ruleset_type):
            others = {value for value in spec.choices if value != spec.default}
            assert others <= {value for name, value in given if name == spec.name}, spec.name
            assert spec.name in {name for name, _ in given}


def test_every_planned_match_can_begin() -> None:
    for case in plan(200, 4):
        header = Header(case.game, SEATS[: case.players], case.level, case.rules)
        begun = get_game(case.game).start(header)
        if isinstance(begun, Refused):
            made = simulated_match_of(case.game, case.players, case.seed, case.level, case.layout, case.rules)
            assert not isinstance(get_game(case.game).start(made.header), Refused), begun.code


def test_the_same_seed_gives_the_same_plan_and_another_one_another() -> None:
    assert plan(40, 9) == plan(40, 9)
    assert plan(40, 9) != plan(40, 10)


def test_the_heaviest_matches_begin_first() -> None:
    weights = [case.weight for case in plan(40, 3)]
    assert weights == sorted(weights, reverse=True)
    assert sorted(case.n for case in plan(40, 3)) == list(range(1, 41))


def test_what_is_due_goes_with_what_was_asked_for() -> None:
    """A rule that did not was drawn anew hundreds of times: a plan took half a minute."""
    game, chosen = get_game("forever-evil"), {"variant": "teams"}
    due = _each_value(game, Random(SEED))
    left = len(due)
    while rules := _next_due(game, "deck", 4, due, chosen):
        assert _refusal(game, "deck", 4, {**rules, **chosen}) is None, f"seed {SEED}: {rules}"
    assert 0 < len(due) < left, "what does not go with teams stays due"


def test_filters_hold_and_leave_the_rest_to_chance() -> None:
    chosen = Filters("forever-evil", "deck", 4, "tap", "fr", "much", {"variant": "teams"})
    for case in plan(12, 1, chosen):
        assert (case.game, case.level, case.players, case.layout) == ("forever-evil", "deck", 4, "tap")
        assert (case.lang, case.noise, case.rules["variant"]) == ("fr", "much", "teams")
    assert {case.game for case in plan(12, 1, Filters(rules={"circle": "heap-pawn-mall-exchange"}))} == {"evil-league"}
    assert {case.game for case in plan(12, 1, Filters(level="deck"))} == {"forever-evil"}


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        (Filters(level="everything"), "no level 'everything' here; choose one of"),
        (Filters("dc-forever", "deck"), "choose one of score, full"),
        (Filters(rules={"chess": 1}), "no such house rule 'chess'"),
        (Filters("dc-forever", players=7), "no such match of dc-forever can begin"),
        (Filters(rules={"variant": "teams"}, players=3), "even number"),
        (Filters(rules={"promos": "maybe"}), "maybe"),
    ],
)
def test_filters_that_nothing_fits_are_one_sentence(chosen: Filters, says: str) -> None:
    with pytest.raises(DemoError, match=says) as raised:
        plan(3, 1, chosen)
    assert "\n" not in str(raised.value)


def test_the_command_of_a_match_says_all_that_decides_how_it_goes() -> None:
    case = replace(QUICK, rules={"passing": True, "loot-limit": 3, "parts-limit": "none"})
    words = shlex.split(case.command)
    assert words[:5] == ["lairkeeper", "demo", "--auto", "--headless", "--json"]
    assert words[5:] == [
        "--game", "evil-league", "--level", "score", "--players", "3", "--seed", "5", "--layout", "tap", "--lang", "fr",
        "--noise", "none", "--rule", "passing=true", "--rule", "loot-limit=3", "--rule", "parts-limit=none",
    ]  # fmt: skip


def only(campaign: Campaign) -> Outcome:
    (outcome,) = campaign.outcomes()
    return outcome


def test_a_clean_match_leaves_nothing_behind(tmp_path: Path) -> None:
    outcome = only(Campaign([QUICK], tmp_path))
    assert (outcome.why, outcome.kept) == ("", None)
    assert outcome.scans > 10
    assert not list(tmp_path.iterdir())


def test_a_match_that_cannot_begin_is_a_failure_with_its_sentence(tmp_path: Path) -> None:
    outcome = only(Campaign([replace(QUICK, level="deck")], tmp_path))
    assert "has no level 'deck'" in outcome.why
    assert outcome.kept is not None
    assert (outcome.kept / "command.txt").read_text(encoding="utf-8").strip() == outcome.case.command
    assert "has no level" in (outcome.kept / "errors.txt").read_text(encoding="utf-8")


def test_a_match_that_hangs_is_ended_and_kept(tmp_path: Path) -> None:
    outcome = only(Campaign([QUICK], tmp_path, limit=0.3))
    assert outcome.why == "not over after 0.3 s"
    assert outcome.kept is not None
    assert (outcome.kept / "command.txt").exists()


def planted(monkeypatch: pytest.MonkeyPatch, folder: Path, lines: str) -> None:
    """Let every Python that is started now begin with these lines."""
    (folder / "sitecustomize.py").write_text(lines, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)


def test_an_exception_is_a_failure_with_its_last_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(
        monkeypatch, tmp_path,
        "import lairkeeper.simulation.noise as noise\n"
        "def over(*_):\n    raise ZeroDivisionError('the table caught fire')\n"
        "noise.Noise.over = over\n",
    )  # fmt: skip
    outcome = only(Campaign([QUICK], tmp_path / "kept"))
    assert outcome.why == "ZeroDivisionError: the table caught fire"


def test_a_difference_is_a_failure_and_its_database_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted(
        monkeypatch, tmp_path,
        "import lairkeeper.games.evil_league.simulation.score as league\n"
        "league.ScoreMatch.differences = lambda *_: ['score.Ana: table 3, app 4', 'another']\n",
    )  # fmt: skip
    outcome = only(Campaign([QUICK], tmp_path / "kept"))
    assert outcome.why == "score.Ana: table 3, app 4 (and 1 more)"
    assert outcome.kept is not None
    assert {file.name for file in outcome.kept.iterdir()} >= {"match.db", "report.json", "command.txt"}


def test_stopping_ends_what_runs_and_begins_nothing_more(tmp_path: Path) -> None:
    campaign = Campaign([replace(QUICK, n=n, seed=n) for n in range(1, 9)], tmp_path, processes=2)
    running = campaign.outcomes()
    first = next(running)
    assert first.why == ""
    campaign.stop()
    began = time.monotonic()
    assert len(list(running)) <= 2, "matches that had ended already"
    assert time.monotonic() - began < 10
    found = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"--db {tmp_path}" not in found


def test_noise_drops_or_adds_what_means_nothing() -> None:
    tap = Tap("tap", "vp-1#1")
    acts = [Act(intent, (tap,)) for intent in Intent] * 200
    meant = [act.taps for act in acts if act.intent in (Intent.MOVE, Intent.JIGGLE, Intent.TICK)]
    assert list(NOISES["usual"].over(acts, ("tap",), Random(1))) == acts
    quiet = list(NOISES["none"].over(acts, ("tap",), Random(1)))
    assert {act.intent for act in quiet} == {Intent.MOVE, Intent.TICK}
    assert [act.taps for act in quiet] == meant
    loud = list(NOISES["much"].over(acts, ("tap",), Random(1)))
    counts = Counter(act.intent for act in loud)
    assert counts[Intent.STRANGER] > 250
    assert counts[Intent.JIGGLE] > 220
    assert [act.taps for act in loud if act.intent in (Intent.MOVE, Intent.JIGGLE, Intent.TICK)] == meant


def test_a_level_without_players_is_refused_and_a_campaign_leaves_it_out(monkeypatch: pytest.MonkeyPatch) -> None:
    there = {level: each for level, each in levels_of("evil-league").items() if level == "score"}
    for module in ("auto", "plan"):
        monkeypatch.setattr(f"lairkeeper.simulation.{module}.levels_of", lambda game: there)
    with pytest.raises(DemoError, match="nobody simulates evil-league at level full yet; choose one of score with"):
        simulated_match_of("evil-league", 3, 1, "full", "tap", {})
    assert {case.level for case in plan(6, 1, Filters(game="evil-league"))} == {"score"}
    with pytest.raises(DemoError, match="no level 'full' here; choose one of score with --level"):
        plan(1, 1, Filters(game="evil-league", level="full"))
