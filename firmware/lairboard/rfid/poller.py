"""The task that asks every reader in turn: even zones, then odd, so that neighbours never shine.

A cycle with nothing to tell is `step` and `sleep_ms` alone, and allocates nothing.
"""

import asyncio

from .reader import FAULT, PENDING, SILENT, ReaderFault, quiet

SETTLE_MS = 6  # the standard gives tags 5 ms of field; a sleep of n may last n - 1
HEALTH_MS = 1000
RETRY_MS = (1000, 2000, 4000, 8000)
_REST_MS = 5  # without field, so that every tag starts anew
_ALONE_MS = 60  # a field that a new tag came into stays on for so long
_SWEEP_MS = 250  # the same, once a second one has come
_LONGEST_SWEEP_MS = 1000  # the neighbours wait no longer
_TICKS = 0x3FFFFFFF

# What a zone's latest poll came to, beside the outcomes of MFRC522.check.
_NOTHING = 0xFF

_FIELD = 0
_LIGHT = 1
_ASK = 2
_HEAR = 3
_DARK = 4


class Poller:
    """`readers[i]` serves zone i. `cycles` grows with each round: the heartbeat."""

    def __init__(self, readers, presence, clock, period_ms=40):
        self.readers = readers
        self.presence = presence
        self.clock = clock
        self.period_ms = period_ms
        self.cycles = 0
        n = len(readers)
        self._groups = tuple(g for g in (tuple(range(0, n, 2)), tuple(range(1, n, 2))) if g)
        self._selections = [r.targets() for r in readers]
        self.trouble = [""] * n  # what the last fault of each reader said, "" while it works
        self._codes = [""] * n  # the code of that fault
        self._usable = bytearray(n)
        self._waiting = bytearray(n)
        self._outcome = bytearray([_NOTHING] * n)
        self._tries = [0] * n
        self._retry_at = [clock.ticks_ms()] * n
        self._health_at = [clock.ticks_ms()] * n
        self._jobs = []
        self._phase = _FIELD
        self._group = 0
        self._began = clock.ticks_ms()
        self._timeout_ms = max([r.timeout_ms for r in readers]) if readers else 0
        self._timeout_left = 0

    @property
    def at_rest(self):
        """Return True while no tag is talked to, so that a pause of some 50 ms harms nobody."""
        return self._phase == _FIELD and self._group == 0

    async def run(self):
        """Poll for ever; a reader in trouble is started again after 1, 2, 4, then every 8 s."""
        while True:
            ms = self.step()
            if ms >= 0:
                await self.clock.sleep_ms(ms)
            else:
                await self._work()

    async def ask(self, zone, job):
        """Run `await job(selection)` between two polls, the zone's field on; return its value."""
        entry = [zone, job, asyncio.Event(), None, None]
        self._jobs.append(entry)
        await entry[2].wait()
        if entry[4] is not None:
            raise entry[4]
        return entry[3]

    # -- the idle path: plain, no allocation ---------------------------------------------------

    def step(self):
        """Do what is due; return ms to sleep before the next step, or -1 with work to await."""
        if not self._groups:
            return -1 if self._jobs else self.period_ms
        if self._phase == _FIELD:
            return self._step_field()
        if self._phase == _LIGHT:
            return self._step_light()
        if self._phase == _ASK:
            return self._step_ask()
        return self._step_hear() if self._phase == _HEAR else self._step_dark()

    def _step_field(self):
        now = self.clock.ticks_ms()
        if self._group == 0:
            if self._has_work(now):
                return -1
            self._began = now
        for zone in self._groups[self._group]:
            if self._usable[zone]:
                reader = self.readers[zone]
                try:
                    if self._since(self._health_at[zone], now) >= HEALTH_MS:
                        self._health_at[zone] = now
                        reader.check_health()
                    reader.field_on()
                except (ReaderFault, OSError) as error:
                    self._fault(zone, error)
        self._timeout_left = self._timeout_ms
        self._phase = _LIGHT
        return self._step_light()

    def _step_light(self):
        if self._busy():
            return 1
        self._phase = _ASK
        return SETTLE_MS

    def _step_ask(self):
        for zone in self._groups[self._group]:
            if self._usable[zone]:
                try:
                    self.readers[zone].start_wake()
                    self._waiting[zone] = 1
                except OSError as error:
                    self._fault(zone, error)
        self._timeout_left = self._timeout_ms
        self._phase = _HEAR
        return 1

    def _step_hear(self):
        now = self.clock.ticks_ms()
        pending = False
        work = False
        for zone in self._groups[self._group]:
            if self._waiting[zone]:
                outcome = self._check(zone)
                if outcome == PENDING and self._timeout_left:
                    pending = True
                    continue
                self._waiting[zone] = 0
                hidden = self.readers[zone].hides and self.presence.holds(zone)
                if outcome == SILENT and not hidden:
                    self.presence.nothing(zone, now)
                else:
                    self._outcome[zone] = outcome
                    work = True
        if pending:
            self._timeout_left -= 1
            return 1
        return -1 if work else self._rest()

    def _check(self, zone):
        try:
            return self.readers[zone].check()
        except OSError:
            return FAULT

    def _rest(self):
        """Switch the fields off; return the ms to wait until they are."""
        for zone in self._groups[self._group]:
            if self._usable[zone]:
                try:
                    self.readers[zone].field_off()
                except OSError as error:
                    self._fault(zone, error)
        self._timeout_left = self._timeout_ms
        self._phase = _DARK
        return self._step_dark()

    def _step_dark(self):
        """Go on to the next group, or to the pause at the cycle's end, once no chip is busy."""
        if self._busy():
            return 1
        self._phase = _FIELD
        self._group += 1
        if self._group < len(self._groups):
            return self._step_field()
        self._group = 0
        self.cycles += 1
        left = self.period_ms - self._since(self._began, self.clock.ticks_ms())
        return left if left > _REST_MS else _REST_MS

    def _busy(self):
        """Return True while a chip of this group does what it was told, and may take its time."""
        busy = False
        for zone in self._groups[self._group]:
            if self._usable[zone]:
                try:
                    if self.readers[zone].pump():
                        busy = True
                except OSError as error:
                    self._fault(zone, error)
        self._timeout_left -= 1
        return busy and self._timeout_left >= 0

    @staticmethod
    def _since(then, now):
        return (now - then) & _TICKS

    def _has_work(self, now):
        if self._jobs:
            return True
        for zone in range(len(self.readers)):
            if not self._usable[zone] and self._due(zone, now):
                return True
        return False

    def _due(self, zone, now):
        # Half the range: a time that is still to come counts as a huge age.
        return self._since(self._retry_at[zone], now) <= _TICKS >> 1

    # -- work that is awaited --------------------------------------------------------------------

    async def _work(self):
        if self._phase == _HEAR:
            newly = []
            for zone in self._groups[self._group]:
                outcome = self._outcome[zone]
                if outcome != _NOTHING:
                    self._outcome[zone] = _NOTHING
                    if await self._read(zone, outcome):
                        newly.append(zone)
            if newly:
                await self._sweep(newly)
            await self.clock.sleep_ms(self._rest())
            return
        now = self.clock.ticks_ms()
        for zone in range(len(self.readers)):
            if not self._usable[zone] and self._due(zone, now):
                await self._start(zone)
        while self._jobs:
            await self._do(self._jobs.pop(0))

    async def _read(self, zone, outcome):
        """Tell who is in a field that has answered. True: somebody new has come."""
        before = self.presence.came(zone)
        try:
            if outcome in (FAULT, PENDING):
                raise ReaderFault(self.readers[zone].why(outcome))
            if await self._look(zone, outcome == SILENT) and await self._selections[zone].wake():
                await self._look(zone)  # somebody new: a second, independent read at once
        except (ReaderFault, OSError) as error:
            self._fault(zone, error)
        return self.presence.came(zone) != before

    async def _sweep(self, zones):
        """Keep these fields on and tell whoever comes next, as of cards drawn across a reader."""
        began = last = self.clock.ticks_ms()
        timeout = _ALONE_MS
        while True:
            for zone in zones:
                if self._usable[zone] and await self._has_arrived(zone):
                    last = self.clock.ticks_ms()
                    timeout = _SWEEP_MS
            now = self.clock.ticks_ms()
            if self._since(last, now) >= timeout or self._since(began, now) >= _LONGEST_SWEEP_MS:
                self.presence.unasked(self._since(began, now), now)
                return
            await self.clock.sleep_ms(1)

    async def _has_arrived(self, zone):
        try:
            tags = await self._selections[zone].arrivals()
        except (ReaderFault, OSError) as error:
            self._fault(zone, error)
            return False
        return self.presence.arrived(zone, tags, self.clock.ticks_ms())

    async def _look(self, zone, silent=False):
        """Tell presence who is there; True: one waits for its second read."""
        selection = self._selections[zone]
        found = await selection.inventory(self.presence.known(zone))
        if silent and not found:
            self.presence.nothing(zone, self.clock.ticks_ms())
            return False
        return self.presence.seen(zone, found, self.clock.ticks_ms(), selection.unread)

    async def _start(self, zone):
        reader = self.readers[zone]
        again = self._tries[zone] or reader.version
        try:
            await reader.init()
        except (ReaderFault, OSError) as error:
            self._fault(zone, error)
            return
        if again:
            reader.reinits += 1
        self._usable[zone] = 1
        self.trouble[zone] = self._codes[zone] = ""
        self._tries[zone] = 0
        self._health_at[zone] = self.clock.ticks_ms()

    async def _do(self, entry):
        reader = self.readers[entry[0]]
        if not self._usable[entry[0]]:
            # What it was given up for stays its trouble, and its next start is not put off.
            entry[4] = ReaderFault(self._codes[entry[0]] or reader.why(PENDING))
            entry[2].set()
            return
        try:
            reader.field_on()
            try:
                await quiet(reader)
                await self.clock.sleep_ms(SETTLE_MS)
                entry[3] = await entry[1](self._selections[entry[0]])
            finally:
                reader.field_off()
            await quiet(reader)
        except Exception as error:
            entry[4] = error
            if isinstance(error, (ReaderFault, OSError)):
                entry[4] = self._fault(entry[0], error)
        entry[2].set()

    def _fault(self, zone, error):
        """Give a reader up until its next start; return the ReaderFault that `error` is."""
        reader = self.readers[zone]
        if not isinstance(error, ReaderFault):  # the bus itself failed: nobody acknowledged
            error = ReaderFault(reader.why(FAULT), str(error))
        reader.faults += 1
        self._usable[zone] = 0
        self._waiting[zone] = 0
        tries = self._tries[zone]
        self._tries[zone] = min(tries + 1, len(RETRY_MS) - 1)
        self._retry_at[zone] = (self.clock.ticks_ms() + RETRY_MS[tries]) & _TICKS
        self.trouble[zone] = str(error)
        self._codes[zone] = error.code
        self.presence.fault(zone, error.code)
        try:
            reader.quit()  # a field that stays on would blind the neighbours
        except OSError:
            pass
        return error
