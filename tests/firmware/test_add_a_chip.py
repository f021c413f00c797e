"""A reader chip is added by a folder for its driver, one for its model, and a line: docs/add-a-reader-chip.md."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard
from lairkeeper.board.release import release_of

from .package_json import FIRMWARE, content

PAGE = Path(__file__).parents[2] / "docs" / "add-a-reader-chip.md"
TOY = Path(__file__).parent / "toy_chip"
DRIVERS = Path("lairboard/rfid/drivers")
MODELS = Path("sim/chips")
UID = "04a1b2c3d4e5f6"


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    """Return a copy of the firmware to which the toy chip is added, as the page says."""
    folder = tmp_path / "firmware"
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    for place, name in ((DRIVERS, "driver.py"), (MODELS, "chip.py")):
        (folder / place / "toy").mkdir()
        (folder / place / "toy" / "__init__.py").write_text('"""The toy chip."""\n')
        shutil.copy(TOY / name, folder / place / "toy" / name)
    registry = folder / DRIVERS / "__init__.py"
    text = registry.read_text()
    assert text.count("\n)\nKINDS = ") == 1
    registry.write_text(text.replace("\n)\nKINDS = ", '\n    ("toy", "Toy", ()),\n)\nKINDS = '))
    (folder / "package.json").write_text(content(folder))
    return folder


def test_the_page_names_just_these_files() -> None:
    table = PAGE.read_text().split("## Files")[1].split("\n## ")[0]
    named = set(re.findall(r"^\| `firmware/([^`]*)` \|", table, re.MULTILINE))
    assert named == {
        f"{DRIVERS}/CHIP/",
        f"{MODELS}/CHIP/",
        f"{DRIVERS}/__init__.py",
        "package.json",
    }


@pytest.mark.parametrize("interpreter", ["micropython", "cpython"])
def test_a_tag_on_a_chip_that_was_just_added_is_told(
    firmware: Path, interpreter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lairkeeper.board.simulated.firmware_folder", lambda: firmware)
    settings = {"readers": ["toy", "mfrc522"]}
    with SimulatedBoard(("tap", "seat-1"), interpreter=interpreter, paced=False, settings=settings) as board:
        inbox = MemoryInbox()
        link = LockstepLink(board, inbox)
        link.start()
        answers: list[object] = []
        link.command("test", "tap", on_reply=lambda ok, value: answers.append(value["chip"]))
        board.place("tap", UID)
        link.advance(1000)
        board.take("tap", UID)
        link.advance(1000)
        assert [(e.kind, e.zone, e.data[0]) for e in inbox.events] == [("+", "tap", UID), ("-", "tap", UID)]
        assert answers == ["Toy 1"]
        board.break_reader("tap", "dead")
        link.advance(2000)
        assert [(e.kind, e.data[0]) for e in inbox.events][2:] == [("f", "no-bus")]
        assert link.status.zones["seat-1"] == "ok"


def test_its_driver_goes_onto_boards_and_its_model_does_not(firmware: Path) -> None:
    files = release_of(firmware).files
    assert f"{DRIVERS}/toy/driver.py" in files
    assert not [name for name in files if name.startswith("sim/")]
    assert f"{DRIVERS}/toy/driver.py" not in release_of(FIRMWARE).files
