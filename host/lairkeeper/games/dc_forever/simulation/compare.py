"""The differences between the simulated table of DC Forever and what the app shows, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lairkeeper.core.ids import Seat
from lairkeeper.core.view import View

from .table import PLACES, GroundTruth


def result(view: View, scores: Mapping[Seat, int], winners: tuple[Seat, ...]) -> Iterator[str]:
    """Compare scores, winners and the end."""
    for each in view.scoreboard.seats:
        if each.low != scores[each.seat]:
            yield f"score.{each.seat}: table {scores[each.seat]}, app {each.low}"
    if set(view.scoreboard.winners) != set(winners):
        yield f"winners: table {winners}, app {view.scoreboard.winners}"
    if not view.finished:
        yield f"finished: the app still waits for something: {view.step} {view.prompt and view.prompt.code}"


def table(view: View, truth: GroundTruth) -> Iterator[str]:
    """Compare citizens, sizes of zones, damage."""
    told = view.extra.get("citizens", {})
    for at in PLACES:
        for purse, n in ((at, truth.citizens[at]), (f"scheme-{at[-1]}", truth.advanced[at]),
                         (f"neutral-{at[-1]}", truth.claimed[at])):  # fmt: skip
            if told.get(purse, 0) != n:
                yield f"citizens.{purse}: table {n}, app {told.get(purse, 0)}"
    for player in truth.players:
        for head, cards in (("hand", player.hand), ("deck", player.deck), ("discard", player.discard),
                            ("team", player.team), ("empower", truth.beneath(player))):  # fmt: skip
            zone = view.zones.get(f"{head}.{player.name}")
            if (zone.count if zone else 0) != len(cards):
                yield f"{head}.{player.name}: table {len(cards)}, app {zone.count if zone else 0}"
    hurt = {card: n for card, n in truth.damage.items() if n and any(card in p.team for p in truth.players)}
    if dict(view.extra.get("damage", {})) != hurt:
        yield f"damage: table {hurt}, app {dict(view.extra.get('damage', {}))}"
