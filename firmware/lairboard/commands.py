"""The commands that a host may send: "C" frames, answered with (ok, value).

See docs/protocol.md, "Commands".
"""

import gc

from lairboard import boot_trial, survey
from lairboard.link.frame import MAX_SEQ, text, whole
from lairboard.ui.leds import PATTERNS

VERDICTS = ("applied", "asked", "refused")


class Commands:
    """The commands of a board, called as command(op, args).

    A call raises ValueError, TypeError or IndexError for wrong arguments. `guarded` says that the
    commands come over the air, where the pairing secret cannot be set.
    """

    def __init__(self, app, guarded=False):
        self._app = app
        self._guarded = guarded

    def __call__(self, op, args):
        """Do command `op`; return (ok, value), or (LATER, start) when the answer takes time."""
        if op in VERDICTS:
            return self._verdict(op, args)
        do = getattr(self, "_op_" + op, None)
        if do is None:
            return False, "this firmware does not know %s" % op[:40]
        return do(args)

    def _verdict(self, op, args):
        app = self._app
        now = app.clock.ms()
        whole(args[0], 0, MAX_SEQ)
        zone = text(args[1], 12)
        if zone:
            app.leds.show(self._zone(zone), op, now)
        app.buzzer.play(op, now)
        return True, None

    def _op_led(self, args):
        zone, pattern = self._zone(args[0]), args[1]
        rgb = args[2] if len(args) > 2 else None
        ms = args[3] if len(args) > 3 else None
        if pattern not in PATTERNS:
            return False, "patterns: " + " ".join(sorted(PATTERNS))
        if rgb is not None:
            red, green, blue = rgb
            rgb = whole(red, 0, 255), whole(green, 0, 255), whole(blue, 0, 255)
        if ms is not None:
            whole(ms, 0, 60000)
        self._app.leds.show(zone, pattern, self._app.clock.ms(), rgb, ms)
        return True, None

    def _op_buz(self, args):
        hz, ms, times = args
        whole(hz, 20, 20000)
        whole(ms, 1, 5000)
        whole(times, 1, 20)
        self._app.buzzer.beep(hz, ms, times, self._app.clock.ms())
        return True, None

    def _op_disp(self, args):
        app = self._app
        words, ms = text(args[0], 120), whole(args[1], 0, 60000)
        title = text(args[2] if len(args) > 2 else "", 16)
        if not app.screen:
            return False, "this board has no screen: cfg set screen ssd1306 where one is wired"
        app.screen.show(title, words, app.clock.ms(), ms)
        return True, None

    def _op_cfg(self, args):
        config = self._app.config
        if args[0] == "get":
            if len(args) == 1:
                return True, [name for name in config.values if name != "secret"]
            if args[1] not in config.values:
                return False, "there is no setting %s" % args[1]
            if args[1] == "secret":
                return True, "set" if config["secret"] else ""
            return True, config[args[1]]
        if args[0] != "set":
            raise ValueError("cfg get NAME, or cfg set NAME VALUE")
        if args[1] == "secret" and self._guarded:
            return False, "the pairing secret is set over USB only"
        try:
            config.set(args[1], args[2])
        except OSError:
            return False, "flash full or worn: free room or take another board; nothing changed"
        if args[1] == "secret":
            return True, "from the next greeting"
        return True, "after the next reset"

    def _op_zone(self, args):
        bit = 1 << self._zone(args[0])
        if args[1] == "scoring":
            self._app.ring.scoring |= bit
        elif args[1] == "loose":
            self._app.ring.scoring &= ~bit
        else:
            raise ValueError("zone NAME scoring, or zone NAME loose")
        return True, None

    def _op_stat(self, args):
        app = self._app
        sessions = [line.session for line in app.lines]
        gc.collect()
        return True, {
            "ms": app.clock.ms(),
            "free": gc.mem_free() if hasattr(gc, "mem_free") else 0,
            "waiting": app.ring.count,
            "refused": app.ring.refused,
            "kept": len(app.journal.old),
            "resends": sum([one.resends for one in sessions]),
            "bad": sum([one.reader.bad for one in sessions]),
            "dropped": sum([one.reader.dropped for one in sessions]),
            "cycles": app.poller.cycles,
            "stalled": app.health.stalled,
            "flash": app.journal.failed,
            "faults": [reader.faults for reader in app.readers],
            "reinits": [reader.reinits for reader in app.readers],
            "started": app.started,
            "bites": app.bites,
            "settings": app.config.trouble,
            "radio": app.radio_state(),
            "form": boot_trial.FORM,
        }

    def _op_test(self, args):
        zone = self._zone(args[0])
        reader = self._app.readers[zone]
        value = {
            "status": self._app.presence.status(zone),
            "chip": reader.version_name(),
            "bus": reader.transport.name,
            "faults": reader.faults,
            "reinits": reader.reinits,
            "trouble": self._app.poller.trouble[zone],
        }
        return True, value

    def _op_looks(self, args):
        return True, survey.told(self._app, self._zone(args[0]))

    def _op_time(self, args):
        app = self._app
        if args:
            app.wiring.set_time(whole(args[0], 0, MAX_SEQ))
            app.seconds_at_start = args[0] - app.clock.ms() // 1000
        unix = app.seconds_at_start and app.seconds_at_start + app.clock.ms() // 1000
        return True, [app.clock.ms(), unix]

    def _op_log(self, args):
        return True, self._app.log_ring.after(whole(args[0], 0, MAX_SEQ) if args else 0)

    def _op_fw(self, args):
        if not args:
            return True, boot_trial.pointer()
        if args[0] != "back":
            raise ValueError("fw, or fw back")
        try:
            if not boot_trial.go_back():
                return False, "there is no release before this one on the board"
        except OSError:
            return False, "the flash refused"
        self._app.reset_at = self._app.clock.ms() + 200
        return True, boot_trial.pointer()

    def _op_rd(self, args):
        return self._app.tag_memory.read(self._zone(args[0]), args[1], args[2], args[3])

    def _op_wr(self, args):
        return self._app.tag_memory.write(self._zone(args[0]), args[1], args[2], args[3])

    def _op_ndef(self, args):
        zone, uid = self._zone(args[1]), args[2]
        if args[0] == "get":
            return self._app.tag_memory.read_records(zone, uid)
        if args[0] == "piece":
            force = len(args) > 6 and args[6] is True
            return self._app.tag_memory.write_piece(zone, uid, args[3], args[4], args[5], force)
        raise ValueError("ndef get ZONE UID, or ndef piece ZONE UID GAME COMPONENT COPY")

    def _op_reset(self, args):
        if args and args[0] == "prompt":
            if self._guarded:
                return False, "the prompt is opened over USB only"
            try:
                boot_trial.ask_for_prompt()
            except OSError:
                return False, "the flash is full: hold the first button while the board starts"
        self._app.reset_at = self._app.clock.ms() + 200
        return True, None

    def _zone(self, name):
        if name not in self._app.zones:
            raise ValueError("zones: " + " ".join(self._app.zones))
        return self._app.zones.index(name)
