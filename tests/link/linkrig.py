"""A board's session without a board: for tests on both interpreters."""

from lairboard.link.session import LATER, Session
from lairboard.ring import NO_ZONE, Ring

ZONES = ["tap", "seat-1"]


class DeviceInfo:
    """A board that calls itself what a vector says."""

    fw = "0.1.0"
    hw = "test"
    caps = ["led"]

    def __init__(self, device, boot):
        self.device = device
        self.boot = boot


class Rig:
    """A session with its ring; `lying` is what a snapshot tells, `safe` which zones were told so."""

    def __init__(self, board=None, size=256, journal=None, **options):
        board = board or {"device": "lair-1", "boot": "b0010001"}
        self.ring = Ring(size)
        self.ring.scoring = 1
        self.lying = {}
        self.safe = []
        self.states = []
        self.counted = 0
        self.slow = []
        self.nonces = 0
        info = DeviceInfo(board["device"], board["boot"])
        self.session = Session(
            self.ring,
            info,
            ZONES,
            self._snapshot,
            self._command,
            self._safe,
            self.states.append,
            self._nonce,
            journal,
            **options,
        )

    def put(self, event, now):
        """Put an event: [kind, zone, data, flag]."""
        kind, zone, data, flag = event
        raw = bytes.fromhex(data) if kind in "+-t" else data.encode()
        index = ZONES.index(zone) if zone else NO_ZONE
        seq = self.ring.put(ord(kind), index, now, raw, len(raw), flag)
        self.session.pump(now)
        return seq

    def take_out(self):
        """Return the bytes the board sends, each of them once."""
        data = b"".join(self.session.out)
        del self.session.out[:]
        return data

    def _snapshot(self):
        return [(zone, "ok", self.lying.get(zone, [])) for zone in ZONES]

    def _command(self, op, args):
        if op == "count":
            self.counted += 1
            return True, self.counted
        if op == "slow":
            return LATER, self.slow.append
        if op in ("applied", "asked", "refused"):
            return True, None
        return False, "this firmware does not know " + op

    def _safe(self, zone, kind):
        self.safe.append((zone, kind))

    def _nonce(self):
        self.nonces += 1
        return "bbbb%04d" % self.nonces
