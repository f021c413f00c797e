"""Start the firmware on a simulated Pico W.

The call is board.py CONTROL LINE PACED FOLDER SEED [RADIO]. PACED is 1 or 0; RADIO is the
descriptor that sim/bluetooth.py speaks through.

It runs under MicroPython's unix port, or under CPython through sim/fallback.py. FOLDER holds the
board's settings.
"""

import os
import sys
import time

FIRMWARE = __file__.replace("\\", "/").rsplit("/", 2)[0]
sys.path.insert(0, FIRMWARE)
if FIRMWARE + "/sim" not in sys.path:
    sys.path.insert(1, FIRMWARE + "/sim")
if sys.implementation.name != "micropython":
    from sim import fallback

    fallback.install()

import gc  # noqa: E402

import bluetooth  # noqa: E402
import machine  # noqa: E402
from boards.pico_w import Wiring as Pins  # noqa: E402
from lairboard.config import Config, readers_of  # noqa: E402

from sim import process_state  # noqa: E402
from sim.board_model import BoardModel  # noqa: E402
from sim.clock import SimClock, Waiter  # noqa: E402
from sim.control import Control  # noqa: E402
from sim.port import FdPort  # noqa: E402


def end_of(name, where):
    """Open our end of a connection: an inherited descriptor, or a port of the host."""
    if where.startswith("tcp:"):
        return fallback.connect(name, int(where[4:]))
    return open(int(where), "r+b", 0)


def set_up(control, line, paced, seed):
    """Set up everything around the board: time, the line, the readers' antennas."""
    config = Config()
    zones = config["zones"]
    clock = SimClock(paced)
    port = FdPort(end_of("line", line))
    channel = Control(end_of("control", control), zones, os.getcwd())
    wires = tuple((zone, Pins.SPI_ID, Pins.CS[i]) for i, zone in enumerate(zones))
    model = BoardModel(clock, wires, seed=seed, kinds=readers_of(config))
    machine.attach(model)
    if config["screen"]:
        from sim.oled_chip import OledChip

        model.screen = OledChip(config["screen"])
    machine.watch(channel.heard)
    channel.clock, channel.port, channel.model = clock, port, model
    process_state.clock, process_state.port, process_state.control = clock, port, channel


def wait_in_simulated_time():
    """Let asyncio wait by the simulated clock."""

    def waiter_for(dispatch, ready):
        state = process_state
        return Waiter(state.clock, state.control, state.port, dispatch, ready, bluetooth)

    if sys.implementation.name != "micropython":
        fallback.wait_through(process_state.clock, waiter_for)
        return
    from asyncio import core

    core.ticks = process_state.clock.ticks_ms
    queue = core._io_queue
    poll = queue.wait_io_event

    def ready():
        head = core._task_queue.peek()
        return head is not None and core.ticks_diff(head.ph_key, core.ticks()) <= 0

    queue.wait_io_event = waiter_for(lambda: poll(0), ready).wait


def await_terminal(port):
    """Wait until the other end says something, at most five seconds.

    An RP2 sends nothing while no terminal is there. A host that opens the line drops what came
    before.
    """
    for _ in range(250):
        if port.read() is not None:
            return
        time.sleep(0.02)


def run():
    """Run boot.py and main.py, as the board's own start does.

    A traceback goes down the line, where a REPL's would.
    """
    try:
        import boot  # noqa: F401
        import main  # noqa: F401
    except Exception as error:
        from io import StringIO

        text = StringIO()
        if hasattr(sys, "print_exception"):
            sys.print_exception(error, text)
        else:
            import traceback

            traceback.print_exception(error, file=text)
        if sys.argv[3] == "1":
            await_terminal(process_state.port)
        process_state.port.stream.write(text.getvalue().replace("\n", "\r\n").encode() + b">>> ")
        sys.stderr.write(text.getvalue())
        sys.exit(1)


if __name__ == "__main__":
    os.chdir(sys.argv[4])
    set_up(sys.argv[1], sys.argv[2], sys.argv[3] == "1", int(sys.argv[5]))
    if len(sys.argv) > 6:
        bluetooth.attach(end_of("radio", sys.argv[6]))
    wait_in_simulated_time()
    gc.collect()
    process_state.control.wait_for_start()
    run()
