"""Every numbered rule of a built level is proved by a play or a test; the rest is listed as open."""

from __future__ import annotations

import re

from lairkeeper.core.ruleset import specs
from lairkeeper.games.forever_evil import GAME

from .rule_list import LEVELS, PAGE, covered_by_plays, covered_by_tests, points

BUILT = {rule for rule, level, _ in points() if level in GAME.levels}


def test_the_list_is_complete_and_in_order() -> None:
    assert [rule for rule, _, _ in points()] == [f"fe-{n}" for n in range(1, 191)]
    assert {level for _, level, _ in points()} == set(LEVELS)


def test_a_point_cites_headings_and_no_line_numbers() -> None:
    assert not re.search(r"\b00[01]:\d", PAGE.read_text(encoding="utf-8"))
    cited = [rule for rule, _, text in points() if "rulebook:" in text]
    assert len(cited) > 150, "most points come from a heading of a rulebook"


def test_every_ambiguous_point_has_a_default() -> None:
    marked = [(rule, text) for rule, _, text in points() if "**AMBIG**" in text]
    assert len(marked) == 17
    assert [rule for rule, text in marked if "Default:" not in text] == []


def test_every_point_of_a_built_level_is_covered() -> None:
    plays, tests = covered_by_plays(), covered_by_tests()
    everything = [rule for rule, _, _ in points()]
    open_points = [rule for rule in everything if rule not in plays and rule not in tests]
    print(f"\nopen, {len(open_points)} of {len(everything)}: {' '.join(open_points)}")
    assert [rule for rule in open_points if rule in BUILT] == []


def test_plays_prove_at_least_three_quarters_of_the_built_points() -> None:
    by_plays = BUILT & covered_by_plays().keys()
    assert len(by_plays) >= 0.75 * len(BUILT), f"only by tests: {sorted(BUILT - by_plays)}"


def test_nothing_claims_to_prove_a_rule_that_does_not_exist() -> None:
    known = {rule for rule, _, _ in points()}
    assert covered_by_plays().keys() - known == set()
    assert covered_by_tests().keys() - known == set()


def test_the_page_lists_every_option_with_its_values_and_default() -> None:
    rows = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and line.count("|") >= 5
    ]
    listed = {row[0].strip("`"): (row[1], row[2]) for row in rows}
    assert listed == {spec.name: (spec.allowed, str(spec.default).lower()) for spec in specs(GAME.ruleset_type)}
