"""The supervisor of the tasks.

It feeds the watchdog only while every task has a heartbeat, and counts the watchdog's bites.
"""

ARM_AFTER_MS = 10000
STALLED_MS = 4000
BITES = "bites"  # a file, one byte long for each bite


class Health:
    """The heartbeats of the tasks, and the watchdog that depends on them.

    `heartbeats` maps a task's name to a function. The function gives a number that grows while
    the task lives.
    """

    def __init__(self, heartbeats, watchdog, now):
        self._heartbeats = heartbeats
        self._make_watchdog = watchdog
        self._watchdog = None
        self._seen = dict.fromkeys(heartbeats, (-1, now))
        self._started = now
        self.stalled = []

    def tick(self, now):
        """Look at every heartbeat; arm the watchdog after a healthy start.

        Feed it while all of them grow.
        """
        stalled = []
        for name, heartbeat in self._heartbeats.items():
            count = heartbeat()
            before, at = self._seen[name]
            if count != before:
                self._seen[name] = (count, now)
            elif now - at >= STALLED_MS:
                stalled.append(name)
        self.stalled = stalled
        if stalled:
            self._started = now
        elif self._watchdog:
            self._watchdog.feed()
        elif self._make_watchdog and now - self._started >= ARM_AFTER_MS:
            self._watchdog = self._make_watchdog()


def bites(why, files):
    """Count how many times in a row the watchdog has started the board.

    `why` is the cause of this start. Any other cause sets the count back to 0. `files` is a
    lairboard.files.Files.
    """
    bitten = why == "watchdog"
    try:
        if bitten:
            files.append(BITES, b".")
        else:
            files.remove(BITES)
    except OSError:
        pass  # a flash that is full or broken is told by the journal
    return max(1, len(files.read(BITES))) if bitten else 0
