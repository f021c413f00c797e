"""Names in any script on every page: shown as they were typed, understood when they come back."""

from __future__ import annotations

import html
import re
import unicodedata
from random import Random

import pytest

from lairkeeper.table import Hub
from tests.fresh import SEED
from tests.people import WRITTEN, people

from .conftest import Client, client_for

GROUPS = [WRITTEN[at : at + 4] for at in range(0, len(WRITTEN), 4)]
FRESH = [people(Random(f"pages {SEED} {n}"), 4) for n in range(4)]


@pytest.mark.parametrize("names", [*GROUPS, *FRESH])
def test_a_match_of_these_people_on_every_page(client: Client, hub: Hub, names: tuple[str, ...]) -> None:
    begun = client.begin(*(f" {unicodedata.normalize('NFD', name)} " for name in names))
    assert begun.status_code == 303, html.unescape(begun.text)
    assert hub.table is not None and hub.table.header.seats == tuple(names)
    for n, name in enumerate(names, 1):
        assert (
            client.send_form("/act", page="table", move="gain", by=name, card=f"vp-{5 if n % 2 else 1}").status_code
            == 303
        )
    for path in ("/table", "/virtual", "/seat"):
        page = html.unescape(client.get(path).text)
        assert all(name in page for name in names), (path, names)
    page = html.unescape(client.get("/table").text)
    apart = re.findall(r"<bdi[^>]*>(.*?)</bdi>", page)
    assert all(name in apart for name in names), "set apart, whichever way it is written"
    for name in names:
        page = client.get("/seat", params={"name": name})
        assert page.status_code == 200 and name in html.unescape(page.text)
        place = client.get("/piece", params={"place": f"purse.{name}"})
        assert place.status_code in (200, 404)
    view = hub.table.view()
    assert [view.tokens[name] for name in names] == [5 if n % 2 else 1 for n in range(1, len(names) + 1)]
    for line in hub.table.log():
        if line.code == "gain":
            assert line.args["by"] in names


def test_the_field_takes_what_a_name_may_hold(hub: Hub) -> None:
    page = client_for(hub).get("/new").text
    assert 'id="name" name="name" value="" data-left="" maxlength="120" dir="auto"' in page
