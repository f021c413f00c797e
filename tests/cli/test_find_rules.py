"""``lairkeeper rules``: from an id or a few words to the rule, its plays and its code."""

from __future__ import annotations

import json
import re

import pytest

from lairkeeper.games import all_games
from lairkeeper.kit.rulebook import Rule, code_of, rules_of

from .test_listing import ROOT, lairkeeper


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_rule_is_found_by_its_id(game: str) -> None:
    rules = rules_of(all_games()[game])
    found = json.loads(lairkeeper("rules", game, *rules, "--json").stdout)
    assert [each["id"] for each in found] == list(rules)
    assert all(each["text"] and not re.search(r"[*`]", each["text"]) for each in found)


def test_a_rule_is_shown_with_its_heading_its_plays_and_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = lairkeeper("rules", "evil-101", "e1-42")
    head, text, *rest = done.stdout.splitlines()
    assert head == "e1-42  level score  Evil:101: Calling the Cleaners"
    assert text.startswith("  (the book leaves this open) end of the game at 20")
    assert "  play  above-twenty.toml" in rest
    for place in code_of(all_games()["evil-101"]).get("e1-42", ()):
        file, _, line = place.rpartition(":")
        assert "e1-42" in (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        assert any(place in each for each in rest)


def test_code_is_code_and_neither_a_play_nor_the_list_itself() -> None:
    for game in all_games().values():
        places = [place for each in code_of(game).values() for place in each]
        assert places and not [place for place in places if "/plays/" in place or "/texts/" in place]


def test_words_find_every_rule_that_has_them_all() -> None:
    done = lairkeeper("rules", "evil-101", "PURCHASE", "chase")
    *lines, end = done.stdout.splitlines()
    assert len(lines) > 3
    assert end == f"{len(lines)} rules. `lairkeeper rules evil-101 {lines[0].split()[0]}` shows one whole."
    assert all(len(line) <= 100 for line in lines)
    shown = {line.split()[0] for line in lines}
    rules = rules_of(all_games()["evil-101"])
    fits = {id for id, rule in rules.items() if "purchase" in (said := rule.line.casefold()) and "chase" in said}
    assert shown == fits


def test_a_rule_that_no_play_proves_says_so() -> None:
    found = json.loads(lairkeeper("rules", "forever-evil", "--json").stdout)
    bare = next(each["id"] for each in found if not each["plays"])
    assert "  play  none: a test of the code proves it" in lairkeeper("rules", "forever-evil", bare).stdout


@pytest.mark.parametrize("words", [("fe-9999",), ("no", "such", "words"), ("fe-1", "nonsense")])
def test_what_no_rule_has_says_what_to_do(words: tuple[str, ...]) -> None:
    done = lairkeeper("rules", "forever-evil", *words)
    assert done.returncode == 1
    assert done.stderr == (
        f"Error: no rule of forever-evil has {' '.join(words)!r}; `lairkeeper rules forever-evil` lists them all\n"
    )


def test_a_game_that_lists_none_says_where_they_belong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.kit.rulebook.rules_of", lambda game: {})
    done = lairkeeper("rules", "evil-101")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Error: evil-101 lists no numbered rules; a game has them in texts/rules.toml\n"


def test_markdown_is_left_out_and_an_open_rule_says_so() -> None:
    rule = Rule("x-1", "score", "One of **these**, `here`. **AMBIG** Default: *none*.", "The book")
    assert rule.plain == "One of these, here. (the book leaves this open) Default: none."
    assert rule.line == "- **x-1** (score) One of **these**, `here`. **AMBIG** Default: *none*. *The book*"
    assert rule.fits(("X-1", "BOOK", "open"))
    assert not rule.fits(("x-1", "missing"))
