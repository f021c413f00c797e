"""One spelling for a UID."""

from __future__ import annotations

import pytest

from lairkeeper.tags import BadUidError, is_random, normal_uid


@pytest.mark.parametrize(
    "given",
    [
        "04319f5d240289",
        "04:31:9F:5D:24:02:89",
        "04 31 9f 5d 24 02 89",
        "04-31-9f-5d-24-02-89",
        bytes.fromhex("04319f5d240289"),
    ],
)
def test_every_spelling_is_the_same_uid(given: str | bytes) -> None:
    assert normal_uid(given) == "04319F5D240289"


@pytest.mark.parametrize(
    "given", ["", "04", "0431", "04319f5d24028", "04319f5d2402891", "xy319f5d240289", "é" * 8, b"", "0" * 5000]
)
def test_what_is_no_uid_is_refused_with_an_example(given: str | bytes) -> None:
    with pytest.raises(BadUidError, match="such as 04319F5D240289"):
        normal_uid(given)


def test_a_random_uid_has_four_bytes_and_starts_with_08() -> None:
    assert is_random("08A1B2C3")
    assert not is_random("04A1B2C3")
    assert not is_random("0831" + "9F5D240289")
