"""The page of tokens: made there, shown once, revoked in one click; what does not fit changes nothing."""

from __future__ import annotations

import re

import pytest

from lairkeeper.web.site import Site

from .conftest import Client


def site_of(client: Client) -> Site:
    site: Site = client.app.state.site
    return site


def made(client: Client, **fields: str | list[str]) -> str:
    """Return the secret of a token that the page has just made."""
    page = client.send_form("/programs", **{"name": "OBS", "scope": "read", **fields}).text
    found = re.search(r"<output[^>]*>(lair_[\w-]{43})</output>", page)
    assert found is not None, page
    return found[1]


def asks(client: Client, secret: str) -> int:
    return client.get("/api/v1/match", headers={"authorization": f"Bearer {secret}"}).status_code


def test_a_token_of_the_page_opens_the_api_until_it_is_revoked(client: Client) -> None:
    secret = made(client)
    assert asks(client, secret) == 200
    page = client.get("/programs").text
    assert secret not in page, "it is shown once"
    assert "OBS" in page and "read" in page
    (token,) = site_of(client).api.tokens.all()
    assert client.send_form("/programs/revoke", n=str(token.number)).status_code == 303
    assert asks(client, secret) == 401
    answer = client.send_form("/programs/revoke", n=str(token.number))
    assert (answer.status_code, "gone already" in answer.text) == (409, True)


def test_a_token_keeps_its_scopes_its_seat_and_its_end(client: Client) -> None:
    made(client, scope=["read:seat", "play"], seat="Bo", days="7")
    (token,) = site_of(client).api.tokens.all()
    assert (token.scopes, token.seat) == (("read:seat", "play"), "Bo")
    assert token.expires is not None and round((token.expires - token.created) / 86_400) == 7


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"name": ""}, "name of 1 to 60"),
        ({"name": "x" * 61}, "name of 1 to 60"),
        ({"scope": []}, "Tick at least one"),
        ({"scope": "everything"}, "Choose one of"),
        ({"scope": "read:seat"}, "Name the seat"),
        ({"scope": "manage", "seat": "Bo"}, "Leave the seat empty"),
        ({"days": "0"}, "from 1 to 3650"),
    ],
)
def test_what_does_not_fit_is_said_and_makes_no_token(
    client: Client, fields: dict[str, str | list[str]], says: str
) -> None:
    answer = client.send_form("/programs", **{"name": "OBS", "scope": "read", **fields})
    assert answer.status_code == 400
    assert says in answer.text
    assert site_of(client).api.tokens.all() == ()


def test_one_token_too_many_is_refused(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.web.api.tokens.MOST", 1)
    made(client)
    answer = client.send_form("/programs", name="More", scope="read")
    assert (answer.status_code, len(site_of(client).api.tokens.all())) == (409, 1)


def test_the_same_form_sent_twice_makes_one_token(client: Client) -> None:
    for _ in range(2):
        client.send_form("/programs", name="OBS", scope="read", once="0123456789abcdef")
    assert len(site_of(client).api.tokens.all()) == 1
