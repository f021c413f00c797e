"""Every card is scripted, in the vocabulary alone, and the page about it is true."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from lairkeeper.core.codec import plain
from lairkeeper.core.kernel import Kernel
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.cards import CHARACTERS, SCRIPTS
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.games.forever_evil.effects.counts import Told, count, holds
from lairkeeper.games.forever_evil.effects.filters import Cards, owned_types, types_at
from lairkeeper.games.forever_evil.effects.instant import perform
from lairkeeper.games.forever_evil.effects.pick import ACTS
from lairkeeper.games.forever_evil.effects.script import Character, Script
from lairkeeper.games.forever_evil.effects.vocabulary import Pick, When, destroy, may

from .card_table import PAGE, table, walk
from .deck_match import at, begin, do

PARTS = [field.name for kind in (Script, Character) for field in fields(kind)]


def programs(script: Any) -> list[Any]:
    found = [getattr(script, part, ()) for part in PARTS]
    return [program for program in found if isinstance(program, tuple)]


def test_every_card_of_the_box_has_a_script() -> None:
    in_decks = {kind for kind, facts in CATALOG.kinds.items() if facts.in_deck and kind != "unlisted"}
    characters = {facts.kind for facts in CATALOG.zone("super-villains")}
    assert set(CHARACTERS) == characters
    assert set(SCRIPTS) == in_decks | characters


def test_scripts_agree_with_the_printed_facts() -> None:
    for kind, script in SCRIPTS.items():
        facts = CATALOG.get(kind)
        if isinstance(script, Script):
            assert bool(script.defend) == (facts.defense is not None), kind
            assert bool(script.destroyed) == facts.when_destroyed, kind
            assert bool(script.appearance) == (facts.weaknesses is not None), kind
            attacks = any(type(verb).__name__ == "Attack" for _, verb in walk(script.play))
            assert attacks == facts.attack, kind
            stays = facts.ongoing in {"always", "once-a-turn"}
            assert stays == (script.bonus is not None or bool(script.use)), kind


def test_a_script_is_plain_data() -> None:
    for script in SCRIPTS.values():
        assert is_dataclass(script)
        assert json.loads(json.dumps(plain(script)))


def test_every_test_and_count_that_a_script_names_is_defined() -> None:
    state = begin(level="full").state
    told = Told("Ana", "royal-flush-gang#1", None, ("giganta#1",), ("punch#1",))
    for script in SCRIPTS.values():
        for program in programs(script):
            for _, verb in walk(program):
                if isinstance(verb, When):
                    assert holds(state, verb.test, told) in {True, False}
                if getattr(verb, "each", None):
                    assert isinstance(count(state, verb.each, told), int)
                if isinstance(verb, Pick):
                    assert verb.act in ACTS


@pytest.mark.parametrize("ask", [count, holds])
def test_a_name_that_nothing_defines_is_an_error(ask: Any) -> None:
    with pytest.raises(LookupError, match="no-such-thing"):
        ask(begin(level="full").state, "no-such-thing", Told("Ana", "punch#1"))


def test_only_instant_verbs_happen_at_once() -> None:
    with pytest.raises(TypeError, match="Pick"):
        perform(None, may(destroy()), Told("Ana", "punch#1"))  # type: ignore[arg-type]


def test_element_woman_is_of_all_types_where_somebody_owns_her() -> None:
    rules = begin(level="full").state.rules
    assert types_at("element-woman#1", "line-up", rules) == ("hero",)
    assert set(types_at("element-woman#1", "hand.Ana", rules)) == {"hero", "super-power", "equipment", "villain"}
    assert types_at("element-woman#1", "destroyed", replace(rules, element_woman="everywhere")) == owned_types(
        "element-woman#1"
    )
    assert owned_types("weakness") == ()


def test_costs_and_kinds_bound_what_fits() -> None:
    rules = begin(level="full").state.rules
    assert Cards(low=1, high=3).fits("catwoman#1", "hand.Ana", rules)
    assert not Cards(low=1, high=3).fits("punch#1", "hand.Ana", rules)
    assert not Cards(high=3).fits("despero#1", "hand.Ana", rules)
    assert not Cards().fits("despero#1", "hand.Ana", rules, most=5)
    assert Cards(not_types=("hero",)).fits("weakness#1", "hand.Ana", rules)
    assert not Cards(types=("super-power",), not_kinds=("kick",)).fits("kick#1", "hand.Ana", rules)


def test_a_card_below_scripted_is_resolved_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any card may lose its script, and the match goes on."""
    monkeypatch.delitem(SCRIPTS, "catwoman")  # type: ignore[arg-type]
    history = begin(level="full", setup={"hand.Ana": ["catwoman#1", "punch#1"], "line-up": ["vibe#1"]})
    for card in ("giganta#1", "grid#1", "steel#1", "despero#1"):
        do(history, "deal", card=card)
    do(history, "play", "Ana", "catwoman#1")
    assert at(history, "prompt.code") == "by-hand"
    do(history, "power", amount=1)
    do(history, "done", "Ana")
    assert (at(history, "power"), at(history, "prompt.code")) == (1, "play-or-buy")


def test_the_page_of_what_is_automatic_is_true() -> None:
    assert PAGE.read_text(encoding="utf-8") == table(), "write it with tests/games/forever_evil/card_table.py"


def test_the_page_names_every_card_once() -> None:
    rows = [line.split(" | ")[0].removeprefix("| ") for line in table().splitlines() if line.startswith("| ")]
    names = [name.removesuffix(" (promo)") for name in rows if name != "card"]
    cards = [facts for facts in CATALOG.kinds.values() if facts.in_deck or facts.zone == "super-villains"]
    assert sorted(names) == sorted(facts.names["en"] for facts in cards)


def test_the_game_is_a_kernel_with_all_three_levels() -> None:
    assert isinstance(GAME, Kernel)
    assert GAME.levels == ("score", "deck", "full")
