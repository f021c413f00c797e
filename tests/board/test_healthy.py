"""A healthy board is called healthy, whatever has just been done to it: for each chip the firmware was made for."""

from __future__ import annotations

import binascii
import json
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from lairkeeper.board.repl import Repl
from lairkeeper.cli.board import board as verbs

from .prompt_board import PromptBoard

pytestmark = [pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals"), pytest.mark.chain]
BLOCK = 4096
LONGER_THAN_BEFORE = 5.5
"""Seconds. The commands used to give a board five."""


class Healthy:
    """A board with the real firmware; `run` gives a command's exit status and what it said."""

    def __init__(self, folder: Path, chip: str) -> None:
        self.board = PromptBoard(folder, flash_kb=512, chip=chip)
        self._db = str(folder / "table.db")
        body = json.dumps({"generation": 1, "values": {"wiring": "sim.prompt_wiring"}}).encode()
        with Repl(self.board.port) as repl:
            repl.write("config.0", b"%b*%08x\n" % (body, binascii.crc32(body)))

    def run(self, *words: str) -> tuple[int, str]:
        done = CliRunner().invoke(verbs, [*words, "--port", self.board.port, "--db", self._db])
        return done.exit_code, done.output

    def started(self) -> str:
        """Why the board says that it started."""
        return str(json.loads(self.run("info", "--json")[1])["stat"]["started"])

    def has_erased_ahead(self) -> bool:
        """Return True when a block lies ready for scans, within some seconds."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            image = self.board.image.read_bytes()
            blocks = [image[at : at + BLOCK] for at in range(0, len(image), BLOCK)]
            if any(block[:4] == b"lair" and set(block[16:]) == {0xFF} for block in blocks):
                return True
            time.sleep(0.1)
        return False

    def is_well(self, *also: str) -> None:
        code, said = self.run("doctor", "--json")
        assert code == 0, said
        found = json.loads(said)
        assert [each["code"] for each in found] == ["port", "program", *also, "reader"]
        assert all(each["good"] for each in found)


@pytest.fixture(params=["RP2040", "RP2350", "ESP32S3"])
def healthy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Healthy]:
    made = Healthy(tmp_path, request.param)
    try:
        yield made
    finally:
        made.board.close()


def test_a_healthy_board_is_well_after_whatever_was_done_to_it(healthy: Healthy) -> None:
    board = healthy.board
    code, said = healthy.run("install", "--force")
    assert code == 0, said
    healthy.is_well()
    assert healthy.started() == "reset"
    assert healthy.has_erased_ahead()
    assert healthy.run("set", "brightness", "40")[0] == 0
    healthy.is_well()
    board.cut()
    board.slow = LONGER_THAN_BEFORE
    threading.Thread(target=board.power, daemon=True).start()
    healthy.is_well()
    board.slow = 0.0
    assert healthy.started() == "power"
    board.bite()
    healthy.is_well("watchdog-once")
    assert healthy.started() == "watchdog"
    board.bite()
    code, said = healthy.run("doctor")
    assert code == 1 and "2 times in a row" in said
    assert healthy.run("set", "brightness", "50")[0] == 0
    healthy.is_well()
