"""A tray for one reader module, its cover, and a light pipe. The origin is the middle of the reader's antenna.

Trays laid side by side keep the antennas ``WIDTH`` apart, more than the 80 mm that they need.
"""

from __future__ import annotations

from typing import Final

from build123d import chamfer

from .solids import Solid, block, cone, edges_at_foot, plate, post

WIDTH: Final = 90.0
DEPTH: Final = 49.0
WALL: Final = 2.4
FLOOR: Final = 1.6
MODULE: Final = (60.5, 40.5)
"""An RC522 module with some room: its antenna is the square at one end, 40 mm wide."""
ANTENNA: Final = 20.0
"""From the module's end to the middle of its antenna."""
FERRITE: Final = (40.0, 42.0, 1.2)
"""A sheet between antenna and table, beside the ledge at the module's end."""
LEDGE: Final = 5.0
"""Height of the module above the floor: its header's solder tails need it."""
RIM: Final = 12.0
COVER: Final = 1.6
LIGHT: Final = (-31.0, 0.0)
"""Where the light shines through the cover."""
PIPE: Final = 5.0
LAMP: Final = 10.2
"""Across a round WS2812 board."""


def tray() -> Solid:
    """Return the tray of one reader.

    It has a floor with the ferrite's pocket, walls, four ledges under the module, and a way out for the cable.
    """
    part = chamfer(edges_at_foot(plate(WIDTH, DEPTH, RIM, 4.0)), 0.8)
    part -= plate(WIDTH - 2 * WALL, DEPTH - 2 * WALL, RIM, 2.0, FLOOR + FERRITE[2])
    part -= block(1.0, 0, FLOOR, FERRITE[0], FERRITE[1], RIM)
    left, right = -ANTENNA - 0.25, -ANTENNA - 0.25 + MODULE[0]
    half = MODULE[1] / 2
    foot = FLOOR + FERRITE[2]
    for x in (24.5, right - 3):
        for side in (-1, 1):
            part += block(x, side * (half - 1.0), foot, 6.0, 4.0, LEDGE)
            part += block(x, side * (half + 1.0), foot, 6.0, 1.6, LEDGE + 2.6)
    part += block(left - 1.0, 0, foot, 1.6, 12.0, LEDGE + 2.6)
    part += block(left, 0, foot, 2.5, 12.0, LEDGE)
    # The cable of the reader, and that of the light, which goes on to the next tray on the other side.
    part -= block(WIDTH / 2, 0, foot + LEDGE, 4 * WALL, 24.0, RIM)
    part -= block(-WIDTH / 2, 0, foot + LEDGE, 4 * WALL, 8.0, RIM)
    return part


def cover() -> Solid:
    """Return the surface that tags are laid on.

    It has a lip, a holder for the lamp and a ring over the antenna's middle.
    """
    part = plate(WIDTH, DEPTH, COVER, 4.0, RIM)
    w, d = WIDTH - 2 * WALL - 0.6, DEPTH - 2 * WALL - 0.6
    lip = plate(w, d, 1.6, 1.7, RIM - 1.6) - plate(w - 4.0, d - 4.0, 1.6, 1.0, RIM - 1.6)
    lip -= block(WIDTH / 2 - WALL, 0, RIM - 1.6, 8.0, 24.0, 1.6) + block(-WIDTH / 2 + WALL, 0, RIM - 1.6, 8.0, 8.0, 1.6)
    part += lip
    part += post(*LIGHT, RIM - 3.0, LAMP + 2.4, 3.0) - post(*LIGHT, RIM - 3.0, LAMP, 3.0)
    part -= post(*LIGHT, RIM, PIPE + 0.3, COVER)
    groove = cone(0, 0, RIM + COVER - 0.4, 25.21, 26.0, 0.4) - cone(0, 0, RIM + COVER - 0.4, 25.19, 24.4, 0.4)
    return part - groove


def pipe() -> Solid:
    """Return a light pipe in clear filament; its collar keeps it from falling out of the cover."""
    x, y = LIGHT
    part = post(x, y, RIM - 1.0, 7.0, 0.8)
    part += cone(x, y, RIM - 0.2, 7.0, PIPE, 0.2)
    return part + post(x, y, RIM, PIPE, COVER)
