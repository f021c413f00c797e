"""Every file of the two boards, and what differs from what the generator would write."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

from hardware.pins import Pins, read
from hardware.wiring.pages import HOME as HARDWARE

from . import board, kicad, project, schematic
from .design import HEIGHTS, Design, design
from .sexpr import SexprError, find, find_all, parse, prop

HOME: Final = HARDWARE / "carrier" / "kicad"
LIBRARY: Final = "library"
CHECKSUMS: Final = "checksums.txt"
"""Of the layouts and of the designs that they were made from, as sha256sum writes them."""
AGAIN: Final = "run: python -m hardware carrier"


def sources(pins: Pins) -> dict[str, str]:
    """Return all files that need no router and no KiCad: name below ``HOME`` -> text."""
    out = {f"{LIBRARY}/lairkeeper.kicad_sym": schematic.write_library()}
    out |= {f"{LIBRARY}/lairkeeper.pretty/{name}": text for name, text in board.library().items()}
    for readers in HEIGHTS:
        made = design(pins, readers)
        folder = made.name
        out[f"{folder}/{made.name}.kicad_sch"] = schematic.write(made)
        out[f"{folder}/{made.name}.kicad_pro"] = project.write(made)
        out[f"{folder}/{made.name}.kicad_dru"] = project.RULES
        out |= {f"{folder}/{name}": text for name, text in project.tables().items()}
    return out


def board_file(made: Design, home: Path = HOME) -> Path:
    """Return the path of a board's layout."""
    return home / made.name / f"{made.name}.kicad_pcb"


def schematic_file(made: Design, home: Path = HOME) -> Path:
    """Return the path of a board's schematic."""
    return home / made.name / f"{made.name}.kicad_sch"


def write(home: Path = HOME, pins: Pins | None = None) -> None:
    """Write everything anew, routed and filled. Raises ``PinError``, ``DesignError``, ``RouteError``, ``ToolError``."""
    # numba, which only those who make a board have.
    from . import route

    kicad.python()
    pins = pins or read()
    for name, text in sources(pins).items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    boards = []
    for readers in HEIGHTS:
        made = design(pins, readers)
        path = board_file(made, home)
        path.write_text(board.write(made, *route.route(made)), encoding="utf-8")
        boards.append(path)
    kicad.fill(*boards)
    write_checksums(home, pins)


def checksums(home: Path, made: Design) -> tuple[str, str]:
    """Return the lines of the checksum file for one board: its layout, and the design that it was made from."""
    path = board_file(made, home)
    return (
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {made.name}/{path.name}",
        f"{hashlib.sha256(repr(made).encode()).hexdigest()}  {made.name}, the design",
    )


def write_checksums(home: Path, pins: Pins) -> None:
    """Write the checksum file for the layouts that are there."""
    lines = [line for readers in HEIGHTS for line in checksums(home, design(pins, readers))]
    (home / CHECKSUMS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def differences(home: Path = HOME, pins: Pins | None = None) -> list[str]:
    """Name the files that no longer follow the firmware's pins and the generator, as far as known without KiCad.

    One sentence a file, with the way out. That the router would lay its tracks otherwise today shows only when the
    board is made anew.
    """
    pins = pins or read()
    out = []
    for name, text in sources(pins).items():
        path = home / name
        if not path.is_file():
            out.append(f"{name} is missing; {AGAIN}")
        elif path.read_text("utf-8") != text:
            out.append(f"{name} was edited by hand or is older than its source; {AGAIN}")
    for readers in HEIGHTS:
        made = design(pins, readers)
        out += _layout_differences(made, home) or moved(made, home)
    return out


def same(a: Path, b: Path) -> list[str]:
    """Name the files of folder ``b``, made anew, that are not byte for byte those of ``a``."""
    names = sorted(path.relative_to(b) for path in b.rglob("*") if path.is_file() and path.suffix != ".step")
    return [
        f"{name} was edited by hand or is older than its source; {AGAIN}"
        for name in names
        if not (a / name).is_file() or (a / name).read_bytes() != (b / name).read_bytes()
    ]


def layout_nets(path: Path) -> dict[tuple[str, str], str]:
    """Return the net of each (part, pad) in a board file."""
    root = parse(path.read_text("utf-8"))
    nets = {}
    for footprint in find_all(root, "footprint"):
        ref = str(prop(footprint, "Reference")[2])
        for pad in find_all(footprint, "pad"):
            if pad[1]:
                nets[ref, str(pad[1])] = str(find(pad, "net")[2])
    return nets


def moved(made: Design, home: Path) -> list[str]:
    """Say how a layout that has the right nets differs from what was generated, or from its design.

    Either a track, part, plane or text is not as it was generated, or the design has changed since.
    """
    path, sums = board_file(made, home), home / CHECKSUMS
    known = sums.read_text("utf-8").splitlines() if sums.is_file() else []
    layout, source = checksums(home, made)
    if layout not in known:
        return [f"{path.name} was edited by hand: a track, part, plane or text is another one; {AGAIN}"]
    if source not in known:
        return [f"{path.name} is older than its design: a part has another place or value now; {AGAIN}"]
    return []


def _layout_differences(made: Design, home: Path) -> list[str]:
    path = board_file(made, home)
    name = path.name
    if not path.is_file():
        return [f"{name} is missing; {AGAIN}"]
    try:
        found = layout_nets(path)
    except (SexprError, KeyError, IndexError) as error:
        return [f"{name} cannot be read ({error}); {AGAIN}"]
    wanted = {(each.ref, each.pad.number): each.net for each in made.pads() if each.pad.number}
    wrong = [f"{ref} pad {pad}" for (ref, pad), net in wanted.items() if found.get((ref, pad)) != net]
    wrong += [f"{ref} pad {pad}" for ref, pad in found.keys() - wanted.keys()]
    return (
        [f"{name}: {', '.join(wrong[:4])} {'is' if len(wrong) == 1 else 'are'} on another net; {AGAIN}"]
        if wrong
        else []
    )
