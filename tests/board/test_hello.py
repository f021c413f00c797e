"""The hello frame in which a board describes itself."""

from __future__ import annotations

import pytest

from lairkeeper.board.hello import Hello

FRAME = ["h", 1, "n", "b", None, "lair-1", "boot-1", 9, 4, "0.1.0", "pico-w", [], [16, 256]]


def test_reads_what_matters() -> None:
    assert Hello.read([*FRAME, "newer"]) == Hello("lair-1", "boot-1", 9, 4, "0.1.0", "pico-w")


@pytest.mark.parametrize(
    ("last", "seq"),
    [
        (None, 4),
        (("boot-0", 77), 4),
        (("boot-1", 2), 4),
        (("boot-1", 3), 4),
        (("boot-1", 6), 7),
        (("boot-1", 8), 9),
        (("boot-1", 50), 9),
    ],
)
def test_goes_on_behind_what_is_known(last: tuple[str, int] | None, seq: int) -> None:
    assert Hello.read(FRAME).resume_after(last) == seq


@pytest.mark.parametrize(("place", "value"), [(5, ""), (6, 7), (9, None), (10, "x" * 65), (7, 3), (8, 0), (7, "9")])
def test_nonsense_is_refused(place: int, value: object) -> None:
    frame = [value if i == place else part for i, part in enumerate(FRAME)]
    with pytest.raises((ValueError, TypeError)):
        Hello.read(frame)


def test_a_short_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        Hello.read(FRAME[:10])
