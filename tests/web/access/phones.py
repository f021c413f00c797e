"""Browsers of the home network in front of an app, and the ways to let them in."""

from __future__ import annotations

import re

from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.guests import Guest, hash_of
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.site import Site

from ..conftest import Client

FAR = "192.168.7.20"


def phone(app: object, at: str = FAR) -> Client:
    """Return a browser on the network that nobody has let in."""
    far = Client(app, at)  # type: ignore[arg-type]
    assert far.get("/join").status_code == 200
    return far


def site_of(client: Client) -> Site:
    site: Site = client.app.state.site
    return site


def let_in(client: Client, role: CallerRole, seat: str | None = None, at: str = FAR) -> Client:
    """Return a browser on the network that was let in, without anybody asking."""
    far, key = phone(client.app, at), f"key of {role} {seat} {at}"
    site_of(client).guests.let_in(hash_of(key), role, seat, "Android · Firefox")
    far.cookies.set(GUEST_COOKIE, key)
    return far


def guests(client: Client) -> list[Guest]:
    return list(site_of(client).guests)


def asked(client: Client) -> list[int]:
    """Return the numbers of the requests that wait."""
    return [each.number for each in site_of(client).hub.joining]


def sign_on(page: str) -> str:
    found = re.search(r'class="num sign">([A-Z2-9]{2} [A-Z2-9]{2})<', page)
    assert found is not None, page
    return found[1]
