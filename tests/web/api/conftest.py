"""A program in front of the API: a token in each request, and JSON both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.api.scopes import TokenScope

from ..conftest import Client
from ..situations import QuietBoard, begun, hub_of

EVERYTHING = ("read", "play", "manage")
SEATS = ("Ana", "Bo", "Cleo")


class Program:
    """Calls the API with a token, or without one."""

    def __init__(self, client: Client, secret: str | None = None) -> None:
        self.client, self.secret = client, secret
        self.site: Any = client.app.state.site

    def call(self, method: str, path: str, json: Any = None, **headers: str) -> httpx2.Response:
        if self.secret is not None:
            headers.setdefault("authorization", f"Bearer {self.secret}")
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.request(method, f"/api/v1{path}", json=json, headers=named)

    def get(self, path: str, **headers: str) -> Any:
        """Return the JSON of a call that must succeed."""
        answer = self.call("GET", path, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def done(self, path: str, json: Any = None, **headers: str) -> Any:
        """Post something that must be done."""
        answer = self.call("POST", path, json, **headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def problem(self, method: str, path: str, json: Any = None, **headers: str) -> tuple[int, str]:
        """Return status and code of a call that must go wrong."""
        answer = self.call(method, path, json, **headers)
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        told = answer.json()
        assert told["status"] == answer.status_code
        assert told["title"] and told["next"]
        return told["status"], told["code"]

    def holder(self, *scopes: str, seat: str | None = None, days: float | None = None) -> Program:
        """Return a program with a new token of these scopes."""
        _, secret = self.site.api.tokens.create(
            "a program", [TokenScope(each) for each in scopes], seat=seat, days=days
        )
        return Program(self.client, secret)


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=SEATS)
    yield hub
    hub.store.close()


@pytest.fixture
def stranger(hub: Hub) -> Program:
    """Return a program without a token."""
    return Program(Client(create_app(hub)))


@pytest.fixture
def program(stranger: Program) -> Program:
    """Return a program that may do everything at the table."""
    return stranger.holder(*EVERYTHING)
