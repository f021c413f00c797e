"""The name on the network, by multicast on the loopback interface alone."""

from __future__ import annotations

import pytest

from lairkeeper.web.lan.announcer import AnnounceError, MulticastAnnouncer

from .conftest import needs_more_loopback

pytestmark = needs_more_loopback


async def test_the_second_app_takes_the_second_name_and_both_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from zeroconf import AddressResolver, IPVersion  # type: ignore[attr-defined]
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

    monkeypatch.setattr("lairkeeper.web.lan.announcer._ASK_MS", 250)
    first, second = MulticastAnnouncer(), MulticastAnnouncer()
    asking = AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
    try:
        assert await first.start("127.0.0.1", 8001, secure=False) == "lairkeeper.local"
        assert await second.start("127.0.0.2", 8002, secure=True) == "lairkeeper-2.local"
        found = AddressResolver("lairkeeper-2.local.")
        assert await found.async_request(asking.zeroconf, 3000)
        assert found.parsed_addresses() == ["127.0.0.2"]
        info = AsyncServiceInfo("_https._tcp.local.", "Lairkeeper-2._https._tcp.local.")
        assert await info.async_request(asking.zeroconf, 3000)
        assert (info.port, info.server) == (8002, "lairkeeper-2.local.")
    finally:
        for each in (first, second):
            await each.stop()
        await asking.async_close()


async def test_an_address_without_multicast_is_told_in_words() -> None:
    announcer = MulticastAnnouncer()
    with pytest.raises(AnnounceError, match=r"."):
        await announcer.start("203.0.113.7", 8001, secure=False)
    await announcer.stop()
