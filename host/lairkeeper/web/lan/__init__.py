"""The home network: where phones and the TV reach the app, beside the loopback address of this computer."""

from __future__ import annotations

from .addresses import MachineAddress, home_address, machine_addresses, offered, routed_address
from .errors import LanError, said
from .firewalls import next_steps
from .kept import KeptLan, keep_lan, kept_lan
from .lan import Lan
from .note import LanNote
from .tls import GivenCertificate, OwnCertificate

__all__ = [
    "GivenCertificate",
    "KeptLan",
    "Lan",
    "LanError",
    "LanNote",
    "MachineAddress",
    "OwnCertificate",
    "home_address",
    "keep_lan",
    "kept_lan",
    "machine_addresses",
    "next_steps",
    "offered",
    "routed_address",
    "said",
]
