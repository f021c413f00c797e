"""Findings of the doctor: on the computer, at the port, and at each reader down to the wire."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lairkeeper.board import MemoryInbox, Radio, SimulatedBoard, SimulationError, short_session
from lairkeeper.board.doctor import SHARED, Finding, look_at_board, look_at_computer, of_the_program, of_what_they_share
from lairkeeper.board.serial import SerialPort
from lairkeeper.cli import at_board
from lairkeeper.cli.board import board as verbs
from lairkeeper.i18n import Texts, shared_texts
from lairkeeper.table.tag_write import BUSY, CODES, DOUBTED, WRITTEN

from .conftest import Chain


def codes(found: list[Finding]) -> dict[str, bool]:
    return {each.code: each.good for each in found}


def ask(board: SimulatedBoard) -> list[Finding]:
    return asyncio.run(look_at_board(board.port, MemoryInbox()))


def by_reader(board: SimulatedBoard, reader: str, code: str) -> dict[str, Finding]:
    """Return the finding of each reader once ``reader`` has come to ``code``."""
    for _ in range(20):
        found = {str(each.args["reader"]): each for each in ask(board) if "reader" in each.args}
        if found[reader].code == code:
            return found
        asyncio.run(asyncio.sleep(0.5))
    raise AssertionError(found)


@pytest.mark.chain
def test_a_sound_board_and_each_wiring_fault_by_its_wire() -> None:
    with SimulatedBoard(("tap", "seat-1", "seat-2")) as board:
        assert all(each.good for each in ask(board))
        board.break_reader("seat-1", "open")
        board.break_reader("seat-2", "dead")
        found = by_reader(board, "seat-2", "reader-no-bus")
        # A wire that turns bits shows when the chip is started again.
        board.break_reader("seat-2", "fifo")
        found = by_reader(board, "seat-2", "reader-fifo")
        assert found["tap"].good
        assert found["seat-1"].code == "reader-no-bus"
        assert found["seat-2"].code == "reader-fifo"
        for lang in ("en", "fr"):
            texts = Texts.load(lang, shared_texts())
            assert "CS" in texts.say("doctor.reader-no-bus", found["seat-1"].args)
            assert "MISO" in texts.say("doctor.reader-fifo", found["seat-2"].args)


@pytest.mark.chain
def test_a_wiring_fault_on_i2c_names_its_wires_and_its_address() -> None:
    settings = {"readers": ["mfrc522", "mfrc522@0x28", "mfrc522@0x29"]}
    with SimulatedBoard(("tap", "seat-1", "seat-2"), settings=settings) as board:
        assert all(each.good for each in ask(board))
        info = CliRunner().invoke(verbs, ["info", "--port", board.port, "--db", str(board.folder / "info.db")])
        assert [line.split()[-2:] for line in info.output.splitlines()[1:4]] == [
            ["SPI", "ok"],
            ["0x28", "ok"],
            ["0x29", "ok"],
        ]
        board.break_reader("seat-2", "open")
        found = by_reader(board, "seat-2", "reader-no-bus-i2c")
        assert found["tap"].good and found["seat-1"].good
        board.break_reader("seat-1", "fifo")
        board.break_reader("seat-2", None)
        by_reader(board, "seat-2", "reader-shaky")
        board.break_reader("seat-2", "dead")  # SDA is low for seat-1 too
        by_reader(board, "seat-1", "reader-no-bus-i2c")
        by_reader(board, "seat-2", "reader-no-bus-i2c")
        assert [each.code for each in ask(board)][1:] == [
            "all-no-bus-i2c",
            "reader",
            "reader-no-bus-i2c",
            "reader-no-bus-i2c",
        ]
        for lang in ("en", "fr"):
            texts = Texts.load(lang, shared_texts())
            sentence = texts.say("doctor.reader-no-bus-i2c", found["seat-2"].args)
            assert "I2C 0x29" in sentence and "SDA" in sentence and "MISO" not in sentence
            assert "SCL" in texts.say("doctor.all-no-bus-i2c", {"n": 2})


@pytest.mark.chain
def test_when_no_reader_answers_it_is_a_wire_that_they_share() -> None:
    with SimulatedBoard(("tap", "seat-1")) as board:
        board.break_reader("tap", "dead")
        board.break_reader("seat-1", "open")
        by_reader(board, "tap", "reader-no-bus")
        by_reader(board, "seat-1", "reader-no-bus")
        assert [each.code for each in ask(board)][1:] == ["all-no-bus", "reader-no-bus", "reader-no-bus"]


def test_a_fault_that_no_chip_model_knows_is_refused(chain: Chain) -> None:
    """Else a sound reader would pass for one that the doctor did not see through."""
    with pytest.raises(SimulationError, match="there is no trouble deaf; there is dead, open, mute"):
        chain.board.break_reader("tap", "deaf")


def test_one_reader_or_different_faults_are_nothing_that_all_share() -> None:
    silent, startup, well = (Finding(f"reader{what}", not what) for what in ("-silent", "-startup", ""))
    assert of_what_they_share([silent]) == of_what_they_share([silent, startup]) == []
    assert of_what_they_share([well, well]) == of_what_they_share([]) == []
    assert [each.code for each in of_what_they_share([startup, startup])] == ["all-startup"]
    silent_i2c = Finding("reader-silent-i2c", False, {"bus": "I2C 0x28"})
    assert of_what_they_share([silent, silent_i2c]) == []
    assert [each.code for each in of_what_they_share([well, silent_i2c, silent_i2c])] == ["all-silent-i2c"]


def test_programs_that_take_ports_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(short_session, "PORT_SECONDS", 0.0)
    for number, name in enumerate(("ModemManager", "brltty", "bash")):
        (tmp_path / str(number + 1)).mkdir()
        (tmp_path / str(number + 1) / "comm").write_text(name + "\n")
    found = codes(look_at_computer(str(tmp_path / "port"), proc=tmp_path))
    assert found == {"modem-manager": False, "brltty": False, "no-port": False}


def test_a_port_in_use_is_told() -> None:
    with SimulatedBoard(("tap",)) as board:
        held = SerialPort(board.port)
        try:
            assert codes(look_at_computer(board.port))["port-in-use"] is False
        finally:
            held.close()


def test_every_finding_has_a_sentence_in_both_languages() -> None:
    english, french = (Texts.load(lang, shared_texts()) for lang in ("en", "fr"))
    from lairboard.rfid.reader import HELP

    for code in [f"reader-{name}" for name in HELP] + [*SHARED, "reader-unknown", "reader-shaky", "watchdog", "memory"]:
        assert f"doctor.{code}" in english and f"doctor.{code}" in french, code


def test_what_a_board_says_of_itself_becomes_findings() -> None:
    ill = {"flash": 3, "settings": "lost", "started": "watchdog", "bites": 2, "free": 900}
    assert [found.code for found in of_the_program(ill)] == ["flash-fails", "settings-lost", "watchdog", "memory"]
    assert not any(found.good for found in of_the_program(ill))
    well = {"flash": 0, "settings": "", "started": "power", "bites": 0, "free": 90_000}
    assert list(of_the_program(well)) == []
    older = {"started": "watchdog"}  # without a count it cannot tell a bite from a reset
    assert list(of_the_program(older)) == []
    assert of_the_program({"started": "watchdog", "bites": 1}) == [Finding("watchdog-once", True, {"n": 1})]
    codes = ("flash-fails", "settings-lost", "settings-older", "watchdog", "watchdog-once", "memory", "gave-way",
             "old-firmware")  # fmt: skip
    for lang in ("en", "fr"):
        texts = Texts.load(lang, shared_texts())
        assert all(f"doctor.{code}" in texts for code in (*codes, "radio-fails"))


def test_every_outcome_of_writing_a_tag_has_a_sentence_and_the_boards_words_are_known() -> None:
    from lairboard.rfid.ntag import HELP

    assert HELP.keys() - {"password"} <= CODES
    for lang in ("en", "fr"):
        texts = Texts.load(lang, shared_texts())
        assert all(f"write.{code}" in texts for code in (BUSY, WRITTEN, *DOUBTED, *CODES))


def test_the_udev_rule_is_printed_and_nothing_is_done() -> None:
    done = CliRunner().invoke(verbs, ["udev"])
    assert done.exit_code == 0
    assert 'ATTRS{idVendor}=="2e8a"' in done.output and "uaccess" in done.output


def test_boards_that_are_heard_over_the_air_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scan(radio: Radio) -> None:
        radio.boards["lair-00a1b2c3"] = None  # type: ignore[assignment]

    monkeypatch.setattr(Radio, "_scan", scan)
    monkeypatch.setattr(sys.modules["lairkeeper.cli.board"], "LISTEN_SECONDS", 0.05)
    monkeypatch.setattr("lairkeeper.board.discover", list)
    assert CliRunner().invoke(verbs, ["list", "--ble"]).output.strip() == "ble:lair-00a1b2c3"


def test_without_a_board_the_next_step_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lairkeeper.board.discover", list)
    monkeypatch.setattr(at_board, "PLUG_SECONDS", 0.2)
    done = CliRunner().invoke(verbs, ["info"])
    assert done.exit_code == 1 and "--port" in done.output
    assert CliRunner().invoke(verbs, ["list", "--json"]).output.strip() == "[]"
