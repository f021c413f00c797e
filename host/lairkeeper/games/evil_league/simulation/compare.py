"""The differences between the simulated Evil League and what the app shows, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lairkeeper.core.ids import Component
from lairkeeper.core.view import View

from .table import ROUTE, GroundTruth


def result(view: View, truth: GroundTruth) -> Iterator[str]:
    """Compare reputation, winners, the end."""
    for seat, villain in truth.villains.items():
        told = view.extra[f"reputation.{seat}"]
        if told != villain.reputation:
            yield f"reputation.{seat}: table {villain.reputation}, app {told}"
    if view.scoreboard.winners != (truth.winners or ()):
        yield f"winners: table {truth.winners}, app {view.scoreboard.winners}"
    if not view.finished:
        yield "finished: the app still waits for something"


def table(view: View, truth: GroundTruth) -> Iterator[str]:
    """Compare villains, places of the route, sizes of piles."""
    for seat, villain in truth.villains.items():
        facts = {
            f"power.{seat}": villain.power,
            f"place.{seat}": villain.place,
            f"loot.{seat}": len(villain.hand),
            f"weapon-complete.{seat}": villain.armed,
        }
        yield from (f"{p}: table {v}, app {view.extra[p]}" for p, v in facts.items() if view.extra[p] != v)
        for path, cards in ((f"spare.{seat}", villain.spare), (f"weapon.{seat}", villain.weapon)):
            yield from _zone(view, path, cards)
    for place in ROUTE:
        plan = truth.plans[place]
        pieces = [*truth.lying[place], *((plan,) if plan else ()), *(v.pawn for v in truth.here(place))]
        yield from _zone(view, place, [*pieces, *(("captain-hammer#1",) if truth.hammer == place else ())])
    yield from _zone(view, "loot-discard", truth.discards)
    yield from _zone(view, "schemes-out", truth.gone)
    for path, pile in (("bag", truth.bag), ("loot-deck", truth.deck), ("scheme-deck", truth.schemes)):
        if view.zones[path].count != len(pile):
            yield f"{path}: table {len(pile)}, app {view.zones[path].count}"


def _zone(view: View, path: str, cards: Sequence[Component]) -> Iterator[str]:
    zone = view.zones.get(path)
    known = sorted(zone.cards or ()) if zone else []
    if known != sorted(cards):
        yield f"{path}: table {sorted(cards)}, app {known}"
