"""The home network on the pages: the switch in Workshop, and the code on Home and TV while phones can come."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import httpx2
import pytest
import zxingcpp
from PIL import Image, ImageDraw

from lairkeeper.web.lan import KeptLan, OwnCertificate, keep_lan, kept_lan
from lairkeeper.web.lan.qr import qr_svg

from .lan.conftest import FIRST, SECOND, Home, at_home, needs_more_loopback, taken, until
from .test_table import text_of


@pytest.fixture
async def home() -> AsyncIterator[Home]:
    async with at_home(FIRST, SECOND) as home:
        yield home


class Browser(httpx2.AsyncClient):
    """The browser on the computer itself."""

    def __init__(self, home: Home) -> None:
        transport = httpx2.ASGITransport(home.lan.app)  # type: ignore[arg-type]
        super().__init__(transport=transport, base_url="http://127.0.0.1:8642")

    async def sees(self, path: str, part: str, lang: str = "en") -> str:
        html = (await self.get(path, headers={"accept-language": lang})).text
        found = re.search(rf'<(\w+) id="{part}".*?</\1>', html, re.S)
        assert found is not None, (path, part)
        return found[0]

    async def switch(self, **fields: str) -> httpx2.Response:
        await self.get("/workshop")
        headers = {"origin": "http://127.0.0.1:8642", "sec-fetch-site": "same-origin"}
        return await self.post("/workshop/lan", data=fields, headers=headers)


@needs_more_loopback
async def test_the_switch_opens_and_closes_the_home_network_and_is_kept(home: Home) -> None:
    async with Browser(home) as browser:
        assert 'aria-checked="false"' in await browser.sees("/workshop", "network")
        assert "Only this computer" in await browser.sees("/workshop", "network")
        answer = await browser.switch(lan="on", address="127.0.0.2")
        assert (answer.status_code, answer.headers["location"]) == (303, "/workshop")
        shown = await browser.sees("/workshop", "network")
        assert 'aria-checked="true"' in shown
        assert f"http://127.0.0.2:{home.lan.port}/" in shown
        assert kept_lan(home.hub.store.settings) == KeptLan(on=True, address="127.0.0.2")
        await browser.switch(lan="on", address="127.0.0.3")
        assert home.lan.address == "127.0.0.3"
        await browser.switch(lan="off")
        assert (home.lan.on, home.lan.address) == (False, None)
        assert not kept_lan(home.hub.store.settings).on
        assert "Only this computer" in await browser.sees("/workshop", "network")


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({}, 400, "lan"),
        ({"lan": "perhaps"}, 400, "perhaps|on, off"),
        ({"lan": "on", "address": "10.1.2.3"}, 409, "does not have the address 10.1.2.3"),
        ({"lan": "on", "address": "<b>"}, 409, "&lt;b&gt; is no address"),
        ({"lan": "on", "address": "0.0.0.0"}, 409, "Choose one address"),
    ],
)
async def test_a_bad_choice_says_the_next_step_and_changes_nothing(
    home: Home, fields: dict[str, str], status: int, said: str
) -> None:
    async with Browser(home) as browser:
        answer = await browser.switch(**fields)
        assert answer.status_code == status
        assert re.search(said, answer.text)
    assert not home.lan.on
    assert kept_lan(home.hub.store.settings) == KeptLan()


@needs_more_loopback
@pytest.mark.parametrize("path", ["/", "/tv"])
async def test_the_code_and_the_address_stand_there_only_while_phones_can_come(home: Home, path: str) -> None:
    async with Browser(home) as browser:
        closed = await browser.sees(path, "lan")
        assert "hidden" in closed and "<svg" not in closed
        await home.lan.open("127.0.0.2")
        await until(lambda: home.lan.name)
        shown = await browser.sees(path, "lan")
        assert home.lan.url in text_of(shown)
        assert f"http://lairkeeper.local:{home.lan.port}/" in text_of(shown)
        assert str(qr_svg(home.lan.url)) in shown
        assert "style" not in shown
        home.there.clear()
        await until(lambda: not home.lan.url)
        assert "<svg" not in await browser.sees(path, "lan")


@needs_more_loopback
@pytest.mark.parametrize(("lang", "said"), [("en", "No phone has come yet"), ("fr", "Aucun téléphone n’est venu")])
async def test_after_a_minute_alone_the_workshop_names_the_next_steps(home: Home, lang: str, said: str) -> None:
    async with Browser(home) as browser:
        await home.lan.open("127.0.0.2")
        assert said not in await browser.sees("/workshop", "network", lang)
        home.now += 61
        await until(lambda: home.lan.lonely)
        shown = await browser.sees("/workshop", "network", lang)
        assert said in shown
        assert f"<code>sudo ufw allow {home.lan.port}/tcp</code>" in shown
        async with httpx2.AsyncClient(base_url=home.url) as phone:
            await phone.get("/tv")
        assert said not in await browser.sees("/workshop", "network", lang)


@needs_more_loopback
async def test_another_port_and_a_lost_network_are_said(home: Home) -> None:
    async with Browser(home) as browser:
        with taken("127.0.0.2") as port:
            home.lan.usual_port = port
            await browser.switch(lan="on", address="127.0.0.2")
            assert f"Port {port} is taken" in await browser.sees("/workshop", "network")
            home.there.clear()
            await until(lambda: home.troubles == ["lan-gone"])
        assert "the network is gone" in await browser.sees("/workshop", "network")
        attention = text_of(await browser.sees("/", "attention"))
        assert "Network" in attention and "has lost its address" in attention
        assert "Disk" not in attention


@needs_more_loopback
async def test_https_is_offered_with_an_own_certificate_alone(
    home: Home, tmp_path_factory: pytest.TempPathFactory
) -> None:
    own = OwnCertificate(tmp_path_factory.mktemp("tls"))
    home.lan.own_certificate = own
    async with Browser(home) as browser:
        assert 'name="secure"' not in await browser.sees("/workshop", "network")
        assert (await browser.switch(lan="on", address="127.0.0.2", secure="on")).status_code == 409
        own.make(("127.0.0.2",))
        assert 'name="secure"' in await browser.sees("/workshop", "network")
        await browser.switch(lan="on", address="127.0.0.2", secure="on")
        assert f"https://127.0.0.2:{home.lan.port}/" in await browser.sees("/workshop", "network")
        assert kept_lan(home.hub.store.settings) == KeptLan(on=True, address="127.0.0.2", secure=True)


def drawn(svg: str) -> Image.Image:
    """Draw the rows of the code, as a browser does."""
    size = int(re.search(r'viewBox="0 0 (\d+) ', svg)[1])  # type: ignore[index]
    image = Image.new("L", (size * 6, size * 6), 255)
    pen, x, y = ImageDraw.Draw(image), 0.0, 0.0
    d = re.findall(r' d="([^"]+)"', svg)[-1]
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", d):
        values = [float(each) for each in numbers.split()]
        if command == "h":
            pen.rectangle((x * 6, (y - 0.5) * 6, (x + values[0]) * 6 - 1, (y + 0.5) * 6 - 1), fill=0)
            x += values[0]
        else:
            x, y = (values[0], values[1]) if command == "M" else (x + values[0], y + values[1])
    return image


@pytest.mark.parametrize("url", ["http://192.168.178.23:8642/", "https://[fd00:1234:5678::9abc]:8642/"])
def test_another_program_reads_the_address_from_the_code(url: str) -> None:
    svg = str(qr_svg(url))
    assert [each.text for each in zxingcpp.read_barcodes(drawn(svg))] == [url]
    assert 'fill="#fff"' in svg and 'stroke="#000"' in svg, "dark on light in every theme, or scanners miss it"


@pytest.mark.parametrize("kept", [None, 7, [], {"on": "yes"}, {"on": True, "address": 9, "tls": "x"}])
def test_a_damaged_choice_opens_nothing_strange(kept: object) -> None:
    from lairkeeper.store import Store

    with Store.open() as store:
        if kept is not None:
            store.settings.set("lan", kept)
        assert kept_lan(store.settings).address is None
        assert kept_lan(store.settings).on is (isinstance(kept, dict) and kept["on"] is True)
        keep_lan(store.settings, KeptLan(on=True, address="10.0.0.5"))
        assert kept_lan(store.settings) == KeptLan(on=True, address="10.0.0.5")
