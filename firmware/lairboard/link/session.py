"""The board's half of a link (docs/protocol.md).

It greets, replays, streams events, resends and answers commands.

Sans I/O: bytes come in through `feed`, frames to send pile up in `out`, time is passed in. Silent
until greeted.
"""

from lairboard import ring as rings
from lairboard.link import frame, pairing_proof

MAJOR = 1
WINDOW = 16
RESEND_MS = 250
RESEND_MAX_MS = 4000
IDLE_MS = 2000
MISSED = 3
CACHED = 8
BACKLOG = 20  # frames waiting in `out` before events wait in the ring instead
FULL = 64  # frames waiting in `out` before answers are dropped: the host asks again
LOG_EVERY_MS = 200
LONGEST_NONCE = 32
_SNAPSHOT_ROOM = frame.MAX_BODY - 48  # for tags, beside a number, a zone and a status

LATER = "later"  # what a command gives instead of ok when its answer takes time

SILENT = 0  # nobody is there
GREETED = 1  # hello answered
LIVE = 2  # "G" received: events flow

_UID_KINDS = (rings.PLACED, rings.REMOVED, rings.TAPPED)
_WORDS = ((1, "foreign"), (2, "lying"))  # flag bits of an event and the words they become


class Session:
    """One line's session with whichever host greeted it last.

    `device_info` has device, boot, fw, hw, caps; `zones` are names by index; `snapshot()` gives
    (zone, status, [[uid, age]...]) for each; `command(op, args)` gives (ok, value), or (LATER,
    start): then `start(answer)` is called, and `answer(ok, value)` once it is done;
    `on_safe(zone, kind)` is called for each scoring event that the host has committed,
    `on_link(state)` when the state changes. `journal` is a lairboard.journal.Journal or None.
    `secret()` gives the pairing secret, "" without one; on a `guarded` line nobody gets anything
    without its proof.
    """

    def __init__(
        self,
        ring,
        device_info,
        zones,
        snapshot,
        command,
        on_safe=None,
        on_link=None,
        nonce=None,
        journal=None,
        secret=None,
        guarded=False,
        window=WINDOW,
        resend_ms=RESEND_MS,
    ):
        self.ring = ring
        self.device_info = device_info
        self.zones = zones
        self.out = []
        self.state = SILENT
        self.reader = frame.Reader()
        self.resends = 0
        self.journal = journal
        self.guarded = guarded
        self.window = window
        self.resend_ms = resend_ms
        self._secret = secret
        self._old_flying = False  # the oldest journal record is on its way
        self._snapshot = snapshot
        self._command = command
        self._on_safe = on_safe
        self._on_link = on_link
        self._make_nonce = nonce
        self._host_nonce = None
        self._board_nonce = None
        self._replies = []  # [id, frame or None] of commands among the newest CACHED ids
        self._done_id = 0
        self._snap = False
        self._rto = resend_ms
        self._sent_at = 0
        self.heard_at = 0
        self._asked = 0  # keep-alives sent since the host was last heard
        self._logged_at = 0
        self._asked_hello_at = -1000

    def feed(self, data, now):
        """Take bytes from the host."""
        for items in self.reader.feed(data):
            self.heard_at = now
            self._asked = 0
            try:
                self._take(items, now)
            except (IndexError, TypeError, ValueError):
                self.reader.bad += 1
        self.pump(now)

    def pump(self, now):
        """Queue what may be sent.

        First comes the journal, one by one, then events within the window, then the snapshot when
        one is due.
        """
        if self.state != LIVE:
            return
        if self.journal and self.journal.old:
            if not self._old_flying and len(self.out) < BACKLOG:
                self._old_flying = True
                self._sent_at = now
                self._send(self._record(now))
            return
        ring = self.ring
        ring.settle(now)
        while ring.flying < ring.count and ring.flying < self.window and len(self.out) < BACKLOG:
            if not ring.flying:
                self._sent_at = now
            self._send(self._event(ring.flying))
            ring.flying += 1
        if self._snap and ring.flying == ring.count and len(self.out) < BACKLOG:
            self._snap = False
            self._send_snapshot()

    def tick(self, now):
        """Resend what is overdue, keep the link alive, notice a lost host."""
        if self.state == SILENT:
            return
        ring = self.ring
        if self.on_the_way() and now - self._sent_at >= self._rto:
            if (
                len(self.out) < BACKLOG
            ):  # else the line itself is slow: more would only make it slower
                self.resends += ring.flying or 1
                self._land()
            self._rto = min(self._rto * 2, RESEND_MAX_MS)
            self._sent_at = now
        silent = now - self.heard_at
        if silent >= IDLE_MS * (self._asked + 1):
            if self._asked >= MISSED:
                self.lost()
                return
            self._asked += 1
            self._send(["P", now])
        self.pump(now)

    def lost(self):
        """Fall silent and keep the events, as the host is gone."""
        del self.out[:]
        self._land()
        self._become(SILENT)

    def taken(self):
        """Keep the session but send nothing more, as another line's host goes on."""
        if self.state == LIVE:
            del self.out[:]
            self._land()
            self._become(GREETED)
            self._refuse("taken", "the board goes on over another line")

    def show_all(self, now):
        """Send a snapshot unasked, because a reader is known now that was not before."""
        if self.state == LIVE:
            self._snap = True
            self.pump(now)

    def log(self, level, text, now):
        """Tell the host something for its log.

        It is dropped when there is no host, no room or too much of it.
        """
        if (
            self.state == LIVE
            and len(self.out) < BACKLOG // 2
            and now - self._logged_at >= LOG_EVERY_MS
        ):
            self._logged_at = now
            self._send(["L", level, now, text[:200]])

    def on_the_way(self):
        """Return True while the host owes an acknowledgement."""
        return self.state == LIVE and bool(self.ring.flying or self._old_flying)

    def _take(self, items, now):
        kind = items[0]
        if kind == "H":
            self._hello(items, now)
        elif self.state == SILENT:
            if now - self._asked_hello_at >= 500:
                self._asked_hello_at = now
                self._send(["?"])
        elif kind == "G":
            self._go(items, now)
        elif kind == "P":
            self._send(["p", frame.whole(items[1], -frame.MAX_MS, frame.MAX_MS), now])
        elif self.state != LIVE:
            return
        elif kind == "A":
            self._acked(frame.whole(items[1], 0, frame.MAX_SEQ), now)
        elif kind == "a":
            boot = frame.text(items[1], frame.MAX_WORD)
            self._erase(boot, frame.whole(items[2], 1, frame.MAX_SEQ), now)
        elif kind == "C":
            number = frame.whole(items[1], 1, frame.MAX_SEQ)
            self._do(number, frame.text(items[2], frame.MAX_WORD), items[3:])

    def _hello(self, items, now):
        major, nonce = items[1], items[2]
        frame.whole(major, 0, frame.MAX_SEQ)
        frame.text(nonce, LONGEST_NONCE)
        info = self.device_info
        if nonce != self._host_nonce:
            self._host_nonce = nonce
            self._board_nonce = self._make_nonce()
            self._replies = []
            self._done_id = 0
            self._land()
            del self.out[:]
            self._become(GREETED if major == MAJOR else SILENT)
        elif self.state == SILENT and major == MAJOR:
            self._become(GREETED)
        ring = self.ring
        head = [
            "h",
            MAJOR,
            nonce,
            self._board_nonce,
            self._proof("board"),
            info.device,
            info.boot,
            ring.next_seq,
            ring.oldest_seq(),
        ]
        limits = [self.window, ring.size]
        self._send(head + [info.fw, info.hw, info.caps, limits])

    def _go(self, items, now):
        ring = self.ring
        from_seq = frame.whole(items[1], 1, ring.next_seq)
        if self.guarded and not self._proven(items[2] if len(items) > 2 else None):
            return
        ring.drop(from_seq - 1)
        if self.journal:
            self.journal.acked(from_seq - 1)
        ring.flying = 0
        self._old_flying = False
        self._rto = self.resend_ms
        self._snap = True
        self._become(LIVE)

    def _proven(self, theirs):
        ours = self._proof("host")
        if ours is None:
            self._refuse("unpaired", "pair over USB first")
        elif not pairing_proof.same(ours, theirs):
            self._refuse("proof", "this host does not know the pairing secret")
        else:
            return True
        if self.state == LIVE:
            self._land()
            self._become(GREETED)
        return False

    def _proof(self, role):
        secret = self._secret() if self._secret else ""
        if not secret:
            return None
        info = self.device_info
        return pairing_proof.make(
            secret, role, self._host_nonce, self._board_nonce, info.device, info.boot
        )

    def _erase(self, boot, seq, now):
        if self._old_flying and self.journal.describe(0)[:2] == (boot, seq):
            _, _, _, kind, zone, _, _ = self.journal.describe(0)
            self.journal.erase(1)
            self._old_flying = False
            self._rto = self.resend_ms
            if self._on_safe and zone in self.zones:
                self._on_safe(self.zones.index(zone), kind)

    def _acked(self, seq, now):
        ring = self.ring
        if not ring.flying or seq > ring.read(ring.flying - 1)[0]:
            return  # nothing of that kind was sent: an old or a lying acknowledgement
        for i in range(ring.flying):
            of, _, kind, zone, _, _ = ring.read(i)
            if of > seq:
                break
            if self._on_safe and ring.is_scoring(zone):
                self._on_safe(zone, kind)
        if ring.drop(seq):
            self._rto = self.resend_ms
            self._sent_at = now
            if self.journal:
                self.journal.acked(seq)

    def _land(self):
        """Count nothing of ours as on its way any more."""
        if self.state == LIVE:
            self.ring.flying = 0
        self._old_flying = False

    def _do(self, number, op, args):
        for known, reply in self._replies:
            if known == number:
                if reply:  # else it is still being done
                    self._queue(reply)
                return
        if number <= self._done_id - CACHED:
            self._send(["R", number, False, "forgotten"])
            return
        try:
            ok, value = self._command(op, args)
        except (IndexError, TypeError, ValueError, KeyError) as error:
            ok, value = False, "bad arguments: %s" % error
        self._done_id = max(number, self._done_id)
        self._replies = [known for known in self._replies if known[0] > self._done_id - CACHED]
        entry = [number, None]
        self._replies.append(entry)
        if ok is LATER:
            value(lambda ok, value: self._answer(entry, ok, value))
        else:
            self._answer(entry, ok, value)

    def _answer(self, entry, ok, value):
        """Answer a command, unless its session is over or it is long forgotten."""
        if not any(one is entry for one in self._replies):
            return
        try:
            entry[1] = frame.encode(["R", entry[0], ok, value])
        except ValueError:
            entry[1] = frame.encode(["R", entry[0], False, "the answer is too long for a frame"])
        self._queue(entry[1])

    def _event(self, i):
        seq, ms, kind, zone, flag, data = self.ring.read(i)
        items = ["E", seq, ms, chr(kind), "" if zone == rings.NO_ZONE else self.zones[zone]]
        if kind in _UID_KINDS:
            items += _uid_and_words(flag, data)
        elif kind == rings.GAP or kind == rings.TOMBSTONE:
            items.append(int.from_bytes(data, "little"))
        else:
            items.append(data.decode())
        return items

    def _record(self, now):
        boot, seq, ms, kind, zone, flag, data = self.journal.describe(0)
        age = self.journal.age(0, now)
        return ["J", boot, seq, ms, age, chr(kind), zone] + _uid_and_words(flag, data)

    def _send_snapshot(self):
        seq = self.ring.next_seq - 1
        n = 0
        for zone, status, tags in self._snapshot():
            self._send(["S", seq, zone, status, _that_fit(tags)])
            n += 1
        self._send(["s", seq, n])

    def _refuse(self, code, text):
        self._send(["!", code, text])

    def _send(self, items):
        self._queue(frame.encode(items))

    def _queue(self, data):
        if len(self.out) < FULL:
            self.out.append(data)

    def _become(self, state):
        if state != self.state:
            self.state = state
            if self._on_link:
                self._on_link(state)


def _that_fit(tags):
    """Return the first [uid, age] of these, as many as one frame holds.

    The first are those that lie there longest.
    """
    left = _SNAPSHOT_ROOM
    for i in range(len(tags)):
        left -= len(tags[i][0]) + len(str(tags[i][1])) + 6
        if left < 0:
            return tags[:i]
    return tags


def _uid_and_words(flag, data):
    words = [word for bit, word in _WORDS if flag & bit]
    if flag >> 2:
        words.append("looks-%d-%d" % (flag >> 2 & 7, (flag >> 5) + 1))
    return [data.hex()] + words
