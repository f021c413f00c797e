"""A board of the fault campaign: session, ring, journal and its policy as in the app, without readers or lights.

On its own (`micropython boardrig.py`) it serves one JSON request a line, so that the host's process can break a board
that runs on the real interpreter.
"""

import json
import sys

from flashrig import MemoryFiles, PowerCut
from lairboard.journal import Journal
from lairboard.journal_policy import JournalPolicy
from lairboard.link.session import LIVE
from linkrig import ZONES, Rig

RING = 64


class Board:
    """One board through all its boots; its flash is `files`."""

    def __init__(self):
        self.files = MemoryFiles()
        self.on("b0000000")

    def on(self, boot):
        """Power on; what was in RAM is lost."""
        self.files.cut = None
        self.boot = boot
        self.journal = Journal(self.files, boot)
        self.rig = Rig({"device": "lair-1", "boot": boot}, RING, self.journal, resend_ms=250)
        self.journal_policy = JournalPolicy(self.rig.ring, self.journal, ZONES)
        self.old = [self.journal.describe(i)[:2] for i in range(len(self.journal.old))]
        self.held = []  # seqs of scoring readers in the ring

    def step(self, now, data, puts, cut=None):
        """Let it read, run and write. `puts` are events; with `cut`, the power goes after so many bytes of flash.

        `out` is what it sent, `seqs` what became of the puts (0: no room), `gone` the keys that it holds to be safe
        with the host, `kept` up to which seq its journal has this boot, `waiting` how much it still holds, `dead`
        whether the power has gone.
        """
        self.files.cut = cut
        session = self.rig.session
        seqs = [self.rig.put(event, now) for event in puts]
        self.held += [seq for seq, event in zip(seqs, puts) if seq and event[1] == "tap"]
        dead = False
        try:
            session.feed(data, now)
            session.tick(now)
            self.journal_policy.tick(now, session.state == LIVE)
        except PowerCut:
            dead = True
        gone = self.old[: len(self.old) - len(self.journal.old)]
        del self.old[: len(gone)]
        oldest = self.rig.ring.oldest_seq()
        while self.held and self.held[0] < oldest:
            gone.append((self.boot, self.held.pop(0)))
        return {
            "out": self.rig.take_out(),
            "seqs": seqs,
            "gone": gone,
            "kept": self.journal.saved,
            "waiting": len(self.old) + len(self.held),
            "dead": dead,
        }

    def lost_line(self):
        """Pull out the cable."""
        self.rig.session.lost()


def serve():
    """Answer requests from standard input."""
    board = Board()
    while True:
        line = sys.stdin.readline()
        if not line:
            return
        request = json.loads(line)
        answer = None
        if request[0] == "on":
            board.on(request[1])
        elif request[0] == "lost":
            board.lost_line()
        else:
            _, now, data, puts, cut = request
            answer = board.step(now, bytes.fromhex(data), puts, cut)
            answer["out"] = answer["out"].hex()
        print(json.dumps(answer))


if __name__ == "__main__":
    serve()
