"""Which address of a machine phones most likely reach."""

from __future__ import annotations

import pytest

from lairkeeper.web.lan import MachineAddress, home_address, machine_addresses, offered, routed_address
from lairkeeper.web.lan.addresses import own_host_names

LOOPBACK = MachineAddress("127.0.0.1", 8, "lo")
WIFI = MachineAddress("192.168.1.5", 24, "wlan0")
CABLE = MachineAddress("10.0.0.5", 8, "eth0")
DOCKER = MachineAddress("172.17.0.1", 16, "docker0")
VPN = MachineAddress("10.8.0.2", 24, "tun0")
PUBLIC = MachineAddress("8.8.8.8", 24, "eth0")
ALONE = MachineAddress("169.254.7.7", 16, "eth0")
IPV6 = MachineAddress("fd00::5", 64, "eth0")


@pytest.mark.parametrize(
    ("found", "routed", "expected"),
    [
        ((LOOPBACK, WIFI, CABLE), "10.0.0.5", CABLE),
        ((LOOPBACK, WIFI, CABLE), "192.168.1.5", WIFI),
        ((LOOPBACK, WIFI, CABLE), None, WIFI),
        ((DOCKER, VPN, WIFI), "10.8.0.2", WIFI),
        ((DOCKER, VPN), "172.17.0.1", None),
        ((PUBLIC, LOOPBACK, ALONE, IPV6), "8.8.8.8", None),
        ((), None, None),
    ],
)
def test_the_usual_address_is_private_and_real(
    found: tuple[MachineAddress, ...], routed: str | None, expected: MachineAddress | None
) -> None:
    assert home_address(found, routed) == expected


def test_a_page_offers_home_networks_and_only_without_one_the_rest() -> None:
    assert offered((LOOPBACK, DOCKER, WIFI, PUBLIC, CABLE)) == (WIFI, CABLE)
    assert offered((LOOPBACK, ALONE, PUBLIC, VPN)) == (PUBLIC, VPN)


def test_an_address_knows_its_network() -> None:
    assert (WIFI.network, IPV6.network) == ("192.168.1.0/24", "fd00::/64")
    assert LOOPBACK.holds("127.0.0.9")
    assert not WIFI.holds("192.168.1.6")
    assert IPV6.holds("fd00:0::5")


def test_this_machine_has_the_loopback_address() -> None:
    assert any(each.holds("127.0.0.1") for each in machine_addresses())
    routed = routed_address()
    assert routed is None or any(each.holds(routed) for each in machine_addresses())


@pytest.mark.parametrize(
    ("own", "names"),
    [("Den.home.arpa", ("den.home.arpa", "den.local")), ("den", ("den", "den.local")), ("localhost", ()), ("", ())],
)
def test_the_names_of_the_machine(own: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: own)
    assert own_host_names() == names
