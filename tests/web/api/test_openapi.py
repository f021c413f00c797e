"""The OpenAPI document: made from the types, kept in docs, and true."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from lairkeeper.i18n import LANGUAGES
from lairkeeper.web.api.problems import STATUS
from lairkeeper.web.api.routes import ENDPOINTS
from lairkeeper.web.app_texts import texts_for

from .conftest import Program

KEPT = Path(__file__).parents[3] / "docs" / "openapi.json"
SOURCE = Path(__file__).parents[3] / "host" / "lairkeeper" / "web" / "api"


def test_the_kept_document_is_the_one_that_is_served(stranger: Program) -> None:
    """After an intended change: ``python -m tests.web.api.write_openapi``."""
    assert stranger.call("GET", "/openapi.json").content == KEPT.read_bytes()


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_every_reference_leads_somewhere_and_no_component_is_idle() -> None:
    document = json.loads(KEPT.read_bytes())
    named = {each.removeprefix("#/components/schemas/") for each in references(document)}
    assert named == document["components"]["schemas"].keys()


def test_every_call_is_described_once() -> None:
    document = json.loads(KEPT.read_bytes())
    told = {(method.upper(), path) for path, each in document["paths"].items() for method in each}
    assert told == {(each.method, each.path) for each in ENDPOINTS}
    names = [each.name for each in ENDPOINTS]
    assert len(set(names)) == len(names)
    assert all(each.needs is not None for each in ENDPOINTS if each.name not in ("openapi", "docs"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_problem_has_its_texts_and_every_text_its_problem(lang: str) -> None:
    keys = texts_for(lang).keys()
    for code in STATUS:
        if code != "refused":
            assert any(f"ui.{where}.{code}.title" in keys for where in ("api", "error")), code
            assert any(f"ui.{where}.{code}.next" in keys for where in ("api", "error")), code
    assert {key.split(".")[2] for key in keys if key.startswith("ui.api.") and key.count(".") == 3} <= STATUS.keys()


def test_every_problem_that_is_raised_has_a_status() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCE.glob("*.py"))
    raised = set(re.findall(r'ApiError\(\s*"([\w-]+)"', source))
    assert len(raised) > 10
    assert raised <= STATUS.keys()


def test_what_is_answered_fits_its_type(program: Program) -> None:
    for each in ENDPOINTS:
        if each.method == "GET" and each.handle is not None:
            msgspec.json.decode(program.call("GET", each.path).content, type=each.answers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_names_every_call_and_every_problem(stranger: Program, lang: str) -> None:
    page = stranger.call("GET", "/docs", accept_language=lang)
    assert page.headers["content-type"].startswith("text/html")
    for each in ENDPOINTS:
        assert f"{each.method} /api/v1{each.path}<" in page.text
    for code in STATUS:
        assert f'id="problem-{code}"' in page.text
    assert "Ana" not in page.text and "forever" not in page.text.lower(), "it is for strangers too"
