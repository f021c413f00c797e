"""The second USB port, with micropython-lib's usb-device-cdc faked."""

import sys

from lairboard.link import cdc

RUNS_ON = "both"


class Interface:
    """As much of CDCInterface as its documentation promises."""

    def __init__(self):
        self.inbox = b""
        self.sent = b""
        self.open = True
        self.room = 1000
        self.options = {}

    def init(self, **options):
        self.options = options

    def is_open(self):
        return self.open

    def read(self, n):
        data, self.inbox = self.inbox[:n], self.inbox[n:]
        return data or None

    def write(self, view):
        n = min(self.room, len(view))
        self.sent += bytes(view[:n])
        self.room -= n
        return n or None


class Device:
    """The USB device singleton."""

    def __init__(self):
        self.inits = []

    def init(self, *interfaces, builtin_driver=False):
        self.inits.append((interfaces, builtin_driver))


class Module:
    """Whatever attributes it is given."""


def installed(device):
    usb, usb_device, usb_cdc = Module(), Module(), Module()
    usb.device = usb_device
    usb_device.get = lambda: device
    usb_device.cdc = usb_cdc
    usb_cdc.CDCInterface = Interface
    return {"usb": usb, "usb.device": usb_device, "usb.device.cdc": usb_cdc}


def opened():
    device = Device()
    modules = installed(device)
    sys.modules.update(modules)
    try:
        return cdc.open_second(), device
    finally:
        for name in modules:
            del sys.modules[name]


def test_without_the_package_there_is_none():
    del cdc._opened[:]
    assert cdc.open_second() is None
    assert cdc.second() is None


def test_it_is_added_to_the_repls_port_and_waits_for_nobody():
    port, device = opened()
    assert cdc.second() is port
    ((interfaces, builtin),) = device.inits
    assert interfaces == (port.stream,)
    assert builtin, "the REPL keeps its port"
    assert port.stream.options["timeout"] == 0
    del cdc._opened[:]


def test_reads_and_writes():
    port, _ = opened()
    assert port.read() is None
    port.stream.inbox = b"x" * 600
    assert len(port.read()) == 512
    assert len(port.read()) == 88
    port.stream.room = 10
    assert port.write(memoryview(b"y" * 64)) == 10
    assert port.write(memoryview(b"y" * 54)) == 0
    del cdc._opened[:]


def test_nothing_is_written_while_nobody_listens():
    port, _ = opened()
    port.stream.open = False
    assert port.write(memoryview(b"y")) == 0
    assert port.stream.sent == b""
    del cdc._opened[:]
