"""When a piece that leaves a reader is on its way, and what may become of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Offer, Refused
from lairkeeper.scans import AskTable, Context, Incomplete, Instruction
from lairkeeper.scans.instructions import CARD
from lairkeeper.scans.lifted import _onward, lifted

from .taps import SEATS, match, sighting
from .toy import TOY

ZONES = {"shelf": "market", "heap": "bin"}


def leaves(what: str = "apple#1", zone: str = "shelf", now: float = 10.0, *todo: Instruction, **how: Any) -> Any:
    """Return what it comes to that a piece leaves a reader at 10 s."""
    context = Context(TOY, match().state, SEATS, ZONES, todo=todo, boards={"shelf": ("b",)})
    return lifted(context, replace(sighting(1, 10.0, what, zone, "-"), **how), now)


@pytest.mark.parametrize(
    ("now", "verdict"), [(10.0, Incomplete), (17.9, Incomplete), (18.0, AskTable), (60.0, AskTable)]
)
def test_it_is_waited_for_eight_seconds_and_then_asked_about(now: float, verdict: type) -> None:
    assert isinstance(leaves(now=now), verdict)
    assert leaves().until == 18.0


@pytest.mark.parametrize(
    ("what", "zone", "how"),
    [
        ("apple#1", "tap", {}),  # no place
        ("apple#1", "seat-1", {}),
        ("apple#1", "heap", {}),  # the game has it elsewhere
        ("stone", "shelf", {}),  # the game has it nowhere
        ("chess:apple#1", "shelf", {}),  # a piece of another game by that name
        ("apple#1", "shelf", {"component": None}),
        ("apple#1", "shelf", {"device": "c"}),  # a board that does not count
    ],
)
def test_its_leaving_means_nothing(what: str, zone: str, how: dict[str, Any]) -> None:
    assert leaves(what, zone, **how) is None


@pytest.mark.parametrize(
    ("card", "source", "means"),
    [
        ("apple#1", "market", False),
        ("apple#1", "basket.Ana", True),
        ("apple#1", None, True),
        ("apple#2", "market", True),
    ],
)
def test_what_the_list_says_to_take_from_there_is_no_move(card: str, source: str | None, means: bool) -> None:
    line = Instruction(CARD, card, source, "market", index=0)
    assert (leaves("apple#1", "shelf", 10.0, line) is not None) is means


def test_what_a_bare_tap_means_comes_first_and_the_one_who_acts() -> None:
    def offer(move: str, by: str | None, *, spoken: bool = False, refusal: Refused | None = None) -> Offer:
        return Offer(Command(move=move, by=by, card="apple#1"), refusal, spoken=spoken)

    found = [
        offer("destroy", "Ana", spoken=True), offer("take", "Bo"), offer("buy", "Ana"), offer("eat", "Ana"),
        offer("deal", None), offer("buy", "Ana"), offer("burn", "Ana", refusal=Refused("no")),
    ]  # fmt: skip
    game: Any = SimpleNamespace(possible=lambda state, viewer, naming: found)
    onward = _onward(Context(game, match().state, SEATS), "apple#1")
    assert [(each.command.move, each.command.by) for each in onward] == [
        ("buy", "Ana"), ("eat", "Ana"), ("deal", None), ("take", "Bo"), ("destroy", "Ana"),
    ]  # fmt: skip
