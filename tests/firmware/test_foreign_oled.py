"""The screen's model is the datasheets', not our driver's: a driver written elsewhere works on it, unmodified.

luma.oled is meant for a Raspberry Pi; its bus is replaced by one with the model on it.
"""

from collections.abc import Sequence

import pytest
from luma.core.interface.serial import i2c
from luma.core.render import canvas
from luma.oled import device
from sim.oled_chip import ADDRESS, OledChip

KINDS = {"ssd1306": device.ssd1306, "sh1106": device.sh1106}


class Bus:
    """smbus2.SMBus as far as the driver asks."""

    def __init__(self, chip: OledChip) -> None:
        self._chip = chip

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        assert address == ADDRESS and len(data) <= 32
        self._chip.write(bytes((control, *data)))

    def close(self) -> None:
        return None


def lit(chip: OledChip) -> set[tuple[int, int]]:
    """Return the points that an eye sees, (column, row)."""
    seen = chip.visible()
    return {(x, 8 * page + bit) for page in range(8) for x in range(128) for bit in range(8)
            if seen[128 * page + x] >> bit & 1}  # fmt: skip


@pytest.fixture(params=KINDS)
def screen(request: pytest.FixtureRequest):
    chip = OledChip(request.param)
    return chip, KINDS[request.param](i2c(bus=Bus(chip), address=ADDRESS))


def test_it_is_their_own_file() -> None:
    assert "site-packages" in device.__file__


def test_what_is_drawn_is_what_is_seen(screen) -> None:
    chip, theirs = screen
    with canvas(theirs) as draw:
        draw.rectangle((0, 0, 127, 63), outline=1)
        draw.point((5, 9), fill=1)
    frame = {(x, y) for x in range(128) for y in range(64) if x in (0, 127) or y in (0, 63)}
    assert lit(chip) == frame | {(5, 9)}


def test_it_goes_dark_comes_back_and_takes_a_contrast(screen) -> None:
    chip, theirs = screen
    with canvas(theirs) as draw:
        draw.point((5, 9), fill=1)
    theirs.hide()
    assert lit(chip) == set()
    theirs.show()
    assert lit(chip) == {(5, 9)}
    theirs.contrast(40)
    assert chip.contrast == 40


def test_chance_in_the_memory_is_cleared(screen) -> None:
    chip, theirs = screen
    theirs.clear()
    assert lit(chip) == set()
