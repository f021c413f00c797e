"""A real server on second loopback addresses, over a hub in memory, whose list of addresses a test may change."""

from __future__ import annotations

import asyncio
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
import pytest

from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.guests import hash_of
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.lan import Lan, LanNote, MachineAddress
from lairkeeper.web.lan.announcer import AnnounceError
from lairkeeper.web.site import Site

from ..situations import begun, hub_of

FIRST, SECOND = MachineAddress("127.0.0.2", 32, "wlan0"), MachineAddress("127.0.0.3", 32, "wlan0")
OTHER = MachineAddress("127.0.0.4", 32, "eth1")


def _can(address: str) -> bool:
    with suppress(OSError), socket.create_server((address, 0)):
        return True
    return False


needs_more_loopback = pytest.mark.skipif(not _can(FIRST.ip), reason="only Linux has all of 127.0.0.0/8")


class FakeAnnouncer:
    """Announces nothing, and notes what it was asked for."""

    def __init__(self, name: str = "lairkeeper.local", fails: str = "") -> None:
        self.name, self.fails = name, fails
        self.told: list[tuple[str, int, bool]] = []
        self.stopped = 0

    async def start(self, address: str, port: int, *, secure: bool) -> str:
        self.told.append((address, port, secure))
        if self.fails:
            raise AnnounceError(self.fails)
        return self.name

    async def stop(self) -> None:
        self.stopped += 1


@dataclass
class Home:
    """A machine with addresses, and the app on it."""

    hub: Hub
    site: Site
    lan: Lan
    stop: asyncio.Event
    there: list[MachineAddress]
    announcer: FakeAnnouncer
    now: float = 0.0
    asked: list[tuple[int, MachineAddress | None]] = field(default_factory=list)

    @property
    def troubles(self) -> list[str]:
        return [each.code for each in self.hub.troubles.all]

    @property
    def notes(self) -> list[str]:
        return [each.code for each in self.lan.notes]

    def phone(self, **more: Any) -> httpx2.AsyncClient:
        """Return the browser of a screen on the network that was let in."""
        key = secrets.token_urlsafe(8)
        self.site.guests.let_in(hash_of(key), CallerRole.TV, None, "TV")
        return httpx2.AsyncClient(base_url=self.url, timeout=5, cookies={GUEST_COOKIE: key}, **more)

    @property
    def url(self) -> str:
        return self.lan.url.rstrip("/")


async def until(met: Callable[[], object]) -> None:
    """Wait until a condition is met."""
    async with asyncio.timeout(10):
        while not met():
            await asyncio.sleep(0.01)


@contextmanager
def taken(address: str):
    """Another program has a port of an address; yields it."""
    with socket.create_server((address, 0)) as other:
        yield other.getsockname()[1]


@asynccontextmanager
async def at_home(*there: MachineAddress, name: str = "lairkeeper.local", fails: str = "") -> AsyncIterator[Home]:
    hub, stop = hub_of(), asyncio.Event()
    begun(hub)
    app = create_app(hub, stop=stop)
    site: Site = app.state.site
    addresses = list(there or (FIRST,))

    def steps(port: int, at: MachineAddress | None, found: Sequence[MachineAddress]) -> Sequence[LanNote]:
        home.asked.append((port, at))
        return (LanNote("step-ufw", {}, f"sudo ufw allow {port}/tcp"), LanNote("step-guest"))

    lan = Lan(
        stop,
        hub.troubles.network,
        lister=lambda: tuple(addresses),
        route=lambda: addresses[0].ip if addresses else None,
        steps=steps,
        clock=lambda: home.now,
        look_s=0.02,
    )
    announcer = FakeAnnouncer(name, fails)
    lan.app, lan.announcer, site.lan = app, announcer, lan
    home = Home(hub, site, lan, stop, addresses, announcer)
    with taken("127.0.0.1") as port:  # the port of the loopback address
        lan.usual_port = port
        yield home
        await lan.close()
    hub.store.close()
