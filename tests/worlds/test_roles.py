"""Whole matches looked at by everybody: no role reads of a card that it must not know, and a planted leak is seen."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.table import Table
from lairkeeper.web.screens.seat import model
from tests.fresh import SEED

from .faults import Fault, Kind
from .run import Plan, lived

pytestmark = pytest.mark.chain

LOOKS = 3
SECRET = (("evil-101", "full"), ("evil-league", "full"), ("dc-forever", "full"), ("forever-evil", "full"))


def looked_at(game: str, level: str, acts: int, *, until: int | None) -> list[str]:
    """Play a fresh match and look at every page now and then; return what was told to whom."""
    rng = Random(f"roles {game} {SEED}")
    faults = [Fault(at, Kind.PAGES, 0) for at in sorted(rng.sample(range(2, acts), LOOKS))]
    world = Plan(rng.randrange(10**6), game, level, 3, rng.choice(("table", "trays")), tuple(faults))
    return [f"{world.command}: {each}" for each in lived(world, until=until).wrong]


def leaked() -> list[str]:
    """Look at a match in which Ana has a card that nobody else knows."""
    return lived(Plan(5, "dc-forever", "full", 3, "table", (Fault(25, Kind.PAGES, 0),)), until=25).wrong


@pytest.mark.parametrize(("game", "level"), SECRET)
def test_no_role_reads_what_it_must_not_know(game: str, level: str) -> None:
    assert looked_at(game, level, 20, until=20) == []


@pytest.mark.soak
@pytest.mark.parametrize(("game", "level"), SECRET)
def test_no_role_reads_what_it_must_not_know_in_a_whole_match(game: str, level: str) -> None:
    assert looked_at(game, level, 150, until=None) == []


def test_nothing_is_told_where_no_leak_is_planted() -> None:
    assert leaked() == []


def test_a_seat_that_sees_another_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.view

    def of_the_next(table: Table, viewer: str = TABLE) -> Any:
        seats = table.header.seats
        return real(table, seats[seats.index(viewer) - 1] if viewer in seats else viewer)

    def shown(table: Table, seat: str, *args: Any, **named: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Table, "view", of_the_next)
            return seat_of(table, seat, *args, **named)

    seat_of = model.seat_of
    monkeypatch.setattr("lairkeeper.web.screens.seat.routes.seat_of", shown)
    assert any("to seat" in each for each in leaked())


def test_a_public_page_that_shows_a_hand_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Table.view

    def of_the_first(table: Table, viewer: str = TABLE) -> Any:
        return real(table, table.header.seats[0] if viewer == TABLE else viewer)

    monkeypatch.setattr(Table, "view", of_the_first)
    wrong = leaked()
    roles: Mapping[str, bool] = {
        role: any(f"to {role}" in each for each in wrong) for role in ("spectator", "tv", "table")
    }
    assert all(roles.values()), roles
