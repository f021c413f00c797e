"""``--lan``, ``--tls``, ``lairkeeper lan`` and ``lairkeeper tls``, on loopback addresses alone."""

from __future__ import annotations

import os
import re
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from lairkeeper.cli.lan_option import LanWords
from lairkeeper.store import Store
from lairkeeper.web.lan import KeptLan, MachineAddress, OwnCertificate, keep_lan

from ..web.lan.conftest import at_home, needs_more_loopback
from .test_listing import lairkeeper

pytestmark = needs_more_loopback
HOME = (
    MachineAddress("127.0.0.1", 8, "lo"),
    MachineAddress("192.168.1.5", 24, "wlan0"),
    MachineAddress("10.0.0.5", 8, "eth0"),
)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the files of the user's data folder apart; returns where the own authority is."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "lairkeeper" / "tls"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the machine two home networks."""
    monkeypatch.setattr("lairkeeper.web.lan.machine_addresses", lambda: HOME)
    monkeypatch.setattr("lairkeeper.web.lan.routed_address", lambda: "192.168.1.5")


class App:
    """``lairkeeper serve`` in a process of its own, and what it said until it was ready."""

    def __init__(self, file: Path, *words: str, until: str) -> None:
        command = [sys.executable, "-m", "lairkeeper", "serve", "--no-browser", "--port", "0", "--board", "/dev/nope"]
        self.process = subprocess.Popen(
            [*command, "--db", str(file), *words],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        self.said = ""
        assert self.process.stdout is not None
        while until not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line

    def url(self, start: str) -> str:
        found = re.search(rf"{re.escape(start)}:\d+", self.said)
        assert found is not None, self.said
        return found[0]

    def end(self, sign: signal.Signals = signal.SIGINT) -> str:
        self.process.send_signal(sign)
        return self.said + self.process.communicate(timeout=20)[0]


@contextmanager
def app(file: Path, *words: str, until: str) -> Iterator[App]:
    running = App(file, *words, until=until)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
            running.process.communicate()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_serve_opens_the_named_address_on_the_same_port_and_ends_at_once(tmp_path: Path, sign: signal.Signals) -> None:
    with app(tmp_path / "lair.db", "--lan", "127.0.0.2", until="http://127.0.0.2:") as running:
        port = running.url("http://127.0.0.1").rpartition(":")[2]
        assert running.url("http://127.0.0.2").endswith(f":{port}")
        assert httpx2.get(f"http://127.0.0.2:{port}/table", follow_redirects=True).url.path == "/join"
        with httpx2.stream("GET", f"http://127.0.0.1:{port}/events?page=tv", timeout=10) as stream:
            lines = stream.iter_lines()  # kept: without it the stream ends here
            assert next(lines) == "retry: 1000"
            said = running.end(sign)
        assert (running.process.returncode, "Kept." in said) == (0, True), said
        assert "Traceback" not in said and "ERROR" not in said
    with Store.open(tmp_path / "lair.db") as store:
        assert store.settings.get("lan") is None, "only Workshop is remembered"


def test_by_https_with_the_certificate_that_was_made_here(tmp_path: Path, data: Path) -> None:
    assert lairkeeper("tls", "127.0.0.2").returncode == 0
    trusting = ssl.create_default_context(cafile=data / "authority.pem")
    with app(tmp_path / "lair.db", "--lan", "127.0.0.2", "--tls", until="https://127.0.0.2:") as running:
        assert httpx2.get(f"{running.url('https://127.0.0.2')}/join", verify=trusting).status_code == 200
        assert httpx2.get(f"{running.url('http://127.0.0.1')}/tv").status_code == 200, "loopback stays as it is"


async def test_the_choice_of_workshop_is_kept() -> None:
    async with at_home() as home:
        keep_lan(home.hub.store.settings, KeptLan(on=True, address="127.0.0.2"))
        await LanWords().open(home.lan, home.hub.store)
        assert home.lan.address == "127.0.0.2"
        keep_lan(home.hub.store.settings, KeptLan(on=False, address="127.0.0.2"))
    async with at_home() as home:
        await LanWords().open(home.lan, home.hub.store)
        assert not home.lan.on


async def test_files_that_were_named_are_used(data: Path) -> None:
    OwnCertificate(data).make(("127.0.0.2",))
    async with at_home() as home:
        words = LanWords("127.0.0.2", given=(data / "server.pem", data / "server.key"))
        await words.open(home.lan, home.hub.store)
        assert home.lan.url.startswith("https://")


def test_a_choice_of_workshop_that_cannot_be_is_a_line(tmp_path: Path) -> None:
    file = tmp_path / "lair.db"
    with Store.open(file) as store:
        keep_lan(store.settings, KeptLan(on=True, address="203.0.113.7"))
        store.settings.set("language", "fr")
    with app(file, until="203.0.113.7") as running:
        assert "Cette machine n’a pas l’adresse 203.0.113.7" in running.said
        assert httpx2.get(f"{running.url('http://127.0.0.1')}/tv").status_code == 200, "the table runs without phones"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--tls",), 2, "add --lan"),
        (("--tls", "a.pem", "a.key"), 2, "add --lan"),
        (("--lan", "--headless"), 2, "leave one out"),
        (("--lan", "203.0.113.7"), 1, "does not have the address 203.0.113.7"),
        (("--lan", "0.0.0.0"), 1, "Choose one address"),
        (("--lan", "phone"), 1, "phone is no address"),
        (("--lan", "127.0.0.2", "--tls"), 1, "lairkeeper tls"),
        (("--lan", "127.0.0.2", "--tls", "nope.pem", "nope.key"), 1, "nope.pem is not there"),
        (("--tls", "--lan", "127.0.0.2"), 1, "lairkeeper tls"),
        (("--lan", "127.0.0.2", "--tls", "nope.pem"), 2, "2 arguments"),
    ],
)
def test_words_that_cannot_be_say_the_next_step(words: tuple[str, ...], status: int, said: str, tmp_path: Path) -> None:
    command = ("serve", "--no-browser", "--port", "0", "--board", "/dev/nope", "--db", str(tmp_path / "lair.db"))
    done = lairkeeper(*command, *words)
    assert (done.returncode, said in done.stderr) == (status, True), done
    assert "Traceback" not in done.stderr


def test_a_match_without_hands_has_no_phones() -> None:
    done = lairkeeper("demo", "--auto", "--lan")
    assert (done.returncode, "--lan is for a match by hand" in done.stderr) == (2, True)


# lairkeeper lan -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("machine")
def test_lan_names_the_usual_address_and_the_others() -> None:
    done = lairkeeper("lan")
    assert done.returncode == 0
    first, second = done.stdout.splitlines()
    assert "192.168.1.0/24 (wlan0), at 192.168.1.5" in first
    assert second.endswith("10.0.0.5")
    assert "à 10.0.0.5" in lairkeeper("lan", "10.0.0.5", "--lang", "fr").stdout
    assert "n’est pas une adresse" in lairkeeper("lan", "phone", "--lang", "fr").stderr


def test_lan_check_says_whether_it_answers_and_what_to_try() -> None:
    with socket.create_server(("127.0.0.2", 0)) as server:
        port = server.getsockname()[1]
        done = lairkeeper("lan", "127.0.0.2", "--check", "--port", str(port))
    assert done.returncode == 0
    assert f"127.0.0.2:{port} answers" in done.stdout
    assert "guest Wi-Fi" in done.stdout
    done = lairkeeper("lan", "127.0.0.2", "--check", "--port", str(port))
    assert (done.returncode, "lairkeeper serve --lan" in done.stderr) == (1, True)


def test_without_a_network_lan_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.web.lan.machine_addresses", lambda: HOME[:1])
    done = lairkeeper("lan")
    assert (done.returncode, "no home network" in done.stderr) == (1, True)


# lairkeeper tls -------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_tls_makes_a_certificate_and_explains_the_phone(data: Path, lang: str) -> None:
    done = lairkeeper("tls", "--lang", lang)
    assert done.returncode == 0
    for part in ("192.168.1.5", "10.0.0.5", "lairkeeper.local", "Android", "iPhone", str(data / "authority.pem")):
        assert part in done.stdout, part
    assert re.search(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", done.stdout)
    assert "PRIVATE" not in done.stdout
    again = lairkeeper("tls", "127.0.0.2", "--lang", lang)
    assert "127.0.0.2" in again.stdout
    assert lairkeeper("tls", "--forget").returncode == 0
    assert list(data.iterdir()) == []
    assert "no authority" in lairkeeper("tls", "--forget").stdout


def test_tls_refuses_an_address_of_another_machine_and_a_folder_that_is_none(data: Path) -> None:
    done = lairkeeper("tls", "203.0.113.7")
    assert (done.returncode, "does not have the address" in done.stderr) == (1, True)
    data.parent.mkdir(parents=True)
    data.write_text("no folder")
    done = lairkeeper("tls", "127.0.0.2")
    assert (done.returncode, str(data) in done.stderr, "Traceback" in done.stderr) == (1, True, False)
