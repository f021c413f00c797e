"""Every wiring: its pins are there once each, its parts can be made, and a board finds its own."""

import ast
import json
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
BOARDS = sorted(path.stem for path in (FIRMWARE / "boards").glob("*.py") if path.stem not in ("__init__", "wiring"))
FORBIDDEN = {"esp32_s3": {0, 3, 19, 20, 38, 43, 44, 45, 46, 48, *range(26, 38)}, "pico_w": {23, 24, 25, 29}}
MAKE = """
import json, sys
import machine
from sim.board_model import BoardModel
from sim.step_clock import StepClock


class Rp2:
    Flash = staticmethod(lambda: "the flash")


class Partition:
    TYPE_DATA = 1
    find = staticmethod(lambda kind, label: ["the flash"] if (kind, label) == (1, "vfs") else [])


class Esp32:
    Partition = Partition


sys.modules["rp2"], sys.modules["esp32"] = Rp2, Esp32
wiring = __import__("boards." + sys.argv[1], None, None, ("Wiring",)).Wiring
machine.attach(BoardModel(StepClock(), (("tap", wiring.SPI_ID, wiring.CS[0]),), rst=wiring.RST, irq=wiring.IRQ))
made = wiring()
pins = [wiring.SCK, wiring.MOSI, wiring.MISO, wiring.RST, wiring.IRQ, wiring.PIXELS, wiring.BUZZER, wiring.SDA]
print(json.dumps({
    "hw": made.hw,
    "pins": pins + [wiring.SCL] + list(wiring.CS) + list(wiring.BUTTONS),
    "readers": [type(one).__name__ for one in made.readers(["mfrc522", "pn532"], True)],
    "selected": [pin() for pin in made._cs],
    "safe": made.safe_mode(),
    "buttons": len(made.buttons()),
    "serial": made.serial(),
    "why": made.why_started(),
    "screen": made.i2c().scan(),
    "flash": made.flash(),
    "silent": made.buzzer().duty_u16(),
}))
"""


@pytest.mark.parametrize("board", BOARDS)
def test_its_parts_are_made_from_pins_of_their_own(board: str, run_mpy, tmp_path: Path) -> None:
    script = tmp_path / "make.py"
    script.write_text(MAKE)
    done = run_mpy(script, board)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout)
    assert len(set(told["pins"])) == len(told["pins"])
    assert not set(told["pins"]) & FORBIDDEN.get(board, set())
    assert told["readers"] == ["MFRC522", "PN532"]
    assert told["selected"] == [1] * 8
    assert (told["safe"], told["buttons"], told["screen"], told["silent"]) == (False, 4, [], 0)
    assert told["flash"] == "the flash", "an erase would stop the board at each scan"
    assert told["serial"].startswith("lair-")


def test_each_wiring_has_a_name_of_its_own() -> None:
    assert BOARDS == ["esp32_s3", "pico2_w", "pico_w"]
    names = [(FIRMWARE / "boards" / f"{board}.py").read_text().split('hw = "')[1].split('"')[0] for board in BOARDS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("banner", "wiring"),
    [
        ("Raspberry Pi Pico W with RP2040", "boards.pico_w"),
        ("Raspberry Pi Pico with RP2040", "boards.pico_w"),
        ("Raspberry Pi Pico 2 W with RP2350", "boards.pico2_w"),
        ("Raspberry Pi Pico2 with RP2350", "boards.pico2_w"),
        ("Generic ESP32S3 module with ESP32S3", "boards.esp32_s3"),
        ("ESP module with ESP8266", None),
    ],
)
def test_a_board_finds_its_own(banner: str, wiring: str | None, run_mpy) -> None:
    done = run_mpy(f"import boards\nprint(boards.by_machine({banner!r}))")
    if wiring:
        assert done.stdout.strip() == wiring
    else:
        assert "name one in the setting wiring" in done.stdout + done.stderr


def test_the_manifest_freezes_every_package_and_no_start_file() -> None:
    calls = [
        (node.value.func.id, node.value.args[0].value)  # type: ignore[attr-defined]
        for node in ast.parse((FIRMWARE / "manifest.py").read_text()).body[1:]
        if isinstance(node, ast.Expr)
    ]
    packages = {name for kind, name in calls if kind == "package"}
    assert packages == {path.parent.name for path in FIRMWARE.glob("*/__init__.py")} - {"sim"}
    assert ("include", "$(BOARD_DIR)/manifest.py") in calls
    assert not [name for kind, name in calls if kind == "module"]
