"""The people: added, renamed, given another crest, merged, archived and brought back; bad input is told in words."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import begun, hub_of


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Yield a hub with three people and no match."""
    hub = hub_of()
    for name in ("Zoé", "Bo", "Ana"):
        hub.people.add(name)
    yield hub
    hub.store.close()


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)


def names(client: Client) -> list[str]:
    page = client.get("/players").text
    return [html.unescape(each) for each in re.findall(r"<b><bdi>(.*?)</bdi></b>", page)]


def number(hub: Hub, name: str) -> str:
    return next(str(each.id) for each in hub.people.list() if each.name == name)


def test_people_are_listed_by_name_with_what_they_played(client: Client, hub: Hub) -> None:
    assert names(client) == ["Ana", "Bo", "Zoé"]
    assert "0 matches, 0 won" in client.get("/players").text
    assert "Nobody yet" in client_for(hub_of()).get("/players").text


def test_add_rename_and_another_crest(client: Client, hub: Hub) -> None:
    assert client.send_form("/players/add", name=" Élodie ").status_code == 303
    assert client.send_form("/players/rename", person=number(hub, "Bo"), name="Bob").status_code == 303
    assert client.send_form("/players/crest", person=number(hub, "Ana"), crest="8").status_code == 303
    assert names(client) == ["Ana", "Bob", "Zoé", "Élodie"]
    assert {each.name: each.crest for each in hub.people.list()} == {"Zoé": 1, "Bob": 2, "Ana": 8, "Élodie": 4}


@pytest.mark.parametrize(
    ("name", "status", "says"),
    [
        ("bo", 409, "Another person is called Bo"),
        ("x" * 60, 422, "“xxxxxxxxxxxxxxxxxxxxxxxx” would do"),
        ("Zoé\u202e", 422, "“Zoé” would do"),
        ("table", 422, "taken by the table itself"),
        ("\u200d", 422, "characters that can be seen"),
        ("", 400, "name"),
    ],
)
def test_a_bad_name_is_told_and_changes_nothing(client: Client, hub: Hub, name: str, status: int, says: str) -> None:
    for address, fields in (("/players/add", {}), ("/players/rename", {"person": number(hub, "Ana")})):
        answer = client.send_form(address, name=name, **fields)
        assert answer.status_code == status
        assert says in html.unescape(answer.text)
    assert names(client) == ["Ana", "Bo", "Zoé"]


def test_merging_keeps_all_matches_but_not_of_two_who_sat_together(client: Client, hub: Hub) -> None:
    begun(hub, seats=("Ana", "Bo"))
    refused = client.send_form("/players/merge", person=number(hub, "Ana"), into=number(hub, "Bo"))
    assert refused.status_code == 409
    assert "Both sat in match 1" in refused.text
    assert client.send_form("/players/merge", person=number(hub, "Zoé"), into=number(hub, "Bo")).status_code == 303
    assert names(client) == ["Ana", "Bo"]


def test_who_is_archived_is_offered_no_more_until_brought_back(client: Client, hub: Hub) -> None:
    person = number(hub, "Ana")
    assert client.send_form("/players/archive", person=person).status_code == 303
    assert "1 archived player" in client.get("/players").text
    assert ">Ana</bdi>" not in client.get("/new").text
    assert client.send_form("/players/bring-back", person=person).status_code == 303
    assert ">Ana</bdi>" in client.get("/new").text


@pytest.mark.parametrize("deed", ["rename", "crest", "merge", "archive", "bring-back"])
def test_a_person_who_is_gone_is_told(client: Client, hub: Hub, deed: str) -> None:
    fields = {"name": "X", "crest": "1", "into": number(hub, "Ana")}
    answer = client.send_form(f"/players/{deed}", person="99", **fields)
    assert answer.status_code == 409
    assert "not in the list any more" in answer.text


@pytest.mark.parametrize(("field", "value"), [("crest", "9"), ("crest", "x"), ("person", "0"), ("person", "")])
def test_a_number_that_is_none(client: Client, hub: Hub, field: str, value: str) -> None:
    fields = {"person": number(hub, "Ana"), "crest": "2", field: value}
    assert client.send_form("/players/crest", **fields).status_code == 400


def test_a_seat_has_the_crest_of_its_person(client: Client, hub: Hub) -> None:
    client.send_form("/players/crest", person=number(hub, "Ana"), crest="7")
    client.send_form("/players/crest", person=number(hub, "Bo"), crest="7")
    table = begun(hub, seats=("Ana", "Bo", "Zoé"))
    assert table.crests["Ana"] == 7 and table.crests["Zoé"] == 1
    assert table.crests["Bo"] not in (7, 1), "of two with the same one, the later has another for this match"
    for path in ("/table", "/table", "/seat"):
        page = client.get(path).text
        shown = {name: int(n) for n, name in re.findall(r'#c-(\d)"/></svg>\s*(?:<[^>]+>)*<bdi>(\w+)</bdi>', page)}
        assert shown.items() <= table.crests.items() and shown, path
    page = client.get("/table").text
    now = page[page.index('<section id="now"') : page.index("</section>")]
    assert 'data-seat="7"' in now and "#c-7" in now and "#c-1" not in now
