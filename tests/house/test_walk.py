"""docs/architecture.md shows one tap as it really goes, from the tag to the screen."""

from __future__ import annotations

from . import walk_page


def test_the_walk_of_a_tap_is_as_it_was_written() -> None:
    written = walk_page.PAGE.read_text(encoding="utf-8")
    assert written == walk_page.page(), "write it anew: python -m tests.house.walk_page"
