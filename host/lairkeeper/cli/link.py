"""``lairkeeper link``: what passes between a board and this computer, live or from a recording."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import data_file, db_option

if TYPE_CHECKING:
    from lairkeeper.board import Link, LinkStatus
    from lairkeeper.board.trace import Monitor

EVERY = 5.0
PAIR_SECONDS = 30.0


@click.command()
@click.option("--board", metavar="DEVICE", envvar="LAIRKEEPER_BOARD", help="Serial port, e.g. /dev/ttyACM0 or COM3.")
@click.option("--ble", metavar="NAME", help="Over Bluetooth; NAME is the board's, such as lair-00a1b2c3, or any.")
@click.option("--simulated", is_flag=True, help="A simulated board, to try this out.")
@click.option("--seconds", type=click.FloatRange(0), help="End after so long (default: at Ctrl-C).")
@click.option("--record", type=click.Path(path_type=Path, dir_okay=False), help="Write all that passes to a new file.")
@click.option("--replay", type=click.Path(path_type=Path, dir_okay=False, exists=True), help="Play a recording back.")
@click.option("--speed", type=click.FloatRange(0), default=1.0, show_default=True, help="Of --replay; 0: at once.")
@click.option("--pair", is_flag=True, help="Give the board on the cable a secret, so that it can be used by Bluetooth.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@db_option()
def link(
    board: str | None, ble: str | None, simulated: bool, seconds: float | None, record: Path | None,
    replay: Path | None, speed: float, pair: bool, as_json: bool, db: Path,
) -> None:  # fmt: skip
    """Watch a link: every frame, resends, drops, latency, and what the board prints besides.

    Scans that arrive meanwhile are kept in the database like any other; the table takes them up when it runs again.
    """
    if sum(map(bool, (board, ble, simulated, replay))) > 1:
        raise click.UsageError("choose one of --board, --ble, --simulated and --replay")
    if pair and (ble or replay or record):
        raise click.UsageError("the secret is set over the cable and never shown: leave --ble, --record, --replay out")
    printer = Printer(as_json)
    with _in_words():
        if replay is not None:
            _play_back(replay, speed, printer)
        else:
            _watch(printer, board, ble, simulated, seconds, record, pair, db)


class Printer:
    """A printer of the frames as they pass, and of their counts from time to time."""

    def __init__(self, as_json: bool) -> None:
        from lairkeeper.board.trace import Monitor

        self.monitor: Monitor = Monitor()
        self._json = as_json
        self._console = ""
        self._status = ""

    def piece(self, at_ms: float, way: str, data: bytes) -> None:
        """Print the frames and the console output in bytes that have passed."""
        for items in self.monitor(at_ms, way, data):
            text = json.dumps(items, ensure_ascii=False, separators=(",", ":"))
            self._print(f"{at_ms / 1000:9.3f} {way} {text}", ms=round(at_ms, 1), way=way, frame=items)
        if way == "<" and self.monitor.console != self._console:
            self._console = self.monitor.console
            line = self._console.rstrip().rpartition("\n")[2].strip()
            if line:
                self._print(f"{at_ms / 1000:9.3f} ! {line!r}", ms=round(at_ms, 1), console=line)

    def status(self, status: LinkStatus) -> None:
        """Print the status of the link when its message has changed."""
        if status.message != self._status:
            self._status = status.message
            self._print(f"          = {_sentence(status)}", state=status.state.value, message=status.message)

    def counts(self) -> None:
        """Print the counts and the median times so far."""
        it = self.monitor
        heard = sum(n for name, n in it.frames.items() if name[0] == "<")
        figures = {
            "received": heard,
            "sent": it.frames.total() - heard,
            "resends": it.resends,
            "dropped": it.dropped,
            "bad": it.bad,
            "ack_ms": round(statistics.median(it.latencies), 1) if it.latencies else None,
            "round_trip_ms": round(statistics.median(it.round_trips), 1) if it.round_trips else None,
        }
        self._print("          # " + "  ".join(f"{name} {value}" for name, value in figures.items()), counts=figures)

    def _print(self, text: str, **fields: Any) -> None:
        click.echo(json.dumps(fields) if self._json else text)


def _watch(
    printer: Printer, board: str | None, ble: str | None, simulated: bool, seconds: float | None, record: Path | None,
    pair: bool, db: Path,
) -> None:  # fmt: skip
    from lairkeeper.board import Pairings, SimulatedBoard
    from lairkeeper.board.trace import Recorder
    from lairkeeper.store import Store

    pairings = Pairings(data_file("pairings.json"))
    with contextlib.ExitStack() as stack:
        store = stack.enter_context(Store.open(db))
        recorder = stack.enter_context(contextlib.closing(Recorder(record))) if record else None
        made = stack.enter_context(SimulatedBoard(["tap"])) if simulated else None
        began = time.monotonic() * 1000

        def tap(now_ms: float, way: str, data: bytes) -> None:
            printer.piece(now_ms - began, way, data)
            if recorder:
                recorder(now_ms, way, data)

        async def main() -> None:
            from lairkeeper.board import AnyBoard, Link

            port: Any = made.port if made else board or AnyBoard()
            if ble:
                port = "ble:" + ("" if ble == "any" else ble)
            # Pairing shows no frames: the secret is in one of them.
            link = Link(port, store.inbox, on_status=printer.status, pairings=pairings, tap=None if pair else tap)
            stop = asyncio.Event()
            if os.name == "posix":
                for sign in (signal.SIGINT, signal.SIGTERM):
                    asyncio.get_running_loop().add_signal_handler(sign, stop.set)
            running = asyncio.ensure_future(link.run(stop))
            if pair:
                await _pair(link, pairings)
            end = None if seconds is None or pair else time.monotonic() + seconds
            while not (pair or running.done() or stop.is_set() or (end is not None and time.monotonic() >= end)):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), min(EVERY, max(end - time.monotonic(), 0)) if end else EVERY)
                printer.counts()
            stop.set()
            await running

        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(main())


async def _pair(link: Link, pairings: Any) -> None:
    from lairkeeper.board import LinkState

    end = time.monotonic() + PAIR_SECONDS
    while link.status.state is not LinkState.UP:
        if time.monotonic() > end:
            raise click.ClickException(f"no board to pair with. {_sentence(link.status)}")
        await asyncio.sleep(0.05)
    device, secret = link.status.device, pairings.new()
    answer: asyncio.Future[tuple[bool, Any]] = asyncio.get_running_loop().create_future()
    # Ours first: a secret that only the board knows would lock us out, one that only we know harms nobody.
    pairings.keep(device, secret)
    link.command("cfg", "set", "secret", secret, on_reply=lambda ok, value: answer.set_result((ok, value)))
    ok, value = await asyncio.wait_for(answer, PAIR_SECONDS)
    if not ok:
        raise click.ClickException(f"{device} did not take the secret: {value}")
    link.command("reset")
    await asyncio.sleep(0.5)
    click.echo(f"{device} and this computer are paired. It starts again now, and can be heard by Bluetooth.")


def _play_back(path: Path, speed: float, printer: Printer) -> None:
    from lairkeeper.board.trace import Playback, read_trace

    began = time.monotonic()
    playback = Playback(read_trace(path))
    for piece in playback.run():
        if speed:
            time.sleep(max(0.0, began + piece.ms / 1000 / speed - time.monotonic()))
        printer.piece(piece.ms, piece.way, piece.data)
        printer.status(playback.status)
    printer.counts()
    events = len(playback.inbox.events)
    click.echo(json.dumps({"events": events}) if printer._json else f"          # {events} events")


def _sentence(status: LinkStatus) -> str:
    from lairkeeper.i18n import Texts, shared_texts

    return Texts.load("en", shared_texts()).say(f"board.{status.message}", status.args)


@contextlib.contextmanager
def _in_words() -> Any:
    from lairkeeper.board import PairingError
    from lairkeeper.board.trace import TraceError

    try:
        yield
    except (PairingError, TraceError) as error:
        raise click.ClickException(str(error)) from error
