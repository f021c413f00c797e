"""Tags as a file on the page: saved by box, imported whole or not at all, and bad files told in words."""

from __future__ import annotations

import tomllib

import pytest

from lairkeeper.table import Hub

from .conftest import ORIGIN, Client, client_for
from .situations import hub_of


def sent(client: Client, raw: bytes, **fields: str):
    headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN + "/tags"}
    return client.post("/tags/import", files={"file": ("tags.toml", raw)}, data=fields, headers=headers)


@pytest.fixture
def hub() -> Hub:
    """Return an owner without tags."""
    return hub_of()


@pytest.fixture
def owner() -> Hub:
    """Return another owner, with three tags."""
    hub = hub_of()
    for uid, game, piece in (("04AABBCCDDEE01", "forever-evil", "vp-1#1"), ("04AABBCCDDEE02", "forever-evil", "vp-5#1"),
                             ("04AABBCCDDEE03", "table", "seat-1#1")):  # fmt: skip
        assert hub.registry.enrol(uid, piece, hub.stock(game)) is not None
    return hub


def test_tags_go_from_owner_to_owner(client: Client, hub: Hub, owner: Hub) -> None:
    answer = client_for(owner).get("/tags/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="lairkeeper-tags.toml"'
    page = sent(client, answer.content)
    assert page.status_code == 200 and "3 tags enrolled; unchanged: 0." in page.text
    assert [(each.uid, each.component) for each in hub.registry.list()] == [
        (each.uid, each.component) for each in owner.registry.list()
    ]
    assert "0 tags enrolled; unchanged: 3." in sent(client, b"\xef\xbb\xbf" + answer.content).text


def test_one_box_alone_is_saved(owner: Hub) -> None:
    text = client_for(owner).get("/tags/file?game=forever-evil").text
    assert [each["component"] for each in tomllib.loads(text)["tag"]] == ["vp-1#1", "vp-5#1"]
    assert client_for(owner).get("/tags/file?game=chess").status_code == 400


def test_what_is_enrolled_otherwise_is_asked_about(client: Client, hub: Hub, owner: Hub) -> None:
    raw = client_for(owner).get("/tags/file").content
    hub.registry.enrol("04AABBCCDDEE01", "vp-10#1", hub.stock("forever-evil"))
    for lang, said in (("en", "Nothing was imported: 1 entry"), ("fr", "Rien n’a été importé : 1 entrée")):
        client.cookies.set("lang", lang)
        answer = sent(client, raw)
        assert answer.status_code == 422 and said in answer.text
    assert len(hub.registry.list()) == 1
    assert sent(client, raw, replace="1").status_code == 200
    assert len(hub.registry.list()) == 3


@pytest.mark.parametrize(
    "raw",
    [
        b"format = 1\n[[tag]]\nuid = ",
        b"format = 9\n",
        b"\xff\xfe\x00",
        b"<script>alert(1)</script>",
        b'format = 1\n[[tag]]\nuid = "04AABBCCDDEE01"\ngame = "<script>"\ncomponent = "vp-1#1"\n',
        b'format = 1\n[[tag]]\nuid = "zz"\ngame = "table"\ncomponent = "vp-1#1"\n',
        b"tag = 1",
    ],
)
def test_a_bad_file_changes_nothing(client: Client, hub: Hub, raw: bytes) -> None:
    answer = sent(client, raw)
    assert answer.status_code == 422
    assert "Nothing was imported" in answer.text
    assert "<script>alert" not in answer.text and "&#39;<script>" not in answer.text
    assert not hub.registry.list()
