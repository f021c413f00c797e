"""The sight of a reader, asked over the link: the real firmware over a field that loses answers."""

from __future__ import annotations

from typing import Any

import pytest
from lairboard.rfid.drivers import KINDS

from lairkeeper.board import LockstepLink, MemoryInbox, SimulatedBoard

from ..fresh import SEED
from .conftest import Chain

UID = "04319f5d240289"
OTHER = "04a1b2c3d4e5f6"
LOSS = 0.3
pytestmark = pytest.mark.chain


@pytest.mark.parametrize("kind", [*KINDS, "mfrc522@0x28"])
def test_a_field_that_loses_answers_shows_in_the_looks_at_its_tag(kind: str) -> None:
    """Without loss each look reads the tag; with 30 % of the answers lost many looks do not."""
    print(f"seed {SEED}")
    with SimulatedBoard(("tap",), paced=False, settings={"readers": [kind]}, seed=SEED % 10_000) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()

        def asked() -> dict[str, Any]:
            answers: list[Any] = []
            link.command("looks", "tap", on_reply=lambda ok, value: answers.append(value if ok else None))
            link.advance(200)
            return dict(answers[0])

        def share(over: int) -> float:
            """Of the looks within so many ms, how many have read a tag."""
            before = asked()
            link.advance(over)
            after = asked()
            looks, silent, unread = (after[name] - before[name] for name in ("looks", "silent", "unread"))
            assert looks > over / 100
            print(kind, looks, silent, unread)
            return float((looks - silent - unread) / looks)

        assert asked()["tags"] == [] and share(2000) == 0
        board.place("tap", UID)
        link.advance(1000)
        assert share(4000) == 1
        [[uid, read, of]] = asked()["tags"]
        assert uid == UID and 40 < read <= of <= read + 1
        board.noise("tap", miss=LOSS)
        assert 0.05 < share(20_000) < 0.7
        board.noise("tap", miss=0)
        link.advance(1000)
        assert share(4000) == 1


def test_two_tags_collide_and_both_are_told(chain: Chain) -> None:
    chain.board.place("seat-1", UID)
    chain.board.place("seat-1", OTHER)
    chain.link.advance(3000)
    ok, value = chain.ask("looks", "seat-1")
    assert ok and {tag[0] for tag in value["tags"]} == {UID, OTHER}
    assert value["several"] > 10
    assert chain.ask("looks", "tap")[1]["several"] == 0


def test_a_zone_that_is_not_there_is_refused_in_words(chain: Chain) -> None:
    ok, words = chain.ask("looks", "none")
    assert not ok and "zones" in words


@pytest.mark.parametrize(("readers", "looks"), [(("tap",), 55), (("tap", "seat-1"), 25)])
def test_a_lone_reader_looks_twice_as_often(readers: tuple[str, ...], looks: int) -> None:
    """A lone reader looks every 18 ms, one of several every 40 ms."""
    with SimulatedBoard(readers, paced=False) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()

        def asked() -> int:
            answers: list[int] = []
            link.command("looks", "tap", on_reply=lambda ok, value: answers.append(value["looks"]))
            link.advance(200)
            return answers[0]

        before = asked()
        link.advance(1800)
        assert 0.9 * looks < (asked() - before) / 2 < 1.1 * looks
