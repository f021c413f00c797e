"""A hub in memory and a browser-like client in front of the app."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from lairkeeper.web import create_app

from .fake_hub import FakeHub

ORIGIN = "http://127.0.0.1:8000"


@pytest.fixture
def hub() -> FakeHub:
    """Return a hub with a match of three and a virtual table."""
    hub = FakeHub(virtual=True)
    hub.start("forever-evil", ("Ana", "Bo", "Cleo"))
    return hub


class Client(TestClient):
    """Sends what a browser sends with a form of our own page."""

    def send_form(self, path: str, follow: bool = False, json: bool = False, seen_at: str = "", **fields: str):
        headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN + seen_at}
        if json:
            headers["accept"] = "application/json"
        return self.post(path, data=fields, headers=headers, follow_redirects=follow)

    def code(self, seat: str) -> str:
        """Return a new code for a seat, as its player reads it off the screen."""
        page = self.send_form("/seat/code", name=seat).text
        found = re.search(r"<output[^>]*>([0-9]{3} [0-9]{3})</output>", page)
        assert found is not None, page
        return found[1]

    def unlock(self, seat: str) -> None:
        """Open the seat's page in this browser."""
        assert self.send_form("/seat/open", name=seat, code=self.code(seat)).status_code == 303


def client_for(hub: FakeHub, *, session: bool = True) -> Client:
    client = Client(create_app(hub), base_url=ORIGIN, raise_server_exceptions=False, client=("127.0.0.1", 50_000))
    if session:
        assert client.get("/").status_code == 200
    return client


@pytest.fixture
def client(hub: FakeHub) -> Iterator[Client]:
    with client_for(hub) as client:
        yield client
