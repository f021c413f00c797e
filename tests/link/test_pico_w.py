"""The pins of the Pico W's board file are those of the wiring table."""

import ast
import csv
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SIGNALS = {"SCK": "SCK", "MOSI": "MOSI", "MISO": "MISO", "RST": "RST", "LED": "PIXELS", "BUZZER": "BUZZER"}


def pins() -> dict[str, object]:
    tree = ast.parse((ROOT / "firmware" / "boards" / "pico_w.py").read_text())
    return {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def table() -> list[dict[str, str]]:
    with (ROOT / "hardware" / "wiring.csv").open(newline="") as f:
        return list(csv.DictReader(f))


def test_the_wiring_table_agrees() -> None:
    board = pins()
    selects = tuple(int(row["gpio"]) for row in table() if row["signal"] == "CS")
    assert selects == board["CS"]
    for row in table():
        if row["signal"] in SIGNALS:
            assert int(row["gpio"]) == board[SIGNALS[row["signal"]]], row
    assert {row["signal"] for row in table()} == {*SIGNALS, "CS", "SAFE"}
    safe = next(int(row["gpio"]) for row in table() if row["signal"] == "SAFE")
    assert safe == board["BUTTONS"][0]


def test_the_hardware_page_agrees() -> None:
    page = (ROOT / "hardware" / "README.md").read_text()
    shown = dict(re.findall(r"^\| ([A-Z]+) \| (\d+) \|", page, re.M))
    for row in table():
        if row["signal"] != "CS" or row["reader"] == "tap":
            assert shown[row["signal"]] == row["gpio"], row


def test_no_pin_is_used_twice() -> None:
    board = pins()
    used = [*board["CS"], *board["BUTTONS"]] + [
        board[n] for n in ("SCK", "MOSI", "MISO", "RST", "IRQ", "PIXELS", "BUZZER")
    ]
    assert len(set(used)) == len(used)
