"""The addresses of this machine, and the one that phones on the home network most likely reach."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_interface
from typing import Final, TypeAlias

from .errors import LanError

IpAddress: TypeAlias = IPv4Address | IPv6Address

_ELSEWHERE: Final = "192.0.2.1"
"""An address that belongs to nobody (RFC 5737). Nothing is ever sent to it."""
_VIRTUAL: Final = re.compile(
    r"docker|br-|veth|virbr|vmnet|vmware|vboxnet|virtualbox|vethernet|hyper-v|lxc|cni|podman", re.IGNORECASE
)
_TUNNEL: Final = re.compile(r"tun|tap|wg|utun|ppp|tailscale|ts\d|zt|nord|wireguard|openvpn|proton", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MachineAddress:
    """An address of this machine, with its network and the adapter that has it."""

    ip: str
    prefix: int
    adapter: str

    @property
    def address(self) -> IpAddress:
        """Return the address as a number."""
        return ip_address(self.ip)

    @property
    def is_home(self) -> bool:
        """Return True for a private IPv4 address that phones in the same network can reach."""
        each = self.address
        return (
            isinstance(each, IPv4Address) and each.is_private and not (each.is_loopback or each.is_link_local)
        ) and not (_VIRTUAL.search(self.adapter) or self.is_tunnel)

    @property
    def is_tunnel(self) -> bool:
        """Return True when the adapter looks like that of a VPN."""
        return _TUNNEL.match(self.adapter) is not None

    @property
    def network(self) -> str:
        """Return the network, such as ``192.168.1.0/24``."""
        return str(ip_interface(f"{self.ip}/{self.prefix}").network)

    def holds(self, ip: str) -> bool:
        """Return True for the address itself; a loopback adapter has all of its network."""
        wanted, own = ip_address(ip), self.address
        return wanted == own or (own.is_loopback and wanted in ip_interface(f"{self.ip}/{self.prefix}").network)


Lister: TypeAlias = Callable[[], Sequence[MachineAddress]]


def machine_addresses() -> tuple[MachineAddress, ...]:
    """Return the addresses of this machine as they are now."""
    import ifaddr

    found = []
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            ip = each.ip if isinstance(each.ip, str) else each.ip[0].partition("%")[0]
            found.append(MachineAddress(ip, each.network_prefix, each.nice_name))
    return tuple(found)


def routed_address() -> str | None:
    """Return the address that the default route leaves from; None without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_ELSEWHERE, 9))
            return str(asking.getsockname()[0])
        except OSError:
            return None


def home_address(found: Sequence[MachineAddress], routed: str | None) -> MachineAddress | None:
    """Return the private IPv4 address of the default route, else the first private one; None without any."""
    home = [each for each in found if each.is_home]
    return next((each for each in home if each.ip == routed), home[0] if home else None)


def offered(found: Sequence[MachineAddress]) -> tuple[MachineAddress, ...]:
    """Return the addresses that a page offers: those of home networks, or else of any network."""
    others = [each for each in found if not (each.address.is_loopback or each.address.is_link_local)]
    return tuple(each for each in others if each.is_home) or tuple(others)


def holding(found: Sequence[MachineAddress], ip: str) -> MachineAddress | None:
    """Return the entry of an address; None when this machine does not have it."""
    return next((each for each in found if each.holds(ip)), None)


def typed_address(text: str, found: Sequence[MachineAddress]) -> str:
    """Return an address that a person typed, as browsers write it.

    Raises ``LanError`` for a text that is no address, for all addresses at once, for one that no browser can open,
    and for one that is not on this machine.
    """
    there = {"there": ", ".join(each.ip for each in offered(found)) or "-"}
    try:
        address = ip_address(text.strip().removeprefix("[").removesuffix("]"))
    except ValueError:
        raise LanError("no-address", {"address": text[:60], **there}) from None
    if address.is_unspecified or address.is_multicast:
        raise LanError("every-address", {"address": str(address), **there})
    if isinstance(address, IPv6Address) and address.is_link_local:
        raise LanError("no-browser-address", {"address": str(address), **there})
    if holding(found, str(address)) is None:
        raise LanError("not-here", {"address": str(address), **there})
    return str(address)


def host_of(ip: str) -> str:
    """Return an address as it stands in a URL: IPv6 in brackets."""
    return f"[{ip}]" if ":" in ip else ip


def own_host_names() -> tuple[str, ...]:
    """Return this machine's own name, and the name that its system may announce on the network."""
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return tuple(dict.fromkeys(each for each in (own, f"{short}.local") if short and short != "localhost"))
