"""A match that comes from another installation: replayed, its players asked for, kept once; all else is refused."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from lairkeeper.exports import export
from lairkeeper.exports.coming import LARGEST, ComingError, read_match
from lairkeeper.table import Hub

from ..fresh import SEED
from .conftest import ORIGIN, Client, client_for
from .situations import begun, do, hub_of
from .test_share import ended

File = dict[str, Any]


@pytest.fixture
def elsewhere() -> Hub:
    """Return another installation."""
    return hub_of()


def file_of(hub: Hub, match: int) -> bytes:
    return export(hub.store, match, "json", secrets=True).encode()


def sent(client: Client, raw: bytes, name: str = "match.json"):
    headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN + "/history/import"}
    return client.post("/history/import", files={"file": (name, raw)}, headers=headers)


def kept(client: Client, raw: bytes, **fields: str):
    return client.send_form("/history/import/keep", file=base64.b64encode(zlib.compress(raw)).decode(), **fields)


def all_of(hub: Hub) -> tuple[Any, ...]:
    """Return everything that an import could change."""
    store = hub.store
    tables = ("matches", "journal", "people", "seats", "results", "lengths")
    rows = (store.database.read(f"SELECT * FROM {table}") for table in tables)
    return tuple(tuple(map(tuple, each)) for each in rows)


def test_a_match_opens_on_another_installation(client: Client, hub: Hub, elsewhere: Hub) -> None:
    begun(elsewhere)
    match = ended(elsewhere, "Ana", "<b>Zoé</b>")
    raw = file_of(elsewhere, match)
    on_table = hub.table
    page = sent(client, raw)
    assert page.status_code == 200
    assert "&lt;b&gt;Zoé&lt;/b&gt;" in page.text and "<b>Zoé" not in page.text
    ana = next(each for each in hub.people.list() if each.name == "Ana")
    assert f'<option value="{ana.id}" selected>Ana</option>' in page.text, "the same name is asked about"
    answer = kept(client, raw, **{"seat-1": str(ana.id), "seat-2": "new", "name-2": "<b>Zoé</b>"})
    assert answer.status_code == 303
    number = hub.store.matches.list()[0].id
    assert answer.headers["location"] == f"/history/{number}/share"
    here, there = hub.store.matches.get(number), elsewhere.store.matches.get(match)
    assert (here.result, here.header) == (there.result, there.header)
    assert (here.started_at, here.finished_at) == pytest.approx((there.started_at, there.finished_at), abs=0.001)
    assert hub.table is on_table and hub.store.matches.current() == on_table.match, "the table goes on"
    zoe = next(each for each in hub.people.list() if each.name == "<b>Zoé</b>")
    assert [each.person for each in hub.store.people.seats(number).values()] == [ana.id, zoe.id]
    assert json.loads(file_of(hub, number))["id"] == json.loads(raw)["id"], "it keeps its name"
    assert client.get(f"/history/{number}/share").status_code == 200


def test_one_that_has_not_ended_is_archived_and_goes_on(client: Client, hub: Hub, elsewhere: Hub) -> None:
    table = begun(elsewhere, seats=("Ana", "Bo"))
    do(table, move="gain", by="Ana", card="vp-5")
    raw = file_of(elsewhere, table.match)
    assert (
        kept(client, raw, **{"seat-1": "new", "name-1": "Ana 2", "seat-2": "new", "name-2": "Bo 2"}).status_code == 303
    )
    number = hub.store.matches.list()[0].id
    assert hub.store.matches.get(number).finished_at is None
    assert hub.resume(number).view().scoreboard.seats[0].low == 5


def test_twice_is_refused_also_at_its_home(client: Client, hub: Hub, elsewhere: Hub) -> None:
    raw = file_of(elsewhere, ended(elsewhere))
    who = {"seat-1": "new", "name-1": "X", "seat-2": "new", "name-2": "Y"}
    assert kept(client, raw, **who).status_code == 303
    before = all_of(hub)
    for answer in (sent(client, raw), kept(client, raw, **who)):
        assert answer.status_code == 422
        assert "This match is here already: it is match 2." in answer.text
    assert all_of(hub) == before
    home = client_for(elsewhere)
    assert "This match is here already: it is match 1." in sent(home, raw).text
    hub.matches.delete(2)
    hub.store.matches.clear_out(hub.wall + 1e9)
    assert kept(client, raw, **who).status_code == 422, "these names are taken now"
    assert sent(client, raw).status_code == 200, "but the match may come again"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"seat-1": "new", "name-1": "ANA", "seat-2": "new", "name-2": "Y"}, "Another person is called"),
        ({"seat-1": "new", "name-1": "X", "seat-2": "new", "name-2": "X"}, "cannot be the same person"),
        ({"seat-1": "1", "seat-2": "1"}, "cannot be the same person"),
        ({"seat-1": "999", "seat-2": "1"}, "not in the list any more"),
        ({"seat-1": "new", "name-1": "table", "seat-2": "1"}, "table"),
        ({"seat-1": "new", "name-1": "", "seat-2": "1"}, ""),
        ({"seat-1": "new", "name-1": "x" * 99, "seat-2": "1"}, ""),
    ],
)
def test_people_who_cannot_be_are_asked_again(
    client: Client, hub: Hub, elsewhere: Hub, fields: dict[str, str], said: str
) -> None:
    raw, before = file_of(elsewhere, ended(elsewhere)), all_of(hub)
    answer = kept(client, raw, **fields)
    assert answer.status_code == 422
    assert said in answer.text and 'name="seat-2"' in answer.text
    assert all_of(hub) == before


def changed(change: Callable[[File], object]) -> Callable[[bytes], bytes]:
    def spoil(raw: bytes) -> bytes:
        data = json.loads(raw)
        change(data)
        return json.dumps(data).encode()

    return spoil


def hole(data: File) -> None:
    del data["records"][1]


BAD: list[tuple[Callable[[bytes], bytes], str, str]] = [
    (lambda raw: raw[: len(raw) // 2], "cut off", "coupé"),
    (lambda raw: b"\xff\xfe" + raw, "cut off", "coupé"),
    (lambda raw: b"[" * 100_000, "cut off", "coupé"),
    (lambda raw: b"{}", "no match of Lairkeeper", "n’est pas une partie"),
    (lambda raw: b"[1, 2]", "no match of Lairkeeper", "n’est pas une partie"),
    (changed(lambda data: data.update(version=2)), "newer Lairkeeper", "plus récent"),
    (changed(lambda data: data["header"].update(version=99)), "newer Lairkeeper", "plus récent"),
    (changed(lambda data: data["records"][1]["record"].update(format=99)), "newer Lairkeeper", "plus récent"),
    (changed(lambda data: data.update(game="chess")), "The game chess is not installed", "Le jeu chess"),
    (changed(lambda data: data.update(game="<i>x</i>")), "&lt;i&gt;x&lt;/i&gt;", "&lt;i&gt;x&lt;/i&gt;"),
    (changed(lambda data: data["header"].update(game="evil-101")), "breaks at record 0", "ligne 0"),
    (changed(lambda data: data.update(secrets="left out", view={})), "cannot be replayed", "ne peut pas être rejoué"),
    (
        changed(lambda data: data["header"].update(seats=["A\u202eb", "Bo"])),
        "cannot be shown",
        "ne peut pas être montré",
    ),
    (changed(lambda data: data["header"].update(seats=["Ana"])), "set-up", "mise en place"),
    (changed(lambda data: data["header"].update(level="x")), "set-up", "mise en place"),
    (changed(hole), "breaks at record 1", "ligne 1"),
    (changed(lambda data: data["records"].clear()), "breaks at record 0", "ligne 0"),
    (changed(lambda data: data["records"][1].update(at="soon")), "breaks at record 1", "ligne 1"),
    (changed(lambda data: data["records"][1].update(at="0001-01-01T00:00:00")), "breaks at record 1", "ligne 1"),
    (changed(lambda data: data["records"][1].update(who="<script>")), "breaks at record 1", "ligne 1"),
    (changed(lambda data: data["records"][1].update(why="")), "breaks at record 1", "ligne 1"),
    (changed(lambda data: data["records"][1]["record"].update(events=[{"event": "Paid"}])), "record 1", "ligne 1"),
    (changed(lambda data: data["records"][1]["record"].update(kind="magic")), "record 1", "ligne 1"),
    (changed(lambda data: data.update(id="x")), "breaks at record 0", "ligne 0"),
    (changed(lambda data: data.pop("records")), "breaks at record 0", "ligne 0"),
    (lambda raw: raw + b" " * LARGEST, "larger than", "dépasse"),
]


@pytest.mark.parametrize(("spoil", "en", "fr"), BAD)
def test_a_bad_file_is_told_in_words_and_changes_nothing(
    client: Client, hub: Hub, elsewhere: Hub, spoil: Callable[[bytes], bytes], en: str, fr: str
) -> None:
    raw, before = spoil(file_of(elsewhere, ended(elsewhere))), all_of(hub)
    for lang, said in (("en", en), ("fr", fr)):
        client.cookies.set("lang", lang)
        answer = sent(client, raw)
        assert answer.status_code in (413, 422)
        assert said in answer.text or answer.status_code == 413
    assert all_of(hub) == before


def test_what_the_form_sends_back_is_checked_again(client: Client, hub: Hub) -> None:
    before = all_of(hub)
    for packed in ("", "???", base64.b64encode(b"x").decode(), base64.b64encode(zlib.compress(b"{}")).decode(),
                   base64.b64encode(zlib.compress(b" " * (LARGEST * 4))).decode()):  # fmt: skip
        answer = client.send_form("/history/import/keep", file=packed, **{"seat-1": "1"})
        assert answer.status_code in (400, 422)
    assert all_of(hub) == before


def _spoiled(value: Any, random: Random) -> Any:
    """Return a JSON value with something in it exchanged."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        name = random.choice(list(value))
        if random.random() < 0.15:
            return {other: each for other, each in value.items() if other != name}
        return {**value, name: _spoiled(value[name], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        return [*value[:at], _spoiled(value[at], random), *value[at + 1 :]]
    return random.choice([None, True, -1, 10**30, 1e308, "", "x", "<script>", "\u202e", [], {}, [[]], {"a": 1}])


def test_a_file_with_anything_exchanged_is_refused_or_opens(hub: Hub, elsewhere: Hub) -> None:
    """Nothing but our own sentences comes of it, and what is accepted can be shown."""
    table = begun(elsewhere, seats=("Ana", "Bo"))
    for card in ("vp-5", "vp-1", "vp-10"):
        do(table, move="gain", by="Ana", card=card)
    data, random, refused = json.loads(file_of(elsewhere, table.match)), Random(SEED), 0
    for _ in range(250):
        try:
            coming = read_match(json.dumps(_spoiled(data, random)).encode(), hub.match.find)
        except ComingError:
            refused += 1
            continue
        assert coming.rows and coming.header.seats
    assert refused > 100
