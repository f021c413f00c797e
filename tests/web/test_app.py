"""Error pages: a page in the viewer's language with a next step, for every code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lairkeeper.i18n import LANGUAGES
from lairkeeper.table import Hub
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.screens import all_screens
from lairkeeper.web.site import HERE

from .conftest import Client, client_for
from .situations import hub_of
from .test_table import text_of


@pytest.mark.parametrize(
    ("method", "path", "status", "says", "next_step"),
    [
        ("GET", "/treasure", 404, "no such room", "Check the address"),
        ("GET", "/act", 405, "opens the other way", "Use the buttons"),
        ("GET", "/static/../app.py", 404, "no such room", "Check the address"),
        ("GET", "/static/%2e%2e/app.py", 404, "no such room", "Check the address"),
        ("GET", "/new?game=x", 400, "There is no game x", "Choose one"),
    ],
)
def test_errors_name_the_next_step(
    *, client: Client, method: str, path: str, status: int, says: str, next_step: str
) -> None:
    answer = client.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    text = text_of(answer.text)
    assert says in text
    assert next_step in text
    client.cookies.set("lang", "fr")
    assert says not in client.request(method, path).text


def test_a_crash_of_ours_is_a_page_too(client: Client, hub: Hub) -> None:
    assert hub.table is not None
    hub.table.act = lambda command, who: 1 / 0  # type: ignore[assignment,return-value]
    answer = client.send_form("/act", move="gain", by="Ana", card="vp-5")
    assert answer.status_code == 500
    assert "Nothing that was shown is lost" in answer.text
    assert "ZeroDivision" not in answer.text


ALWAYS = {"not-found", "wrong-method", "bad-request"}
"""Codes of errors that no page raises itself."""


def codes_in_the_source() -> set[str]:
    source = "".join(path.read_text() for path in HERE.rglob("*.py"))
    raised = re.findall(r'PageError\(\s*\d+,\s*"([\w-]+)"', source)
    refused = re.findall(r'return \d{3}, "([\w-]+)"', source)
    answered = re.findall(r'self\.refuse\(scope, \d+, "([\w-]+)"', source)
    return {*raised, *refused, *answered, *ALWAYS}


def test_every_error_has_its_texts_and_every_text_its_error() -> None:
    codes = codes_in_the_source()
    assert codes > ALWAYS
    for lang in LANGUAGES:
        keys = texts_for(lang).keys()
        told = {key.split(".")[2] for key in keys if key.startswith("ui.error.") and key.count(".") == 3}
        assert told == codes
        assert all(f"ui.error.{code}.{part}" in keys for code in codes for part in ("title", "next"))


def test_every_text_that_a_template_names_exists() -> None:
    named = set()
    for path in HERE.rglob("*"):
        if path.suffix in (".html", ".py"):
            named |= set(re.findall(r'(?:t|translator)\.ui\(\s*["\']([\w.-]+)["\']\s*[,)]', path.read_text()))
    assert len(named) > 80
    for lang in LANGUAGES:
        assert {f"ui.{name}" for name in named} <= texts_for(lang).keys()


def test_the_script_is_small_and_asks_nobody_outside() -> None:
    script = (HERE / "static" / "lair.js").read_text()
    assert len(script.splitlines()) <= 200
    for path in (each for each in HERE.rglob("static/*") if each.is_file() and each.suffix != ".png"):
        text = path.read_text().replace("http://www.w3.org/2000/svg", "")
        assert "//" not in re.sub(r"(?m)^\s*//.*$|/\*.*?\*/|\s//\s.*$", "", text), path.name
        for address in re.findall(r"url\(([^)]*)\)", text):
            assert (HERE / "static" / address.strip('"')).is_file(), f"{path.name}: {address}"


def test_every_live_part_is_on_its_page_once(client: Client) -> None:
    for page, screen in all_screens().items():
        html = client.get(screen.path or "/piece?piece=kick").text
        for part in screen.parts:
            assert html.count(f'id="{part.name}"') == 1, (page, part)
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids)), page


@pytest.mark.parametrize("fields", [{"lang": "tlh"}, {"theme": "pink"}])
def test_a_choice_that_is_none(client: Client, fields: dict[str, str]) -> None:
    answer = client.send_form("/prefs", **fields)
    assert answer.status_code == 400
    assert "Choose one of" in text_of(answer.text)


def test_language_and_theme_are_kept_and_lead_back(client: Client) -> None:
    answer = client.send_form("/prefs", lang="fr", back="/tags")
    assert answer.headers["location"] == "/tags"
    answer = client.send_form("/prefs", theme="dark", back="https://evil.example/")
    assert answer.headers["location"] == "/"
    page = client.get("/table").text
    assert '<html lang="fr" data-theme="dark">' in page
    assert "Table virtuelle" in page


@pytest.mark.parametrize(
    ("accept", "lang"),
    [
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de, fr;q=0.3, en;q=0.2", "fr"),
        ("en;q=0.1, fr;q=0.9", "fr"),
        ("fr;q=0, de", "en"),
        ("", "en"),
        (";;;q=x,,", "en"),
    ],
)
def test_the_browser_says_which_language(accept: str, lang: str) -> None:
    client = client_for(hub_of(), session=False)
    assert f'<html lang="{lang}"' in client.get("/table", headers={"accept-language": accept}).text


def test_a_broken_cookie_counts_as_none() -> None:
    client = client_for(hub_of(), session=False)
    page = client.get("/table", headers={"cookie": 'lang="; theme=\x01; =; lair'}).text
    assert '<html lang="en" data-theme="auto">' in page


def test_files_are_there_with_their_kind(client: Client) -> None:
    page = client.get("/table").text
    for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        answer = client.get(address)
        assert answer.status_code == 200, address
    assert client.get("/static/favicon.svg").headers["content-type"].startswith("image/svg")
    assert Path(HERE / "static" / "favicon.svg").stat().st_size < 2000
