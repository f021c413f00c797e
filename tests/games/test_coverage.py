"""Every numbered rule of a built level is proved by a play or a test; the page says what the code does."""

from __future__ import annotations

import re

import pytest

from lairkeeper.core.ruleset import specs
from lairkeeper.kit.rulebook import code_of, rules_of

from . import rule_pages
from .book import BOOKS, Book

NOT_IN_THE_BOOK = r"\([^)]*\b(?:card|inferred)\b[^)]*\)|\*\*AMBIG\*\*"
pytestmark = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)


def test_every_rule_stands_in_the_code_that_enforces_it(book: Book) -> None:
    assert list(rules_of(book.game).keys() - code_of(book.game).keys()) == []


def test_the_list_is_complete(book: Book) -> None:
    """Leave no number out: a rule that is gone is missed by its neighbours, the last one by what proves it."""
    listed = [rule for rule, _, _ in book.listed()]
    assert sorted(listed, key=lambda rule: int(rule.rpartition("-")[2])) == [
        f"{book.prefix}-{n + 1}" for n in range(len(rules_of(book.game)))
    ]
    assert {level for _, level, _ in book.listed()} == set(book.levels or book.game.levels)


def test_the_page_has_each_rule_as_the_game_lists_it(book: Book) -> None:
    assert [rule.line for rule in rules_of(book.game).values()] == [
        f"- **{rule}** ({level}) {text}" for rule, level, text in book.listed()
    ]
    assert rule_pages.written(book.game) == book.page, "write it anew: python -m tests.games.rule_pages"


def test_a_point_cites_headings_and_no_line_numbers(book: Book) -> None:
    """Say of a point without a heading why there is none: it is on a card, inferred, or left open."""
    assert not re.search(r"\b00\d:\d", book.page)
    uncited = {rule: text for rule, _, text in book.listed() if book.cites not in text}
    assert [rule for rule, text in uncited.items() if not re.search(NOT_IN_THE_BOOK, text)] == []
    bare = {id for id, rule in rules_of(book.game).items() if not rule.book}
    assert uncited.keys() == bare


def test_every_ambiguous_point_and_no_other_has_a_default(book: Book) -> None:
    marked = {rule for rule, _, text in book.listed() if "**AMBIG**" in text}
    assert marked
    assert marked == {rule for rule, _, text in book.listed() if "Default:" in text}


def test_every_point_of_a_built_level_is_covered(book: Book) -> None:
    proved = book.by_plays() | book.by_tests()
    assert [rule for rule, level, _ in book.listed() if level in book.game.levels and rule not in proved] == []


def test_plays_prove_at_least_three_quarters_of_the_built_points(book: Book) -> None:
    built = {rule for rule, level, _ in book.listed() if level in book.game.levels}
    left = built - book.by_plays()
    assert 4 * len(left) <= len(built), f"only by tests: {sorted(left)}"


def test_nothing_claims_to_prove_a_rule_that_does_not_exist(book: Book) -> None:
    known = {rule for rule, _, _ in book.listed()}
    assert (book.by_plays() | book.by_tests() | book.denied()) - known == set()


def test_every_rule_has_a_play_for_its_other_side_or_a_reason_why_not(book: Book) -> None:
    known = {rule for rule, _, _ in book.listed()}
    assert known - book.denied() - set(book.one_sided) == set()
    assert set(book.one_sided) - known == set()
    assert {rule for rule in book.one_sided if rule in book.denied()} == set()
    assert [rule for rule, reason in book.one_sided.items() if len(reason) < 10] == []


def test_the_page_lists_every_option_with_its_values_and_default(book: Book) -> None:
    rows = [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        for line in book.page.splitlines()
        if line.startswith("| `") and line.count("|") >= 5
    ]
    listed = {row[0].strip("`"): (row[1], row[2]) for row in rows if row[0].strip("`") not in book.game.levels}
    known = {spec.name: (spec.allowed, str(spec.default).lower()) for spec in specs(book.game.ruleset_type)}
    assert listed == known
