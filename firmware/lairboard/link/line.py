"""Run a session over a port.

A line reads as bytes come and writes whole frames without ever waiting for the host.

A port has `stream` (what asyncio can wait for) or `wait()` (a coroutine). Its `read()` gives what
is there now (None: nothing, b"": closed). Its `write(view)` gives how many bytes were taken, 0
when the host does not read.
"""

import asyncio


class Line:
    """One port and its session."""

    def __init__(self, port, session, clock):
        self.port = port
        self.session = session
        self.clock = clock
        self.beats = 0
        self._rest = None  # what is left of the frame on its way

    async def run(self):
        """Read for ever."""
        port = self.port
        reader = None if hasattr(port, "wait") else asyncio.StreamReader(port.stream)
        while True:
            if reader:
                await reader.read(0)  # reads nothing: waits until there is something
            else:
                await port.wait()
            try:
                data = self.port.read()
            except OSError:
                data = b""
            if data:
                self.session.feed(data, self.clock.ms())
                self.flush()
            elif data is not None:
                self.session.lost()  # the other end is closed
                await asyncio.sleep_ms(200)

    def tick(self):
        """Run the timers of the session; call it some twenty times a second."""
        self.beats += 1
        self.session.tick(self.clock.ms())
        self.flush()

    def kick(self):
        """Send what was just put into the ring."""
        self.session.pump(self.clock.ms())
        self.flush()

    def flush(self):
        """Write what the host takes now; the rest of a frame stays for the next time."""
        out = self.session.out
        while self._rest or out:
            if not self._rest:
                self._rest = memoryview(out.pop(0))
            try:
                n = self.port.write(self._rest)
            except OSError:
                self._rest = None
                self.session.lost()
                return
            if not n:
                return
            self._rest = self._rest[n:] if n < len(self._rest) else None
