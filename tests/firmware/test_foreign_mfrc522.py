"""The chip model is the data sheet's, not our driver's: a driver written elsewhere works on it, unmodified.

pi-rc522 is meant for a Raspberry Pi: it finds its `spidev` and `RPi.GPIO` replaced by the simulated bus.
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


class Board:
    """A simulated reader at pin 17 of bus 0, as Linux would show it."""

    def __init__(self) -> None:
        self.clock = StepClock()
        self.model = BoardModel(self.clock, (("tap", 0, CS[0]),))
        machine.attach(self.model)
        self.chip = self.model.chip("tap")
        self.clock.us += 2000


def fake_spidev(board: Board) -> types.ModuleType:
    class SpiDev:
        max_speed_hz = 1_000_000

        def open(self, bus: int, device: int) -> None:
            self.bus = machine.SPI(bus, baudrate=1_000_000)
            self.cs = machine.Pin(CS[device])

        def xfer2(self, data: list[int]) -> list[int]:
            into = bytearray(len(data))
            self.cs(0)
            self.bus.write_readinto(bytes(data), into)
            self.cs(1)
            return list(into)

    module = types.ModuleType("spidev")
    module.SpiDev = SpiDev  # type: ignore[attr-defined]
    return module


def fake_gpio(board: Board) -> dict[str, types.ModuleType]:
    gpio = types.ModuleType("RPi.GPIO")
    for name in ("setmode", "setup", "output", "add_event_detect", "cleanup"):
        setattr(gpio, name, lambda *args, **kwargs: None)
    for number, name in enumerate(("BOARD", "BCM", "IN", "OUT", "PUD_UP", "FALLING")):
        setattr(gpio, name, number)
    rpi = types.ModuleType("RPi")
    rpi.GPIO = gpio  # type: ignore[attr-defined]
    return {"RPi": rpi, "RPi.GPIO": gpio}


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    board = Board()
    for name, module in {"spidev": fake_spidev(board), **fake_gpio(board)}.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in [n for n in sys.modules if n.split(".")[0] == "pirc522"]:
        monkeypatch.delitem(sys.modules, name)
    yield board
    for name in [n for n in sys.modules if n.split(".")[0] == "pirc522"]:
        del sys.modules[name]


@pytest.fixture
def rfid(board: Board):
    reader = importlib.import_module("pirc522").RFID()
    board.clock.us += 10_000
    return reader


def test_reads_a_uid_of_four_bytes(board: Board, rfid) -> None:
    board.model.place("tap", make("card4", b"\xaa\xbb\xcc\xdd"))
    board.clock.us += 10_000
    assert rfid.read_id() == [0xAA, 0xBB, 0xCC, 0xDD]


def test_reads_a_uid_of_seven_bytes(board: Board, rfid) -> None:
    board.model.place("tap", make("ntag213", SEVEN))
    board.clock.us += 10_000
    assert bytes(rfid.read_id()) == SEVEN


def test_finds_nobody_in_an_empty_field(board: Board, rfid) -> None:
    assert rfid.request() == (True, None)
    assert rfid.read_id() is None


def test_its_crc_comes_from_the_chip(board: Board, rfid) -> None:
    assert rfid.calculate_crc([0x12, 0x34]) == [0x26, 0xCF]


def test_reads_the_memory_of_a_selected_tag(board: Board, rfid) -> None:
    board.model.place("tap", make("ntag215", SEVEN))
    board.clock.us += 10_000
    assert rfid.request() == (False, 16)
    error, part = rfid.anticoll()
    assert not error and part[0] == 0x88
    assert not rfid.select_tag(part)
    error, part2 = rfid.anticoll2()
    assert not error
    # It knows no second SELECT: the frame is put together here and sent through its own transceiver.
    frame = [0x95, 0x70, *part2]
    error, sak, bits = rfid.card_write(rfid.mode_transrec, frame + rfid.calculate_crc(frame))
    assert (error, bits, sak[0]) == (False, 24, 0x00)
    error, data = rfid.read(3)
    assert not error
    assert data[:4] == [0xE1, 0x10, 0x3E, 0x00]


def test_two_tags_collide_and_it_reports_an_error(board: Board, rfid) -> None:
    board.model.place("tap", make("card4", b"\xaa\xbb\xcc\xdd"))
    board.model.place("tap", make("card4", b"\xaa\xbb\xcc\xde"))
    board.clock.us += 10_000
    assert rfid.read_id() is None


def test_authentication_without_crypto_fails_cleanly(board: Board, rfid) -> None:
    board.model.place("tap", make("card4", b"\xaa\xbb\xcc\xdd"))
    board.clock.us += 10_000
    uid = rfid.read_id()
    assert rfid.card_auth(rfid.auth_a, 4, [0xFF] * 6, uid)
