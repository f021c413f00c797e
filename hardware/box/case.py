"""The two-part case and its button caps. The origin is the middle of the board, x right, y up as on the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from build123d import chamfer

from hardware.carrier.design import Design

from .solids import Solid, block, cone, edges_at_foot, plate, post

WALL: Final = 2.4
GAP: Final = 0.6
"""Between board and wall."""
FLOOR: Final = 2.0
STANDOFF: Final = 5.0
BOARD: Final = 1.6
HEADROOM: Final = 22.0
"""Above the board: a plugged reader cable is 17 mm high and bends."""
LID: Final = 2.0
SURFACE: Final = FLOOR + STANDOFF + BOARD
"""Height of the board's upper face."""
RIM: Final = SURFACE + HEADROOM
"""Height of the walls, and of the lid's lower face."""
BUTTON: Final = 5.0
"""Height of a push button above the board."""
CAP: Final = (7.0, 10.0)
"""Across a cap above and below the lid."""
PLAY: Final = 0.6
PINHOLE: Final = 2.4
GUIDE: Final = 12.0
"""Below the lid, of the caps and of the pinholes."""
USB_PLUG: Final = (13.0, 9.0)
"""Width and height of a plug's grip."""
USB_HEIGHT: Final = 13.4
"""Middle of the Pico's USB socket above the board."""
DISPLAY: Final = (78.0, 30.0)
"""Middle of the display on the board, from its upper left corner."""
WINDOW: Final = (24.0, 13.0)
DISPLAY_HOLES: Final = (23.5, 23.8)


@dataclass(frozen=True, slots=True)
class Frame:
    """Turns a place on the board, mm from its upper left corner with y down, into one of the case."""

    width: float
    height: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return x and y, mm, from the middle of the board, y up."""
        return x - self.width / 2, self.height / 2 - y

    @property
    def inside(self) -> tuple[float, float]:
        """Return the width and height of the case between its walls, mm."""
        return self.width + 2 * GAP, self.height + 2 * GAP

    @property
    def outside(self) -> tuple[float, float]:
        """Return the outer width and height of the case, mm."""
        return self.inside[0] + 2 * WALL, self.inside[1] + 2 * WALL


def frame(made: Design) -> Frame:
    """Return the frame of a board."""
    return Frame(made.width, made.height)


def base(made: Design) -> Solid:
    """Return floor, walls and standoffs.

    Every port is open to the rim, so that it is printed without support.
    """
    f = frame(made)
    part = plate(*f.outside, RIM, 4.0)
    part = chamfer(edges_at_foot(part), 0.8)
    part -= plate(*f.inside, RIM, 2.0, FLOOR)
    for x, y in _holes(made):
        part += post(x, y, FLOOR, 7.0, STANDOFF)
        part -= post(x, y, 0.8, 2.5, FLOOR + STANDOFF)
    for port in _ports(made):
        part -= port
    return part


def lid(made: Design) -> Solid:
    """Return the lid as it lies on the case.

    It is printed upside down, so that all it carries grows upwards.
    """
    f = frame(made)
    part = plate(*f.outside, LID, 4.0, RIM)
    w, d = f.inside
    lip = plate(w - 0.6, d - 0.6, 2.0, 1.7, RIM - 2.0) - plate(w - 5.0, d - 5.0, 2.0, 1.0, RIM - 2.0)
    for port in _ports(made):
        lip -= port
    part += lip
    for x, y in _buttons(made):
        part += post(x, y, RIM - GUIDE, CAP[1] + PLAY + 2.8, GUIDE)
        part -= post(x, y, RIM - GUIDE, CAP[1] + PLAY, GUIDE)
        part -= post(x, y, RIM, CAP[0] + PLAY, LID)
    for x, y in _holes(made):
        part += post(x, y, SURFACE, 6.2, HEADROOM)
        part -= post(x, y, SURFACE, 3.4, HEADROOM + LID)
        part -= cone(x, y, RIM + LID - 1.4, 3.4, 6.2, 1.4)
    part = _pinholes(_display(part, *f.at(*DISPLAY)), made)
    vent = made.part("U11").at
    for i in range(5):
        part -= block(*f.at(vent[0] - 8 + 4 * i, vent[1]), RIM, 1.6, 14.0, LID)
    return part


def _pinholes(part: Solid, made: Design) -> Solid:
    """Add a hole with a guide above SAFE and above RESET, for a paper clip."""
    for each in made.parts:
        if each.value in ("SAFE", "RESET"):
            x, y = frame(made).at(each.at[0], each.at[1])
            part += post(x, y, RIM - GUIDE, PINHOLE + 4.0, GUIDE)
            part -= post(x, y, RIM - GUIDE, PINHOLE, GUIDE + LID)
    return part


def _display(part: Solid, x: float, y: float) -> Solid:
    """Add a window, and posts for the four screws of a 0.96 inch display."""
    part -= block(x, y + 1.5, RIM, *WINDOW, LID)
    for dx in (-1, 1):
        for dy in (-1, 1):
            px, py = x + dx * DISPLAY_HOLES[0] / 2, y + dy * DISPLAY_HOLES[1] / 2
            part += post(px, py, RIM - 3.0, 4.4, 3.0)
            part -= post(px, py, RIM - 3.0, 1.7, 3.5)
    return part


def cap(made: Design) -> Solid:
    """Return a button cap as it stands on the first button.

    It is a pin through the lid on a body that runs in the lid's guide.
    """
    x, y = _buttons(made)[0]
    foot = SURFACE + BUTTON + 0.1
    slope = (CAP[1] - CAP[0]) / 2
    shoulder = RIM - 0.5 - slope
    part = post(x, y, foot, CAP[1], shoulder - foot)
    part += cone(x, y, shoulder, CAP[1], CAP[0], slope)
    return part + post(x, y, shoulder + slope, CAP[0], RIM + LID + 1.5 - shoulder - slope)


def _holes(made: Design) -> list[tuple[float, float]]:
    return [frame(made).at(part.at[0], part.at[1]) for part in made.parts if part.footprint == "MountingHole_M3"]


def _buttons(made: Design) -> list[tuple[float, float]]:
    """Return the places of the buttons that players press. SAFE and RESET stay inside, under pinholes."""
    wanted = ("B1", "B2", "B3", "B4")
    return [frame(made).at(part.at[0], part.at[1]) for part in made.parts if part.value in wanted]


def _ports(made: Design) -> list[Solid]:
    """Return what is cut out of the walls: USB, a slot for each reader's cable, supply and lights."""
    f = frame(made)
    wall_top, wall_low = f.outside[1] / 2 - WALL / 2, -f.outside[1] / 2 + WALL / 2
    thick = WALL + 3.0
    usb = f.at(made.part("A1").at[0] + 8.89, 0)[0]
    low = SURFACE + USB_HEIGHT - USB_PLUG[1] / 2
    ports = [block(usb, wall_top, low, USB_PLUG[0], thick, RIM - low + 0.001)]
    cable = SURFACE + 13.0
    for n in range(1, made.readers + 1):
        at = made.part(f"J{n}").at
        y = wall_top if at[1] < made.height / 2 else wall_low
        ports.append(block(f.at(at[0] + 8.89, 0)[0], y, cable, 21.0, thick, RIM - cable + 0.001))
    side = f.outside[0] / 2 - WALL / 2
    supply, lights = made.part("J12").at[1] - 7, made.part("J9").at[1] + 7.5
    middle = f.at(0, (supply + lights) / 2)[1]
    ports.append(block(side, middle, SURFACE + 1.0, thick, lights - supply, RIM - SURFACE - 0.999))
    return ports
