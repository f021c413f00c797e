"""Decide when scans go into the journal.

They go there while no host is there, when the host is slow to acknowledge, and before the board
ends. One look writes once, which stops the board for less than 5 ms where a block was erased
ahead. What erases waits until no tag has come or gone for a while.
"""

UNSAFE_MS = 2000  # a host that takes longer to acknowledge may be gone
PAUSE_MS = 2000  # no tag has come or gone for so long: the board may stop for an erase
FLASH_FULL_MS = 5000  # between two tries to write what the flash refused


class JournalPolicy:
    """Move what a power cut would lose from the ring to the journal."""

    def __init__(self, ring, journal, zones):
        self._ring = ring
        self._journal = journal
        self._zones = zones
        self._not_before = 0
        self._newest = 0  # the next seq at the last look
        self._moved_at = 0

    def tick(self, now, live, urgent=False):
        """Write what is due; return the indices of the zones whose scans were written just now.

        `live` says that a host takes events, `urgent` that the board is about to end.
        """
        ring = self._ring
        if ring.next_seq != self._newest:
            self._newest = ring.next_seq
            self._moved_at = now
        if now < self._not_before and not urgent:
            return ()
        failed = self._journal.failed
        kept = None
        if ring.count and (urgent or not live or now - ring.read(0)[1] >= UNSAFE_MS):
            kept = self._journal.save(ring, self._zones, whole=urgent)
        if urgent:
            self._journal.settle(ring, self._zones)
        elif not kept and now - self._moved_at >= PAUSE_MS:
            self._journal.tidy(ring, self._zones)
        if self._journal.failed != failed:
            self._not_before = now + FLASH_FULL_MS
        return kept or ()
