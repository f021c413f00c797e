"""Printed labels have the colours and icons of the pages, in the viewer's language."""

from __future__ import annotations

import re

import pypdfium2
import pytest

from lairkeeper.core.face import CARD_TYPES
from lairkeeper.core.pieces import SHARED
from lairkeeper.table import Hub
from lairkeeper.tags.svg_path import outline
from lairkeeper.web.label_signs import GROUNDS, STATIC, icon_paths, label_of, light_colours

from .conftest import Client
from .situations import hub_of
from .test_table import text_of


def test_every_icon_can_be_printed_and_every_colour_is_one() -> None:
    paths = icon_paths()
    assert len(paths) == (STATIC / "icons.svg").read_text(encoding="utf-8").count("<symbol")
    assert all(outline(path) for _, path in paths.values())
    colours = light_colours()
    assert colours["p1"] == "#8b2f5e" and colours["hero"] == "#2458a6", "light ones"
    assert {f"p{n}" for n in range(1, 9)} | {GROUNDS.get(type, type) for type in CARD_TYPES} <= colours.keys()


def test_a_card_type_has_the_ground_of_its_card_on_the_page() -> None:
    css = (STATIC / "match.css").read_text(encoding="utf-8")
    ground = dict.fromkeys(CARD_TYPES, "starter")
    for rule, token in re.findall(r"\.card([^{}]*data-type[^{}]*) \{ --k: var\(--([a-z]+)\);", css):
        ground |= dict.fromkeys(re.findall(r'data-type="(\w+)"', rule), token)
    assert ground == {type: GROUNDS.get(type, type) for type in CARD_TYPES}


def test_each_piece_of_each_box_has_a_sign_in_its_colour() -> None:
    hub = hub_of()
    signs = {}
    for box in (SHARED, *hub.games):
        for component in hub.stock(box).components(unlimited=1):
            label = label_of(hub, box, component, "fr")
            assert bool(label.sign.path) != bool(label.sign.text), component
            signs[component] = label.sign
    assert signs["verb-attack#1"].stroked and signs["verb-attack#1"].path == icon_paths()["i-verb-attack"][1]
    verbs = [sign.path for component, sign in signs.items() if component.startswith("verb-")]
    assert len(set(verbs)) == len(verbs) == 13, "each action has an icon of its own"
    seats = [signs[f"seat-{n}#1"] for n in range(1, 9)]
    assert [sign.colour for sign in seats] == [light_colours()[f"p{n}"] for n in range(1, 9)]
    assert len({sign.path for sign in seats}) == 8
    assert (signs["plus-5#1"].text, signs["minus-1#1"].text, signs["vp-5#1"].text) == ("+5", "–1", "5")
    assert signs["catwoman#1"].colour == light_colours()["hero"] and not signs["catwoman#1"].stroked
    hub.store.close()


def test_an_owners_name_is_printed() -> None:
    hub = hub_of()
    box, kind = next((each.id, kind) for each in hub.games.values() for kind in sorted(hub.names.missing(each, "fr")))
    assert hub.pieces.set_name(box, "fr", kind, "Nom du propriétaire")
    assert label_of(hub, box, f"{kind}#1", "fr").name == "Nom du propriétaire"
    hub.store.close()


@pytest.mark.parametrize(("lang", "said"), [("en", "End turn"), ("fr", "Fin du tour")])
def test_the_page_prints_a_box_in_the_viewers_language(client: Client, hub: Hub, lang: str, said: str) -> None:
    client.cookies["lang"] = lang
    assert 'href="/tags/labels?box=table"' in client.get("/tags").text
    answer = client.get("/tags/labels?box=table")
    assert answer.headers["content-type"] == "application/pdf"
    assert said in pypdfium2.PdfDocument(answer.content)[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize("query", ["box=chess", "box=table&paper=a3"])
def test_what_cannot_be_printed_is_said(client: Client, query: str) -> None:
    answer = client.get(f"/tags/labels?{query}")
    assert answer.status_code == 400 and "Choose one of" in text_of(answer.text)
