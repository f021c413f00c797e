"""The next steps when no phone gets through: the firewall of this machine, the Wi-Fi, a VPN."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from .addresses import MachineAddress
from .note import LanNote

Which: TypeAlias = Callable[[str], str | None]
Run: TypeAlias = Callable[[Sequence[str]], str]
"""Runs a program and returns what it said; empty when it cannot run."""

MAC_FIREWALL: Final = "/usr/libexec/ApplicationFirewall/socketfilterfw"
UFW_SETTINGS: Final = Path("/etc/ufw/ufw.conf")
_LONGEST_S: Final = 3.0


def next_steps(
    port: int,
    here: MachineAddress | None,
    found: Sequence[MachineAddress] = (),
    *,
    system: str = "",
    which: Which = shutil.which,
    run: Run | None = None,
    ufw_settings: Path = UFW_SETTINGS,
) -> tuple[LanNote, ...]:
    """Return what to try, the likeliest first, each with the exact command where one helps.

    It asks the firewall of this machine for its state and changes nothing.
    """
    run = run or _said
    network = here.network if here is not None else ""
    system = system or platform.system()
    match system:
        case "Darwin":
            firewall = _mac(run)
        case "Windows":
            firewall = _windows(port)
        case _:
            firewall = _linux(port, network, which, run, ufw_settings)
    tunnels = sorted({each.adapter for each in found if each.is_tunnel})
    vpn = (LanNote("step-vpn", {"adapter": ", ".join(tunnels)}),) if tunnels else ()
    wifi = (LanNote("step-same-network", {"network": network or "-"}), LanNote("step-guest"))
    return (*firewall, *vpn, *wifi)


def _linux(port: int, network: str, which: Which, run: Run, ufw_settings: Path) -> Iterator[LanNote]:
    source = f"from {network} " if network else ""
    if which("ufw") and _ufw_is_on(ufw_settings):
        yield LanNote("step-ufw", {}, f"sudo ufw allow {source or 'from any '}to any port {port} proto tcp")
    elif which("firewall-cmd") and run(("firewall-cmd", "--state")).strip() == "running":
        yield LanNote("step-firewalld", {}, f"sudo firewall-cmd --add-port={port}/tcp")
    elif which("nft"):
        family = "ip6" if ":" in network else "ip"
        saddr = f"{family} saddr {network} " if network else ""
        yield LanNote("step-nft", {}, f"sudo nft insert rule inet filter input {saddr}tcp dport {port} accept")
    else:
        yield LanNote("step-no-firewall")


def _ufw_is_on(settings: Path) -> bool:
    """Return True when ufw starts with the machine. Its own command tells root alone; without the file, assume so."""
    try:
        lines = settings.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return True
    return any(line.replace(" ", "").lower() == "enabled=yes" for line in lines)


def _mac(run: Run) -> Iterator[LanNote]:
    if "disabled" in run((MAC_FIREWALL, "--getglobalstate")).lower():
        yield LanNote("step-no-firewall")
        return
    program = str(Path(sys.executable).resolve())
    yield LanNote("step-mac", {}, f'sudo {MAC_FIREWALL} --add "{program}" --unblockapp "{program}"')


def _windows(port: int) -> Iterator[LanNote]:
    rule = "New-NetFirewallRule -DisplayName Lairkeeper -Direction Inbound -Protocol TCP"
    yield LanNote("step-windows", {}, f"{rule} -LocalPort {port} -Profile Private -Action Allow")
    netsh = "netsh advfirewall firewall add rule name=Lairkeeper dir=in action=allow"
    yield LanNote("step-netsh", {}, f"{netsh} protocol=TCP localport={port} profile=private")


def _said(words: Sequence[str]) -> str:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=_LONGEST_S, check=False)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout
