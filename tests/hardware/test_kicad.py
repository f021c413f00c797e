"""KiCad finds nothing in the committed boards, and finds every fault that is put into a copy of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.carrier import checks, design, files, kicad, outputs
from hardware.carrier.design import Design
from hardware.carrier.sexpr import Node, Q, dump, find, find_all, parse, prop
from hardware.pins import read

pytestmark = [pytest.mark.kicad, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def made() -> Design:
    return design.design(read(), 4)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    shutil.copytree(files.HOME, tmp_path / "kicad")
    return tmp_path / "kicad"


def edit(path: Path, change: Callable[[Node], None]) -> None:
    root = parse(path.read_text("utf-8"))
    change(root)
    path.write_text(dump(root), encoding="utf-8")


def part(root: Node, ref: str) -> Node:
    return next(each for each in find_all(root, "footprint") if prop(each, "Reference")[2] == ref)


def cut_wire(root: Node) -> None:
    root.remove(next(find_all(root, "wire")))


def drop_no_connect(root: Node) -> None:
    root.remove(next(find_all(root, "no_connect")))


def short_supplies(root: Node) -> None:
    """Two regulators' outputs, the Pico's and the readers', on one net."""
    for label in find_all(root, "global_label"):
        if label[1] == "+3V3R1":
            label[1] = Q("+3V3")
    for symbol in find_all(root, "symbol"):
        if prop(symbol, "Value")[2] == "+3V3R1":
            prop(symbol, "Value")[2] = Q("+3V3")


def swap_labels(root: Node) -> None:
    """Name the regulator's output as the supply that feeds it."""
    for label in find_all(root, "global_label"):
        if label[1] == "+3V3R1":
            label[1] = Q("+5V")


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        (cut_wire, {"label_dangling", "pin_not_connected"}),
        (drop_no_connect, {"pin_not_connected"}),
        (short_supplies, {"pin_to_pin"}),
        (swap_labels, {"pin_to_pin"}),
    ],
)
def test_the_electrical_check_sees(
    fault: Callable[[Node], None], seen: set[str], made: Design, home: Path, tmp_path: Path
) -> None:
    path = files.schematic_file(made, home)
    edit(path, fault)
    found = {each["type"] for each in kicad.erc(path, tmp_path / "erc.json") if each["severity"] == "error"}
    assert seen & found, found


def delete_track(root: Node) -> None:
    number = next(net[1] for net in find_all(root, "net") if net[2] == "SCK")
    for segment in [each for each in find_all(root, "segment") if find(each, "net")[1] == number]:
        root.remove(segment)


def thin_track(root: Node) -> None:
    find(next(find_all(root, "segment")), "width")[1] = "0.05"


def thin_supply(root: Node) -> None:
    number = next(net[1] for net in find_all(root, "net") if net[2] == "+5V")
    for segment in find_all(root, "segment"):
        if find(segment, "net")[1] == number:
            find(segment, "width")[1] = "0.3"


def move_part(root: Node) -> None:
    """Onto the tracks of another."""
    find(part(root, "R6"), "at")[1:3] = find(part(root, "U1"), "at")[1:3]


def swap_nets(root: Node) -> None:
    first, second = (find(pad, "net") for pad in list(find_all(part(root, "J1"), "pad"))[:2])
    first[1:], second[1:] = second[1:], first[1:]


def via_in_pad(root: Node) -> None:
    """Place a via of the same net in a pad: only our own rule forbids it."""
    number = next(net[1] for net in find_all(root, "net") if net[2] == "GND")
    place = find(part(root, "U11"), "at")
    via = next(each for each in find_all(root, "via") if find(each, "net")[1] == number)
    find(via, "at")[1:] = [str(float(place[1]) + 3.15), str(float(place[2]) + 2.3)]


def drop_part(root: Node) -> None:
    root.remove(part(root, "C11"))


def rename_part(root: Node) -> None:
    prop(part(root, "R11"), "Reference")[2] = Q("R99")


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        (delete_track, "unconnected_items"),
        (thin_track, "track_width"),
        (thin_supply, "min width 0.6000 mm"),
        (move_part, "clearance"),
        (swap_nets, "net_conflict"),
        (via_in_pad, "no via in a solder pad"),
        (drop_part, "missing_footprint"),
        (rename_part, "extra_footprint"),
    ],
)
def test_the_design_check_sees(
    fault: Callable[[Node], None], seen: str, made: Design, home: Path, tmp_path: Path
) -> None:
    path = files.board_file(made, home)
    edit(path, fault)
    found = [checks.sentence(each) for each in kicad.drc(path, tmp_path / "drc.json")]
    assert any(seen in each for each in found), found


@pytest.mark.parametrize("readers", [4, 8])
def test_the_committed_boards_pass(readers: int, tmp_path: Path) -> None:
    board = design.design(read(), readers)
    assert checks.rules(board, files.HOME, tmp_path) == []
    assert checks.pins_agree(board, files.HOME, tmp_path) == []
    assert checks.lists_are_whole(board, files.HOME, tmp_path) == []


def test_a_lost_layer_a_lost_hole_and_a_wrong_size_are_seen(made: Design, tmp_path: Path) -> None:
    folder = tmp_path / "gerbers"
    outputs.gerbers(made, folder)
    assert checks.gerbers_read_back(made, folder) == []
    (folder / f"{made.name}-PTH.drl").unlink()
    (folder / f"{made.name}-B_Cu.gbr").unlink()
    told = checks.gerbers_read_back(design.design(read(), 8), folder)
    assert "layer bottom copper is missing or empty" in told
    assert any("holes are drilled" in each for each in told)
    assert any("the outline is 144" in each for each in told)


def test_a_tool_that_fails_says_why(tmp_path: Path) -> None:
    with pytest.raises(kicad.ToolError, match="failed on"):
        kicad.run(tmp_path / "x.pdf", "sch", "export", "pdf", tmp_path / "no.kicad_sch")
    with pytest.raises(kicad.ToolError, match="failed on"):
        kicad.run(tmp_path / "x.png", "pcb", "render", "--rotate", "-45", tmp_path / "no.kicad_pcb")
