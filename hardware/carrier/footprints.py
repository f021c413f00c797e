"""Footprints drawn from the parts' datasheets: pads, body, outline.

Lengths in mm, x right, y down, origin the middle unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

COURTYARD: Final = 0.25


@dataclass(frozen=True, slots=True)
class Pad:
    """A solder pad. ``drill`` 0: surface mount; ``number`` "": a bare hole without copper."""

    number: str
    x: float
    y: float
    w: float
    h: float
    drill: float = 0.0
    round: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of a part's body: lower corner and size, z up from the board's surface."""

    x: float
    y: float
    z: float
    w: float
    h: float
    d: float
    round: bool = False
    """An upright cylinder as wide as ``w``."""
    colour: str = "black"


@dataclass(frozen=True, slots=True)
class Footprint:
    """A land pattern with the body that stands on it. ``outline``: x0, y0, x1, y1 of the body as seen from above."""

    name: str
    about: str
    pads: tuple[Pad, ...]
    outline: tuple[float, float, float, float]
    bodies: tuple[Box, ...] = ()
    pin1: tuple[float, float] | None = None
    """Where the mark of pin 1 stands."""
    keepout: tuple[float, float, float, float] | None = None
    """No copper here, on either side."""
    courtyard: tuple[float, float, float, float] = field(default=(0, 0, 0, 0))

    def __post_init__(self) -> None:
        xs = [p.x + s * p.w / 2 for p in self.pads for s in (-1, 1)]
        ys = [p.y + s * p.h / 2 for p in self.pads for s in (-1, 1)]
        x0, y0, x1, y1 = self.outline
        yard = (min(x0, *xs), min(y0, *ys), max(x1, *xs), max(y1, *ys))
        grown = (yard[0] - COURTYARD, yard[1] - COURTYARD, yard[2] + COURTYARD, yard[3] + COURTYARD)
        object.__setattr__(self, "courtyard", tuple(round(each, 2) for each in grown))

    @property
    def surface(self) -> bool:
        """Return True when it is soldered on the surface, not through holes."""
        return all(pad.drill == 0 for pad in self.pads)


def _chip(
    name: str, about: str, length: float, width: float, height: float, span: float, pad: tuple[float, float]
) -> Footprint:
    pads = (Pad("1", -span / 2, 0, *pad), Pad("2", span / 2, 0, *pad))
    colour = "black" if name.startswith("R") else "tan"
    body = Box(-length / 2, -width / 2, 0, length, width, height, colour=colour)
    return Footprint(name, about, pads, (-length / 2, -width / 2, length / 2, width / 2), (body,))


def header(n: int) -> Footprint:
    """Return a straight pin header, 2.54 mm, pin 1 at the origin, the others below it."""
    pads = tuple(Pad(str(i + 1), 0, i * 2.54, 1.7, 1.7, 1.0, round=i > 0) for i in range(n))
    end = (n - 1) * 2.54
    pins = tuple(Box(-0.32, i * 2.54 - 0.32, 2.5, 0.64, 0.64, 6.0, colour="gold") for i in range(n))
    plastic = Box(-1.27, -1.27, 0, 2.54, end + 2.54, 2.5)
    outline = (-1.27, -1.27, 1.27, end + 1.27)
    return Footprint(f"PinHeader_1x{n:02d}", "2.54 mm pin header", pads, outline, (plastic, *pins), pin1=(-1.9, 0))


def _pico() -> Footprint:
    """Return a Raspberry Pi Pico W on two 20-way sockets.

    The origin is pin 1, USB towards -y (Pico W datasheet, mechanics).
    """
    left = tuple(Pad(str(i + 1), 0, i * 2.54, 1.7, 1.7, 1.0, round=i > 0) for i in range(20))
    right = tuple(Pad(str(i + 21), 17.78, (19 - i) * 2.54, 1.7, 1.7, 1.0, round=True) for i in range(20))
    x0, y0 = -1.61, -1.37
    sockets = tuple(Box(x - 1.27, -1.27, 0, 2.54, 50.8, 8.5) for x in (0, 17.78))
    strips = tuple(Box(x - 1.27, -1.27, 8.5, 2.54, 50.8, 2.5) for x in (0, 17.78))
    board = Box(x0, y0, 11.0, 21, 51, 1.0, colour="green")
    usb = Box(8.89 - 3.75, y0 - 1.3, 12.0, 7.5, 5.6, 2.7, colour="silver")
    radio = Box(8.89 - 5, 28, 12.0, 10, 9, 1.5, colour="silver")
    return Footprint(
        "RaspberryPi_PicoW_Socket",
        "Raspberry Pi Pico W on two 1x20 sockets, 8.5 mm",
        left + right,
        (x0, y0, x0 + 21, y0 + 51),
        (*sockets, *strips, board, usb, radio),
        pin1=(-2.1, 0),
        # The antenna is at the end away from the USB socket.
        keepout=(2.4, 41.5, 15.4, 49.6),
    )


def _soic14() -> Footprint:
    left = tuple(Pad(str(i + 1), -2.475, (i - 3) * 1.27, 1.95, 0.6) for i in range(7))
    right = tuple(Pad(str(i + 8), 2.475, (3 - i) * 1.27, 1.95, 0.6) for i in range(7))
    body = Box(-1.95, -4.325, 0, 3.9, 8.65, 1.75)
    outline = (-1.95, -4.325, 1.95, 4.325)
    return Footprint("SOIC-14", "SOIC-14, 3.9 x 8.65 mm, 1.27 mm", left + right, outline, (body,), pin1=(-3.1, -4.7))


def _sot23_5() -> Footprint:
    left = tuple(Pad(str(i + 1), -1.14, (i - 1) * 0.95, 1.3, 0.6) for i in range(3))
    right = tuple(Pad(str(i + 4), 1.14, 0.95 - i * 1.9, 1.3, 0.6) for i in range(2))
    body = Box(-0.8, -1.45, 0, 1.6, 2.9, 1.1)
    return Footprint("SOT-23-5", "SOT-23-5", left + right, (-0.8, -1.45, 0.8, 1.45), (body,), pin1=(-1.1, -1.75))


def _sot223() -> Footprint:
    legs = tuple(Pad(str(i + 1), -3.15, (i - 1) * 2.3, 2.0, 1.5) for i in range(3))
    body = Box(-1.75, -3.25, 0, 3.5, 6.5, 1.7)
    outline = (-1.75, -3.25, 1.75, 3.25)
    return Footprint(
        "SOT-223", "SOT-223, tab on pin 2", (*legs, Pad("2", 3.15, 0, 2.0, 3.8)), outline, (body,), pin1=(-3.1, -3.5)
    )


def _electrolytic() -> Footprint:
    pads = (Pad("1", -2.6, 0, 3.4, 1.6), Pad("2", 2.6, 0, 3.4, 1.6))
    can = Box(-3.15, -3.15, 0, 6.3, 6.3, 7.7, round=True, colour="silver")
    outline = (-3.3, -3.3, 3.3, 3.3)
    return Footprint("CP_6.3x7.7", "electrolytic capacitor, 6.3 x 7.7 mm", pads, outline, (can,), pin1=(-4.0, -1.7))


def _button() -> Footprint:
    """Return a 6 mm push button, origin the middle; its pins are bridged along x (Omron B3F)."""
    pads = tuple(Pad(str(1 + (y > 0)), x, y, 1.9, 1.9, 1.1, round=True) for y in (-2.25, 2.25) for x in (-3.25, 3.25))
    bodies = (Box(-3, -3, 0, 6, 6, 3.5), Box(-1.75, -1.75, 3.5, 3.5, 3.5, 1.5, round=True, colour="silver"))
    return Footprint("SW_Push_6mm", "push button 6 x 6 mm, 5 mm high", pads, (-3, -3, 3, 3), bodies)


def _buzzer() -> Footprint:
    pads = (Pad("1", -2.5, 0, 1.8, 1.8, 1.0), Pad("2", 2.5, 0, 1.8, 1.8, 1.0, round=True))
    can = Box(-6.1, -6.1, 0, 12.2, 12.2, 6.5, round=True)
    return Footprint("Piezo_PS1240", "piezo, 12.2 mm, pins 5 mm apart", pads, (-6.1, -6.1, 6.1, 6.1), (can,))


def _terminal() -> Footprint:
    pads = (Pad("1", -2.54, 0, 2.6, 2.6, 1.3), Pad("2", 2.54, 0, 2.6, 2.6, 1.3, round=True))
    body = Box(-5.08, -4.05, 0, 10.16, 8.1, 10.0, colour="green")
    return Footprint(
        "Terminal_2x5.08", "screw terminal, 5.08 mm", pads, (-5.08, -4.05, 5.08, 4.05), (body,), pin1=(-5.6, 0)
    )


def _hole() -> Footprint:
    hole = Pad("", 0, 0, 3.2, 3.2, 3.2, round=True)
    return Footprint("MountingHole_M3", "hole for an M3 screw with a 6 mm head", (hole,), (-3.0, -3.0, 3.0, 3.0))


ALL: Final[dict[str, Footprint]] = {
    each.name: each
    for each in (
        _chip("R_0805", "chip resistor 0805", 2.0, 1.25, 0.5, 1.9, (1.0, 1.4)),
        _chip("C_0805", "chip capacitor 0805", 2.0, 1.25, 1.25, 1.9, (1.0, 1.45)),
        _chip("C_1206", "chip capacitor 1206", 3.2, 1.6, 1.6, 3.0, (1.15, 1.8)),
        _electrolytic(), _soic14(), _sot23_5(), _sot223(), _button(), _buzzer(), _terminal(), _hole(), _pico(),
        header(3), header(4), header(8),
    )
}  # fmt: skip
