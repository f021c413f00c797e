"""A match with cards face down, for commands that must not tell them."""

from __future__ import annotations

from pathlib import Path

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table

SECRETS = ("plot-7#1", "plot-9#1")
"""Zoé's card on the table and the one in the hand."""


def begin(db: Path) -> None:
    """Begin match 1 of Evil:101, in which Zoé has played one Plot face down and holds another."""
    setup = {"targets": ["target-1#1", "target-2#1"], "hand.Zoé": ["plot-9#1"]}
    with Store.open(db) as store:
        table = Hub(store).start("evil-101", ("Ana", "Zoé"), level="full", setup=setup, proxy=True)
        assert isinstance(table, Table)
        played = table.act(Command(move="play", by="Zoé", card="plot-7#1", target="target-1#1"), "page")
        assert isinstance(played, Accepted)
