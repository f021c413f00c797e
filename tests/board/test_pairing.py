"""The secrets of this computer, and that nobody else reads them."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from lairkeeper.board.pairing import PairingError, Pairings


def test_kept_for_each_board(tmp_path: Path) -> None:
    pairings = Pairings(tmp_path / "deep" / "pairings.json")
    assert pairings("lair-1") is None
    one, two = pairings.new(), pairings.new()
    assert one != two
    assert len(bytes.fromhex(one)) == 32
    pairings.keep("lair-1", one)
    pairings.keep("lair-2", two)
    pairings.keep("lair-1", two)
    again = Pairings(tmp_path / "deep" / "pairings.json")
    assert (again("lair-1"), again("lair-2"), again("lair-3")) == (two, two, None)


def test_readable_by_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "pairings.json"
    Pairings(path).keep("lair-1", "ab" * 32)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in tmp_path.iterdir()] == ["pairings.json"]


@pytest.mark.parametrize("text", ["", "[]", '{"lair-1": 5}', '{"lair-1": "short"}', '{"lair-1": "' + "zz" * 32 + '"}'])
def test_a_broken_file_is_refused_in_words_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "pairings.json"
    path.write_text(text)
    for use in (lambda: Pairings(path)("lair-1"), lambda: Pairings(path).keep("lair-1", "ab" * 32)):
        with pytest.raises(PairingError, match="pair again"):
            use()
    assert path.read_text() == text
