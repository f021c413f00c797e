"""The PN532 model is the manual's, not our driver's: a driver written elsewhere works on it, unmodified.

adafruit-circuitpython-pn532 is meant for CircuitPython: it finds its `busio` and `digitalio` replaced by the simulated
bus, and `time` by the simulated clock.
"""

import importlib
import sys
import types
from collections.abc import Iterator

import machine
import pytest
from rig import CS, StepClock
from sim.board_model import BoardModel
from sim.tag_kinds import make

SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
OURS = ("adafruit_pn532", "adafruit_bus_device")


class Board:
    """A simulated reader at pin 17 of bus 0."""

    def __init__(self) -> None:
        self.clock = StepClock()
        self.model = BoardModel(self.clock, (("tap", 0, CS[0]),), kinds=("pn532",))
        machine.attach(self.model)
        self.chip = self.model.chip("tap")


class Spi:
    """busio.SPI as far as the bus device asks."""

    def __init__(self) -> None:
        self._spi = machine.SPI(0, baudrate=1_000_000)
        self.write = self._spi.write
        self.write_readinto = self._spi.write_readinto

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        return None

    def configure(self, **_: int) -> None:
        return None


class Out:
    """digitalio.DigitalInOut of the select pin."""

    def __init__(self, pin: int) -> None:
        self._pin = machine.Pin(pin)

    def switch_to_output(self, value: bool) -> None:
        self._pin(value)

    @property
    def value(self) -> bool:
        return bool(self._pin())

    @value.setter
    def value(self, level: bool) -> None:
        self._pin(level)


def fakes(board: Board) -> dict[str, types.ModuleType]:
    time = types.ModuleType("time")
    time.monotonic = lambda: board.clock.us / 1e6  # type: ignore[attr-defined]

    def sleep(seconds: float) -> None:
        board.clock.us += max(1, int(seconds * 1e6))

    time.sleep = sleep  # type: ignore[attr-defined]
    micropython = types.ModuleType("micropython")
    micropython.const = lambda value: value  # type: ignore[attr-defined]
    digitalio = types.ModuleType("digitalio")
    digitalio.Direction = types.SimpleNamespace(OUTPUT=1)  # type: ignore[attr-defined]
    digitalio.DigitalInOut = Out  # type: ignore[attr-defined]
    busio = types.ModuleType("busio")
    busio.SPI = Spi  # type: ignore[attr-defined]
    hints = types.ModuleType("circuitpython_typing")
    hints.ReadableBuffer = bytes  # type: ignore[attr-defined]
    modules = (time, micropython, digitalio, busio, hints)
    return {module.__name__: module for module in modules}


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    board = Board()
    replaced = fakes(board)
    names = [name for name in sys.modules if name.split(".")[0] in OURS]
    for name in names:
        monkeypatch.delitem(sys.modules, name)
    with monkeypatch.context() as patch:
        for name, module in replaced.items():
            patch.setitem(sys.modules, name, module)
        importlib.import_module("adafruit_pn532.spi")
    yield board
    for name in [name for name in sys.modules if name.split(".")[0] in OURS]:
        del sys.modules[name]


@pytest.fixture
def reader(board: Board):
    return sys.modules["adafruit_pn532.spi"].PN532_SPI(Spi(), Out(CS[0]))


def lay(board: Board, kind: str, uid: bytes) -> None:
    board.model.place("tap", make(kind, uid))


def test_it_is_their_own_file(reader) -> None:
    path = sys.modules["adafruit_pn532.spi"].__file__
    assert path is not None and "site-packages" in path


def test_tells_the_firmware_version(reader) -> None:
    assert reader.firmware_version == (0x32, 1, 6, 7)


def test_reads_a_uid_of_seven_bytes_and_again(board: Board, reader) -> None:
    lay(board, "ntag213", SEVEN)
    reader.SAM_configuration()
    assert [bytes(reader.read_passive_target(timeout=0.5)) for _ in range(5)] == [SEVEN] * 5


def test_reads_a_uid_of_four_bytes(board: Board, reader) -> None:
    lay(board, "card4", b"\xaa\xbb\xcc\xdd")
    assert bytes(reader.read_passive_target()) == b"\xaa\xbb\xcc\xdd"


def test_finds_nobody_in_an_empty_field_and_then_somebody(board: Board, reader) -> None:
    assert reader.read_passive_target(timeout=0.3) is None
    lay(board, "ntag213", SEVEN)
    assert bytes(reader.read_passive_target(timeout=0.5)) == SEVEN


def test_reads_and_writes_the_memory_of_a_tag(board: Board, reader) -> None:
    lay(board, "ntag215", SEVEN)
    assert reader.read_passive_target() is not None
    assert bytes(reader.ntag2xx_read_block(3)) == b"\xe1\x10\x3e\x00"
    assert reader.ntag2xx_write_block(5, b"lair")
    assert bytes(reader.ntag2xx_read_block(5)) == b"lair"


def test_sleeps_and_is_woken(board: Board, reader) -> None:
    assert reader.power_down()
    lay(board, "ntag213", SEVEN)
    assert bytes(reader.read_passive_target()) == SEVEN
