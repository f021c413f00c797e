"""The committed carrier boards follow the firmware's pins. What needs KiCad is in ``test_kicad.py``."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.carrier import checks, files, kicad, outputs
from hardware.carrier import design as data
from hardware.carrier.sexpr import Q, SexprError, dump, parse
from hardware.pins import HEADER, read
from hardware.power import JUNCTION_LIMIT, junction, reader_current
from hardware.wiring.table import wires


@pytest.fixture(scope="module", params=[4, 8])
def board(request: pytest.FixtureRequest) -> data.Design:
    return data.design(read(), request.param)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(files.HOME, tmp_path / "kicad")
    return tmp_path / "kicad"


def test_the_committed_files_follow_the_board_file() -> None:
    assert files.differences() == []


def test_a_changed_pin_is_seen_until_the_board_is_made_anew() -> None:
    pins = replace(read(), irq=11)
    told = files.differences(pins=pins)
    assert any(re.search(r"lairkeeper-4\.kicad_sch was edited by hand or is older", each) for each in told)
    assert any(
        re.search(r"lairkeeper-8\.kicad_pcb: A1 pad 1[59], A1 pad 1[59] are on another net", each) for each in told
    )
    assert all("python -m hardware carrier" in each for each in told)


def test_schematic_wiring_page_and_board_file_name_the_same_pins(board: data.Design) -> None:
    pico = board.part("A1").nets
    page = wires(read(), board.readers)
    selects = [pico[str(wire.pin)] for wire in page if wire.signal == "CS"]
    assert selects == [f"CS{i}" for i in range(1, board.readers + 1)]
    for wire in page:
        if wire.gpio is not None and wire.signal != "CS":
            assert pico[str(wire.pin)] == {"LED": "LED_3V3"}.get(wire.signal, wire.signal)
    named = {str(wire.pin) for wire in page if wire.gpio is not None}
    assert {place for place in map(str, HEADER.values()) if place in pico} == named


def test_each_reader_has_its_own_select_gate_and_capacitors(board: data.Design) -> None:
    for n in range(1, board.readers + 1):
        buffer = board.part(f"U{(n - 1) // 4 + 1}").nets
        enable, given, out = data.GATES[(n - 1) % 4]
        reader = board.part(f"J{n}").nets
        assert (buffer[enable], buffer[given], buffer[out]) == (f"CS{n}", f"MISO{n}", "MISO")
        assert list(reader.values()) == [f"CS{n}", "SCK", "MOSI", f"MISO{n}", "IRQ", "GND", "RST", buffer["14"]]
        assert board.part(f"R{10 + n}").nets == {"1": buffer["14"], "2": f"CS{n}"}
        for part in (f"C{10 + n}", f"C{20 + n}"):
            assert board.part(part).nets == {"1": buffer["14"], "2": "GND"}


def test_the_parts_list_names_every_part_once_with_a_number(board: data.Design) -> None:
    listed = [ref for refs, *_ in outputs.bill(board) for ref in refs.split()]
    assert sorted(listed) == sorted(part.ref for part in board.parts if part.bought)
    assert all(number for _, _, _, number, _ in outputs.bill(board))


def test_a_hand_edited_board_is_named_with_the_way_out(copy: Path, board: data.Design) -> None:
    path = files.board_file(board, copy)
    root = parse(path.read_text("utf-8"))
    pad = next(
        pad
        for part in root
        if part[0] == "footprint" and any(each[1:3] == ["Reference", "J2"] for each in part if each[0] == "property")
        for pad in part
        if pad[0] == "pad" and pad[1] == "1"
    )
    next(each for each in pad if each[0] == "net")[2] = Q("GND")
    path.write_text(dump(root), encoding="utf-8")
    assert files.differences(copy) == [f"{path.name}: J2 pad 1 is on another net; run: python -m hardware carrier"]
    path.write_text("(kicad_pcb (version", encoding="utf-8")
    assert files.differences(copy) == [
        f"{path.name} cannot be read (the file ends before its brackets are closed); run: python -m hardware carrier"
    ]


def test_a_moved_track_and_a_moved_part_are_seen_without_kicad(copy: Path) -> None:
    board = data.design(read(), 4)
    path = files.board_file(board, copy)
    text = path.read_text("utf-8")
    x = re.search(r"\(segment\s+\(start (\S+) ", text)
    assert x is not None
    path.write_text(f"{text[: x.start(1)]}{float(x[1]) + 0.2}{text[x.end(1) :]}", encoding="utf-8")
    (told,) = files.differences(copy)
    assert told.startswith(f"{path.name} was edited by hand: a track") and told.endswith(files.AGAIN)
    files.write_checksums(copy, read())
    assert files.moved(board, copy) == []
    elsewhere = replace(board, parts=(replace(board.parts[0], at=(1.0, 2.0, 0)), *board.parts[1:]))
    assert "is older than its design" in files.moved(elsewhere, copy)[0]
    (copy / files.CHECKSUMS).unlink()
    assert "was edited by hand" in files.moved(board, copy)[0]


def test_the_copper_on_a_regulator_is_what_its_heat_is_reckoned_with(
    board: data.Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks.heat_spread(board, files.HOME) == []
    assert junction(reader_current(4, 4)) <= JUNCTION_LIMIT - 20
    monkeypatch.setattr(checks, "COPPER", 5000.0)
    assert len(checks.heat_spread(board, files.HOME)) == board.readers // 4


def test_a_hand_edited_schematic_or_a_missing_file_is_named(copy: Path) -> None:
    schematic = copy / "lairkeeper-4" / "lairkeeper-4.kicad_sch"
    schematic.write_text(schematic.read_text("utf-8").replace("10k", "1k", 1), encoding="utf-8")
    (copy / "lairkeeper-8" / "lairkeeper-8.kicad_dru").unlink()
    assert files.differences(copy) == [
        f"lairkeeper-4/lairkeeper-4.kicad_sch was edited by hand or is older than its source; {files.AGAIN}",
        f"lairkeeper-8/lairkeeper-8.kicad_dru is missing; {files.AGAIN}",
    ]


@pytest.mark.parametrize(
    ("ref", "change", "says"),
    [
        ("R6", {"footprint": ""}, "R6 (100) has no footprint ''"),
        ("R6", {"symbol": "Resistor"}, "R6 (100) has no symbol 'Resistor'"),
        ("R6", {"nets": {"3": "GND"}}, "R6: pin 3 is wired"),
        ("R6", {"ref": "R5"}, "R5 is there 2 times"),
        ("R6", {"at": (44.5, 37, 0)}, "R6 and BZ1 lie on each other"),
        ("J9", {"at": (150, 37, 0)}, "J9 hangs over the edge"),
    ],
)
def test_a_part_that_cannot_be_drawn_is_refused(ref: str, change: dict[str, object], says: str) -> None:
    good = data.design(read(), 4)
    parts = tuple(replace(each, **change) if each.ref == ref else each for each in good.parts)  # type: ignore[arg-type]
    with pytest.raises(data.DesignError, match=re.escape(says)):
        data.check(replace(good, parts=parts))


def test_only_boards_that_exist_are_drawn() -> None:
    with pytest.raises(data.DesignError, match="4 or 8 readers, not for 6"):
        data.design(read(), 6)
    with pytest.raises(data.DesignError, match="names 4 chip selects; 8 readers need one each"):
        data.design(replace(read(), cs=(17, 20, 21, 22)), 8)


def test_a_missing_tool_is_named_with_the_way_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(kicad, "command", kicad.command.__wrapped__)
    with pytest.raises(kicad.ToolError, match=r"kicad-cli is not there; run hardware/install-tools\.sh"):
        kicad.command()
    old = tmp_path / "kicad-cli"
    old.write_text("#!/bin/sh\necho 6.0.11\n")
    old.chmod(0o755)
    with pytest.raises(kicad.ToolError, match=r"of version 6\.0\.11, the files are for 9"):
        kicad.command()


def test_expressions_survive_a_round_trip() -> None:
    text = '(a 1 "b \\"c\\" \\\\d" (e 0.5 -2))'
    assert parse(dump(parse(text))) == parse(text)
    for broken in ("(a", "(a))", ""):
        with pytest.raises(SexprError):
            parse(broken)
