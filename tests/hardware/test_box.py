"""Box and trays: printable, clear of the board, and a box that is too low is seen."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.carrier import design, files, kicad
from hardware.carrier.design import Design
from hardware.pins import read

pytestmark = [pytest.mark.kicad, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def made() -> Design:
    return design.design(read(), 4)


@pytest.fixture(scope="module")
def printed(made: Design) -> dict[str, Any]:
    from hardware.box.checks import parts

    return parts(made)


@pytest.fixture(scope="module")
def board(made: Design, tmp_path_factory: pytest.TempPathFactory) -> Any:
    from hardware.box.checks import board_in_case

    path = tmp_path_factory.mktemp("step") / "board.step"
    return board_in_case(kicad.run(path, "pcb", "export", "step", "--subst-models", files.board_file(made)))


def test_every_part_can_be_printed(printed: dict[str, Any]) -> None:
    from hardware.box import checks, mesh

    for name, solid in printed.items():
        assert checks.printable(name, solid, mesh.triangles(solid)) == []
    assert checks.spacing() == []


def test_a_part_that_needs_support_or_has_a_hole_is_named(printed: dict[str, Any]) -> None:
    from hardware.box import checks, mesh

    flat = mesh.triangles(printed["lid"])
    assert any("need support" in each for each in checks.printable("base", printed["lid"], flat))
    assert any("not watertight" in each for each in checks.printable("lid", printed["lid"], flat[1:]))


def test_the_board_fits_and_one_that_sits_wrong_is_seen(board: Any, printed: dict[str, Any]) -> None:
    from build123d import Pos

    from hardware.box import checks

    assert checks.clashes(board, printed) == []
    told = checks.clashes(Pos(0, 0, 12) * board, printed)
    assert any(each.startswith("lid and the board take the same") for each in told)
    assert any(each.startswith("base and the board") for each in checks.clashes(Pos(3, 0, 0) * board, printed))


def test_a_paper_clip_reaches_safe_and_reset(made: Design, printed: dict[str, Any]) -> None:
    from hardware.box import case
    from hardware.box.solids import post

    for value in ("SAFE", "RESET"):
        part = next(each for each in made.parts if each.value == value)
        x, y = case.frame(made).at(part.at[0], part.at[1])
        clip = post(x, y, case.SURFACE + case.BUTTON, 1.5, case.HEADROOM + case.LID + 5)
        assert all((clip & printed[name]).volume < 0.001 for name in ("lid", "base")), value
        beside = post(x + 4.0, y, case.SURFACE + case.BUTTON, 1.5, case.HEADROOM + case.LID + 5)
        assert (beside & printed["lid"]).volume > 1.0, "no opening beside it"


def test_the_usb_port_is_where_the_socket_is(board: Any, made: Design) -> None:
    from hardware.box import case

    high = [box for each in board.solids() if (box := each.bounding_box()).min.Z > case.SURFACE + 11.5]
    socket = max(high, key=lambda box: box.max.Y)
    x = case.frame(made).at(made.part("A1").at[0] + 8.89, 0)[0]
    assert pytest.approx(x, abs=0.1) == (socket.min.X + socket.max.X) / 2
    assert pytest.approx(case.SURFACE + case.USB_HEIGHT, abs=0.2) == (socket.min.Z + socket.max.Z) / 2
    assert case.SURFACE + case.USB_HEIGHT + case.USB_PLUG[1] / 2 < case.RIM
