"""A UART as the link's port, for boards behind a bridge chip: 115200 baud, 8N1."""


class UartPort:
    """`uart` is a machine.UART made with timeout=0 and a txbuf of at least one frame."""

    def __init__(self, uart):
        self.stream = uart
        self._uart = uart

    def read(self):
        """Return what has arrived, or None."""
        n = self._uart.any()
        return self._uart.read(n) if n else None

    def write(self, view):
        """Write; return how many bytes the buffer took."""
        return self._uart.write(view) or 0
