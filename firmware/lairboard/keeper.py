"""Decide when scans go into the journal.

They go there while no host is there, when the host is slow to acknowledge, and before the board
ends.
"""

UNSAFE_MS = 2000  # a host that takes longer to acknowledge may be gone
FLASH_FULL_MS = 5000  # between two tries to write what the flash refused


class Keeper:
    """Move what a power cut would lose from the ring to the journal."""

    def __init__(self, ring, journal, zones):
        self._ring = ring
        self._journal = journal
        self._zones = zones
        self._not_before = 0

    def tick(self, now, live, urgent=False):
        """Write what is due; return the indices of the zones whose scans were written just now.

        `live` says that a host takes events, `urgent` that the board is about to end.
        """
        ring = self._ring
        if not ring.count or (now < self._not_before and not urgent):
            return ()
        if live and not urgent and now - ring.read(0)[1] < UNSAFE_MS:
            return ()
        failed = self._journal.failed
        kept = self._journal.save(ring, self._zones)
        if self._journal.failed != failed:
            self._not_before = now + FLASH_FULL_MS
        return kept or ()
