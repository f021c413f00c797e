"""Count what it costs to keep a scan in flash: bench_journal.py prints one JSON object.

It runs poller, presence, journal and its policy on the chip models and on MicroPython's own
littlefs, which lies on a flash with the times of the data sheet, as large as a Pico W's. While no
host is there, 30 tags are placed and taken, 150 ms each; then comes a pause.

`writes`: how many writes of scans there were. `write_pages`, `write_erases`: page programs and
erases in one, at most. `write_us`, `write_worst_us`: how long one stops everything, by the
typical and by the greatest times. `longest_step_us`: how long nothing else could run from first
to last tag, writes included, by the greatest times. `pause_us`, `pause_worst_us`: the longest
stop in the pause, where it erases. `file_us`, `file_worst_us`: the longest write where no block
was erased ahead. It leaves out what the interpreter itself takes.
"""

import json
import os
import sys

FIRMWARE = __file__.rsplit("/", 2)[0]
sys.path.insert(0, FIRMWARE)
sys.path.insert(1, FIRMWARE + "/sim")

from bench_rfid import Board, like  # noqa: E402
from lairboard.app import HOUSEKEEPING_MS, LONE_PERIOD_MS  # noqa: E402
from lairboard.erased_block import ErasedBlock  # noqa: E402
from lairboard.files import Files  # noqa: E402
from lairboard.journal import SIZE, Journal  # noqa: E402
from lairboard.journal_policy import PAUSE_MS, JournalPolicy  # noqa: E402
from lairboard.rfid.poller import Poller  # noqa: E402
from lairboard.rfid.presence import Presence  # noqa: E402
from lairboard.ring import Ring  # noqa: E402

from sim.flash import TYPICAL, WORST, TimedFlash  # noqa: E402
from sim.step_clock import advance  # noqa: E402

BLOCKS = 212  # 848 kB
TAGS = 30
STAY_MS = 150
FOLDER = "/flash"


class Measured:
    """A board that has had its first pause; `ahead` says whether it erases ahead."""

    def __init__(self, times, ahead):
        self.board = board = Board("mfrc522")
        self.clock = board.clock
        self.flash = flash = TimedFlash(self.clock, BLOCKS, times)
        os.VfsLfs2.mkfs(flash, progsize=256)
        os.mount(os.VfsLfs2(flash, progsize=256), FOLDER)
        files = Files(FOLDER)
        block = ErasedBlock(files, flash, SIZE) if ahead else None
        self.ring = Ring()
        self.ring.scoring = 1
        self.journal_policy = JournalPolicy(self.ring, Journal(files, "b0000001", block), ["tap"])
        presence = Presence(1, self._emit)
        self.poller = Poller(board.readers, presence, self.clock, LONE_PERIOD_MS)
        self.task = self.poller.run()
        self.writes = []  # (us, pages, erases) of each look of the journal policy that took time
        self._looked_at = 0

    def _emit(self, kind, zone, uid, extra, reads=0, lost=0):
        self.ring.put(ord(kind), zone, self.clock.ticks_ms(), uid, len(uid))

    def run(self, ms):
        """Let the board's two tasks run in turn; the policy looks as often as in the app."""
        until = self.clock.ticks_ms() + ms
        while self.clock.ticks_ms() < until:
            self.task.send(None)
            now = self.clock.ticks_ms()
            if self.poller.at_rest and now - self._looked_at >= HOUSEKEEPING_MS:
                self._looked_at = now
                flash = self.flash
                before = self.clock.us, flash.pages, flash.erases
                self.journal_policy.tick(now, False)
                after = self.clock.us, flash.pages, flash.erases
                self.clock.sleep_ms(0)  # the end of its step
                if after != before:
                    self.writes.append([after[i] - before[i] for i in range(3)])


def play(times, ahead=True):
    """Return (the writes at play, the longest step at play, the writes in the pause after it)."""
    it = Measured(times, ahead)
    advance(it.task, it.clock, 100)
    it.run(2 * PAUSE_MS)  # the first pause
    it.writes = []
    it.clock.longest = 0
    for i in range(TAGS):
        it.board.put(like(i))
        it.run(STAY_MS)
        it.board.model.take("tap", like(i))
        it.run(STAY_MS)
    play = it.writes, it.clock.longest
    assert it.ring.count >= 2 * TAGS - 2, it.ring.count
    it.writes = []
    it.run(2 * PAUSE_MS)
    os.umount(FOLDER)
    return play[0], play[1], it.writes


def most(writes, i):
    """Return the greatest of a figure; 0 when nothing was written."""
    return max([write[i] for write in writes] + [0])


def measure():
    """Measure everything; return {figure: value}."""
    typical, _, pause = play(TYPICAL)
    worst, longest, worst_pause = play(WORST)
    return {
        "journal.writes": len(typical),
        "journal.write_pages": most(typical, 1),
        "journal.write_erases": most(typical, 2),
        "journal.write_us": most(typical, 0),
        "journal.write_worst_us": most(worst, 0),
        "journal.longest_step_us": longest,
        "journal.pause_us": most(pause, 0),
        "journal.pause_worst_us": most(worst_pause, 0),
        "journal.file_us": most(play(TYPICAL, ahead=False)[0], 0),
        "journal.file_worst_us": most(play(WORST, ahead=False)[0], 0),
    }


if __name__ == "__main__":
    print(json.dumps(measure()))
