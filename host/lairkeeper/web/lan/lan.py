"""The switch that opens the app to the home network: it listens there, follows the address, and knows who came."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Final

from starlette.types import ASGIApp

from lairkeeper.table.trouble import Trouble

from ..server import WebPortError, open_port
from .addresses import (
    Lister,
    MachineAddress,
    holding,
    home_address,
    host_of,
    machine_addresses,
    offered,
    own_host_names,
    routed_address,
    typed_address,
)
from .announcer import AnnounceError, Announcer, NoAnnouncer
from .errors import LanError
from .firewalls import next_steps
from .listener import LanListener
from .note import LanNote
from .tls import Certificates, OwnCertificate

LOOK_S: Final = 5.0
"""Seconds between two looks at the addresses of this machine."""
LONELY_S: Final = 60.0
"""Seconds without a caller from the network after which the pages say what to try."""
MOVED_S: Final = 600.0
"""Seconds for which the pages say a new address, unless somebody comes there before."""

Steps = Callable[[int, MachineAddress | None, Sequence[MachineAddress]], Sequence[LanNote]]


class Lan:
    """The app on the home network. Used from the event loop; ``tell`` is called at each change, with the trouble."""

    def __init__(
        self,
        stop: asyncio.Event,
        tell: Callable[[Trouble | None], None],
        *,
        lister: Lister = machine_addresses,
        route: Callable[[], str | None] = routed_address,
        steps: Steps = next_steps,
        clock: Callable[[], float] = time.monotonic,
        look_s: float = LOOK_S,
    ) -> None:
        self.app: ASGIApp | None = None
        self.usual_port = 0
        """The port of the loopback address, which is taken on the home network, too, if it is free there."""
        self.announcer: Announcer = NoAnnouncer()
        self.certificates: Certificates | None = None
        """The source of certificates when it is open by https."""
        self.own_certificate: OwnCertificate | None = None
        """The certificate of our own authority, if somebody has made one."""
        self.on = False
        self.address: str | None = None
        """The address that it listens on; None while it is closed, and while this machine has lost the address."""
        self.port = 0
        self.name = ""
        """The name that the network knows, such as ``lairkeeper.local``."""
        self.lonely = False
        self.notes: tuple[LanNote, ...] = ()
        self.steps: tuple[LanNote, ...] = ()
        self._stop, self._tell = stop, tell
        self._lister, self._route, self._find_steps, self._clock = lister, route, steps, clock
        self._look_s = look_s
        self._listener: LanListener | None = None
        self._typed: str | None = None
        self._at: MachineAddress | None = None
        self._trouble: Trouble | None = None
        self._said_at = self._opened_at = 0.0
        self._came_at: float | None = None
        self._lock = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None
        self._announcing: asyncio.Task[None] | None = None

    @property
    def secure(self) -> bool:
        """Return True when it is open by https."""
        return self.certificates is not None

    @property
    def problem(self) -> Trouble | None:
        """Return what every page says of the home network now: it has moved, or this machine has lost it."""
        return self._trouble

    @property
    def url(self) -> str:
        """Return the address of the first page, in numbers, which every phone finds; empty while it is closed."""
        return self._url(host_of(self.address)) if self.address else ""

    @property
    def name_url(self) -> str:
        """Return the address of the first page by name; empty without a name."""
        return self._url(self.name) if self.address and self.name else ""

    @property
    def urls(self) -> tuple[str, ...]:
        """Return every address of the first page, the surest first."""
        return tuple(each for each in (self.url, self.name_url) if each)

    def _url(self, host: str) -> str:
        usual = 443 if self.secure else 80
        return f"http{'s' if self.secure else ''}://{host}{'' if self.port == usual else f':{self.port}'}/"

    def host_names(self) -> tuple[str, ...]:
        """Return the names that a browser on the network may call this machine; none while it is closed."""
        if self.address is None:
            return ()
        return tuple(dict.fromkeys((host_of(self.address), *((self.name,) if self.name else ()), *own_host_names())))

    def choices(self) -> tuple[MachineAddress, ...]:
        """Return the addresses that a person may choose from."""
        return offered(self._found())

    @property
    def chosen(self) -> str | None:
        """Return the address that a person chose; None when it follows the default route."""
        return self._typed

    async def open(
        self, address: str | None = None, port: int | None = None, certificates: Certificates | None = None
    ) -> None:
        """Listen on an address, by default the private one of the default route.

        The port is that of the loopback address, or else a free one, which ``notes`` says. Raises ``LanError``; then
        what was open stays open.
        """
        async with self._lock:
            try:
                found = self._found()
            except OSError as error:
                raise LanError("no-network", {"there": error.strerror or "-"}) from None
            typed = None if address is None else typed_address(address, found)
            at = holding(found, typed) if typed is not None else home_address(found, self._route())
            if at is None:
                raise LanError("no-network", {"there": ", ".join(each.ip for each in offered(found)) or "-"})
            await self._listen(typed or at.ip, port or self.usual_port, certificates)
            self._typed, self._at, self.on = typed, at, True
            self._trouble = None
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._watch())
        self._changed()

    async def close(self) -> None:
        """Stop listening on the home network, and end what is open there. Nothing happens when it is closed."""
        async with self._lock:
            was_on, self.on = self.on, False
            watching, self._watching = self._watching, None
            if watching is not None and watching is not asyncio.current_task():
                watching.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await watching
            await self._stop_listening()
            self._typed = self._at = self._trouble = self.certificates = None
        if was_on:
            self._changed()

    async def look(self) -> None:
        """Look whether the address is still there, and move to the new one; see whether anybody has come."""
        async with self._lock:
            if not self.on:
                return
            try:
                found = self._found()
            except OSError:
                return
            if self.address is not None and holding(found, self.address) is not None:
                await self._look_for_callers(found)
            else:
                await self._move(found)

    # Inside

    def _found(self) -> tuple[MachineAddress, ...]:
        return tuple(self._lister())

    async def _watch(self) -> None:
        while not self._stop.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), self._look_s)
                break
            await self.look()
        async with self._lock:
            await self._stop_listening()

    async def _listen(self, ip: str, port: int, certificates: Certificates | None) -> None:
        """Bind the new socket before the old one is closed, unless they are on the same address."""
        assert self.app is not None
        files = certificates.files_for(ip) if certificates is not None else None
        if ip == self.address:
            await self._stop_listening()
        sock, notes = _socket(ip, port)
        await self._stop_listening()
        self._listener = LanListener(self.app, sock, files=files, came=self._came)
        await self._listener.start()
        self.address, self.port, self.certificates = ip, sock.getsockname()[1], certificates
        self.notes = (*notes, *((LanNote("public", {"address": ip}),) if ip_address(ip).is_global else ()))
        self._opened_at, self._came_at, self.lonely, self.steps = self._clock(), None, False, ()
        self._announcing = asyncio.create_task(self._announce())

    async def _stop_listening(self) -> None:
        announcing, self._announcing = self._announcing, None
        if announcing is not None:
            announcing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await announcing
            await self.announcer.stop()
        listener, self._listener = self._listener, None
        self.address, self.name, self.notes, self.lonely, self.steps = None, "", (), False, ()
        if listener is not None:
            await listener.close()

    async def _announce(self) -> None:
        assert self.address is not None
        try:
            self.name = await self.announcer.start(self.address, self.port, secure=self.secure)
        except AnnounceError as error:
            self.notes = (*self.notes, LanNote("no-name", {"detail": str(error)}))
        self._changed()

    async def _move(self, found: Sequence[MachineAddress]) -> None:
        """Listen on the address that has come instead, or say that there is none."""
        at, old = self._instead(found), self._at
        lost = old.ip if self._typed is None and old is not None else self._typed or ""
        try:
            if at is None:
                raise LanError("no-network")
            await self._listen(at.ip, self.port, self.certificates)
        except (LanError, OSError):
            await self._stop_listening()
            self._say(Trouble("lan-gone", {"address": lost}))
            return
        self._at = at
        if self._typed is not None:
            self._typed = at.ip
        self._say(Trouble("lan-moved", {"old": lost, "url": self.url}) if at.ip != lost else None)

    def _instead(self, found: Sequence[MachineAddress]) -> MachineAddress | None:
        """Return where to go: after a chosen address only to the same adapter, as a person chose that network."""
        if self._typed is None or self._at is None:
            return home_address(found, self._route())
        again = next((each for each in found if each.ip == self._typed), None)
        version = self._at.address.version
        same = (each for each in found if each.adapter == self._at.adapter and each.address.version == version)
        return again or next((each for each in same if not each.address.is_link_local), None)

    async def _look_for_callers(self, found: Sequence[MachineAddress]) -> None:
        now = self._clock()
        if self._trouble is not None and now - self._said_at >= MOVED_S:
            self._say(None)
        if self._came_at is None and not self.lonely and now - self._opened_at >= LONELY_S:
            self.steps = tuple(await asyncio.to_thread(self._find_steps, self.port, self._at, found))
            self.lonely = True
            self._changed()

    def _came(self, peer: str) -> None:
        """Note a caller; this machine's own calls do not count."""
        if peer == self.address:
            return
        self._came_at = self._clock()
        if self.lonely or self._trouble is not None:
            self.lonely, self.steps, self._trouble = False, (), None
            self._changed()

    def _say(self, trouble: Trouble | None) -> None:
        if trouble != self._trouble:
            self._trouble, self._said_at = trouble, self._clock()
            self._changed()

    def _changed(self) -> None:
        self._tell(self._trouble)


def _socket(ip: str, port: int) -> tuple[socket.socket, tuple[LanNote, ...]]:
    """Return a listening socket, and in words that it has another port than wanted. Raises ``LanError``."""
    try:
        return open_port(ip, port), ()
    except WebPortError as error:
        try:
            sock = open_port(ip, error.suggestion or 0)
        except WebPortError:
            raise LanError("cannot-listen", {"address": ip, "port": port, "detail": error.why}) from None
    return sock, (LanNote("other-port", {"port": port, "instead": sock.getsockname()[1]}),)
