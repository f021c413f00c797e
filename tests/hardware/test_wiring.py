"""Wiring page, table, drawings and board file hold together; a board file that cannot be wired is refused by name."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from hardware.pins import BOARD_FILE, ESP32_FILE, ESP32_LED_OUT, HEADER, PinError, read
from hardware.power import PICO_3V3_LIMIT, REGULATOR_LIMIT, budget, junction, rail_faults, reader_current
from hardware.wiring import pages
from hardware.wiring.drawing import READER_PINS, draw
from hardware.wiring.table import COUNTS, wires

HOME = Path(__file__).parents[2] / "hardware"


def test_the_generated_files_follow_the_board_file() -> None:
    assert pages.check() == [], "run: python -m hardware wiring"


def test_a_changed_pin_is_seen_until_the_files_are_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "pico_w.py"
    changed.write_text(BOARD_FILE.read_text("utf-8").replace("MISO = 16", "MISO = 0"), encoding="utf-8")
    monkeypatch.setattr(pages, "read", lambda *words: read(*words) if words else read(changed))
    assert pages.check() == list(pages.files(read()))
    (tmp_path / "wiring").mkdir()
    pages.write(tmp_path)
    assert pages.check(tmp_path) == []


def test_the_page_names_every_pin_of_the_esp32() -> None:
    page = (HOME / "wiring.md").read_text("utf-8").partition("## ESP32-S3")[2]
    shown = dict(re.findall(r"^\| (\w+) \| (\d+) \|", page, re.M))
    assert {name: int(gpio) for name, gpio in shown.items()} == dict(read(ESP32_FILE, ESP32_LED_OUT).named())


def test_the_table_names_every_pin_of_the_board_file() -> None:
    pins = read()
    with (HOME / "wiring.csv").open(newline="", encoding="utf-8") as f:
        rows = [row for row in csv.DictReader(f) if row["gpio"]]
    assert sorted(int(row["gpio"]) for row in rows) == sorted(pin for _, pin in pins.named())
    assert tuple(int(row["gpio"]) for row in rows if row["signal"] == "CS") == pins.cs
    assert all(int(row["pin"]) == HEADER[int(row["gpio"])] for row in rows)


@pytest.mark.parametrize("readers", COUNTS)
def test_the_drawing_shows_what_the_table_says(readers: int) -> None:
    pins = read()
    drawn = draw(pins, readers)
    bold = set(re.findall(r'font-weight="bold">([^<]*)<', drawn))
    pico = {int(found[1] or found[2]) for text in bold if (found := re.fullmatch(r"(?:(\d+) )?\w+(?: (\d+))?", text))}
    assert {wire.pin for wire in wires(pins, readers) if wire.pin} <= pico
    assert len(re.findall(r">reader [a-z0-9-]+<", drawn)) == readers
    for name in READER_PINS:
        assert drawn.count(f">{name}<") == readers


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
