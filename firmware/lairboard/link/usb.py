"""The REPL's own USB port as the link's port ("dedicated mode").

main.py has switched Ctrl-C off.
"""

import select

_PIECE = 64


class ReplPort:
    """The streams of the REPL as a port.

    `stdin` and `stdout` are the binary streams of `sys`. The port reads byte by byte: a longer
    read waits for all of it.
    """

    def __init__(self, stdin, stdout):
        self.stream = stdin
        self._out = stdout
        self._readable = select.poll()
        self._readable.register(stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(stdout, select.POLLOUT)

    def read(self):
        """Return what has arrived, at most a frame's worth, or None."""
        if not self._readable.poll(0):
            return None
        got = bytearray()
        while len(got) < 512 and self._readable.poll(0):
            byte = self.stream.read(1)
            if not byte:
                break
            got += byte
        return bytes(got)

    def write(self, view):
        """Hand over a piece if the host reads; return how many bytes were taken.

        A write that nobody reads would stall the board for half a second.
        """
        if not self._writable.poll(0):
            return 0
        return self._out.write(view[:_PIECE]) or 0
