"""A page is one folder: a toy with the files that docs/add-a-page.md names is put there, and the real app shows it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from .distribution import run

ROOT: Final = Path(__file__).parents[2]
FILES: Final = {
    "__init__.py": """
from ...part import Part, of_the_match
from ...parts import DOCK, PROBLEM
from ...screen import Screen
from . import model, routes

SCREEN = Screen(
    __name__, "/abacus", routes.ROUTES, (PROBLEM, Part("abacus/beads.html", model.beads, of_the_match), DOCK), nav=9
)
""",
    "routes.py": """
from starlette.routing import Route

from ...errors import PageError
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...site import site_of


async def show(request):
    return site_of(request).page(request, "abacus")


async def push(request):
    if (await read_form(request)).need("bead") != "red":
        raise PageError(400, "no-bead")
    return site_of(request).done(request, "abacus")


ROUTES = (Route("/abacus", show), Route("/abacus/push", patient(counted_once(push)), methods=["POST"]))
""",
    "model.py": """
def beads(shown):
    return {"beads": len(shown.match[0].log()) if shown.match else 0}
""",
    "page.html": """
{% extends "base.html" %}
{% block head %}<link rel="stylesheet" href="{{ file('abacus.css') }}">
<script src="{{ file('abacus.js') }}" defer></script>{% endblock %}
{% block main %}<h1>{{ t.ui("abacus.title") }}</h1>
{% include "abacus/beads.html" %}{% endblock %}
""",
    "beads.html": '<p id="beads">{{ t.ui("abacus.beads", n=beads) }}</p>',
    "static/abacus.js": "console.log(1);",
    "static/abacus.css": "p { margin: 0; }",
    "en.toml": """
[ui.nav]
abacus = "Counting frame"
[ui.abacus]
title = "Wooden beads"
beads = {one = "{n} bead", other = "{n} beads"}
[ui.error.no-bead]
title = "No such bead."
next = "Push a red one."
""",
    "fr.toml": """
[ui.nav]
abacus = "Boulier"
[ui.abacus]
title = "Perles en bois"
beads = {one = "{n} perle", other = "{n} perles"}
[ui.error.no-bead]
title = "Pas de telle perle."
next = "Poussez une rouge."
""",
}
SHOW: Final = """
import asyncio, json, sys
import httpx2
from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.web import create_app, screens

ORIGIN = "http://127.0.0.1:8000"


async def show(app):
    transport = httpx2.ASGITransport(app)
    async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN, headers={"origin": ORIGIN}) as client:
        told = {}
        for lang in ("en", "fr"):
            client.cookies.set("lang", lang)
            told[lang] = {
                "page": (await client.get("/abacus")).text,
                "table": (await client.get("/table")).text,
                "refused": (await client.post("/abacus/push", data={"bead": "blue"})).text,
                "pushed": await pushed(client),
                "back": (await client.post("/todo", data={"page": "abacus", "lines": "all"})).headers["location"],
                "script": (await client.get(app.state.site.assets.address("abacus.js"))).text,
            }
        return told


async def pushed(client):
    answer = await client.post("/abacus/push", data={"bead": "red"}, headers={"accept": "application/json"})
    return answer.json()["fragments"]


screens.__path__.append(sys.argv[1])
with Store.open(":memory:") as store:
    hub = Hub(store)
    hub.start("forever-evil", ["Ana", "Bo"], level="score")
    print(json.dumps(asyncio.run(show(create_app(hub)))))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Return what the app says once the folder is there, by language."""
    folder = tmp_path_factory.mktemp("screens")
    for name, text in FILES.items():
        path = folder / "abacus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    return json.loads(run(folder, "-c", SHOW, str(folder)))


def test_the_page_names_these_files_and_no_others() -> None:
    page = (ROOT / "docs" / "add-a-page.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.+?`) \| .+ \|$", page, re.M)
    named = {name for row in rows for name in re.findall(r"`host/lairkeeper/([\w/.-]+)`", row)}
    assert named == {
        "web/screens/NAME/" + re.sub("beads|abacus", "PART" if "beads" in file else "NAME", file) for file in FILES
    }


@pytest.mark.parametrize(
    ("lang", "nav", "title", "beads", "fault"),
    [
        ("en", "Counting frame", "Wooden beads", "1 bead", "No such bead."),
        ("fr", "Boulier", "Perles en bois", "1 perle", "Pas de telle perle."),
    ],
)
def test_the_app_shows_it_in_both_languages(
    *, told: Any, lang: str, nav: str, title: str, beads: str, fault: str
) -> None:
    found = told[lang]
    assert f"<title>{nav} · Lairkeeper</title>" in found["page"]
    assert f"<h1>{title}</h1>" in found["page"] and f'<p id="beads">{beads}</p>' in found["page"]
    assert re.search(rf'<a href="/abacus" aria-current="page"><svg.*</svg><span>{nav}</span></a>', found["page"])
    assert (
        re.search(r"/static/abacus\.\w{10}\.css", found["page"])
        and "abacus" not in found["table"].partition("</head>")[0]
    )
    links = re.findall(r"<li><a href=\"([^\"]+)\"", found["table"].partition("</nav>")[0])
    assert links == ["/", "/table", "/seat", "/history", "/workshop", "/abacus"], "it is the last of the top bar"
    assert fault in found["refused"]


def test_it_is_as_live_as_any_other(told: Any) -> None:
    found = told["en"]
    assert found["pushed"].keys() == {"asking", "banner", "problem", "beads", "dock", "pace", "notice"}
    assert found["back"] == "/abacus", "a form of a shared part leads back to it"
    assert found["script"] == FILES["static/abacus.js"] and re.search(r"/static/abacus\.\w{10}\.js", found["page"])
