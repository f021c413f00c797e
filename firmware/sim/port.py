"""The simulated board's end of the serial line.

It is a descriptor that was inherited from the host's process.
"""


class FdPort:
    """A port that counts what passes, so that simulated time can wait for it."""

    def __init__(self, stream):
        self.stream = stream  # a raw, non-blocking binary file
        self.heard = 0
        self.sent = 0

    def read(self):
        """Return what has arrived; None for nothing, b"" when the other end is closed."""
        data = self.stream.read(512)
        if data:
            self.heard += len(data)
        return data

    def write(self, view):
        """Write; return how many bytes the line took."""
        n = self.stream.write(view) or 0
        self.sent += n
        return n
