"""Wiring page, table, drawings and board file hold together; a board file that cannot be wired is refused by name."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from hardware.pins import BOARD_FILE, HEADER, PinError, read
from hardware.power import PICO_3V3_LIMIT, REGULATOR_LIMIT, budget, junction, rail_faults, reader_current
from hardware.wiring import pages
from hardware.wiring.drawing import draw
from hardware.wiring.modules import ESP32, MFRC522, PICO, PN532, Module, Reader
from hardware.wiring.table import COUNTS, wires

HOME = Path(__file__).parents[2] / "hardware"


def test_the_generated_files_follow_the_board_file() -> None:
    assert pages.check() == [], "run: python -m hardware wiring"


def test_a_changed_pin_is_seen_until_the_files_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "pico_w.py"
    changed.write_text(BOARD_FILE.read_text("utf-8").replace("MISO = 16", "MISO = 0"), encoding="utf-8")
    monkeypatch.setattr(pages, "read", lambda *words: read(*words) if words else read(changed))
    assert pages.check() == [name for name in pages.files(read()) if "esp32" not in name]
    (tmp_path / "wiring").mkdir()
    pages.write(tmp_path)
    assert pages.check(tmp_path) == []


def test_the_page_names_every_pin_of_the_esp32_and_where_it_is() -> None:
    page = (HOME / "wiring.md").read_text("utf-8").partition("### 8 readers on the ESP32-S3")[2]
    shown = {int(gpio): place for gpio, place in re.findall(r"^\| \w+ \| (\d+) \| (J\d-\d+) \|", page, re.M)}
    assert set(shown) == {gpio for _, gpio in pages.esp32().named()}
    # Espressif, ESP32-S3-DevKitC-1 v1.1 user guide, header block.
    guide = {4: "J1-4", 15: "J1-8", 14: "J1-20", 1: "J3-4", 42: "J3-6", 47: "J3-17", 21: "J3-18"}
    assert {gpio: shown[gpio] for gpio in guide} == guide


def test_the_table_names_every_pin_of_the_board_file() -> None:
    pins = read()
    with (HOME / "wiring.csv").open(newline="", encoding="utf-8") as f:
        rows = [row for row in csv.DictReader(f) if row["gpio"]]
    assert sorted(int(row["gpio"]) for row in rows) == sorted(pin for _, pin in pins.named())
    assert tuple(int(row["gpio"]) for row in rows if row["signal"] == "CS") == pins.cs
    assert all(int(row["pin"]) == HEADER[int(row["gpio"])] for row in rows)


@pytest.mark.parametrize(
    ("module", "chip", "readers"),
    [*((PICO, MFRC522, n) for n in COUNTS), *((ESP32, MFRC522, n) for n in COUNTS), (PICO, PN532, 2)],
)
def test_the_drawing_shows_what_the_table_says(module: Module, chip: Reader, readers: int) -> None:
    pins = read() if module is PICO else pages.esp32()
    drawn = draw(pins, readers, module, chip)
    bold = set(re.findall(r'font-weight="bold">([^<]*)<', drawn))
    label = {place: f"{module.prefix}{gpio}" for gpio, place in module.header.items()} | dict(module.other)
    for place in (wire.pin for wire in wires(pins, readers, module, chip) if wire.pin):
        name = module.place(place)
        wanted = f"{name} {label[place]}" if place <= module.rows else f"{label[place]} {name}"
        assert wanted in bold, wanted
    assert len(re.findall(r">reader [a-z0-9-]+<", drawn)) == readers
    for name, _ in chip.pins:
        assert drawn.count(f">{name}<") == readers


def test_a_module_has_every_place_once() -> None:
    for module in (PICO, ESP32):
        places = [*module.header.values(), *module.other]
        assert sorted(places) == list(range(1, 2 * module.rows + 1))


def test_the_rail_is_judged_by_what_a_fault_would_draw() -> None:
    assert budget(2).rail_fault <= PICO_3V3_LIMIT < budget(4).rail_fault
    assert not budget(2).own_rail
    assert budget(4).own_rail
    assert rail_faults(8, 0.6) == []
    assert any("a supply track would carry" in each for each in rail_faults(8, 0.25))
    assert reader_current(4, 4) <= REGULATOR_LIMIT
    assert junction(reader_current(8, 8)) > 125, "one regulator for eight readers would not do"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("MISO = 16", "MISO = 18", "GPIO 18 is used twice, for SCK and for MISO"),
        (
            "PIXELS = 13",
            "PIXELS = 23",
            "LED is on GPIO 23, which the module does not lead out for us; take a free pin: 0, 1",
        ),
        ("    RST = 15\n", "", "names no pin for RST"),
        ("RST = 15", 'RST = "GP15"', "write the GPIO's number"),
        ("CS = (17,", "CS = 17, (", "CS is"),
    ],
)
def test_a_board_file_that_cannot_be_wired_is_refused(tmp_path: Path, old: str, new: str, says: str) -> None:
    bad = tmp_path / "pico_w.py"
    bad.write_text(BOARD_FILE.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(PinError, match=re.escape(says)):
        read(bad)
