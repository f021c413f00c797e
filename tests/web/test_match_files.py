"""A match as a file from a page: of each format, in the language of the viewer; bad addresses are told in words."""

from __future__ import annotations

import json

import pytest

from lairkeeper.table import Hub

from .conftest import Client
from .situations import begun, do
from .test_ending import finish


def test_a_spreadsheet_opens_by_a_double_click_in_both_languages(client: Client, hub: Hub) -> None:
    table = begun(hub)
    do(table, move="gain", by="Ana", card="vp-5")
    finish(table)
    for lang, between in (("en", ","), ("fr", ";")):
        client.cookies.set("lang", lang)
        answer = client.get(f"/matches/file?match={table.match}&form=csv")
        assert answer.headers["content-type"].startswith("text/csv")
        assert answer.headers["content-disposition"] == f'attachment; filename="lairkeeper-{table.match}.csv"'
        assert answer.text.startswith(f"\ufeffmatch{between}game{between}level")
        assert f"{between}Ana{between}5{between}1{between}1" in answer.text
    for wanted, between in (("comma", ","), ("semicolon", ";"), ("tab", ";")):  # in French
        text = client.get(f"/matches/file?match={table.match}&form=csv&separator={wanted}").text
        assert text.startswith(f"\ufeffmatch{between}game")


def test_a_name_is_no_formula(client: Client, hub: Hub) -> None:
    table = begun(hub, seats=("-Zoé", '=HYPERLINK("x")', "@Bo"))
    finish(table)
    text = client.get(f"/matches/file?match={table.match}&form=csv").text
    assert ",'-Zoé," in text and ",'@Bo," in text and "\"'=HYPERLINK" in text


def test_the_log_of_a_running_match_keeps_its_secrets(client: Client, hub: Hub) -> None:
    table = begun(hub)
    address = f"/matches/file?match={table.match}&form=json"
    assert json.loads(client.get(address).text)["secrets"].startswith("left out")
    finish(table)
    assert "secrets" not in json.loads(client.get(address).text)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("match=1&form=pdf", "csv"),
        ("match=1", "csv"),
        ("match=99&form=csv", "There is no match 99."),
        ("match=x&form=csv", "There is no match x."),
        ("match=-1&form=json", "There is no match -1."),
        ("match=99999999999999999999&form=json", "There is no match 999999999."),
        ("match=%C2%B2&form=json", "There is no match"),
        ("form=json", "There is no match"),
    ],
)
def test_a_bad_address_says_what_to_do(client: Client, hub: Hub, asked: str, said: str) -> None:
    begun(hub)
    answer = client.get(f"/matches/file?{asked}")
    assert answer.status_code == 404
    assert said in answer.text
