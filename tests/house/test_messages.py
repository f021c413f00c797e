"""Every refusal and message has an entry in docs/messages.md."""

from __future__ import annotations

import re

import pytest

from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.games import all_games

from . import message_page


def test_the_page_is_what_the_texts_say() -> None:
    written = message_page.PAGE.read_text(encoding="utf-8")
    assert written == message_page.page(), "write it anew: python -m tests.house.message_page"


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_refusal_of_a_game_has_its_entry(game: str) -> None:
    page = message_page.PAGE.read_text(encoding="utf-8")
    specs = all_games()[game].refusals
    (section,) = re.findall(
        rf"^## Refusals of {re.escape(all_games()[game].title['en'])}\n(.*?)^## ", page, re.M | re.S
    )
    listed = dict(re.findall(r"^- `([a-z0-9-]+)`: (.+)$", section, re.M))
    assert listed.keys() == {spec.code for spec in specs if not spec.core}
    assert {code for code, text in listed.items() if text.endswith("*The table may insist.*")} == {
        spec.code for spec in specs if spec.forcible and not spec.core
    }
    assert all(f"- `{each.value}`: " in page for each in CoreRefusal)
