"""A match to share: picture, BG Stats, files; bad addresses and matches that run are told in words."""

from __future__ import annotations

import asyncio
import io
import json
import re
from html import unescape
from typing import Any

import msgspec
import pytest
from jsonschema_rs import Draft202012Validator
from PIL import Image

from lairkeeper.exports import export, match_schema
from lairkeeper.exports.match_file import PublicMatch, WholeMatch
from lairkeeper.table import Hub
from lairkeeper.web.lan import Lan
from lairkeeper.web.result_picture import HEIGHT, WIDTH
from lairkeeper.web.screens.share.model import code_of, shared_of

from .conftest import Client
from .situations import begun, do
from .test_ending import finish


def ended(hub: Hub, *seats: str) -> int:
    table = begun(hub, seats=seats or ("Ana", "Bo"))
    do(table, move="gain", by=table.header.seats[0], card="vp-5")
    finish(table)
    return table.match


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_has_every_way(client: Client, hub: Hub, lang: str) -> None:
    match = ended(hub)
    begun(hub)  # another one is on the table
    client.cookies.set("lang", lang)
    text = client.get(f"/history/{match}/share").text
    for way in ("picture.png", "match.json"):
        assert f"/history/{match}/{way}" in text
    for way in ("bgsplay", "csv", "json"):
        assert f"/matches/file?match={match}&amp;form={way}" in text
    assert "https://app.bgstatsapp.com/createPlay.html?data=" in text
    assert "/history/match.schema.json" in text
    assert {"en": "Ana wins", "fr": "Ana gagne"}[lang] in text
    assert {"en": "not known for sure", "fr": "avec certitude"}[lang] in text


def test_the_ending_leads_there(client: Client, hub: Hub) -> None:
    match = ended(hub)
    assert f"/history/{match}/share" in client.get("/table").text


def test_the_picture_is_a_png_of_the_result(client: Client, hub: Hub) -> None:
    match = ended(hub, "Ana", "王小明", "Bartholomew the Terrible", "Ł" * 24, "🦊🦊")
    answer = client.get(f"/history/{match}/picture.png")
    assert answer.headers["content-type"] == "image/png"
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (WIDTH, HEIGHT)
    other = client.get(f"/history/{ended(hub, 'Bo', 'Ana')}/picture.png").content
    assert answer.content != other
    assert len(set(image.convert("RGB").resize((60, 30)).get_flattened_data())) > 20, "something is drawn"


def test_a_match_that_runs_has_its_log_and_no_result(client: Client, hub: Hub) -> None:
    match = begun(hub).match
    text = client.get(f"/history/{match}/share").text
    assert "has not ended" in text and "bgstatsapp" not in text
    assert client.get(f"/history/{match}/picture.png").status_code == 409
    answer = client.get(f"/matches/file?match={match}&form=bgsplay")
    assert answer.status_code == 409 and "has not ended" in answer.text
    assert "secrets" not in json.loads(client.get(f"/history/{match}/match.json").text)


@pytest.mark.parametrize("number", ["99", "x", "-1", "²", "9" * 30, "0"])
@pytest.mark.parametrize("page", ["share", "picture.png", "match.json"])
def test_an_unknown_match_is_told(client: Client, number: str, page: str) -> None:
    assert client.get(f"/history/{number}/{page}").status_code == 404


def test_a_phone_is_led_on_to_bg_stats_by_a_code_that_nobody_guesses(
    client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, site = ended(hub), client.app.state.site
    assert "Open the home network" in client.get(f"/history/{match}/share").text
    monkeypatch.setattr(Lan, "url", "http://192.168.1.5:8642/")
    shared, _ = asyncio.run(shared_of(site, match, "en"))
    assert shared.code is not None
    code = code_of(hub, match)
    answer = client.get(f"/share/bg-stats?match={match}&code={code}", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, shared.link)
    running = begun(hub).match
    for asked in (f"match={match}&code={code[:-1]}x", f"match={match}", f"match={match + 1}&code={code}", "code=é",
                  f"match={running}&code={code_of(hub, running)}", "match=²&code=1"):  # fmt: skip
        assert client.get(f"/share/bg-stats?{asked}", follow_redirects=False).status_code == 404


def test_the_schema_is_that_of_the_files(client: Client, hub: Hub) -> None:
    schema = json.loads(client.get("/history/match.schema.json").text)
    assert schema == json.loads(match_schema())
    match, running = ended(hub), begun(hub).match
    check = Draft202012Validator(schema)
    for number, kind in ((match, WholeMatch), (running, PublicMatch)):
        text = export(hub.store, number, "json")
        check.validate(json.loads(text))
        msgspec.json.decode(text, type=kind)
    broken: dict[str, Any] = json.loads(export(hub.store, match, "json"))
    del broken["records"][0]["at"]
    assert not check.is_valid(broken)


def test_names_are_shown_as_text(client: Client, hub: Hub) -> None:
    match = ended(hub, "<script>x</script>", '"><b>')
    text = client.get(f"/history/{match}/share").text
    assert "<script>x" not in text and '"><b>' not in text
    alt = re.search(r'alt="([^"]*)"', text)
    assert alt is not None, text
    assert "<script>x</script>" in unescape(alt[1])
    assert client.get(f"/history/{match}/picture.png").status_code == 200
