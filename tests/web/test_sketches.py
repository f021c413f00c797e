"""Parts that are drawn again after a change of the match, and what stays because all that it shows is equal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.core.ids import kind_of
from lairkeeper.web.panels import parts_of
from lairkeeper.web.part import Part
from lairkeeper.web.site import Site
from lairkeeper.web.sketches import Sketches, names_in
from lairkeeper.web.translator import Translator

from .decks import LINE_UP, deck_match
from .situations import do

PAGES = ("table", "tv")


class Painter:
    """Notes each template that a site draws."""

    def __init__(self, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
        self.drawn: list[str] = []
        self._draw = site.part
        monkeypatch.setattr(site, "part", self)

    def __call__(self, template: str, values: Mapping[str, Any]) -> str:
        self.drawn.append(template)
        return self._draw(template, values)


def test_places_are_not_drawn_again_when_only_points_change(monkeypatch: pytest.MonkeyPatch) -> None:
    hub, table = deck_match()
    site = Site(hub)
    site.fragments("table", "en")
    painter = Painter(site, monkeypatch)
    do(table, move="gain", by="Ana", card="vp-1")
    site.fragments("table", "en")
    assert "parts/seats.html" in painter.drawn
    assert not {"parts/zones.html", "parts/ending.html", "parts/problem.html"} & set(painter.drawn)
    do(table, move="buy", by="Ana", card="cold-gun#1")
    site.fragments("table", "en")
    assert "parts/zones.html" in painter.drawn


def test_what_was_kept_is_what_a_new_site_draws() -> None:
    hub, table = deck_match()
    old, kinds = Site(hub), [(page, lang) for page in PAGES for lang in ("en", "fr")]
    for command in (
        {"move": "gain", "by": "Ana", "card": "vp-1"},
        {"move": "buy", "by": "Ana", "card": "cold-gun#1"},
        {"move": "lose", "by": "Ana", "card": "vp-1"},
    ):
        do(table, **command)
        for page, lang in kinds:
            assert shown(old, page, lang) == shown(Site(hub), page, lang)


def shown(site: Site, page: str, lang: str) -> dict[str, str]:
    """Return all parts without what names the site itself."""
    parts = site.fragments(page, lang).items()
    return {name: re.sub(r'data-log="[^"]*"', "", html.replace(site._mark, "")) for name, html in parts}


def test_new_words_are_drawn_although_all_else_is_equal() -> None:
    hub, table = deck_match()
    site = Site(hub)
    site.fragments("table", "fr")
    kind = next(kind for kind in map(kind_of, LINE_UP) if kind in hub.names.missing(table.game, "fr"))
    assert hub.pieces.set_name(table.game.id, "fr", kind, "Un nom à nous")
    assert "Un nom à nous" in site.fragments("table", "fr")["zones"]


def test_all_names_that_a_template_uses_are_compared() -> None:
    env = Site(deck_match()[0]).env
    assert {"now", "away", "armed", "undo_words", "t", "page"} <= names_in(env, "parts/now.html")  # `away`: included
    assert "once" not in names_in(env, "parts/now.html")


@pytest.mark.parametrize("page", PAGES)
def test_frozen_values_have_a_hash_or_are_maps(page: str) -> None:
    hub, _ = deck_match()
    site = Site(hub)
    values = site.context(page, site.translator_in("en"))
    for part in parts_of(page):
        if part.frozen:
            for name in names_in(site.env, part.template):
                if not isinstance(values[name], Mapping):
                    hash(values[name])


def test_a_part_without_frozen_values_is_drawn_each_time() -> None:
    sketches, drawn = Sketches(Site(deck_match()[0]).env), []
    for frozen in (False, True):
        part = Part("parts/problem.html", frozen=frozen)
        for _ in range(3):
            values = {"problem": None, "over": False, "gone": False, "page": "table", "t": None}
            sketches.html(part, "table", "en", values, lambda template, _: drawn.append(template) or "")
    assert len(drawn) == 3 + 1


def test_translators_are_equal_only_with_the_same_words() -> None:
    site = Site(deck_match()[0])
    t, again = site.translator_in("en"), site.translator_in("en")
    assert t == again
    assert t != site.translator_in("fr")
    assert Translator(t.texts, seats=("Ana",)) != Translator(t.texts, seats=("Bo",))
    assert Translator(t.texts, roles={"tap": "seat-1"}) != Translator(t.texts)


def test_other_words_alone_are_drawn_again() -> None:
    site, part = Site(deck_match()[0]), Part("parts/zones.html", frozen=True)
    values = {"places": (), "page": "table"}
    en, fr = (
        Sketches.html(site._sketches, part, "table", "en", {**values, "t": site.translator_in(lang)}, site.part)
        for lang in ("en", "fr")
    )
    assert en != fr
