"""Matches whose view has places with cards: the first game with its cards followed, and the kernel's toy game."""

from __future__ import annotations

from dataclasses import replace

from lairkeeper.table import Hub, Table
from tests.core.toy import COPIES, TOY, ToyCatalog, ToyKind

from .situations import QuietBoard, begun, do, hub_of

LINE_UP = ("catwoman#1", "belle-reve#1", "cold-gun#1", "pandora#1", "royal-flush-gang#2")
TOYS = ToyCatalog({kind: ToyKind(kind, n, {}, "heap" if kind == "gem" else "deck") for kind, n in COPIES.items()})


def deck_match(seats: tuple[str, ...] = ("Ana", "Bo", "Cleo", "Dan"), deal: int = 5) -> tuple[Hub, Table]:
    """Forever Evil at level deck with a virtual table, ``deal`` cards of the Line-Up dealt."""
    hub = hub_of(board=QuietBoard())
    table = begun(hub, seats=seats, level="deck", setup={"villain.Ana": "bizarro"})
    for card in LINE_UP[:deal]:
        do(table, move="deal", card=card)
    return hub, table


def busy_match() -> tuple[Hub, Table]:
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


def toy_match() -> tuple[Hub, Table]:
    """Begin the toy game with hands that are secret, a deck whose cards nobody knows and an open heap."""
    hub = hub_of(games={"toy": replace(TOY, catalog=TOYS)})
    return hub, begun(hub, "toy", ("Ana", "Bo", "Cy"), level="full")
