"""Currents and heat, calculated from the datasheets' figures, against the limits of the parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

READER_FIELD_TYPICAL: Final = 60
READER_FIELD_MAX: Final = 100
"""mA into the antenna driver while the field is on (MFRC522, TVDD supply current)."""
READER_IDLE_MAX: Final = 19
"""mA of the rest of the chip: analogue 10 at most, digital 9 at most (MFRC522, AVDD and DVDD supply current)."""
PICO_MAX: Final = 100
"""mA at 5 V that a Pico W is given here: its processor busy and its radio sending."""
PIXEL_MAX: Final = 60
"""mA of one WS2812 in full white; the firmware stays far below."""
OLED_MAX: Final = 25
BUZZER_MAX: Final = 5
PICO_3V3_LIMIT: Final = 300
"""mA that may be drawn from a Pico's 3V3 pin (Raspberry Pi Pico W datasheet, power)."""
USB_LIMIT: Final = 500
"""mA that a USB 2.0 port gives."""
REGULATOR_LIMIT: Final = 1000
"""mA of an AMS1117-3.3."""
READERS_A_RAIL: Final = 4
"""Readers fed by one regulator of the carrier board."""
JUNCTION_LIMIT: Final = 125.0
"""Degrees Celsius (AMS1117, operating junction temperature)."""
COPPER: Final = 323.0
"""mm2 of copper on the tab of a regulator, half a square inch, over a ground plane."""
THERMAL_RESISTANCE: Final = 65.0
"""Kelvin a watt from junction to air, SOT-223 on that copper: the datasheet has 30 to more than 50 there, and 90 with
little copper; this is a third more than 50."""
AMBIENT: Final = 40.0
"""Degrees Celsius inside a closed box on a table."""
RAIL_V: Final = 3.3
SUPPLY_V: Final = 5.25
"""The highest voltage of a USB supply."""


@dataclass(frozen=True, slots=True)
class Budget:
    """mA of a board with ``readers`` readers and a light for each."""

    readers: int
    rail: int
    """Of the readers while one field is on, as the firmware has it."""
    rail_fault: int
    """Of the readers if every field were on: a hung firmware must not burn anything."""
    total: int
    """At 5 V: the Pico, the readers with one field on, every light in full white, display and buzzer."""

    @property
    def own_rail(self) -> bool:
        """Return True when the readers need a separate supply."""
        return self.rail_fault > PICO_3V3_LIMIT

    @property
    def own_supply(self) -> bool:
        """Return True when a USB port cannot supply all of it."""
        return self.total > USB_LIMIT


def reader_current(readers: int, fields: int) -> int:
    """Return the mA of so many readers, so many of them with their field on."""
    return readers * READER_IDLE_MAX + fields * READER_FIELD_MAX


def budget(readers: int) -> Budget:
    """Return the currents of one board; the light and sound parts are counted at their most."""
    rail = reader_current(readers, 1)
    rest = PICO_MAX + readers * PIXEL_MAX + OLED_MAX + BUZZER_MAX
    return Budget(readers, rail, reader_current(readers, readers), rail + rest)


def junction(rail_ma: float) -> float:
    """Return the degrees Celsius of a linear regulator's junction at this current."""
    return AMBIENT + (SUPPLY_V - RAIL_V) * rail_ma / 1000 * THERMAL_RESISTANCE


def track_limit(width: float, rise: float = 10.0) -> float:
    """Return the mA that a track carries while it warms by ``rise`` K (IPC-2221).

    The track is on the outside of a board and 35 um thick.
    """
    square_mils = width / 0.0254 * 0.035 / 0.0254
    return float(48 * rise**0.44 * square_mils**0.725)


def rail_faults(readers: int, track: float) -> list[str]:
    """Return the faults of the carrier's supplies when every field is on; empty: they hold.

    Their tracks are ``track`` mm wide.
    """
    faults = []
    most = budget(readers).total - budget(readers).rail + budget(readers).rail_fault
    if most > track_limit(track):
        faults.append(
            f"a supply track would carry {most} mA of {track_limit(track):.0f}; make it wider than {track} mm"
        )
    worst = reader_current(min(readers, READERS_A_RAIL), min(readers, READERS_A_RAIL))
    if worst > REGULATOR_LIMIT:
        faults.append(f"a regulator would give {worst} mA of {REGULATOR_LIMIT}; put fewer readers on it")
    if junction(worst) > JUNCTION_LIMIT:
        faults.append(
            f"a regulator's junction would reach {junction(worst):.0f} degrees of {JUNCTION_LIMIT:.0f}; "
            "put fewer readers on it or give it more copper"
        )
    return faults
