"""Serial ports: refusals in words, ports that vanish, boards that come back under another name."""

from __future__ import annotations

import os
import select
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.board import AnyBoard, PortError, SerialFinder, discover
from lairkeeper.board import serial as ports
from lairkeeper.board.serial import SerialPort


@pytest.fixture
def pty() -> Iterator[tuple[int, str]]:
    """(master, slave's name) of a pseudo-terminal whose slave is held open."""
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def usb(device: str, serial_number: str | None = "E66", vid: int | None = 0x2E8A, pid: int | None = 0x0005) -> Any:
    return SimpleNamespace(device=device, serial_number=serial_number, vid=vid, pid=pid, location=None)


def test_reads_and_writes(pty: tuple[int, str]) -> None:
    master, name = pty
    port = SerialPort(name)
    os.write(master, b"hello")
    assert select.select([port.fileno()], [], [], 5)[0]
    assert port.read() == b"hello"
    assert port.read() == b""
    assert port.write(b"back") == 4
    assert os.read(master, 10) == b"back"
    port.close()


def test_a_board_that_does_not_read_does_not_stall_us(pty: tuple[int, str]) -> None:
    _, name = pty
    port = SerialPort(name)
    taken = [port.write(b"x" * 512) for _ in range(400)]
    assert 0 in taken
    port.close()


def test_the_port_is_ours_alone(pty: tuple[int, str]) -> None:
    port = SerialPort(pty[1])
    with pytest.raises(PortError) as refusal:
        SerialPort(pty[1])
    assert refusal.value.code == "port-in-use"
    assert refusal.value.words == {"port": pty[1]}
    port.close()
    SerialPort(pty[1]).close()


def test_no_such_port(tmp_path: Path) -> None:
    with pytest.raises(PortError) as refusal:
        SerialFinder(str(tmp_path / "ttyACM9")).open()
    assert refusal.value.code == "no-port"


def test_not_a_serial_port(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no port")
    with pytest.raises(PortError):
        SerialPort(str(tmp_path / "file"))


def test_no_permission(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").write_text("")

    def denied(path: object, *args: object) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("serial.serialposix.os.open", denied)
    with pytest.raises(PortError) as refusal:
        SerialPort(str(tmp_path / "ttyACM0"))
    assert refusal.value.code == "not-allowed"


def test_a_vanished_port_says_so() -> None:
    master, slave = os.openpty()
    port = SerialPort(os.ttyname(slave))
    os.close(master)
    os.close(slave)
    with pytest.raises(PortError) as loss:
        for _ in range(3):
            port.read()
    assert loss.value.code == "unplugged"
    with pytest.raises(PortError):
        port.write(b"x")
    port.close()
    port.close()


def test_dtr_and_rts_are_set_before_the_port_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    class Fake:
        def __init__(self, **args: Any) -> None:
            done.append(f"exclusive={args['exclusive']}")

        def __setattr__(self, name: str, value: object) -> None:
            done.append(f"{name}={value}")

        def open(self) -> None:
            done.append("open")

    monkeypatch.setattr(ports.serial, "Serial", Fake)
    SerialPort("ttyX")
    assert done == ["exclusive=True", "port=ttyX", "dtr=True", "rts=True", "open"]


def test_only_known_boards_are_discovered(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        usb("/dev/ttyACM0"),
        usb("/dev/ttyACM1", "X1", 0x303A, 0x4001),
        usb("/dev/ttyUSB0", "P", 0x0403, 0x6001),
        usb("/dev/ttyS0", None, None, None),
    ]
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    assert [(finder.name, finder.serial_number) for finder in discover()] == [
        ("/dev/ttyACM0", "E66"),
        ("/dev/ttyACM1", "X1"),
    ]


def test_a_board_is_found_again_under_another_name(
    pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = tmp_path / "ttyACM0"
    name.symlink_to(pty[1])
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [usb(str(name))])
    finder = SerialFinder(str(name))
    finder.open().close()
    assert finder.serial_number == "E66"
    other = tmp_path / "ttyACM1"
    name.rename(other)
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [usb("/dev/other", "E99"), usb(str(other))])
    finder.open().close()
    assert finder.name == str(other)


def test_a_board_known_by_its_number_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports.list_ports, "comports", list)
    with pytest.raises(PortError) as refusal:
        SerialFinder(serial_number="E66").open()
    assert refusal.value.code == "no-board"
    assert refusal.value.words == {"serial": "E66"}


def test_whichever_known_board_comes_first(
    pty: tuple[int, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    finder = AnyBoard()
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [usb("/dev/ttyS0", None, None, None)])
    with pytest.raises(PortError) as refusal:
        finder.open()
    assert refusal.value.code == "no-known-board"
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [usb(pty[1])])
    finder.open().close()
    assert finder.name == pty[1]
    other = tmp_path / "other"
    monkeypatch.setattr(ports.list_ports, "comports", lambda: [usb(str(other), "E99")])
    finder.open().close()
    assert finder.name == pty[1], "it stays with the first one"


def test_a_board_with_two_ports_is_one_board_and_the_other_port_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ends = [os.openpty() for _ in range(2)]
    names = [tmp_path / "ttyACM0", tmp_path / "ttyACM1"]
    for name, (_, slave) in zip(names, ends, strict=True):
        name.symlink_to(os.ttyname(slave))
    found = [usb(str(name)) for name in names]
    for number, info in enumerate(found):
        info.location = f"1-2:1.{2 * number}"
    monkeypatch.setattr(ports.list_ports, "comports", lambda: found)
    (finder,) = discover()
    opened = []
    for _ in range(3):
        finder.open().close()
        opened.append(finder.name)
        assert finder.other()
    assert opened == [str(names[1]), str(names[0]), str(names[1])], "the link's own port comes behind the REPL's"
    found.pop()
    assert not finder.other()
    for pair in ends:
        for descriptor in pair:
            os.close(descriptor)
