"""The set-up page: every field checked, the error beside it, and what was typed is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import client_for
from .situations import hub_of
from .test_table import text_of

TWO = {"game": "forever-evil", "name-1": "Ana", "name-2": "Bo", "level": "score", "lang": "en"}


@pytest.fixture
def quiet() -> Iterator[Hub]:
    """No match is running."""
    hub = hub_of()
    yield hub
    hub.store.close()


def errors(html: str) -> dict[str, str]:
    """Return the errors by the id of the field they stand beside."""
    found = re.findall(r'<p class="error" id="e-([\w-]+)">(.*?)</p>', html, re.S)
    return {name: text_of(text).strip() for name, text in found}


def test_a_match_begins(quiet: Hub) -> None:
    client = client_for(quiet)
    answer = client.send_form("/new", **TWO)
    assert (answer.status_code, answer.headers["location"]) == (303, "/table")
    assert quiet.table is not None
    assert quiet.table.header.seats == ("Ana", "Bo")
    assert quiet.table.header.level == "score"
    assert quiet.table.header.ruleset == {}
    assert "Ana" in client.get("/table").text


def test_who_starts_who_plays_whom_and_house_rules(quiet: Hub) -> None:
    client = client_for(quiet)
    fields = {
        **TWO,
        "name-2": "",
        "name-3": "Cleo",
        "name-4": "Dan",
        "start": "3",
        "villain-3": "sinestro",
        "rule-vulnerability": "-1",
        "rule-promos": "false",
        "rule-tie": "shared",
        "lang": "fr",
    }
    assert client.send_form("/new", **fields).status_code == 303
    assert quiet.table is not None
    header = quiet.table.header
    assert header.seats == ("Ana", "Cleo", "Dan")
    assert header.ruleset == {"vulnerability": -1}
    assert header.setup == {"villain.Cleo": "sinestro", "start": "Cleo"}
    assert quiet.table.view().active == "Cleo"
    page = client.get("/table").text
    assert '<html lang="fr"' in page
    assert "Sinestro" in page


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"name-2": "Zoé\u202e"}, "name-2", "“Zoé” would do"),
        ({"name-2": "A\x07b"}, "name-2", "“Ab” would do"),
        ({"name-2": "\u200d\u200c"}, "name-2", "Use 1 to 24 characters that can be seen."),
        ({"name-2": "x" * 25}, "name-2", "“xxxxxxxxxxxxxxxxxxxxxxxx” would do"),
        ({"name-2": "क्षि" * 13}, "name-2", "“" + "क्षि" * 12 + "” would do"),
        ({"name-2": "ana"}, "name-2", "sits here already"),
        ({"name-2": "Ａn\u200da"}, "name-2", "sits here already"),
        ({"name-2": "table"}, "name-2", "taken by the table itself"),
        ({"name-2": "Bank"}, "name-2", "taken by the table itself"),
        ({"name-2": ""}, "names", "1 named; this game takes 2 to 5"),
        ({"level": "telepathy"}, "level", "Choose one of: score"),
        ({"lang": "tlh"}, "lang", "Choose one of: en, fr"),
        ({"rule-vulnerability": "-2"}, "rule-vulnerability", "-1..0"),
        ({"rule-vulnerability": "x"}, "rule-vulnerability", "-1..0"),
        ({"rule-tie": "duel"}, "rule-tie", "shared"),
        ({"rule-promos": "maybe"}, "rule-promos", "false | true"),
        ({"villain-1": "bane"}, "form", "Bane"),
        ({"villain-1": "catwoman"}, "form", "Catwoman"),
        ({"villain-1": "sinestro", "villain-2": "sinestro"}, "form", "Sinestro"),
        ({"name-3": "C", "name-4": "D", "rule-super-villains": "two-dealt"}, "form", "8"),
    ],
)
def test_a_wrong_field_is_told_beside_it_and_nothing_begins(
    quiet: Hub, change: dict[str, str], field: str, says: str
) -> None:
    client = client_for(quiet)
    answer = client.send_form("/new", **{**TWO, **change})
    assert answer.status_code == 422
    found = errors(answer.text)
    assert list(found) == [field]
    assert says in found[field]
    assert quiet.table is None
    assert 'value="Ana"' in answer.text, "what was typed is kept"
    if field not in ("names", "form"):
        assert re.search(rf'name="{field}"[^>]*aria-invalid="true" aria-describedby="e-{field}"', answer.text)


def test_each_level_says_in_full_what_is_followed(quiet: Hub) -> None:
    client = client_for(quiet)
    game = next(iter(quiet.games.values()))
    for lang in ("en", "fr"):
        client.cookies.set("lang", lang)
        page = client.get(f"/new?game={game.id}").text
        told = re.findall(r'name="level" value="([\w-]+)"( checked)?><span>[^<]+<small>([^<]+)</small></span>', page)
        assert [level for level, _, _ in told] == list(game.levels)
        assert [level for level, checked, _ in told if checked] == [game.default_level]
        assert all(len(text) > len(level) for level, _, text in told)


def test_all_errors_at_once(quiet: Hub) -> None:
    answer = client_for(quiet).send_form("/new", **{**TWO, "name-1": "Ä\u202e", "rule-tie": "duel"})
    assert set(errors(answer.text)) == {"name-1", "rule-tie"}
    assert "2 things need a change" in text_of(answer.text)


def test_a_running_match_is_not_put_away_by_accident(hub: Hub) -> None:
    client = client_for(hub)
    before = hub.table
    assert "Archive the running match" in client.get("/new").text
    answer = client.send_form("/new", **TWO)
    assert answer.status_code == 422
    assert set(errors(answer.text)) == {"replace"}
    assert hub.table is before
    assert client.send_form("/new", **TWO, replace="1").status_code == 303
    assert hub.table is not before


def test_an_unknown_game_is_refused(quiet: Hub) -> None:
    client = client_for(quiet)
    assert client.get("/new?game=chess").status_code == 400
    assert client.send_form("/new", **{**TWO, "game": "chess"}).status_code == 400
    assert quiet.table is None


def test_every_house_rule_has_a_label_and_its_rule(quiet: Hub) -> None:
    for lang in ("en", "fr"):
        client = client_for(quiet)
        client.cookies.set("lang", lang)
        page = client.get("/new?game=forever-evil").text
        for spec in quiet.options("forever-evil"):
            label = re.search(rf'<label for="rule-{spec.name}">(.*?)</label>', page)
            assert label is not None, spec.name
            assert label[1] != spec.name.replace("-", " "), f"{spec.name} has no text in {lang}"


def test_what_the_command_line_said_is_filled_in(quiet: Hub) -> None:
    defaults = {"level": "score", "ruleset": {"promos": True, "vulnerability": -1}, "layout": "seats"}
    quiet.store.settings.set("defaults", defaults)
    page = client_for(quiet).get("/new?game=forever-evil").text
    assert re.search(r'name="rule-promos".*?<option value="true" selected>', page)
    assert re.search(r'name="rule-vulnerability"[^>]*value="-1"', page)


def test_the_form_begins_with_the_game_that_was_played_last(quiet: Hub) -> None:
    client = client_for(quiet)
    assert '<option value="forever-evil" selected>' in client.get("/new").text
    fields = {"name-1": "Zoé", "name-2": "E\u0301mile", "level": "score", "game": "evil-101"}
    assert client.send_form("/new", **fields).status_code == 303
    assert quiet.table is not None
    assert quiet.table.header.seats == ("Zoé", "Émile"), "accents are composed"
    quiet.match.close()
    assert '<option value="evil-101" selected>' in client.get("/new").text


def test_seven_may_play_by_the_house_rule_that_the_page_names(quiet: Hub) -> None:
    fields = {f"name-{n}": name for n, name in enumerate(("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gil"), 1)}
    client = client_for(quiet)
    page = client.send_form("/new", game="evil-101", level="score", **fields)
    assert page.status_code == 422
    assert "up to 8 by the house rule “Most players”" in page.text
    done = client.send_form("/new", game="evil-101", level="score", **fields, **{"rule-most-players": "7"})
    assert done.status_code == 303
