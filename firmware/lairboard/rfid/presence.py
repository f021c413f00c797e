"""From what each poll saw to what lies on each zone: edges, no flapping. Pure: time is passed in.

A tag has come when it was read twice; it has gone after `misses` polls without it and `hold_ms`
since it was last read. A reader in trouble says nothing about its tags: the zone is unknown, and
nothing has gone.
"""

from .reader import MAX_TAGS

_LAID_MS = 500  # what was there for so long lies there, and is looked for when it is missed
_NEEDED_READS = 2
_UNREAD_LOOKS = 5  # looks, and ms from the first to the last, before something counts as unread
_UNREAD_MS = 500
_TICKS = 0x3FFFFFFF  # ticks_ms wraps there on the boards


class _Seen:
    """One tag of a zone, believed (`present`) or not yet."""

    __slots__ = (
        "foreign",
        "last",
        "lost",
        "misses",
        "present",
        "random",
        "reads",
        "since",
        "uid",
    )

    def __init__(self, tag, random, now):
        self.uid = tag.uid
        self.foreign = tag.foreign
        self.random = random
        self.present = False
        self.reads = 1
        self.misses = 0
        self.lost = 0  # misses that a read came after
        self.last = now
        self.since = now


class _Unread:
    """Something that answers and cannot be selected."""

    __slots__ = ("last", "looks", "misses", "since", "told")

    def __init__(self, now):
        self.since = now
        self.last = now
        self.looks = 0
        self.misses = 0
        self.told = False


class _Zone:
    """The state of one zone.

    `faulty` is the word of its trouble, or None. `polls` stops at the number that makes an empty
    reader believable.
    """

    __slots__ = ("came", "crowded", "faulty", "polls", "seen", "unread")

    def __init__(self):
        self.seen = []
        self.polls = 0
        self.faulty = None
        self.crowded = False
        self.came = 0
        self.unread = None  # type: _Unread | None


def _laid(s):
    return s.present and (s.last - s.since) & _TICKS >= _LAID_MS


def _is_random(tag):
    return tag.foreign and len(tag.uid) == 4 and tag.uid[0] == 0x08


class Presence:
    """The tags on each zone, from what each poll saw.

    `emit(kind, zone, uid, extra)` hears '+' and '-' (extra "foreign" or None), 'f' and 'u'. 'f'
    says a word: the fault's code, "ok" when it is over, "crowded" when more tags lie there than
    can be told. 'u' says "unread" (something lies there that answers and cannot be read) and "ok"
    (that is over), once each.

    '-' comes with two values more. The first is how many looks have read the tag, the two that
    made it believed among them. The second is how many between the first and the last of these
    have not.
    """

    def __init__(self, zones, emit, misses=3, hold_ms=300):
        self._zones = [_Zone() for _ in range(zones)]
        self._emit = emit
        self._needed_misses = misses
        self._hold_ms = hold_ms

    def status(self, zone):
        """Return "ok" or "unknown".

        It is "unknown" while the reader is in trouble or was polled too seldom to say that
        nothing lies there.
        """
        z = self._zones[zone]
        return "ok" if z.polls >= self._needed_misses and not z.faulty else "unknown"

    def tags(self, zone, now):
        """Return (uid, ms since it came, foreign) of each tag that is believed."""
        return [
            (s.uid, (now - s.since) & _TICKS, s.foreign)
            for s in self._zones[zone].seen
            if s.present
        ]

    def came(self, zone):
        """Return how many tags have come since the board started."""
        return self._zones[zone].came

    def known(self, zone):
        """Return the UIDs worth selecting straight away.

        These are all that do not change by themselves, but for what was only passing and has not
        been read in the latest look.
        """
        return [
            s.uid for s in self._zones[zone].seen if not s.random and (not s.misses or _laid(s))
        ]

    def holds(self, zone):
        """Return True while a tag is kept in mind there, told or not."""
        return bool(self._zones[zone].seen)

    def nothing(self, zone, now):
        """Take a poll that nobody answered; allocate nothing while nothing is there."""
        z = self._zones[zone]
        if z.faulty or z.polls < self._needed_misses:
            self._heard(zone, z, now)
        if z.seen:
            self._miss_all(zone, z, now, False)
        if z.unread:
            self._all_read(zone, z, now)

    def seen(self, zone, tags, now, unread=False):
        """Take a poll that found `tags` (uid, foreign); True: one waits for its second read.

        `unread` says that somebody answered who could not be selected.
        """
        z = self._zones[zone]
        if z.faulty or z.polls < self._needed_misses:
            self._heard(zone, z, now)
        for s in z.seen:
            s.reads = -s.reads  # negative: not in this poll so far
        waiting = False
        left_out = None
        for tag in tags:
            s = self._read(zone, z, tag, now)
            if s is None:
                left_out = tag
            elif not s.present:
                waiting = True
        # Who is missing may be the one who could not be selected this time: that says nothing.
        missing = unread and any(s.reads < 0 for s in z.seen)
        self._miss_all(zone, z, now, True)
        self._crowd(zone, z, left_out)
        if unread and not missing:
            self._left_unread(zone, z, now)
        elif z.unread and not unread:
            self._all_read(zone, z, now)
        return waiting

    def arrived(self, zone, tags, now):
        """Take `tags` that came between two polls into a field that stayed on.

        Whoever is not among them may be there as before. Return True when one of them is told.
        """
        z = self._zones[zone]
        told = False
        left_out = None
        for tag in tags:
            s = self._find(z, tag)
            before = s is not None and s.present
            s = self._read(zone, z, tag, now)
            if s is None:
                left_out = tag
            elif s.present and not before:
                told = True
        if left_out is not None:
            self._crowd(zone, z, left_out)
        return told

    def unasked(self, ms, now):
        """Leave out the last `ms`, in which only new tags were asked: they end nobody's hold."""
        for z in self._zones:
            for s in z.seen:
                away = max(0, ((now - s.last) & _TICKS) - ms)
                s.last = (now - away) & _TICKS

    def _read(self, zone, z, tag, now):
        """Note that a tag was read, and tell of it if that makes it believed. None: no room."""
        s = self._find(z, tag)
        if s is None:
            if len(z.seen) >= MAX_TAGS and not self._make_room(zone, z, now):
                return None
            s = _Seen(tag, _is_random(tag), now)
            z.seen.append(s)
        else:
            s.reads = abs(s.reads) + 1
            s.lost += s.misses
            s.misses = 0
            s.last = now
        if tag.twice and s.reads < _NEEDED_READS:
            s.reads = _NEEDED_READS
        if not s.present and s.reads >= _NEEDED_READS:
            self._come(zone, s, tag, now)
        return s

    def _make_room(self, zone, z, now):
        """Tell that one tag is gone that passed by in a sweep; False: there is none."""
        for s in z.seen:
            held = _laid(s) or (now - s.last) & _TICKS < self._hold_ms
            if s.misses and s.present and not held:
                z.seen.remove(s)
                self._emit("-", zone, s.uid, "foreign" if s.foreign else None, s.reads, s.lost)
                return True
        return False

    def unread(self, zone):
        """Return True while it is reported that something there cannot be read."""
        z = self._zones[zone]
        return z.unread is not None and z.unread.told

    def _left_unread(self, zone, z, now):
        if z.unread is None:
            z.unread = _Unread(now)
        u = z.unread
        u.looks += 1
        u.misses = 0
        u.last = now
        since = (now - u.since) & _TICKS
        if not u.told and u.looks >= _UNREAD_LOOKS and since >= _UNREAD_MS:
            u.told = True
            self._emit("u", zone, b"", "unread")

    def _all_read(self, zone, z, now):
        u = z.unread
        u.misses += 1
        if u.misses >= self._needed_misses and (now - u.last) & _TICKS >= self._hold_ms:
            z.unread = None
            if u.told:
                self._emit("u", zone, b"", "ok")

    def fault(self, zone, why):
        """Report that the reader is in trouble; say it again only when it is another trouble."""
        z = self._zones[zone]
        if z.faulty != why:
            z.faulty = why
            self._emit("f", zone, b"", why)

    def _heard(self, zone, z, now):
        """Take a poll of a reader that was in trouble, or that has just begun."""
        z.polls = min(z.polls + 1, self._needed_misses)
        if z.faulty:
            for s in z.seen:
                s.misses = 0
                s.last = now
            z.faulty = None
            self._emit("f", zone, b"", "ok")

    def _find(self, z, tag):
        random = _is_random(tag)
        for s in z.seen:
            if s.uid == tag.uid or (random and s.random and s.reads < 0):
                return s
        return None

    def _come(self, zone, s, tag, now):
        self._zones[zone].came += 1
        s.present = True
        s.since = now
        s.uid = tag.uid
        self._emit("+", zone, s.uid, "foreign" if s.foreign else None)

    def _miss_all(self, zone, z, now, only_marked):
        gone = False
        for s in z.seen:
            if only_marked:
                if s.reads > 0:
                    continue
                s.reads = -s.reads
            s.misses += 1
            if s.misses >= self._needed_misses and (
                not s.present or (now - s.last) & _TICKS >= self._hold_ms
            ):
                gone = True
        if gone:
            self._leave(zone, z, now)

    def _leave(self, zone, z, now):
        gone = []
        for s in z.seen:
            if s.misses >= self._needed_misses:
                if not s.present or (now - s.last) & _TICKS >= self._hold_ms:
                    gone.append(s)
        for s in gone:
            z.seen.remove(s)
            if s.present:
                self._emit("-", zone, s.uid, "foreign" if s.foreign else None, s.reads, s.lost)

    def _crowd(self, zone, z, left_out):
        if left_out is None:
            z.crowded = z.crowded and len(z.seen) >= MAX_TAGS
        elif not z.crowded:
            z.crowded = True
            self._emit("f", zone, left_out.uid, "crowded")
