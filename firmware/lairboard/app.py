"""The board's program.

Readers feed the ring, the ring feeds the link, the link feeds the lights.
"""

import asyncio
import gc
import os
import sys

import boards

from lairboard import VERSION, boot_trial, ring
from lairboard.boot_trial import BootTrial
from lairboard.commands import Commands
from lairboard.config import Config, readers_of
from lairboard.erased_block import ErasedBlock
from lairboard.files import Files
from lairboard.health import Health, bites
from lairboard.journal import SIZE, Journal
from lairboard.journal_policy import JournalPolicy
from lairboard.link import ble
from lairboard.link.line import Line
from lairboard.link.session import LIVE, Session
from lairboard.log_ring import LogRing
from lairboard.survey import CountingPoller, CountingPresence
from lairboard.tag_memory import TagMemory
from lairboard.ui.buzzer import Buzzer
from lairboard.ui.leds import Leds
from lairboard.ui.oled import Oled

HOUSEKEEPING_MS = 50
NOBODY = "... lairkeeper serve"  # on the screen while no host is there
PERIOD_MS = 40
LONE_PERIOD_MS = 18  # a lone reader has no neighbours to wait for: a tag is told within 30 ms
LYING_MS = 1500  # tags seen this soon after a reader's start lay there before it


class DeviceInfo:
    """The board's description of itself."""

    def __init__(self, device, hw):
        self.device = device
        self.boot = os.urandom(4).hex()
        self.fw = boot_trial.name(VERSION)
        self.hw = hw
        self.caps = ["led", "buz", "tag"]


class App:
    """One board with its readers. `wiring` is an object as in boards/pico_w.py."""

    def __init__(self, config, wiring):
        zones = config["zones"]
        self.config = config
        self.wiring = wiring
        self.zones = zones
        self.clock = clock = wiring.clock
        self.ring = ring.Ring()
        for i, zone in enumerate(zones):
            if zone not in config["loose"]:
                self.ring.scoring |= 1 << i
        self.leds = Leds(wiring.pixels(len(zones)), len(zones), config["brightness"])
        self.buzzer = Buzzer(wiring.buzzer(), config["sound"], config["volume"])
        self.screen = screen_of(config, wiring)
        self.readers = wiring.readers(readers_of(config), config["irq"])
        self.presence = CountingPresence(len(zones), self._emit, config["misses"], config["hold"])
        period = config["period"] or _period(len(zones))
        self.poller = CountingPoller(self.readers, self.presence, clock, period)
        self.tag_memory = TagMemory(self)
        self.device_info = DeviceInfo(config["device"] or wiring.serial(), wiring.hw)
        if self.screen:
            self.device_info.caps.append("disp")
            self.screen.show(self.device_info.device, NOBODY, clock.ms())
        flash = wiring.flash()
        ahead = ErasedBlock(Files(), flash, SIZE) if flash else None
        self.journal = Journal(Files(), self.device_info.boot, ahead)
        self.journal_policy = JournalPolicy(self.ring, self.journal, zones)
        self.lines = [self._line(wiring.port(), Commands(self))]
        self.ble_supervisor = None
        radio = wiring.radio(self.device_info.device) if config["secret"] else None
        if radio:
            commands = Commands(self, guarded=True)
            self.lines.append(
                self._line(
                    radio, commands, guarded=True, window=ble.WINDOW, resend_ms=ble.RESEND_MS
                )
            )
            self.ble_supervisor = ble.BleSupervisor(radio, self._reset_soon, self.log)
        self.radio = radio
        heartbeats = {"link": lambda: self.lines[0].beats, "readers": lambda: self.poller.cycles}
        self.health = Health(heartbeats, self._watchdog, clock.ms())
        self.log_ring = LogRing()
        self.started = wiring.why_started()
        self.bites = bites(self.started, Files())
        self.seconds_at_start = None  # since 1970, once a host has told the time
        self.reset_at = 0
        self.boot_trial = BootTrial(clock.ms())
        self._buttons = [
            (name, pin, [1, 1]) for name, pin in zip(config["buttons"], wiring.buttons())
        ]
        self._known_at = [None] * len(zones)
        self._tell_anew = False  # what readers cannot read, as a host has just come
        self._told = [False] * len(zones)  # whether a snapshot was sent since the reader is known
        self.log("info", "%s started (%s)" % (self.device_info.fw, self.started))
        if config.trouble:
            self.log("warn", "settings damaged: %s" % config.trouble)

    async def run(self):
        """Run everything, for ever."""
        tasks = [asyncio.create_task(self.poller.run())]
        tasks.append(asyncio.create_task(self.lines[0].run()))
        ble_task = None
        while True:
            now = self.clock.ms()
            for task in tasks:
                if task.done():
                    await task  # raises what ended it
            if self.radio:
                ble_task = await self._run_ble(ble_task, self.radio)
            self._look_at_zones(now)
            self._look_at_buttons(now)
            for line in self.lines:
                line.tick()
            if self.ble_supervisor:
                cable, bluetooth = [line.session for line in self.lines]
                self.ble_supervisor.tick(
                    now,
                    bluetooth.on_the_way(),
                    bluetooth.heard_at,
                    bluetooth.state == LIVE,
                    cable.state == LIVE,
                )
            self.leds.tick(now)
            self.buzzer.tick(now)
            if self.screen:
                self.screen.tick(now)
            self.health.tick(now)
            self._keep_unsafe(now)
            if self.boot_trial.over(now):
                self.reset_at = now
            if self.reset_at and now >= self.reset_at:
                self.wiring.reset()
            busy = any(line.session.out for line in self.lines)
            await asyncio.sleep_ms(5 if busy else HOUSEKEEPING_MS)

    @property
    def live(self):
        """Return True while a host takes our events."""
        return any(line.session.state == LIVE for line in self.lines)

    def log(self, level, text):
        """Add a line to the board's own log, and send it to the host that listens."""
        now = self.clock.ms()
        self.log_ring.add(level, now, text)
        for line in self.lines:
            line.session.log(level, text, now)

    def snapshot(self):
        """Yield (zone, status, [[uid, age in ms], ...]) of every zone."""
        now = self.clock.ticks_ms()
        for i, zone in enumerate(self.zones):
            tags = [[bytes(uid).hex(), age] for uid, age, _ in self.presence.tags(i, now)]
            yield zone, self.presence.status(i), tags

    def _line(self, port, commands, **options):
        session = Session(
            self.ring,
            self.device_info,
            self.zones,
            self.snapshot,
            commands,
            self._safe,
            lambda state: self._link_changed(session, state),
            _nonce,
            self.journal,
            lambda: self.config["secret"],
            **options,
        )  # type: Session
        return Line(port, session, self.clock)

    async def _run_ble(self, task, radio):
        """Return the task of the Bluetooth line; start it when there is none.

        A task that failed ends nothing but its connection. It begins anew with the radio.
        """
        if task and task.done():
            try:
                await task
            except Exception as error:
                radio.fail(error)
                self.lines[1].session.lost()
            task = None
        if task is None and not radio.trouble:
            task = asyncio.create_task(self.lines[1].run())
        return task

    def radio_state(self):
        """Return "off" (not paired), "none" (no Bluetooth here), "on", or what it failed with."""
        if not self.config["secret"]:
            return "off"
        return (self.radio.trouble or "on") if self.radio else "none"

    def _reset_soon(self):
        self.reset_at = self.clock.ms()

    def _watchdog(self):
        watchdog = self.wiring.watchdog()
        self.boot_trial.alive()
        return watchdog

    def _keep_unsafe(self, now):
        # Writing to the flash stops everything else, so never while a tag is talked to.
        # (journal_policy.py: a write for less than 5 ms, an erase only in a pause.)
        ending = self.reset_at and now >= self.reset_at
        if self.poller.at_rest or ending:
            urgent = bool(ending or self.health.stalled)
            for zone in self.journal_policy.tick(now, self.live, urgent):
                self.leds.show(zone, "amber", now)

    def _emit(self, kind, zone, uid, extra, reads=0, lost=0):
        now = self.clock.ms()
        if kind == "f":
            word = (extra or "unknown").encode()[:12]
            self._put(ring.FAULT, zone, now, word)
            self.log("warn", "reader %s: %s" % (self.zones[zone], extra))
            return
        if kind == "u":
            self._tell_unread(zone, extra)
            return
        if self._known_at[zone] is None:
            self._known_at[zone] = now
        flag = 1 if extra == "foreign" else 0
        if kind == "+" and now - self._known_at[zone] < LYING_MS:
            flag |= 2
        self._put(ord(kind), zone, now, uid, flag | ring.looks(reads, lost))

    def _tell_unread(self, zone, word):
        # Only to a host that is there: scans need the ring's room. A later one is told anew.
        if self.live:
            self._put(ring.UNREAD, zone, self.clock.ms(), word.encode())
            self.log("info", "reader %s: %s" % (self.zones[zone], word))

    def _put(self, kind, zone, now, data, flag=0):
        if not self.ring.put(kind, zone, now, data, len(data), flag) and zone != ring.NO_ZONE:
            self.leds.show(zone, "refused", now)
        for line in self.lines:
            line.kick()

    def _safe(self, zone, kind):
        if kind == ring.PLACED or kind == ring.TAPPED:
            self.leds.show(zone, "safe", self.clock.ms())

    def _link_changed(self, session, state):
        if state == LIVE:  # one host at a time, over one line at a time
            self._tell_anew = True
            self.log_ring.add("info", self.clock.ms(), "a host listens")
            self.boot_trial.confirm()
            for line in self.lines:
                if line.session is not session:
                    line.session.taken()
        elif self.screen and not self.live:
            self.screen.show(self.device_info.device, NOBODY, self.clock.ms())
        for i in range(len(self.zones)):
            self._show_base(i)

    def _look_at_zones(self, now):
        for i in range(len(self.zones)):
            if self._known_at[i] is None and self.presence.status(i) == "ok":
                self._known_at[i] = now
            if not self._told[i] and self.presence.status(i) == "ok":
                self._told[i] = True
                for line in self.lines:
                    line.session.show_all(now)
            self._show_base(i)
        if self._tell_anew:
            self._tell_anew = False
            for i in range(len(self.zones)):
                if self.presence.unread(i):
                    self._tell_unread(i, "unread")

    def _show_base(self, zone):
        known = self.presence.status(zone) == "ok" or self._known_at[zone] is None
        self.leds.base(zone, "fault" if not known else "ready" if self.live else "lost")

    def _look_at_buttons(self, now):
        for name, pin, seen in self._buttons:
            level = pin()
            if level == 0 and seen[0] == 0 and seen[1] == 1:  # down twice after up
                self._put(ring.BUTTON, ring.NO_ZONE, now, name.encode())
                seen[1] = 0
            elif level and seen[0]:
                seen[1] = 1
            seen[0] = level


def screen_of(config, wiring):
    """Return the screen that the settings name, or None."""
    if not config["screen"]:
        return None
    try:
        import framebuf
    except ImportError:
        return None
    return Oled(wiring.i2c(), framebuf, config["screen"])


def _period(readers):
    return LONE_PERIOD_MS if readers == 1 else PERIOD_MS


def _nonce():
    return os.urandom(8).hex()


def load_wiring(config):
    """Return the wiring that the settings name, or the one for this board."""
    name = config["wiring"] or boards.by_machine(getattr(sys.implementation, "_machine", "?"))
    return __import__(name, None, None, ("Wiring",)).Wiring()


def main():
    """Run the board until a task fails; return at once in safe mode."""
    config = Config()
    wiring = load_wiring(config)
    if wiring.safe_mode() or boot_trial.stay_at_prompt():
        boot_trial.hold()
        print("safe mode: the program was not started")
        return
    wiring.take_port()
    app = App(config, wiring)
    gc.collect()
    asyncio.run(app.run())
