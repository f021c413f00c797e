"""`python -m hardware out`: everything that is made from this room, below ``hardware/out/``, and every check of it."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Final

from hardware.pins import ROOT, read
from hardware.wiring import pages

OUT: Final = ROOT / "hardware" / "out"
PICTURES: Final = ROOT / "docs" / "img" / "hardware"


class CheckError(RuntimeError):
    """Some check found something; the message says how many."""


def build(out: Path = OUT) -> None:
    """Build and check everything, a line for each step. Raises ``CheckError``, ``ToolError``."""
    from hardware.box import checks as box_checks
    from hardware.box import outputs as box_outputs
    from hardware.carrier import outputs
    from hardware.carrier.design import HEIGHTS, design

    begin = time.monotonic()
    shutil.rmtree(out, ignore_errors=True)
    printed: dict[int, dict[str, Any]] = {}
    for readers in HEIGHTS:
        made = design(read(), readers)
        outputs.write(made, out / made.name)
        printed[readers] = box_checks.parts(made)
        box_outputs.write(printed[readers], out / made.name / "box")
        box_outputs.pictures(made, printed[readers], out / made.name / "box")
        print(f"built {made.name}, {time.monotonic() - begin:.0f} s", flush=True)
    labels(out / "labels")
    _judge(_checks(out, printed), begin)
    print(f"All is in {out}")


def check() -> None:
    """Check what is committed, and build nothing: KiCad is enough. Raises ``CheckError``, ``ToolError``."""
    from hardware.carrier.checks import committed_checks

    _judge(chain([("wiring pages follow the board file", _stale_pages())], committed_checks()), time.monotonic())


def _judge(checks: Iterable[tuple[str, list[str]]], begin: float) -> None:
    faults = 0
    for what, found in checks:
        print(f"{'FAIL' if found else 'ok  '} {what}, {time.monotonic() - begin:.0f} s", flush=True)
        for each in found:
            print(f"     {each}")
        faults += len(found)
    if faults:
        raise CheckError(f"{faults} faults; see above")


def _stale_pages() -> list[str]:
    return [f"{name}: run python -m hardware wiring" for name in pages.check()]


def pictures(out: Path = OUT, folder: Path = PICTURES) -> None:
    """Take the pictures of the pages from what was built. Raises ``CheckError`` when nothing was."""
    import pypdfium2

    if not (out / "labels").is_dir():
        raise CheckError("there is nothing to take pictures of; run: python -m hardware out")
    folder.mkdir(parents=True, exist_ok=True)
    board = out / "lairkeeper-4"
    for source, name in (
        ("documents/board-top.png", "board-top.png"),
        ("documents/board-3d.png", "board-3d.png"),
        ("box/case-behind.svg", "case-behind.svg"),
        ("box/case-before.svg", "case-before.svg"),
        ("box/tray.svg", "tray.svg"),
    ):
        shutil.copyfile(board / source, folder / name)
    for pdf, name, scale in (
        (out / "labels" / "table-en.pdf", "labels.png", 1.2),
        (board / "documents" / "schematic.pdf", "schematic.png", 1.5),
    ):
        page = pypdfium2.PdfDocument(pdf)[0]
        page.render(scale=scale).to_pil().quantize(16).save(folder / name, optimize=True)


def labels(folder: Path) -> None:
    """Write a sheet of labels for the shared tokens and for every game, English and French."""
    from lairkeeper.cli import cli
    from lairkeeper.games import ids

    folder.mkdir(parents=True, exist_ok=True)
    for game in ("table", *ids()):
        for lang in ("en", "fr"):
            words = ["tags", "sheet", game, "--lang", lang, "-o", str(folder / f"{game}-{lang}.pdf")]
            cli([*words, "--db", str(folder / "none.db")], standalone_mode=False)
    for left in folder.glob("none.db*"):
        left.unlink()


def _checks(out: Path, printed: dict[int, dict[str, Any]]) -> Iterator[tuple[str, list[str]]]:
    from hardware.box import checks as box
    from hardware.carrier.checks import all_checks
    from hardware.carrier.design import design

    yield "wiring pages follow the board file", _stale_pages()
    yield from all_checks(out)
    for readers, parts in printed.items():
        made = design(read(), readers)
        folder = out / made.name
        yield from box.all_checks(made, parts, folder / "box", folder / "documents" / "board.step")
