"""The link's own USB serial port, beside the REPL's.

It is there where micropython-lib's usb-device-cdc is installed. boot.py opens it, for USB devices
are made known before main.py runs.
"""

_opened = []  # type: list[CdcPort]


def open_second():
    """Add the port to the USB device and return it; None where the package is missing."""
    try:
        import usb.device
        from usb.device.cdc import CDCInterface
    except ImportError:
        return None
    interface = CDCInterface()
    interface.init(timeout=0, txbuf=1024, rxbuf=1024)
    usb.device.get().init(interface, builtin_driver=True)
    del _opened[:]
    _opened.append(CdcPort(interface))
    return _opened[0]


def second():
    """Return the port that boot.py has opened, or None."""
    return _opened[0] if _opened else None


class CdcPort:
    """`interface` is a CDCInterface made with timeout=0."""

    def __init__(self, interface):
        self.stream = interface
        self._interface = interface

    def read(self):
        """Return what has arrived, or None."""
        return self._interface.read(512) or None

    def write(self, view):
        """Write; return how many bytes the buffer took, 0 while no program has the port open."""
        if not self._interface.is_open():
            return 0
        return self._interface.write(view) or 0
