"""The tests of the MFRC522 on SPI, run again with each of its readers at an address on I2C."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import rig
import test_mfrc522
import test_ntag
import test_poller
import test_selection
import test_sweep

OF_SPI = {
    "test_all_chip_selects_are_high_before_anything_else",
    "test_chip_select_rises_even_when_the_bus_fails",
    "test_a_failing_bus_is_a_fault_not_a_crash",
    # I2C says it in other words: test_mfrc522_i2c.py
    "test_a_dead_bus_says_how_to_wire_it",
    "test_a_bad_wire_fails_the_fifo_test",
    "test_a_chip_held_in_reset_says_so",
    "test_version_00_is_no_bus",
    "test_a_mute_chip_is_not_silence_for_ever",
    "test_a_bus_that_reads_high_is_a_fault",
    "test_a_dead_reader_makes_its_zone_unknown_and_nothing_leaves",
    "test_a_reader_dead_at_boot_is_named_and_comes_back_later",
    # I2C is slower: the figures of firmware/README.md
    "test_idle_poll_takes_five_transactions",
    "test_a_sweep_without_end_lets_the_neighbour_have_its_turn",
    "test_a_tag_of_seven_bytes_takes_at_most_40_transactions_and_8_ms",
    "test_health_sees_a_chip_that_lost_its_settings",
    "test_wake_in_the_standards_time",
}
AGAIN = [
    pytest.param(test, id=f"{module.__name__}::{name}")
    for module in (test_mfrc522, test_ntag, test_poller, test_selection, test_sweep)
    for name, test in vars(module).items()
    if name.startswith("test_") and callable(test) and name not in OF_SPI
]


def test_every_test_that_is_left_out_is_there() -> None:
    names = {name for module in (test_mfrc522, test_poller, test_sweep) for name in vars(module)}
    assert names >= OF_SPI


@pytest.mark.parametrize("test", AGAIN)
def test_the_same_on_i2c(test: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rig, "on_i2c", True)
    test()
