"""The differences between the simulated table of Forever Evil and what the app shows, one sentence each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import SeatScore, View

from .table import GroundTruth


def players(
    view: View, tokens: Mapping[Seat, int], scores: Mapping[Seat, int], odd: Callable[[SeatScore], Sequence[str]]
) -> Iterator[str]:
    """Compare tokens, decks and scores; ``odd`` gives the cards of a deck on which both do not agree."""
    for each in view.scoreboard.seats:
        seat = each.seat
        if view.tokens[seat] != tokens[seat]:
            yield f"tokens.{seat}: table {tokens[seat]}, app {view.tokens[seat]}"
        if cards := odd(each):
            yield f"deck.{seat}: not the same on {', '.join(cards)}"
        if each.low != scores[seat] or not each.exact:
            yield f"score.{seat}: table {scores[seat]}, app {each.low} to {each.high}"


def ending(view: View, winners: tuple[Seat, ...]) -> Iterator[str]:
    """Compare the winners, and whether the match is over."""
    if view.scoreboard.winners != winners:
        yield f"winners: table {winners}, app {view.scoreboard.winners}"
    if not view.finished:
        yield "finished: the app still waits for something"


def table(view: View, truth: GroundTruth, *, alike: bool = False) -> list[str]:
    """Compare a table on which every card is followed.

    ``alike``: the app may take one destroyed card for another of its kind.
    """

    def odd(each: SeatScore) -> Sequence[str]:
        return _odd(_kinds(each), _count(truth.players[each.seat].cards))

    return [
        *players(view, truth.tokens, truth.scores(), odd),
        *_cards(view, "line-up", truth.line_up),
        *(_alike if alike else _cards)(view, "destroyed", truth.destroyed),
        *_sizes(view, truth),
        *ending(view, truth.winners()),
    ]


def _cards(view: View, path: str, cards: Sequence[Component]) -> Iterator[str]:
    known, zone = sorted(_known(view, path)), view.zones.get(f"{path}.unread")
    unread = zone.count if zone is not None else 0
    if len(known) + unread != len(cards) or not set(known) <= set(cards):
        yield f"{path}: table {sorted(cards)}, app {known} and {unread} unread"


def _alike(view: View, path: str, cards: Sequence[Component]) -> Iterator[str]:
    if odd := _odd(_count(_known(view, path)), _count(cards)):
        yield f"{path}: not the same on {', '.join(odd)}"


def _known(view: View, path: str) -> Sequence[Component]:
    zone = view.zones.get(path)
    return tuple(zone.cards or ()) if zone else ()


def _sizes(view: View, truth: GroundTruth) -> Iterator[str]:
    sizes = {
        "main-deck": len(truth.main_deck),
        "kicks": len(truth.stacks["kick"]),
        "weaknesses": len(truth.stacks["weakness"]),
        "super-heroes": len(truth.heroes),
        **({"villain-stack": len(truth.others)} if truth.sides.teams else {}),
    }
    for path, n in sizes.items():
        if view.zones[path].count != n:
            yield f"{path}: table {n}, app {view.zones[path].count}"


def _count(cards: Sequence[Component]) -> Counter[Kind]:
    return Counter(kind_of(card) for card in cards)


def _odd(known: Counter[Kind], truth: Counter[Kind]) -> list[Kind]:
    """Return the kinds of which one has more than the other."""
    return sorted(((known - truth) + (truth - known)).elements())


def _kinds(seat: SeatScore) -> Counter[Kind]:
    """Count the deck that a score's breakdown speaks of, by kind."""
    lines = [line for line in seat.lines if "kind" in line.args]
    return Counter(e.args["kind"] for e in lines for _ in range(e.args["n"] if e.code == "cards" else 1))
