"""The app on the home network: it listens on the chosen address alone, follows it, and ends what it had opened."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from lairkeeper.web import WebPortError, open_port
from lairkeeper.web.access.roles import FROM_LAN
from lairkeeper.web.lan import LanError, MachineAddress
from lairkeeper.web.lan.listener import LanConnection, LanListener
from lairkeeper.web.limits import Connection

from ..situations import do, listeners
from .conftest import FIRST, OTHER, SECOND, Home, at_home, needs_more_loopback, taken, until

pytestmark = needs_more_loopback


def is_free(address: str, port: int) -> bool:
    try:
        open_port(address, port).close()
    except WebPortError:
        return False
    return True


@pytest.fixture
async def home() -> AsyncIterator[Home]:
    async with at_home() as home:
        yield home


def test_the_switch_is_off_until_somebody_opens_it() -> None:
    async def main() -> None:
        async with at_home() as home:
            assert (home.lan.on, home.lan.urls, home.lan.host_names()) == (False, (), ())

    asyncio.run(main())


async def test_it_takes_the_port_of_the_loopback_address_and_marks_every_request(home: Home) -> None:
    seen: list[dict[str, Any]] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(dict(scope))
        await PlainTextResponse("hello")(scope, receive, send)

    home.lan.app = app
    await home.lan.open("127.0.0.2")
    assert home.lan.url == f"http://127.0.0.2:{home.lan.usual_port}/"
    async with home.phone() as client:
        answer = await client.get("/table", headers={"x-forwarded-for": "10.0.0.9", "x-forwarded-proto": "https"})
    assert answer.text == "hello"
    assert [each[FROM_LAN] for each in seen] == [True]
    assert seen[0]["scheme"] == "http", "nobody may say where a request comes from"
    assert seen[0]["client"][0] == "127.0.0.1"


async def test_a_taken_port_becomes_a_free_one_in_words(home: Home) -> None:
    with taken("127.0.0.2") as port:
        await home.lan.open("127.0.0.2", port)
        assert home.lan.port not in (0, port)
        assert [(each.code, each.values) for each in home.lan.notes] == [
            ("other-port", {"port": port, "instead": home.lan.port})
        ]
        async with home.phone() as client:
            assert (await client.get("/tv")).status_code == 200


async def test_it_listens_nowhere_else(home: Home) -> None:
    home.there.append(SECOND)
    await home.lan.open("127.0.0.3")
    async with httpx2.AsyncClient() as client:
        with pytest.raises(httpx2.ConnectError):
            await client.get(f"http://127.0.0.2:{home.lan.port}/")
        assert (await client.get(f"http://127.0.0.3:{home.lan.port}/join")).status_code == 200


async def test_only_names_of_this_machine_are_let_in_and_only_while_it_is_open(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    await until(lambda: home.lan.name)

    async def asked(host: str, at: str) -> int:
        async with httpx2.AsyncClient() as client:
            return (await client.get(f"{at}/join", headers={"host": host})).status_code

    assert {"127.0.0.2", "lairkeeper.local"} <= set(home.lan.host_names())
    for host in home.lan.host_names():
        assert await asked(f"{host}:{home.lan.port}", home.url) == 200
    for host in ("evil.example", "127.0.0.3", "lairkeeper-2.local", "lairkeeper.local.evil.example", ""):
        assert await asked(host, home.url) == 400, host
    transport = httpx2.ASGITransport(home.lan.app)  # type: ignore[arg-type]
    await home.lan.close()
    async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.2") as client:
        assert (await client.get("/tv")).status_code == 400
        assert (await client.get("/table", headers={"host": "lairkeeper.local"})).status_code == 400


async def test_closing_ends_the_streams_of_the_network_and_no_others(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    before = listeners(home.hub)
    async with home.phone() as client:
        async with client.stream("GET", "/events?page=tv") as stream:
            lines = stream.aiter_lines()
            assert await anext(lines) == "retry: 1000"
            assert listeners(home.hub) == before + 1
            await asyncio.wait_for(home.lan.close(), 2)
            rest = [line async for line in lines]  # it ends as a stream does, without an error
            assert all(line.startswith(("data:", "id:")) for line in rest if line)
        assert listeners(home.hub) == before
        with pytest.raises(httpx2.ConnectError):
            await client.get("/")
    assert not home.stop.is_set()
    assert is_free("127.0.0.2", home.lan.usual_port)


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_who_waits_for_a_caller_is_told_that_it_has_gone(kind: str) -> None:
    told: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope[FROM_LAN] is True
        told.extend([await receive(), await receive()])

    async def receive() -> Message:
        if not told and waiting.is_set():
            await asyncio.Event().wait()
        waiting.set()
        return {"type": f"{kind}.first"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    waiting = asyncio.Event()
    with socket.create_server(("127.0.0.2", 0)) as sock:
        listener = LanListener(app, sock)
        calling = asyncio.create_task(listener({"type": kind, "client": ("127.0.0.9", 1)}, receive, send))
        await waiting.wait()
        await listener.close()
        await asyncio.wait_for(calling, 2)
    assert [each["type"] for each in told] == [f"{kind}.first", f"{kind}.disconnect"]


async def test_the_end_of_the_app_ends_it(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    home.stop.set()
    await until(lambda: is_free("127.0.0.2", home.lan.usual_port))
    assert home.lan.urls == ()


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("127.0.0.3", "not-here"),
        ("192.168.77.7", "not-here"),
        ("2001:db8::7", "not-here"),
        ("0.0.0.0", "every-address"),
        ("::", "every-address"),
        ("224.0.0.1", "every-address"),
        ("fe80::1", "no-browser-address"),
        ("", "no-address"),
        ("lairkeeper.local", "no-address"),
        ("127.0.0.2:80", "no-address"),
        ("127.1", "no-address"),
        ("９.9.9.9", "no-address"),
        ("x" * 5000, "no-address"),
    ],
)
async def test_an_address_that_cannot_be_changes_nothing(home: Home, typed: str, code: str) -> None:
    await home.lan.open("127.0.0.2")
    with pytest.raises(LanError) as refused:
        await home.lan.open(typed)
    assert refused.value.code == code
    assert len(str(refused.value)) < 250
    assert home.lan.address == "127.0.0.2"
    async with home.phone() as client:
        assert (await client.get("/tv")).status_code == 200


async def test_the_refusal_names_the_addresses_that_are_there(home: Home) -> None:
    home.there[:] = [MachineAddress("192.168.1.5", 24, "wlan0"), MachineAddress("fd00::5", 64, "wlan0")]
    with pytest.raises(LanError, match=r"does not have the address 10\.0\.0\.1.*192\.168\.1\.5"):
        await home.lan.open("10.0.0.1")
    assert not home.lan.on


async def test_without_a_network_it_says_so(home: Home) -> None:
    home.there[:] = [MachineAddress("127.0.0.1", 8, "lo"), MachineAddress("8.8.8.8", 24, "eth0")]
    with pytest.raises(LanError) as refused:
        await home.lan.open()
    assert (refused.value.code, refused.value.values) == ("no-network", {"there": "8.8.8.8"})


async def test_ipv6_that_was_typed_stands_in_brackets() -> None:
    async with at_home(MachineAddress("::1", 128, "lo")) as home:
        await home.lan.open("[::1]")
        assert home.lan.url.startswith("http://[::1]:")
        assert "[::1]" in home.lan.host_names()
        async with home.phone() as client:
            assert (await client.get("/tv")).status_code == 200


# When the address changes ----------------------------------------------------------------------------------------


async def test_it_follows_a_new_address_and_every_page_says_so(home: Home) -> None:
    home.there[:] = [FIRST]
    await home.lan.open("127.0.0.2")
    port = home.lan.port
    home.there[:] = [SECOND, OTHER]
    await until(lambda: home.lan.address == "127.0.0.3")
    assert home.lan.port == port
    assert home.troubles == ["lan-moved"]
    trouble = home.hub.troubles.all[0]
    assert home.lan.problem == trouble
    assert trouble.args == {"old": "127.0.0.2", "url": f"http://127.0.0.3:{port}/"}
    assert "127.0.0.2" not in home.lan.host_names()
    await until(lambda: home.announcer.told[-1][0] == "127.0.0.3")
    transport = httpx2.ASGITransport(home.lan.app)  # type: ignore[arg-type]
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as host:
        for page in ("/", "/table", "/tv"):
            assert "is not 127.0.0.2 any more" in (await host.get(page)).text
    assert home.troubles == ["lan-moved"]
    async with home.phone() as client:
        await client.get("/tv")
    assert home.troubles == [], "somebody has found the new address"


async def test_what_it_says_of_a_new_address_ends(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    home.there[:] = [SECOND]
    await until(lambda: home.troubles == ["lan-moved"])
    home.now += 599
    await home.lan.look()
    assert home.troubles == ["lan-moved"]
    home.now += 2
    await home.lan.look()
    assert home.troubles == []


async def test_after_a_chosen_address_it_goes_to_no_other_network(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    home.there[:] = [OTHER]
    await until(lambda: home.troubles == ["lan-gone"])
    assert (home.lan.on, home.lan.address, home.lan.host_names()) == (True, None, ())
    async with httpx2.AsyncClient() as client:
        for address in ("127.0.0.2", "127.0.0.4"):
            with pytest.raises(httpx2.ConnectError):
                await client.get(f"http://{address}:{home.lan.port}/")
    home.there[:] = [OTHER, FIRST]
    await until(lambda: home.lan.address == "127.0.0.2")
    assert home.troubles == []


async def test_the_usual_address_is_followed_to_another_network() -> None:
    first, second = (
        MachineAddress(each, 32, adapter) for each, adapter in (("127.0.0.2", "wlan0"), ("127.0.0.3", "en1"))
    )
    async with at_home(first) as home:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(MachineAddress, "is_home", True)
            await home.lan.open()
            home.there[:] = []
            await until(lambda: home.troubles == ["lan-gone"])
            home.there[:] = [second]
            await until(lambda: home.lan.address == "127.0.0.3")
            assert home.troubles == ["lan-moved"]


async def test_a_match_goes_on_while_the_address_changes(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    home.there[:] = []
    await until(lambda: home.troubles == ["lan-gone"])
    assert home.hub.table is not None
    do(home.hub.table, move="gain", by="Bo", card="vp-5")
    home.there[:] = [SECOND]
    await until(lambda: home.lan.address == "127.0.0.3")
    async with home.phone() as client:
        assert "5 VP in tokens" in (await client.get("/tv")).text


# The name, and nobody who comes ------------------------------------------------------------------------------------


async def test_a_second_app_on_the_network_has_another_name() -> None:
    async with at_home(name="lairkeeper-2.local") as home:
        await home.lan.open("127.0.0.2")
        await until(lambda: home.lan.name)
        assert home.lan.urls == (home.lan.url, f"http://lairkeeper-2.local:{home.lan.port}/")
        assert "lairkeeper.local" not in home.lan.host_names()


async def test_a_name_that_cannot_be_announced_is_a_line_in_words() -> None:
    async with at_home(fails="no multicast") as home:
        await home.lan.open("127.0.0.2")
        await until(lambda: home.lan.notes)
        assert home.notes == ["no-name"]
        assert (home.lan.name_url, len(home.lan.urls)) == ("", 1)


async def test_closing_takes_the_name_back(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    await until(lambda: home.lan.name)
    await home.lan.close()
    assert home.announcer.stopped == 1
    assert home.lan.name == ""


async def test_after_a_minute_without_a_phone_it_looks_for_the_next_step(home: Home) -> None:
    await home.lan.open("127.0.0.2")
    home.now += 59
    await home.lan.look()
    assert not home.lan.lonely
    home.now += 2
    await home.lan.look()
    assert home.lan.lonely
    assert [each.code for each in home.lan.steps] == ["step-ufw", "step-guest"]
    assert home.asked == [(home.lan.port, FIRST)], "the firewall is asked once"
    async with home.phone() as client:
        await client.get("/tv")
    assert (home.lan.lonely, home.lan.steps) == (False, ())
    home.now += 1000
    await home.lan.look()
    assert not home.lan.lonely


async def test_each_change_reaches_the_pages(home: Home) -> None:
    versions = [home.hub.version]
    await home.lan.open("127.0.0.2")
    versions.append(home.hub.version)
    await home.lan.close()
    versions.append(home.hub.version)
    await home.lan.close()
    versions.append(home.hub.version)
    assert versions[0] < versions[1] < versions[2] == versions[3]


async def test_connections_of_the_network_leave_half_of_the_room() -> None:
    assert LanConnection.most() <= Connection.most() // 2 + 1
