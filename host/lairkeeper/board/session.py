"""The host's half of a link, sans I/O: greets, commits, acknowledges, resumes, commands (docs/protocol.md).

Bytes come in through `feed`, go out through `outgoing`, time is passed in as milliseconds of any steady clock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import msgspec

from lairkeeper.board import fields
from lairkeeper.board.clock_offset import ClockOffset
from lairkeeper.board.commands import CommandQueue, OnReply
from lairkeeper.board.events import FAULT, GAP, TOMBSTONE, UNREAD, BoardEvent, EventInbox, ZoneSnapshot
from lairkeeper.board.frame import FrameReader, LinkFrame, encode
from lairkeeper.board.hello import Hello
from lairkeeper.board.pairing_proof import Secrets, make_proof, same_proof
from lairkeeper.board.snapshot import WAIT_MS, SnapshotBuilder
from lairkeeper.board.status import MESSAGES, LinkState, LinkStatus

MAJOR = 1
APP = "lairkeeper"
HELLO_MS = 500
IDLE_MS = 2000
MISSED = 3
SYNC_MS = 10_000
BATCH = 8
SILENT_HELLOS = 6
REPL_SIGNS = (b">>> ", b"raw REPL", b"Traceback", b"MPY: soft reboot")
ALIVE = (LinkState.REPLAY, LinkState.UP)
ANSWERED = (*ALIVE, LinkState.STANDBY)
REFUSALS = {"taken": "two-hosts", "proof": "wrong-proof", "unpaired": "board-unpaired"}
VERDICTS = ("applied", "asked", "refused")

Happening: TypeAlias = tuple[str, str, tuple[Any, ...]]
"""Kind, zone and data of an event."""
OnEvents: TypeAlias = Callable[[tuple[BoardEvent, ...]], None]
OnSnapshot: TypeAlias = Callable[[tuple[ZoneSnapshot, ...]], None]
OnStatus: TypeAlias = Callable[[LinkStatus], None]


class HostSession:
    """One port's session. Events are handed to ``on_events``, by `tell`, after they were committed to the inbox.

    ``device`` pins the session to one board: another one on the same port is refused. ``wall`` gives seconds since
    the epoch and is read together with ``now_ms``. ``guarded`` is a line that strangers can reach, such as radio:
    there both sides must prove that they know the secret that ``pairings`` gives for a device. Nothing here raises on
    what a board sends.
    """

    def __init__(
        self,
        inbox: EventInbox,
        *,
        on_events: OnEvents | None = None,
        on_snapshot: OnSnapshot | None = None,
        on_status: OnStatus | None = None,
        device: str | None = None,
        wall: Callable[[], float] = time.time,
        nonce: Callable[[], str] = lambda: secrets.token_hex(8),
        pairings: Secrets | None = None,
        guarded: bool = False,
    ) -> None:
        self.status = LinkStatus()
        self.device = device
        self.hold = False
        """Greet, but let another line have the events: see `give_way` and `go_on`."""
        self._pairings = pairings
        self._guarded = guarded
        self._proof: str | None = None
        self._inbox = inbox
        self._on_events = on_events
        self._on_snapshot = on_snapshot
        self._on_status = on_status
        self._wall = wall
        self._make_nonce = nonce
        self._reader = FrameReader()
        self._out = bytearray()
        self._commands = CommandQueue(self._send)
        self._offset = ClockOffset()
        self._nonce = ""
        self._nonces: list[str] = []  # of earlier hellos, which may still be answered
        self._expected = 1  # the seq that comes next
        self._committed = 0  # the seq up to which the inbox has everything
        self._ack_due = False
        self._pending: list[BoardEvent] = []
        self._snapshot = SnapshotBuilder()
        self._news: list[Callable[[], None]] = []  # what to tell our user once the bytes are dealt with
        self._heard_at = 0.0
        self._asked = 0
        self._synced_at = 0.0
        self._hello_at = 0.0
        self._hellos = 0

    def open(self, port: str, now_ms: float) -> None:
        """Greet the board at a port that was opened."""
        self._reader.forget()
        self._reader.console = b""
        self._heard_at = now_ms
        self._set(port=port, boot="", zones={}, console="")
        self._greet(now_ms)

    def close(self, message: str = "closed", **args: Any) -> None:
        """End the session, because the port is gone. What was committed stays, the rest comes again."""
        self._reader.forget()
        self._forget_session()
        self._out.clear()
        self._set(state=LinkState.CLOSED, message=message, args=args)

    def feed(self, data: bytes, now_ms: float) -> None:
        """Take bytes from the board."""
        for items in self._reader.feed(data):
            self._heard_at = now_ms
            self._asked = 0
            try:
                self._take(items, now_ms)
            except (TypeError, ValueError, IndexError):
                self._reader.bad += 1
        self._commit(now_ms)
        self._look_at_console()

    def tick(self, now_ms: float) -> None:
        """Do what is due: greet, keep alive, send again, notice a silent board."""
        if self.status.state in ANSWERED:
            self._keep_alive(now_ms)
        elif self.status.state in (LinkState.GREETING, LinkState.REPL) and now_ms - self._hello_at >= HELLO_MS:
            self._hello(now_ms)

    def deadline(self) -> float | None:
        """Return when `tick` is wanted next, in ms of the same clock; None while nothing is due."""
        match self.status.state:
            case LinkState.GREETING | LinkState.REPL:
                return self._hello_at + HELLO_MS
            case LinkState.REPLAY | LinkState.UP | LinkState.STANDBY:
                due = [self._heard_at + IDLE_MS * (self._asked + 1), self._synced_at + SYNC_MS]
                due += [at for at in (self._commands.deadline(), self._snapshot.due) if at is not None]
                return min(due)
        return None

    def outgoing(self) -> bytes:
        """Return the bytes to send now, each of them once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def tell(self) -> None:
        """Call back: events, snapshots, statuses, answers. After the bytes were sent, so that *safe* waits for nobody.

        What is raised there comes out here: it is not the board's doing.
        """
        while self._news:
            self._news.pop(0)()

    def give_way(self) -> None:
        """Leave the events to another line to the same board from here on; this one stays greeted."""
        self.hold = True
        if self.status.state in ALIVE:
            self._forget_session()
            self._set(state=LinkState.STANDBY, message="standby", args={"device": self.status.device})

    def go_on(self, now_ms: float) -> None:
        """Take over the events on this line from here on."""
        self.hold = False
        if self.status.state is LinkState.STANDBY:
            self._greet(now_ms)  # the board's numbers have moved on since the last hello

    def command(self, op: str, *args: Any, now_ms: float, on_reply: OnReply | None = None) -> bool:
        """Ask the board for something; return False when no session is up (then nothing is sent and nobody answers)."""
        if self.status.state not in ALIVE:
            return False
        self._commands.add(op, args, on_reply and partial(self._answered, on_reply), now_ms)
        return True

    def feedback(self, event: BoardEvent, verdict: str, now_ms: float) -> bool:
        """Show at the reader what the rules made of an event: applied, asked or refused."""
        if verdict not in VERDICTS:
            raise ValueError(f"verdicts are {', '.join(VERDICTS)}, not {verdict}")
        if event.device != self.status.device:
            return False
        return self.command(verdict, event.seq, event.zone, now_ms=now_ms)

    def _answered(self, on_reply: OnReply, ok: bool, value: Any) -> None:
        self._news.append(partial(on_reply, ok, value))

    def _take(self, items: LinkFrame, now_ms: float) -> None:
        match items:
            case ["h", *_]:
                self._greeted(items, now_ms)
            case ["?", *_] if self.status.state in ANSWERED:
                self._greet(now_ms)
            case ["P", sent, *_] if self.status.state in ANSWERED:
                self._send(["p", fields.whole(sent, -fields.MAX_MS, fields.MAX_MS), round(now_ms)])
            case _ if self.status.state in ALIVE:
                self._hear(items, now_ms)

    def _hear(self, items: LinkFrame, now_ms: float) -> None:
        match items:
            case ["E", seq, ms, kind, zone, *data]:
                self._event(self._read(seq, ms, fields.event(kind, zone, data), now_ms=now_ms), now_ms)
            case ["J", boot, seq, ms, age, kind, zone, *data]:
                self._replay(self._old(boot, seq, ms, age, fields.event(kind, zone, data), now_ms=now_ms), now_ms)
            case ["S", seq, zone, status, tags, *_]:
                self._snapshot.add(self._zone(seq, zone, status, tags, now_ms))
            case ["s", seq, n, *_]:
                seq, n = fields.whole(seq, 0, fields.MAX_SEQ), fields.whole(n, 0, fields.MAX_ZONES)
                self._end_of_snapshot(seq, n, now_ms)
            case ["p", sent, board_ms, *_]:
                sent = fields.whole(sent, -fields.MAX_MS, fields.MAX_MS)
                self._offset.sample(sent, fields.whole(board_ms, 0, fields.MAX_MS), now_ms)
            case ["R", number, bool(ok), value, *_]:
                self._commands.reply(fields.whole(number, 1, fields.MAX_SEQ), ok, value, now_ms)
            case ["L", level, ms, words, *_]:
                level, ms = fields.text(level, fields.LONGEST_WORD), fields.whole(ms, 0, fields.MAX_MS)
                self._set(log=(*self.status.log, f"{ms / 1000:.3f} {level} {fields.line(words)[:200]}")[-50:])
            case ["!", code, *words]:
                code = fields.text(code, fields.LONGEST_WORD, 1)
                self._turned_away(code, fields.line(words[0]) if words else code)
            case ["E" | "J" | "S" | "s" | "p" | "R" | "L" | "!", *_]:
                raise ValueError("a frame that lacks something")

    def _zone(self, seq: Any, zone: Any, status: Any, tags: Any, now_ms: float) -> ZoneSnapshot:
        """Return one reader of a snapshot."""
        return ZoneSnapshot(
            self.status.device, self.status.boot, fields.whole(seq, 0, fields.MAX_SEQ), self._epoch(now_ms, now_ms),
            fields.zone(zone), fields.text(status, fields.LONGEST_WORD, 1), fields.tags(tags),
        )  # fmt: skip

    def _turned_away(self, code: str, words: str) -> None:
        message = REFUSALS.get(code, "refused")
        args = {"device": self.status.device, "port": self.status.port, "words": words[:200]}
        self._refuse(message, **{name: args[name] for name in MESSAGES[message]})

    def _end_of_snapshot(self, seq: int, n: int, now_ms: float) -> None:
        self._commit(now_ms)
        if self._snapshot.end(seq, n):
            self._use_snapshot(now_ms)
        else:
            self._go(now_ms)

    def _greeted(self, items: LinkFrame, now_ms: float) -> None:
        major, nonce = fields.whole(items[1], 0, fields.MAX_SEQ), fields.text(items[2], fields.LONGEST_NAME)
        if self.status.state in ANSWERED and nonce == self._nonce:
            return  # an answer to a hello that was sent twice
        if nonce != self._nonce:
            # While greeting it may be an answer to the host that was here before us.
            if nonce not in self._nonces and self.status.state in ANSWERED:
                self._refuse("two-hosts", port=self.status.port)
            return
        if major != MAJOR:
            self._refuse("other-version", ours=MAJOR, theirs=major)
            return
        hello = Hello.read(items)
        board_nonce, proof = fields.text(items[3], fields.LONGEST_NAME), items[4]
        if proof is not None:
            proof = fields.text(proof, fields.LONGEST_NAME)
        if self.device is not None and hello.device != self.device:
            self._refuse("other-board", wanted=self.device, found=hello.device)
            return
        if self._guarded and not self._proven(hello, board_nonce=board_nonce, proof=proof):
            return
        self._expected = hello.resume_after(self._last(hello.device))
        self._committed = self._expected - 1
        self._commands.lost()
        self._synced_at = now_ms
        state = LinkState.STANDBY if self.hold else LinkState.REPLAY
        self._set(
            state=state,
            message=state.value,
            args={"device": hello.device},
            device=hello.device,
            boot=hello.boot,
            firmware=hello.firmware,
            hardware=hello.hardware,
            caps=hello.caps,
            sessions=self.status.sessions + 1,
        )
        self._ask_sync(now_ms)
        if not self.hold:
            self._go(now_ms)

    def _proven(self, hello: Hello, *, board_nonce: str, proof: Any) -> bool:
        """Return True when the board has proven that it knows our secret; our proof is then ready for "G"."""
        try:
            secret = self._pairings(hello.device) if self._pairings else None
        except Exception as error:
            self._refuse("refused", device=hello.device, words=str(error))
            return False
        if secret is None:
            self._refuse("not-paired", device=hello.device)
        elif proof is None:
            self._refuse("board-unpaired", device=hello.device)
        elif not same_proof(make_proof(secret, "board", self._nonce, board_nonce, hello.device, hello.boot), proof):
            self._refuse("stranger-board", device=hello.device)
        else:
            self._proof = make_proof(secret, "host", self._nonce, board_nonce, hello.device, hello.boot)
            return True
        return False

    def _go(self, now_ms: float) -> None:
        self._commit(now_ms)  # the board forgets what lies before "G"
        self._snapshot.begin(now_ms)
        self._send(["G", self._expected, self._proof])

    def _read(self, seq: Any, ms: Any, what: Happening, *, now_ms: float) -> BoardEvent:
        seq, ms = fields.whole(seq, 1, fields.MAX_SEQ), fields.whole(ms, 0, fields.MAX_MS)
        return self._seen(self.status.boot, seq, ms, what, at_ms=self._offset.host_ms(ms, now_ms), now_ms=now_ms)

    def _old(self, boot: Any, seq: Any, ms: Any, age: Any, what: Happening, *, now_ms: float) -> BoardEvent:
        """Return an event of an earlier boot: ``age`` is how long ago it was, at least, in ms."""
        boot, age = fields.name(boot), fields.whole(age, 0, fields.MAX_SEQ)
        seq, ms = fields.whole(seq, 1, fields.MAX_SEQ), fields.whole(ms, 0, fields.MAX_MS)
        if boot == self.status.boot:
            raise ValueError("a journal record of the present boot")
        return self._seen(boot, seq, ms, what, at_ms=now_ms - age, now_ms=now_ms)

    def _seen(self, boot: str, seq: int, ms: int, what: Happening, *, at_ms: float, now_ms: float) -> BoardEvent:
        at = self._epoch(at_ms, now_ms)
        return BoardEvent(self.status.device, boot, seq, ms, at, *what, steady=at_ms / 1000)

    def _replay(self, event: BoardEvent, now_ms: float) -> None:
        """Keep a journal record; the board sends the next one when this is acknowledged."""
        self._commit(now_ms)
        if self._keep((event,)):
            self._send(["a", event.boot, event.seq])
            if self.status.state is LinkState.REPLAY:
                self._snapshot.due = now_ms + WAIT_MS

    def _event(self, event: BoardEvent, now_ms: float) -> None:
        seq = event.seq
        first = seq - _count(event) + 1
        if seq < self._expected:
            self._set(duplicates=self.status.duplicates + 1)
            self._ack_due = True
            return
        if first > self._expected:
            return  # one before it got lost: the board sends both again
        self._pending.append(event)
        self._expected = seq + 1
        self._note(event, now_ms)
        if seq == self._snapshot.as_of():
            self._commit(now_ms)
            self._use_snapshot(now_ms)
        if len(self._pending) >= BATCH:
            self._commit(now_ms)

    def _note(self, event: BoardEvent, now_ms: float) -> None:
        if event.kind == FAULT and event.zone and event.data[:1] != ("crowded",):
            word = str(event.data[0]) if event.data else "unknown"
            self._set(zones={**self.status.zones, event.zone: word})
        if event.kind == UNREAD:
            others = tuple(zone for zone in self.status.unread if zone != event.zone)
            self._set(unread=(*others, event.zone) if event.data[:1] == ("unread",) else others)
        if self.status.state is LinkState.REPLAY:
            self._snapshot.due = now_ms + WAIT_MS
        elif event.kind in (GAP, TOMBSTONE):
            self._snapshot.due = now_ms  # only a snapshot tells what the missing events led to

    def _commit(self, now_ms: float) -> None:
        events = tuple(self._pending)
        self._pending.clear()
        if not events:
            self._acknowledge()
            return
        if not self._keep(events):
            # Not acknowledged, so the board keeps them and sends them again.
            self._expected = self._committed + 1
            self._ack_due = False
            return
        self._committed = events[-1].seq
        self._ack_due = True
        self._acknowledge()

    def _keep(self, events: tuple[BoardEvent, ...]) -> bool:
        try:
            self._inbox.receive(events)
        except Exception as error:
            self._set(message="inbox-failed", args={"error": str(error)})
            return False
        self._set(events=self.status.events + len(events), **self._healed())
        if self._on_events:
            self._news.append(partial(self._on_events, events))
        return True

    def _acknowledge(self) -> None:
        if self._ack_due and self.status.state in ALIVE:
            self._send(["A", self._committed])
        self._ack_due = False

    def _healed(self) -> dict[str, Any]:
        if self.status.message != "inbox-failed":
            return {}
        return {"message": self.status.state.value, "args": {"device": self.status.device}}

    def _use_snapshot(self, now_ms: float) -> None:
        as_of = self._snapshot.as_of()
        if as_of is None or self._expected - 1 < as_of:
            return  # events before it are still missing
        if self._expected - 1 > as_of:
            self._go(now_ms)
            return
        zones = self._snapshot.take()
        args = {"device": self.status.device}
        self._set(state=LinkState.UP, message="up", args=args, zones={zone.zone: zone.status for zone in zones})
        if self._on_snapshot:
            self._news.append(partial(self._on_snapshot, zones))

    def _keep_alive(self, now_ms: float) -> None:
        self._commands.tick(now_ms)
        if now_ms - self._heard_at >= IDLE_MS * (self._asked + 1):
            if self._asked >= MISSED:
                self._greet(now_ms, "silent")
                return
            self._asked += 1
            self._ask_sync(now_ms)
        elif now_ms - self._synced_at >= SYNC_MS:
            self._ask_sync(now_ms)
        if self._snapshot.due is not None and now_ms >= self._snapshot.due:
            self._go(now_ms)

    def _ask_sync(self, now_ms: float) -> None:
        self._synced_at = now_ms
        self._send(["P", round(now_ms)])

    def _greet(self, now_ms: float, message: str = "greeting") -> None:
        self._forget_session()
        self._nonces = [*self._nonces, self._nonce][-8:]
        self._nonce = self._make_nonce()
        self._hellos = 0
        self._offset = ClockOffset()
        self._set(state=LinkState.GREETING, message=message, args={"port": self.status.port}, unread=())
        self._hello(now_ms)

    def _hello(self, now_ms: float) -> None:
        self._hello_at = now_ms
        self._hellos += 1
        if self._hellos == SILENT_HELLOS and self.status.state is LinkState.GREETING:
            self._set(message="no-answer", args={"port": self.status.port})
        last = self._last(self.status.device)
        self._send(["H", MAJOR, self._nonce, APP, list(last) if last else None])

    def _refuse(self, message: str, **args: Any) -> None:
        self._forget_session()
        self._set(state=LinkState.REFUSED, message=message, args=args)

    def _forget_session(self) -> None:
        self._pending.clear()
        self._ack_due = False
        self._snapshot.forget()
        self._proof = None
        self._asked = 0
        self._commands.lost()

    def _look_at_console(self) -> None:
        reader = self._reader
        if reader.dropped == self.status.dropped and reader.bad == self.status.bad:
            return
        self._set(dropped=reader.dropped, bad=reader.bad, console=reader.console.decode("utf-8", "replace"))
        if self.status.state is LinkState.GREETING and any(sign in reader.console for sign in REPL_SIGNS):
            self._set(state=LinkState.REPL, message="repl", args={"port": self.status.port})

    def _last(self, device: str) -> tuple[str, int] | None:
        try:
            return self._inbox.last(device) if device else None
        except Exception as error:
            self._set(message="inbox-failed", args={"error": str(error)})
            return None  # the board sends everything it has; the inbox ignores what it knows

    def _epoch(self, at_ms: float, now_ms: float) -> float:
        return self._wall() - (now_ms - at_ms) / 1000

    def _send(self, items: LinkFrame) -> None:
        self._out += encode(items)

    def _set(self, **changes: Any) -> None:
        before = self.status
        self.status = msgspec.structs.replace(before, **changes)
        told = ("state", "message", "args", "zones", "unread", "log", "console", "port")
        if self._on_status and any(getattr(before, name) != getattr(self.status, name) for name in told):
            self._news.append(partial(self._on_status, self.status))


def _count(event: BoardEvent) -> int:
    """Return how many events this one stands for."""
    return int(event.data[0]) if event.kind == TOMBSTONE else 1
