"""The next steps when no phone gets through: one firewall, with the command to type, then the Wi-Fi."""

from __future__ import annotations

import string
from collections.abc import Sequence
from pathlib import Path

import pytest

from lairkeeper.i18n import LANGUAGES
from lairkeeper.web.lan import MachineAddress, next_steps, said
from lairkeeper.web.lan.firewalls import MAC_FIREWALL

HERE = MachineAddress("192.168.1.5", 24, "wlan0")
VPN = MachineAddress("10.8.0.2", 24, "tun0")


def first(system: str, there: Sequence[str] = (), says: str = "", ufw: str | None = None, folder: Path | None = None):
    settings = (folder or Path("/nowhere")) / "ufw.conf"
    if ufw is not None:
        settings.write_text(ufw)
    return next_steps(
        8642, HERE, system=system, which=lambda name: name if name in there else None, run=lambda words: says,
        ufw_settings=settings,
    )  # fmt: skip


def test_ufw(tmp_path: Path) -> None:
    steps = first("Linux", ("ufw", "nft"), ufw="# settings\nENABLED=yes\n", folder=tmp_path)
    assert steps[0].code == "step-ufw"
    assert steps[0].command == "sudo ufw allow from 192.168.1.0/24 to any port 8642 proto tcp"
    assert first("Linux", ("ufw", "nft"), ufw="ENABLED=no\n", folder=tmp_path)[0].code == "step-nft"


def test_firewalld_only_while_it_runs() -> None:
    assert (
        first("Linux", ("firewall-cmd", "nft"), says="running\n")[0].command == "sudo firewall-cmd --add-port=8642/tcp"
    )
    assert first("Linux", ("firewall-cmd", "nft"), says="not running")[0].code == "step-nft"


def test_nftables_and_no_firewall() -> None:
    (step, *_) = first("Linux", ("nft",))
    assert step.command == "sudo nft insert rule inet filter input ip saddr 192.168.1.0/24 tcp dport 8642 accept"
    assert first("Linux")[0].code == "step-no-firewall"


def test_macos() -> None:
    step = first("Darwin", says="Firewall is enabled. (State = 1)")[0]
    assert step.code == "step-mac"
    assert step.command.startswith(f'sudo {MAC_FIREWALL} --add "')
    assert first("Darwin", says="Firewall is disabled. (State = 0)")[0].code == "step-no-firewall"


def test_windows_has_a_rule_for_private_networks() -> None:
    shell, prompt = first("Windows")[:2]
    assert "-LocalPort 8642 -Profile Private -Action Allow" in shell.command
    assert "localport=8642 profile=private" in prompt.command


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows", "Plan9"])
def test_the_wifi_comes_last_and_a_vpn_before_it(system: str) -> None:
    steps = next_steps(8642, HERE, (HERE, VPN), system=system, which=lambda name: None, run=lambda words: "")
    assert [each.code for each in steps][-3:] == ["step-vpn", "step-same-network", "step-guest"]
    assert steps[-3].values == {"adapter": "tun0"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_has_words(lang: str) -> None:
    for system in ("Linux", "Darwin", "Windows"):
        for step in next_steps(8642, HERE, (VPN,), system=system, which=lambda name: "/bin/nft", run=lambda words: ""):
            words = said(lang, step.code, step.values)
            assert words.strip(), step
            assert not any(name for _, name, _, _ in string.Formatter().parse(words) if name)


def test_a_firewall_that_cannot_be_asked_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.web.lan.firewalls.MAC_FIREWALL", "/no/such/program")
    assert next_steps(8642, None, system="Darwin")[0].code == "step-mac"
