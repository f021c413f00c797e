"""Every numbered rule is proved by a play or a test, and the page says what the code does."""

from __future__ import annotations

import re

from lairkeeper.core.ruleset import specs
from lairkeeper.games.evil_101 import GAME

from .rule_list import PAGE, covered_by_plays, covered_by_tests, points

ALL = [f"e1-{n}" for n in range(1, 83)]


def test_the_list_is_complete() -> None:
    listed = [rule for rule, _, _ in points()]
    assert sorted(listed, key=lambda rule: int(rule[3:])) == ALL
    assert {level for _, level, _ in points()} == set(GAME.levels)


def test_every_point_is_covered_and_three_quarters_by_plays() -> None:
    plays, tests = covered_by_plays(), covered_by_tests()
    assert [rule for rule in ALL if rule not in plays | tests] == []
    assert len(plays) >= 0.75 * len(ALL)
    assert plays | tests <= set(ALL)


def test_points_cite_headings_and_ambiguous_ones_have_a_default() -> None:
    assert not re.search(r"\b003:\d", PAGE.read_text(encoding="utf-8"))
    assert [rule for rule, _, text in points() if "*Evil:101: " not in text] == ["e1-48"]
    marked = [text for _, _, text in points() if "**AMBIG**" in text]
    assert len(marked) == 13
    assert all("Default:" in text for text in marked)


def test_the_page_lists_every_option_with_its_values_and_default() -> None:
    rows = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `") and line.count("|") >= 5
    ]
    listed = {row[0].strip("`"): (row[1], row[2]) for row in rows if row[0].strip("`") not in GAME.levels}
    assert listed == {spec.name: (spec.allowed, str(spec.default).lower()) for spec in specs(GAME.ruleset_type)}
