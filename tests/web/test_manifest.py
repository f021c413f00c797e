"""The app as a device installs it, and the bars around a page."""

from __future__ import annotations

import re
import struct

import pytest

from lairkeeper.web.screen import STATIC
from lairkeeper.web.site import HERE
from lairkeeper.web.translator import THEMES

from .conftest import Client

TEXTS = {"en": ("Keeps the score", ["Table", "TV", "Seat"]), "fr": ("Tient le score", ["Table", "Télé", "Place"])}
LINK = re.compile(r'<link rel="manifest" href="([^"]+)">')


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_manifest_speaks_the_language_of_its_page(client: Client, lang: str) -> None:
    client.cookies.set("lang", lang)
    page = client.get("/table").text
    link = LINK.search(page)
    assert link is not None
    client.cookies.clear()
    told = client.get(link[1], headers={"accept-language": "de"}).json()
    assert told["lang"] == lang
    about, names = TEXTS[lang]
    assert about in told["description"]
    assert [each["name"] for each in told["shortcuts"]] == names
    for each in (told["start_url"], *(each["url"] for each in told["shortcuts"])):
        assert client.get(each).status_code == 200


def test_its_icons_have_the_sizes_that_it_says(client: Client) -> None:
    told = client.get("/manifest.webmanifest?lang=tlh").json()
    assert {(each["sizes"], each["purpose"]) for each in told["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for each in told["icons"]:
        answer = client.get(each["src"])
        assert answer.headers["content-type"] == each["type"] == "image/png"
        assert each["sizes"] == "{}x{}".format(*struct.unpack(">II", answer.content[16:24]))


@pytest.mark.parametrize("theme", THEMES)
def test_the_bars_around_a_page_have_the_ground_of_its_theme(client: Client, theme: str) -> None:
    client.cookies.set("theme", theme)
    found = re.findall(r'<meta name="theme-color" content="(#\w+)"(?: media="([^"]+)")?>', client.get("/table").text)
    styles = (HERE / STATIC / "lair.css").read_text()
    grounds = re.search(r"--page: light-dark\((#\w+), (#\w+)\)", styles)
    assert grounds is not None
    light, dark = grounds.groups()
    assert (
        found
        == {
            "auto": [(light, "(prefers-color-scheme: light)"), (dark, "(prefers-color-scheme: dark)")],
            "light": [(light, "")],
            "dark": [(dark, "")],
            "projector": [("#fff", "")],
        }[theme]
    )
