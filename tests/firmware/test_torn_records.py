"""A piece written anew beside records of the owner while the tag leaves the field: nothing of theirs is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import ndef as oracle
import pytest
from lairboard.rfid import ndef
from lairboard.rfid.ntag import Ntag, TagError
from rig import Bench, uid
from sim.step_clock import finish

from tests.fresh import SEED

A = "04a1b2c3d4e5f6"
OURS = "urn:nfc:ext:lairkeeper:piece"
WRITE = 0xA2
LOCK_CONTROL = b"\x01\x03\xa0\x0c\x34"
"""As some tags come from the factory."""


class Torn:
    """An NTAG with ``message`` on it that leaves the field just before its page write number ``left``.

    The number counts from 0; None: it stays. It comes back with `back`.
    """

    def __init__(self, kind: str, message: bytes, before: bytes = b"") -> None:
        self.bench = Bench(kind="mfrc522")
        self.tag = self.bench.put(A, kind)
        area = before + ndef.wrap(message)
        self.tag.memory[16 : 16 + len(area)] = area
        self.bench.power()
        self._command: Callable[[bytes], Any] = self.tag.command
        self.tag.command = self._hear
        self.left: int | None = None
        self._away = False
        self.pages = 2 * self.tag.memory[14]

    def _hear(self, frame: bytes) -> Any:
        if self.left is not None and frame[0] == WRITE:
            self._away = self._away or not self.left
            self.left -= 1
        return None if self._away else self._command(frame)

    def back(self) -> None:
        self.left, self._away = None, False

    def write(self, record: tuple[int, bytes, bytes], *, force: bool = False) -> str:
        """Write a piece; the code of what went wrong, or nothing."""
        try:
            finish(Ntag(self.bench.selection, uid(A)).write_piece(record, force))
        except TagError as error:
            return str(error.code)
        return ""

    def records(self) -> tuple[list[Any], list[bytes]]:
        """Read as another program does: the owner's records, and the payloads of ours."""
        found = ndef.find(bytes(self.tag.memory[16 : 16 + 4 * self.pages]))
        assert found is not None
        records = list(oracle.message_decoder(found))
        theirs = [each for each in records if each.type != OURS and each.type]
        return theirs, [bytes(each.data) for each in records if each.type == OURS]


def any_piece(rng: random.Random) -> tuple[int, bytes, bytes]:
    return ndef.piece(rng.choice(("evil-101", "forever-evil")), "x" * rng.randrange(1, 14), rng.randrange(1, 200))


def encoded(record: tuple[int, bytes, bytes]) -> Any:
    return oracle.Record(OURS, "", record[2])


def any_theirs(rng: random.Random) -> list[Any]:
    kinds = ("urn:nfc:wkt:X", "urn:nfc:ext:a.b:c", "text/plain")
    many = rng.choice((1, 1, 2, 3))
    return [
        oracle.Record(rng.choice(kinds), rng.choice(("", "id", "name")), rng.randbytes(rng.randrange(1, 30)))
        for _ in range(many)
    ]


@pytest.mark.parametrize("turn", [*range(6), *(pytest.param(turn, marks=pytest.mark.soak) for turn in range(6, 60))])
def test_a_tag_torn_away_before_any_page_keeps_what_the_owner_wrote(turn: int) -> None:
    rng = random.Random(f"{SEED}.{turn}")
    theirs, old, new = any_theirs(rng), any_piece(rng), any_piece(rng)
    # Most often as a phone adds them: the piece last, or the address first of all.
    at = rng.choice((0, len(theirs), len(theirs)))
    message = b"".join(oracle.message_encoder([*theirs[:at], encoded(old), *theirs[at:]]))
    kind, before = rng.choice(("ntag213", "ntag215")), rng.choice((b"", b"", LOCK_CONTROL))
    kind = kind if len(before + ndef.wrap(message)) <= 144 else "ntag215"
    for cut in range(80):
        torn = Torn(kind, message, before)
        torn.left = cut
        code = torn.write(new)
        found, ours = torn.records()
        assert found == theirs, f"seed {SEED}, turn {turn}, cut before page write {cut}"
        assert ours in ([], [old[2]], [new[2]])
        if code == "room":
            assert ours == [old[2]] and not cut
            return
        if not code:
            assert ours == [new[2]]
            return
        assert code == "gone"
        torn.back()
        assert torn.write(new) == ""
        assert torn.records() == (theirs, [new[2]])
    raise AssertionError("the writing has no end")


def test_a_piece_behind_an_address_needs_no_more_room_than_both() -> None:
    """On an NTAG213, the sticker that most people have: 144 bytes."""
    theirs, rng = [oracle.UriRecord("https://example.org/" + "a" * 30)], random.Random(SEED)
    message = b"".join(oracle.message_encoder([*theirs, encoded(any_piece(rng))]))
    torn = Torn("ntag213", message)
    for _ in range(5):
        piece = any_piece(rng)
        assert torn.write(piece) == ""
        assert torn.records() == (theirs, [piece[2]])
        assert torn.tag.memory[16] == 3


def test_a_piece_before_other_records_is_written_behind_them_and_before_them_in_turn() -> None:
    rng = random.Random(SEED)
    theirs = any_theirs(rng)
    torn = Torn("ntag215", b"".join(oracle.message_encoder([encoded(any_piece(rng)), *theirs])))
    starts = set()
    for _ in range(6):
        piece = any_piece(rng)
        assert torn.write(piece) == ""
        assert torn.records() == (theirs, [piece[2]])
        starts.add(torn.tag.memory[16])
    assert starts == {0x03, 0xFD}, "the flash of a tag wears in two places"


def test_what_only_looks_like_the_rest_of_a_piece_is_somebody_elses() -> None:
    theirs = [oracle.UriRecord("https://example.org")]
    message = b"".join(oracle.message_encoder(theirs))
    torn = Torn("ntag213", message)
    torn.tag.memory[18 + len(message) : 18 + len(message) + 19] = b"\x54\x10\x05lairkeeper:other"
    piece = ndef.piece("game", "card", 1)
    assert torn.write(piece) == "content"
    assert torn.records() == (theirs, [])
    assert torn.write(piece, force=True) == ""
    assert torn.records() == ([], [piece[2]])
