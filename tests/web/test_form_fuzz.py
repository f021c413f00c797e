"""No form makes a page fail: every address that takes one, with fields as pages send them, changed and made up."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from starlette.routing import Route

from lairkeeper.games import all_games
from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.screens import paths
from lairkeeper.web.security import API

from ..fresh import SEED, some
from .conftest import Client
from .situations import QuietBoard, begun, hub_of, scanned

QUICK, MANY = 150, 25_000
GAMES = sorted(all_games())
ODD = (
    "", " ", "0", "-1", "1", "2", "999999999", "1e9", "٣", "on", "off", "true", "table", "\x00", "a" * 4000, "<b>", "é",
    "🦹", "\u202e", "Ana", "Bo", "vp-5", "kick#1", "hand.Ana", "../../x", "%ff", "{seat}", "full", "score",
)  # fmt: skip


class Forms(HTMLParser):
    """The forms of a page: by address, the values of each field."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, dict[str, set[str]]] = {}
        self._action: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._action = given.get("action", "").partition("?")[0]
        action = given.get("formaction", self._action or "").partition("?")[0]
        if tag in ("input", "button", "select", "textarea", "option") and action and "name" in given:
            self.found.setdefault(action, {}).setdefault(given["name"], set()).add(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._action = None


class Fuzzed:
    """A hub in front of which any form is sent."""

    def __init__(self, game: str) -> None:
        self.hub: Hub = hub_of(board=QuietBoard())
        self.game = game
        self.client = Client(create_app(self.hub))
        # Made-up forms open nothing to the network of the machine that tests.
        lan = self.client.app.state.site.lan
        lan._lister, lan._route = (lambda: ()), (lambda: None)
        self.statuses: Counter[int] = Counter()
        self.begin()
        scanned(self.hub, "seat-1", "04AABBCCDDEEFF")
        routes = [each for each in self.client.app.routes if isinstance(each, Route) and not each.path.startswith(API)]
        self.pages = sorted(each.path for each in routes if "GET" in (each.methods or ()) and each.path != "/events")
        self.targets = sorted(each.path for each in routes if "POST" in (each.methods or ()))
        self.forms: dict[str, dict[str, set[str]]] = {path: {} for path in self.targets}
        for path in self.pages:
            seen = Forms()
            seen.feed(self.client.get(path).text)
            for action, fields in seen.found.items():
                for name, values in fields.items():
                    self.forms.setdefault(action, {}).setdefault(name, set()).update(values)

    def begin(self) -> None:
        low, _ = self.hub.games[self.game].players
        begun(self.hub, self.game, ("Ana", "Bo", "Cleo", "Di")[:low], proxy=True)

    def names(self) -> list[str]:
        return sorted({name for fields in self.forms.values() for name in fields})

    def send(self, path: str, fields: dict[str, str | list[str]], json: bool) -> None:
        if self.hub.table is None:
            self.begin()
        answer = self.client.send_form(path, json=json, **{"": "", **fields})
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, (path, fields, answer.text[-2000:])


@st.composite
def cases(draw: Any, fuzzed: Fuzzed) -> tuple[str, dict[str, str | list[str]], bool]:
    """Draw an address and fields: mostly its own with values of pages, some odd ones, now and then others."""
    path = draw(st.sampled_from(fuzzed.targets))
    own = fuzzed.forms[path]
    odd = st.one_of(st.sampled_from(ODD), st.text(max_size=30))
    fields: dict[str, str | list[str]] = {}
    for name in sorted(own):
        if draw(st.integers(0, 9)) < 8:
            seen = st.sampled_from(sorted(own[name])) if own[name] else odd
            fields[name] = draw(odd) if draw(st.integers(0, 3)) == 0 else draw(seen)
    for name in draw(st.lists(st.sampled_from(fuzzed.names()), max_size=2)):
        fields[name] = draw(st.lists(odd, max_size=3) if draw(st.booleans()) else odd)
    return path, fields, draw(st.booleans())


def run(game: str, fresh: int, examples: int) -> Fuzzed:
    fuzzed = Fuzzed(game)

    @seed(fresh)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases(fuzzed))
    def test(case: tuple[str, dict[str, str | list[str]], bool]) -> None:
        fuzzed.send(*case)

    try:
        test()
    finally:
        fuzzed.hub.store.close()
    return fuzzed


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_no_form_fails(game: str) -> None:
    fuzzed = run(game, SEED, QUICK)
    assert len(fuzzed.targets) > 30, "all addresses that take forms are found"
    assert fuzzed.statuses[303] > 5 and fuzzed.statuses[400] > 5, f"seed {SEED}: {fuzzed.statuses}"


@pytest.mark.parametrize("page", sorted(paths()))
def test_a_refusal_without_a_script_is_shown_whatever_page_it_is_for(client: Client, page: str) -> None:
    refused = client.send_form("/undo", page=page)
    assert refused.status_code == 409
    assert "There is nothing to undo that far back" in refused.text


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
@pytest.mark.parametrize("game", GAMES)
def test_many_forms(game: str) -> None:
    print(f"{game}: seed {SEED}, {run(game, SEED, MANY).statuses}")
