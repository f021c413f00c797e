"""The modules and names that CPython lacks to run the firmware's files.

There are a few of them, and a loop that lives in simulated time. They are for systems without a
MicroPython interpreter.
"""

import asyncio
import math
import os
import select
import selectors
import socket
import sys
import time
import types


def install():
    """Add what CPython lacks, before the firmware is imported."""
    module = types.ModuleType("micropython")
    module.const = lambda value: value
    module.kbd_intr = lambda char: None
    sys.modules["micropython"] = module
    time.ticks_ms = lambda: time.monotonic_ns() // 1000000
    time.ticks_us = lambda: time.monotonic_ns() // 1000
    time.ticks_diff = lambda a, b: a - b
    time.sleep_us = lambda us: time.sleep(us / 1000000)
    asyncio.sleep_ms = lambda ms: asyncio.sleep(ms / 1000)
    asyncio.StreamReader = Readable
    asyncio.ThreadSafeFlag = Flag
    if not hasattr(select, "poll"):
        select.poll = Poll
        select.POLLIN, select.POLLOUT = 1, 4


def connect(name, number):
    """Connect to the host that started us, say who we are, and return a non-blocking stream."""
    line = socket.create_connection(("127.0.0.1", number))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.sendall(("%s %s\n" % (name, os.environ["LAIRKEEPER_SIM_TOKEN"])).encode())
    line.setblocking(False)
    return SocketStream(line)


class SocketStream:
    """A socket that reads and writes as a raw file does."""

    def __init__(self, line):
        self._line = line

    def fileno(self):
        """Return the descriptor, for those who wait."""
        return self._line.fileno()

    def read(self, n):
        """Return what is there; None for nothing, b"" when closed."""
        try:
            return self._line.recv(n)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def write(self, view):
        """Write; return how many bytes were taken, or None."""
        try:
            return self._line.send(view)
        except BlockingIOError:
            return None


class Poll:
    """As much of select.poll as the simulation uses, for sockets."""

    def __init__(self):
        self._read = []
        self._write = []

    def register(self, stream, events):
        """Look at this one too."""
        (self._read if events == select.POLLIN else self._write).append(stream)

    def poll(self, ms):
        """Return what is ready, after at most `ms`; -1: wait for ever."""
        read, write, _ = select.select(self._read, self._write, [], None if ms < 0 else ms / 1000)
        return [(one, select.POLLIN) for one in read] + [(one, select.POLLOUT) for one in write]


def wait_through(clock, waiter_for):
    """Let `asyncio.run` live in the clock's time.

    `waiter_for(dispatch, ready)` makes what waits.
    """

    def run(main):
        with asyncio.Runner(loop_factory=lambda: Loop(clock, waiter_for)) as runner:
            return runner.run(main)

    asyncio.run = run


class Readable:
    """As much of MicroPython's asyncio.StreamReader as the firmware uses: `read(0)` waits."""

    def __init__(self, stream):
        self._stream = stream

    async def read(self, n):
        """Return when there is something to read."""
        loop = asyncio.get_running_loop()
        ready = loop.create_future()
        loop.add_reader(self._stream, lambda: ready.done() or ready.set_result(None))
        try:
            await ready
        finally:
            loop.remove_reader(self._stream)
        return b""


class Flag:
    """As much of MicroPython's asyncio.ThreadSafeFlag as the firmware uses."""

    def __init__(self):
        self._event = asyncio.Event()

    def set(self):
        """Let the one that waits go on."""
        self._event.set()

    async def wait(self):
        """Wait until it is set; then it is not set any more."""
        await self._event.wait()
        self._event.clear()


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose clock and waiting are the simulation's."""

    def __init__(self, clock, waiter_for):
        self._sim_clock = clock
        super().__init__(Selector(waiter_for))

    def time(self):
        """Return the seconds since the board's start."""
        return self._sim_clock.now_us() / 1000000


class Selector(selectors.DefaultSelector):
    """A selector that looks at descriptors without waiting, and waits as the simulation does."""

    def __init__(self, waiter_for):
        super().__init__()
        self._found = []
        self._waiter = waiter_for(self._look, lambda: bool(self._found))

    def select(self, timeout=None):
        """Return what is ready, after at most `timeout` simulated seconds."""
        self._found = []
        self._waiter.wait(-1 if timeout is None else math.ceil(max(timeout, 0) * 1000))
        return self._found

    def _look(self):
        self._found += super().select(0)
