"""Wrong tokens by address: who sends too many waits, and nobody else does."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import Final

TRIES: Final = 10
"""Wrong tokens that an address may send in ``PER_S`` seconds."""
PER_S: Final = 60.0
ADDRESSES: Final = 1024
"""Addresses that are remembered; the ones that were quiet for longest are forgotten first."""


class WrongTokens:
    """Counts wrong tokens. A right one is never refused: 256 bits cannot be guessed, so it may share an address."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def count(self, address: str) -> int:
        """Count a wrong token; return the seconds that its sender must wait, 0 while it has tries left."""
        key, now = _network(address), self._clock()
        since, tries = self._seen.pop(key, (now, 0))
        if now - since >= PER_S:
            since, tries = now, 0
        self._seen[key] = (since, tries + 1)
        while len(self._seen) > ADDRESSES:
            self._seen.popitem(last=False)
        return ceil(since + PER_S - now) if tries >= TRIES else 0


def _network(address: str) -> str:
    """Return what counts as one sender: of IPv6 the network, since a machine has many addresses in it."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ip_network((found, 64), strict=False)) if isinstance(found, IPv6Address) else str(found)
