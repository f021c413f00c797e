"""The port's side: whole frames in pieces, a host that does not read, a closed line."""

from lairboard.link.line import Line
from lairboard.link.uart import UartPort
from linkrig import Rig

RUNS_ON = "both"


class Slow:
    """Takes `room` bytes."""

    def __init__(self, room):
        self.room = room
        self.got = b""
        self.broken = False

    def write(self, view):
        if self.broken:
            raise OSError(5)
        n = min(self.room, len(view))
        self.room -= n
        self.got += bytes(view[:n])
        return n


class Still:
    @staticmethod
    def ms():
        return 0


def line(room):
    rig = Rig()
    port = Slow(room)
    return rig, port, Line(port, rig.session, Still)


def test_a_frame_is_finished_before_the_next_one_begins():
    rig, port, it = line(10)
    rig.session.out += [b"\x1efirst frame\n", b"\x1esecond frame\n"]
    it.flush()
    assert port.got == b"\x1efirst fra"
    port.room = 5
    it.flush()
    port.room = 100
    it.flush()
    assert port.got == b"\x1efirst frame\n\x1esecond frame\n"


def test_a_host_that_does_not_read_costs_nothing():
    rig, port, it = line(0)
    rig.session.out += [b"frame"]
    for _ in range(100):
        it.tick()
    assert port.got == b""
    assert rig.session.out == [] and it._rest == b"frame"
    assert it.beats == 100


def test_a_broken_line_ends_the_session_and_keeps_the_events():
    rig, port, it = line(1000)
    rig.session.state = 2
    rig.put(["+", "tap", "04319f5d240289", 0], 0)
    port.broken = True
    it.flush()
    assert rig.session.state == 0
    assert rig.ring.count == 1


class Uart:
    def __init__(self, data):
        self.data = data

    def any(self):
        return len(self.data)

    def read(self, n):
        return self.data[:n]

    def write(self, view):
        return None if self.data else len(view)


def test_uart_port():
    assert UartPort(Uart(b"")).read() is None
    assert UartPort(Uart(b"abc")).read() == b"abc"
    assert UartPort(Uart(b"full")).write(b"x") == 0
    assert UartPort(Uart(b"")).write(b"xyz") == 3
