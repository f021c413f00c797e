"""Commands over the whole chain: a tag's memory, the board's clock, log and release."""

from __future__ import annotations

from typing import Any

import ndef as oracle
import pytest
from lairboard.rfid.drivers import KINDS

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard

from .conftest import Chain

UID = "04319f5d240289"
OTHER = "04a1b2c3d4e5f6"
pytestmark = pytest.mark.chain


@pytest.mark.parametrize("kind", [*KINDS, "mfrc522@0x28"])
def test_a_tag_is_written_and_read_over_the_link(kind: str) -> None:
    with SimulatedBoard(("tap",), paced=False, settings={"readers": [kind]}) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        answers: list[tuple[bool, Any]] = []

        def ask(op: str, *args: Any) -> tuple[bool, Any]:
            link.command(op, *args, on_reply=lambda ok, value: answers.append((ok, value)))
            link.advance(3000)
            return answers.pop()

        board.place("tap", UID)
        link.advance(300)
        assert ask("wr", "tap", UID, 6, "6c616972") == (True, None)
        assert ask("rd", "tap", UID, 6, 1) == (True, "6c616972")
        assert ask("ndef", "piece", "tap", UID, "forever-evil", "main/punch", 3) == (True, None)
        ok, records = ask("ndef", "get", "tap", UID)
        assert ok and records == [[4, "lairkeeper:piece", b"forever-evil\nmain/punch\n3".hex()]]
        assert "hold" in board.shown("tap")
        ok, words = ask("rd", "tap", OTHER, 6, 1)
        assert not ok and "lay it down again" in words
        ok, words = ask("wr", "tap", UID, 2, "00000000")
        assert not ok and "page" in words
        ok, words = ask("rd", "tap", UID, 0, 200)
        assert not ok and "48" in words


def test_a_tag_torn_away_while_it_is_written_is_told_and_written_at_the_next_try() -> None:
    with SimulatedBoard(("tap",), paced=False) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        piece = ("ndef", "piece", "tap", UID, "forever-evil", "catwoman", 2)
        answers: list[tuple[bool, Any]] = []
        told = set()
        for ms in (0, 40, 80, 120):
            board.place("tap", UID)
            link.advance(300)
            link.command(*piece, on_reply=lambda ok, value: answers.append((ok, value)))
            link.advance(ms)
            board.take("tap", UID)
            link.advance(3000)
            ok, value = answers.pop()
            told.add("written" if ok else value.partition(":")[0])
        assert "gone" in told
        board.place("tap", UID)
        link.advance(300)
        link.command(*piece, on_reply=lambda ok, value: answers.append((ok, value)))
        link.advance(3000)
        assert answers.pop() == (True, None)
        link.command("rd", "tap", UID, 4, 36, on_reply=lambda ok, value: answers.append((ok, value)))
        link.advance(1000)
        area = bytes.fromhex(answers.pop()[1])
        assert area[0] == 3, "an NDEF message lies at the beginning"
        (record,) = oracle.message_decoder(area[2 : 2 + area[1]])
        assert (record.type, record.data) == ("urn:nfc:ext:lairkeeper:piece", b"forever-evil\ncatwoman\n2")


def test_a_message_that_cannot_be_told_is_a_word_and_a_sentence() -> None:
    with SimulatedBoard(("tap",), paced=False) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        answers: list[tuple[bool, Any]] = []

        def ask(op: str, *args: Any) -> tuple[bool, Any]:
            link.command(op, *args, on_reply=lambda ok, value: answers.append((ok, value)))
            link.advance(3000)
            return answers.pop()

        def holds(block: bytes) -> tuple[bool, Any]:
            block += bytes(-len(block) % 4)
            for at in range(0, len(block), 64):
                assert ask("wr", "tap", UID, 4 + at // 4, block[at : at + 64].hex()) == (True, None)
            return ask("ndef", "get", "tap", UID)

        board.place("tap", UID, kind="ntag215")
        link.advance(300)
        text = b"".join(oracle.message_encoder([oracle.TextRecord("x" * 300)]))
        for word, block in (
            ("message", b"\x03\x04\xd4\x01\x00\xff\xfe"),  # a type that is no UTF-8
            ("message", b"\x03\x04\xff\xff\xff\xff\xfe"),
            ("long", b"\x03\xff" + len(text).to_bytes(2, "big") + text + b"\xfe"),
        ):
            ok, said = holds(block)
            code, _, sentence = said.partition(": ")
            assert (ok, code) == (False, word)
            assert len(sentence.split()) > 5
        assert holds(b"\x03\x03\xd0\x00\x00\xfe") == (True, [])


def test_the_time_is_set_and_the_log_told_from_its_beginning(chain: Chain) -> None:
    ok, (_, unix) = chain.ask("time")
    assert ok and unix is None, "nobody has told it"
    ok, (ms, unix) = chain.ask("time", 1_790_000_000)
    assert ok and unix == 1_790_000_000
    chain.link.advance(5000)
    later = chain.ask("time")[1]
    assert later[1] - unix == pytest.approx((later[0] - ms) / 1000, abs=1)
    assert chain.ask("time", -5)[0] is False
    chain.board.break_reader("tap", "dead")
    chain.link.advance(3000)
    ok, lines = chain.ask("log", 0)
    assert ok
    assert [(level, text.split(":")[0]) for _, level, _, text in lines[:3]] == [
        ("info", lines[0][3]),
        ("info", "a host listens"),
        ("warn", "reader tap"),
    ]
    assert "started (power)" in lines[0][3]
    assert chain.ask("log", lines[-1][0]) == (True, [])


def test_a_board_without_an_installed_release_has_none_to_go_back_to(chain: Chain) -> None:
    assert chain.ask("fw") == (True, {})
    ok, words = chain.ask("fw", "back")
    assert not ok and "no release before" in words
    assert chain.board.alive
