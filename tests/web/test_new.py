"""The set-up page: every field checked, the error beside it, and what was typed or chosen is kept."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import begun, hub_of
from .test_table import text_of


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


def seats_in(page: str) -> list[str]:
    """Return the tokens of the players that a form holds."""
    return [html.unescape(token) for token in re.findall(r'name="seat" value="([^"]*)"', page)]


def chips_in(page: str) -> dict[str, str]:
    """Return who can be chosen by name, with the token."""
    found = re.findall(r'name="toggle" value="([^"]*)".*?<bdi>(.*?)</bdi>', page)
    return {html.unescape(name): html.unescape(token) for token, name in found}


def draft(client: Client, **fields: str | list[str]) -> str:
    """Change the form, and return the page with it."""
    answer = client.send_form("/new/draft", **{"game": "forever-evil", **fields})
    assert answer.status_code == 200
    return str(answer.text)


def test_a_match_begins(quiet: Hub) -> None:
    client = client_for(quiet)
    answer = client.begin("Ana", "Bo")
    assert (answer.status_code, answer.headers["location"]) == (303, "/table")
    assert quiet.table is not None
    assert quiet.table.header.seats == ("Ana", "Bo")
    assert quiet.table.header.level == "score"
    assert quiet.table.header.ruleset == {}
    assert "Ana" in client.get("/table").text


def test_names_are_typed_one_after_the_other(quiet: Hub) -> None:
    client = client_for(quiet)
    page = draft(client, name="Ana")
    assert seats_in(page) == ["+Ana"]
    page = draft(client, seat=seats_in(page), name=" Zoe\u0301 ")
    assert seats_in(page) == ["+Ana", "+Zoé"]
    assert quiet.people.list() == [], "nobody is added before the match begins"
    answer = client.send_form("/new", game="forever-evil", seat=seats_in(page), name="Bo", level="score")
    assert answer.status_code == 303
    assert quiet.table is not None
    assert quiet.table.header.seats == ("Ana", "Zoé", "Bo"), "the name still in its field plays too"
    assert [each.crest for each in quiet.people.list()] == [1, 2, 3]


def test_people_are_chosen_in_seating_order(quiet: Hub) -> None:
    for name in ("Ana", "Bo", "Cy"):
        quiet.people.add(name)
    client = client_for(quiet)
    chips = chips_in(client.get("/new").text)
    page = draft(client, toggle=chips["Cy"])
    page = draft(client, seat=seats_in(page), toggle=chips["Ana"])
    assert seats_in(page) == [chips["Cy"], chips["Ana"]]
    places = re.findall(r'class="place num">.*?</span>(\d)</span>.*?<bdi>(.*?)</bdi>', page)
    assert dict(places) == {"1": "Cy", "2": "Ana"}
    page = draft(client, seat=seats_in(page), toggle=chips["Cy"])
    assert seats_in(page) == [chips["Ana"]]
    page = draft(client, seat=seats_in(page), name="BO")
    assert seats_in(page) == [chips["Ana"], chips["Bo"]], "a name that is typed is whoever has it"
    answer = client.send_form("/new", game="forever-evil", seat=seats_in(page), level="score")
    assert answer.status_code == 303
    assert quiet.table is not None and quiet.table.header.seats == ("Ana", "Bo")
    assert len(quiet.people.list()) == 3


def test_another_game_keeps_the_players(quiet: Hub) -> None:
    page = draft(client_for(quiet), seat=["+Ana", "+Bo"], choose="dc-forever", level="deck")
    assert seats_in(page) == ["+Ana", "+Bo"]
    assert 'name="game" value="dc-forever"' in page
    assert re.findall(r'name="level" value="([\w-]+)"( checked)?', page) == [("score", " checked"), ("full", "")]


def test_our_script_gets_the_form_alone(quiet: Hub) -> None:
    client = client_for(quiet)
    answer = client.send_form("/new/draft", json=True, game="forever-evil", name="Ana")
    assert seats_in(answer.json()["fragments"]["draft"]) == ["+Ana"]
    fields = {"game": "forever-evil", "level": "score"}
    refused = client.send_form("/new", json=True, seat=["+Ana"], **fields)
    assert refused.status_code == 422
    assert list(errors(refused.json()["fragments"]["draft"])) == ["names"]
    assert client.send_form("/new", json=True, seat=["+Ana", "+Bo"], **fields).json() == {"go": "/table"}


def test_who_starts_who_plays_whom_and_house_rules(quiet: Hub) -> None:
    client = client_for(quiet)
    client.cookies.set("lang", "fr")
    fields = {
        "start": "+Cleo",
        "rule-vulnerability": "-1",
        "rule-promos": "false",
        "rule-tie": "shared",
    }
    assert client.begin("Ana", "Cleo", "Dan", villain=["", "sinestro", ""], **fields).status_code == 303
    assert quiet.table is not None
    header = quiet.table.header
    assert header.seats == ("Ana", "Cleo", "Dan")
    assert header.ruleset == {"vulnerability": -1}
    assert header.setup == {"villain.Cleo": "sinestro", "start": "Cleo"}
    assert quiet.table.view().active == "Cleo"
    assert quiet.language == "fr", "the boards speak as the one who began the match"
    page = client.get("/table").text
    assert '<html lang="fr"' in page
    assert "Sinestro" in page


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Zoé\u202e", "“Zoé” would do"),
        ("A\x07b", "“Ab” would do"),
        ("\u200d\u200c", "Use 1 to 24 characters that can be seen."),
        ("x" * 60, "“xxxxxxxxxxxxxxxxxxxxxxxx” would do"),
        ("क्षि" * 13, "“" + "क्षि" * 12 + "” would do"),
        ("ana", "sits here already"),
        ("Ａn\u200da", "sits here already"),
        ("table", "taken by the table itself"),
        ("Bank", "taken by the table itself"),
    ],
)
def test_a_bad_name_stays_in_its_field_with_what_would_do(quiet: Hub, name: str, says: str) -> None:
    client = client_for(quiet)
    for address, status in (("/new/draft", 200), ("/new", 422)):
        answer = client.send_form(address, game="forever-evil", level="score", seat=["+Ana", "+Bo"], name=name)
        assert answer.status_code == status
        found = errors(answer.text)
        assert list(found) == ["name"]
        assert says in found["name"]
        assert seats_in(answer.text) == ["+Ana", "+Bo"]
        assert re.search(r'id="name"[^>]*aria-invalid="true" aria-describedby="e-name"', answer.text)
    assert quiet.table is None


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", '"><img src=x>', "\U0001f9d9\u200d♀️ Zoé", "أليس"])
def test_a_name_is_shown_as_it_was_typed_and_does_nothing(quiet: Hub, name: str) -> None:
    name = name[:24]
    client = client_for(quiet)
    page = draft(client, seat=["+Bo"], name=name)
    assert f"<bdi>{html.escape(name, quote=True).replace('&#x27;', '&#39;').replace('&quot;', '&#34;')}</bdi>" in page
    assert client.begin(name, "Bo").status_code == 303
    for path in ("/table", "/new", "/players", "/table"):
        page = client.get(path).text
        assert f"<bdi>{name}</bdi>" in html.unescape(page), path
        assert "<script>alert" not in page and "<img src=x" not in page


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"seat": ["+Ana"]}, "names", "1 named; this game takes 2 to 5"),
        ({"seat": ["+Ana", "+Zoé\u202e"]}, "names", "“Zoé” would do"),
        ({"seat": ["+Ana", "+Bo", "77"]}, "names", "removed from the list"),
        ({"seat": ["+Ana", "+Bo", "x"]}, "names", "removed from the list"),
        ({"level": "telepathy"}, "level", "Choose one of: score"),
        ({"rule-vulnerability": "-2"}, "rule-vulnerability", "-1..0"),
        ({"rule-vulnerability": "x"}, "rule-vulnerability", "-1..0"),
        ({"rule-tie": "duel"}, "rule-tie", "shared"),
        ({"rule-promos": "maybe"}, "rule-promos", "false | true"),
        ({"villain": ["bane", ""]}, "form", "Bane"),
        ({"villain": ["catwoman", ""]}, "form", "Catwoman"),
        ({"villain": ["sinestro", "sinestro"]}, "form", "Sinestro"),
        ({"seat": ["+Ana", "+Bo", "+C", "+D"], "rule-super-villains": "two-dealt"}, "form", "8"),
    ],
)
def test_a_wrong_field_is_told_beside_it_and_nothing_begins(
    quiet: Hub, change: dict[str, str | list[str]], field: str, says: str
) -> None:
    client = client_for(quiet)
    fields = {"game": "forever-evil", "level": "score", "seat": ["+Ana", "+Bo"], **change}
    answer = client.send_form("/new", **fields)
    assert answer.status_code == 422
    found = errors(answer.text)
    assert list(found) == [field]
    assert says in found[field]
    assert quiet.table is None
    assert "+Ana" in seats_in(answer.text), "who was chosen is kept"
    if field not in ("names", "form"):
        assert re.search(
            rf'"{field}"[^>]*aria-invalid="true" aria-describedby="e-{field}"|aria-describedby="e-{field}"', answer.text
        )


def test_each_level_says_in_full_what_is_followed_and_how_much_is_tapped(quiet: Hub) -> None:
    client = client_for(quiet)
    for lang, unit in (("en", "taps? a turn"), ("fr", "scans? par tour")):
        client.cookies.set("lang", lang)
        for game in quiet.games.values():
            page = client.get(f"/new?game={game.id}").text
            told = re.findall(r'name="level" value="([\w-]+)"( checked)?>.*?<small>([^<]+)</small>', page, re.S)
            assert [level for level, _, _ in told] == list(game.levels)
            assert [level for level, checked, _ in told if checked] == ["score"], "the first time"
            assert all(len(text) > len(level) for level, _, text in told)
            taps = [int(n) for n in re.findall(rf'class="num">(\d+)</b> <small>{unit}', page)]
            assert len(taps) == len(game.levels) and taps == sorted(taps) and min(taps) >= 1


def test_the_level_used_last_is_proposed(quiet: Hub) -> None:
    client = client_for(quiet)
    assert client.begin("Ana", "Bo", level="full").status_code == 303
    checked = r'name="level" value="([\w-]+)" checked'
    assert re.findall(checked, client.get("/new").text) == ["full"]
    assert client.begin("Ana", "Bo", level="deck").status_code == 303
    assert re.findall(checked, client.get("/new?game=evil-101").text) == ["score"], "that game has no such level"
    quiet.store.settings.set("defaults", {"level": "full", "ruleset": {}, "layout": "seats"})
    assert re.findall(checked, client.get("/new").text) == ["full"], "the command line says so"


def test_all_errors_at_once(quiet: Hub) -> None:
    answer = client_for(quiet).begin("Ana", "Bo", name="Ä\u202e", **{"rule-tie": "duel"})
    assert set(errors(answer.text)) == {"name", "rule-tie"}
    assert "2 things need a change" in text_of(answer.text)


def test_a_running_match_is_archived_and_the_page_says_so(hub: Hub) -> None:
    client = client_for(hub)
    before = hub.table
    assert before is not None
    assert "The running match is saved" in client.get("/new").text
    assert client.begin("Ana", "Bo", over=str(before.match)).status_code == 303
    assert hub.table is not before
    assert [row.id for row in hub.store.matches.archived()] == [before.match]


def test_of_two_who_begin_at_once_the_second_is_asked(quiet: Hub) -> None:
    one, two = client_for(quiet), client_for(quiet)
    over = re.findall(r'name="over" value="(\d+)"', two.get("/new").text)[0]
    assert one.begin("Ana", "Bo", over=over).status_code == 303
    first = quiet.table
    answer = two.begin("Cy", "Dee", over=over)
    assert answer.status_code == 422
    assert "Meanwhile a match of Ana, Bo began" in errors(answer.text)["form"]
    assert quiet.table is first
    over = re.findall(r'name="over" value="(\d+)"', answer.text)[0]
    assert two.begin("Cy", "Dee", over=over).status_code == 303, "who insists begins"


def test_a_person_who_is_archived_while_the_page_is_open_plays_again(quiet: Hub) -> None:
    ana, bo = quiet.people.add("Ana"), quiet.people.add("Bo")
    client = client_for(quiet)
    page = draft(client, toggle=str(ana.id))
    quiet.people.archive(ana.id)
    page = draft(client, seat=seats_in(page), toggle=str(bo.id))
    assert set(chips_in(page)) == {"Ana", "Bo"}
    assert client.send_form("/new", game="forever-evil", level="score", seat=seats_in(page)).status_code == 303
    assert not any(each.archived for each in quiet.people.list())


def test_a_person_who_was_merged_meanwhile_is_chosen_again(quiet: Hub) -> None:
    ana, anna, bo = (quiet.people.add(name) for name in ("Ana", "Anna", "Bo"))
    client = client_for(quiet)
    quiet.people.merge(anna.id, ana.id)
    fields = {"game": "forever-evil", "level": "score", "seat": [str(anna.id), str(bo.id)]}
    answer = client.send_form("/new", **fields)
    assert answer.status_code == 422
    assert "removed from the list" in errors(answer.text)["names"]
    assert seats_in(answer.text) == [str(bo.id)]


def test_an_unknown_game_or_match_is_refused(quiet: Hub) -> None:
    client = client_for(quiet)
    assert client.get("/new?game=chess").status_code == 400
    assert client.begin("Ana", "Bo", game="chess").status_code == 400
    assert client.get("/new?again=7").status_code == 404
    assert client.get("/new?again=seven").status_code == 404
    assert quiet.table is None


def test_a_rematch_has_everything_filled_in_and_another_one_begins(quiet: Hub) -> None:
    client = client_for(quiet)
    fields = {"level": "full", "rule-vulnerability": "-1"}
    assert client.begin("Ana", "Bo", "Cy", **fields).status_code == 303
    table = quiet.table
    assert table is not None
    starters = []
    for _ in range(3):
        page = client.get(f"/new?again={table.match}").text
        form = {name: html.unescape(value) for name, value in re.findall(r'name="([\w-]+)"[^>]* value="([^"]*)"', page)}
        start = re.findall(r'name="start".*?<option value="([^"]*)" selected>', page, re.S)[0]
        level = re.findall(r'name="level" value="([\w-]+)" checked', page)[0]
        form |= {"seat": seats_in(page), "level": level, "start": start}
        for unused in ("toggle", "choose", "add", "name", "lang", "theme", "back", "once", "villain"):
            form.pop(unused, None)
        assert client.send_form("/new", **form).status_code == 303
        table = quiet.table
        assert table is not None
        assert table.header.seats == ("Ana", "Bo", "Cy")
        assert (table.header.level, table.header.ruleset) == ("full", {"vulnerability": -1})
        starters.append(table.header.setup.get("start", "Ana"))
    assert starters == ["Bo", "Cy", "Ana"]


def test_a_rematch_keeps_the_seats_where_a_rule_says_who_begins(quiet: Hub) -> None:
    match = begun(quiet, "dc-forever", seats=("Ana", "Bo", "Cy", "Dee"), proxy=True).match
    page = client_for(quiet).get(f"/new?again={match}").text
    start = page[page.index('name="start"') :]
    assert "selected" not in start[: start.index("</select>")]
    assert re.findall(r'name="numbers".*?value="([^"]*)" selected', page, re.S) == ["proxy"]


def test_a_rematch_is_for_people_under_the_names_they_have_now(quiet: Hub) -> None:
    match = begun(quiet, seats=("Ana", "Bo")).match
    ana = quiet.store.people.named("Ana")
    assert ana is not None
    quiet.people.rename(ana.id, "Ana B.")
    assert list(chips_in(client_for(quiet).get(f"/new?again={match}").text)) == ["Ana B.", "Bo"]


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
    pressed = r'value="([\w-]+)" formaction="/new/draft" aria-pressed="true"><span class="box'
    assert re.findall(pressed, client.get("/new").text) == ["forever-evil"]
    assert client.begin("Zoé", "E\u0301mile", game="evil-101").status_code == 303
    assert quiet.table is not None
    assert quiet.table.header.seats == ("Zoé", "Émile"), "accents are composed"
    quiet.match.close()
    assert re.findall(pressed, client.get("/new").text) == ["evil-101"]


def test_seven_may_play_by_the_house_rule_that_the_page_names(quiet: Hub) -> None:
    seven = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gil")
    client = client_for(quiet)
    page = client.begin(*seven, game="evil-101")
    assert page.status_code == 422
    assert "up to 8 by the house rule “Most players”" in page.text
    assert client.begin(*seven, game="evil-101", **{"rule-most-players": "7"}).status_code == 303
