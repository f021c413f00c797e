"""Count how well each reader sees its tags: the command `looks` (docs/protocol.md).

It is for whoever places antennas. Counting takes no memory in the poll path.
"""

from lairboard.rfid.poller import Poller
from lairboard.rfid.presence import Presence
from lairboard.rfid.reader import COLLIDED, GARBLED, PENDING, SILENT

_RANGE = 0x3FFFFFFF  # counters wrap there: larger numbers would take memory
_MOST_TAGS = 6  # what one frame holds beside the counts
_LOOKS = 0
_SILENT = 1
_COLLIDED = 2
_GARBLED = 3


class CountingPoller(Poller):
    """A poller that counts what its looks came to."""

    def __init__(self, readers, presence, clock, period_ms=40):
        Poller.__init__(self, readers, presence, clock, period_ms)
        self._counts = [[0, 0, 0, 0] for _ in readers]

    def looks(self, zone):
        """Return (looks, silent, collided, garbled) of a zone since the start."""
        return tuple(self._counts[zone])

    def _check(self, zone):
        outcome = Poller._check(self, zone)
        if outcome != PENDING:
            counts = self._counts[zone]
            counts[_LOOKS] = (counts[_LOOKS] + 1) & _RANGE
            if outcome == SILENT:
                counts[_SILENT] = (counts[_SILENT] + 1) & _RANGE
            elif outcome == COLLIDED:
                counts[_COLLIDED] = (counts[_COLLIDED] + 1) & _RANGE
            elif outcome == GARBLED:
                counts[_GARBLED] = (counts[_GARBLED] + 1) & _RANGE
        return outcome


class CountingPresence(Presence):
    """A presence that counts the looks that could not be read, and those that read several."""

    def __init__(self, zones, emit, misses=3, hold_ms=300):
        Presence.__init__(self, zones, emit, misses, hold_ms)
        self._unread_looks = [0] * zones
        self._several_looks = [0] * zones

    def seen(self, zone, tags, now, unread=False):
        """Count a look, then take it as `Presence` does."""
        if unread or not tags:
            self._unread_looks[zone] = (self._unread_looks[zone] + 1) & _RANGE
        elif len(tags) > 1:
            self._several_looks[zone] = (self._several_looks[zone] + 1) & _RANGE
        return Presence.seen(self, zone, tags, now, unread)

    def unread_looks(self, zone):
        """Return how many looks were answered by somebody who could not be read."""
        return self._unread_looks[zone]

    def several_looks(self, zone):
        """Return how many looks have read more than one tag."""
        return self._several_looks[zone]

    def looks(self, zone):
        """Return [uid, how many looks have read it, out of how many] of the first tags.

        They are the tags that came first, those too that were read only once.
        """
        return [
            [bytes(s.uid).hex(), s.reads, s.reads + s.lost + s.misses]
            for s in self._zones[zone].seen[:_MOST_TAGS]
        ]


def told(app, zone):
    """Return the answer to `looks` for a zone."""
    looks, silent, collided, garbled = app.poller.looks(zone)
    return {
        "looks": looks,
        "silent": silent,
        "collided": collided,
        "garbled": garbled,
        "unread": app.presence.unread_looks(zone),
        "several": app.presence.several_looks(zone),
        "tags": app.presence.looks(zone),
    }
