"""The name of the app on the home network: ``lairkeeper.local`` by multicast DNS (RFC 6762), and its service."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from zeroconf import IPVersion
    from zeroconf.asyncio import AsyncZeroconf

NAME: Final = "lairkeeper"
_ASK_MS: Final = 1200
"""Milliseconds in which the owner of a name answers. RFC 6762 allows 250 ms a question; three are asked."""
_MOST: Final = 9
"""Names that are tried: lairkeeper.local to lairkeeper-9.local."""


class AnnounceError(Exception):
    """The name cannot be announced; its message is the system's own."""


class Announcer(Protocol):
    """Tells the network the name of the app."""

    async def start(self, address: str, port: int, *, secure: bool) -> str:
        """Announce the app and return its host name. Raises ``AnnounceError``."""

    async def stop(self) -> None:
        """Take the name back. Raises nothing."""


class NoAnnouncer:
    """Tells the network nothing."""

    async def start(self, address: str, port: int, *, secure: bool) -> str:
        """Return no name."""
        return ""

    async def stop(self) -> None:
        """Do nothing."""


class MulticastAnnouncer:
    """Announces on the network of the address alone."""

    def __init__(self) -> None:
        self._running: AsyncZeroconf | None = None

    async def start(self, address: str, port: int, *, secure: bool) -> str:
        """Take the first free name. Another app on the network may have ``lairkeeper.local``; then it is number 2."""
        from zeroconf import ServiceInfo
        from zeroconf.asyncio import AsyncZeroconf

        await self.stop()
        try:
            self._running = running = AsyncZeroconf(interfaces=[address], ip_version=_version_of(address))
            host = await self._free_name(running, address)
            kind = f"_http{'s' if secure else ''}._tcp.local."
            short = host.removesuffix(".local")
            info = ServiceInfo(
                kind,
                f"{short.capitalize()}.{kind}",
                addresses=[ip_address(address).packed],
                port=port,
                properties={"path": "/"},
                server=f"{host}.",
            )
            await (await running.async_register_service(info, allow_name_change=True))
        except Exception as error:  # whatever goes wrong there, the table runs on and says it
            await self.stop()
            raise AnnounceError(str(error) or type(error).__name__) from None
        return host

    async def _free_name(self, running: AsyncZeroconf, address: str) -> str:
        from zeroconf import AddressResolver  # type: ignore[attr-defined]  # public, but not in its list of names

        for n in range(1, _MOST + 1):
            host = f"{NAME}.local" if n == 1 else f"{NAME}-{n}.local"
            asked = AddressResolver(f"{host}.")
            if not await asked.async_request(running.zeroconf, _ASK_MS):
                return host
            if set(asked.parsed_addresses()) <= {address}:  # our own name, from a moment ago
                return host
        raise AnnounceError(f"{_MOST} names are taken")

    async def stop(self) -> None:
        """Say goodbye and close the sockets."""
        running, self._running = self._running, None
        if running is not None:
            try:
                async with asyncio.timeout(3):
                    await running.async_close()
            except (OSError, TimeoutError, RuntimeError):
                return


def _version_of(address: str) -> IPVersion:
    from zeroconf import IPVersion

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return IPVersion.V6Only if family == socket.AF_INET6 else IPVersion.V4Only
