"""Matches whose view has places with cards: the first game with its cards followed, and the kernel's toy game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from tests.core.toy import COPIES, TOY, ToyCatalog, ToyKind

from .fake_hub import FakeHub, FakeTable

LINE_UP = ("catwoman#1", "belle-reve#1", "cold-gun#1", "pandora#1", "royal-flush-gang#2")
TOYS = ToyCatalog({kind: ToyKind(kind, n, {}, "heap" if kind == "gem" else "deck") for kind, n in COPIES.items()})


def do(table: FakeTable, **command: Any) -> None:
    """Submit a command that must be accepted."""
    result = table.act(Command(**command), "page")
    assert isinstance(result, Accepted), result


def deck_match(seats: tuple[str, ...] = ("Ana", "Bo", "Cleo", "Dan"), deal: int = 5) -> tuple[FakeHub, FakeTable]:
    """Forever Evil at level deck with a virtual table, ``deal`` cards of the Line-Up dealt."""
    hub = FakeHub(virtual=True)
    table = hub.start("forever-evil", seats, level="deck", setup={"villain.Ana": "bizarro"})
    assert isinstance(table, FakeTable), table
    for card in LINE_UP[:deal]:
        do(table, move="deal", card=card)
    return hub, table


def busy_match() -> tuple[FakeHub, FakeTable]:
    """Something of everything: bought, destroyed, frozen, in play, insisted."""
    hub, table = deck_match()
    do(table, move="buy", by="Ana", card="catwoman#1")
    do(table, move="buy", by="Ana", card="kick")
    do(table, move="freeze", by="Ana", card="pandora#1")
    do(table, move="gain", by="Bo", card="vp-5")
    do(table, move="destroy", by="Ana", card="punch")
    do(table, move="destroy", by="Ana", card="kick")
    do(table, move="buy", by="Ana", card="belle-reve#1")
    do(table, move="play", by="Ana", card="belle-reve#1")
    return hub, table


def toy_match() -> tuple[FakeHub, FakeTable]:
    """Begin the toy game with hands that are secret, a deck whose cards nobody knows and an open heap."""
    hub = FakeHub()
    hub.games["toy"] = replace(TOY, catalog=TOYS)
    table = hub.start("toy", ("Ana", "Bo", "Cy"), level="full")
    assert isinstance(table, FakeTable), table
    return hub, table
