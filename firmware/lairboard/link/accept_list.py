"""Decide who may connect over the air.

Addresses that proved themselves before come first. Strangers that prove nothing are sent away,
and for longer each time.

MicroPython's `bluetooth` gives no accept list to the radio, so the board keeps its own. It is not
kept over a restart: then, too, whoever knows the secret may come at once. Only a host that was
too slow to prove it waits FIRST_MS, once. Phones and many computers have addresses that change by
themselves, and any can be made up. A list in flash would wear it for next to nothing.
"""

KEPT = 8
FIRST_MS = 4000
LONGEST_MS = 60000
_NONE = b"\x00\x00\x00\x00\x00\x00"


class AcceptList:
    """Addresses are the six bytes that `bluetooth` gives; an empty or a zero one is nobody's."""

    def __init__(self):
        self._proven = []  # the latest last
        self._strangers = []  # [address, ms for which it stays away, since which ms]

    def may_connect(self, address, now):
        """Return whether a central with this address may connect at `now` ms."""
        if address in self._proven:
            return True
        for stranger, away, since in self._strangers:
            if stranger == address:
                return now - since >= away
        return True

    def proven(self, address):
        """Keep the address of a host that has shown that it knows the secret."""
        if not _named(address):
            return
        self._strangers = [one for one in self._strangers if one[0] != address]
        self._proven = [one for one in self._proven if one != address][1 - KEPT :] + [address]

    def sent_away(self, address, now):
        """Keep the address of a central that proved nothing; twice as long as the last time."""
        if not _named(address) or address in self._proven:
            return
        away = FIRST_MS
        for stranger, before, _ in self._strangers:
            if stranger == address:
                away = min(before * 2, LONGEST_MS)
        others = [one for one in self._strangers if one[0] != address]
        self._strangers = others[1 - KEPT :] + [[address, away, now]]


def _named(address):
    return bool(address) and address != _NONE
