"""Standing: points so far, the breakdown that anybody can check, and the winners."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.pool import bounds
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore, TeamScore

from . import scoring
from .catalog import CATALOG
from .places import deck_of, deck_size, followed, hand_of, known_cards, owned, set_apart, swept_of
from .team import in_teams, side, side_of

START: Final = "start"
"""Counter of the seat, from 0, that had the first turn."""


def counted_of(state: State, seat: Seat) -> Path:
    """Return where a deck is counted into; a followed deck is counted apart from what is known of it."""
    return swept_of(seat) if followed(state) else deck_of(seat)


def counting(state: State, seat: Seat) -> tuple[Label, ...] | None:
    """Return the cards of a seat that are worth something, or None where it is not certain which they are.

    Cards on the Super-Villain and cards kept for good are destroyed before the count, and so never worth anything
    ("Forever Evil, Oversized Super-Villains") (fe-113).
    """
    cards = cards_of(state, seat)
    return None if cards is None else _without(cards, set_apart(state, seat))


def _without(cards: Iterable[Label], apart: Iterable[Label]) -> tuple[Label, ...]:
    out = set(apart)
    return tuple(card for card in cards if card not in out)


def cards_of(state: State, seat: Seat) -> tuple[Label, ...] | None:
    """Return the cards that count for a seat: those counted, or all that it is known to have; None if uncertain."""
    if state.level == "score":
        return state.zone(counted_of(state, seat))
    return owned(state, seat)


def lines_of(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Return the score lines: tokens first (fe-120), then the cards, all or those known for certain."""
    tokens = worth(state, seat)
    cards = counting(state, seat)
    found = scoring.deck_points(_known(state, seat) if cards is None else cards, state.rules)
    return (ScoreLine("tokens", tokens if state.rules.count_tokens else 0, {"n": tokens}), *found)


def totals(state: State) -> dict[Seat, int]:
    """Return the cards and tokens of everybody, as counted so far; nothing else brings points (fe-124)."""
    return {seat: sum(line.points for line in lines_of(state, seat)) for seat in state.seats}


def heroes(state: State) -> dict[Seat, int]:
    """Return the number of Super Heroes in each deck, which breaks a tie."""
    found = {}
    for seat in state.seats:
        cards = counting(state, seat)
        found[seat] = scoring.super_hero_count(_known(state, seat) if cards is None else cards)
    return found


def _known(state: State, seat: Seat) -> tuple[Label, ...]:
    """Return the cards worth something that lie open or were counted."""
    return _without(known_cards(state, seat), set_apart(state, seat))


def winners(state: State) -> tuple[Seat, ...]:
    """Return the winners by the totals, the Super Heroes and, still level, the house rule (fe-122)."""
    found = _winners(state)
    if len(found) > 1 and state.rules.tie == "last-in-turn-order":
        order = state.clockwise(state.seats[state.counters.get(START, 0)])
        last = max((each for side in found for each in side), key=order.index)
        return next(side for side in found if last in side)
    return tuple(seat for seat in state.seats if any(seat in side for side in found))


def sides(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the players who win together, the side of the first seat first."""
    if not by_sides(state):
        return tuple((seat,) for seat in state.seats)
    return tuple(dict.fromkeys(side(state, seat) for seat in state.seats))


def by_sides(state: State) -> bool:
    """Return whether sides win, rather than players."""
    return in_teams(state) and state.rules.team_score != "single"


def levels(state: State) -> dict[tuple[Seat, ...], tuple[int, int]]:
    """Return the points and Super Heroes of each side, or of each player where they play alone.

    In teams the points of a side are added up, unless a house rule says otherwise (fe-134).
    """
    points, hero = totals(state), heroes(state)
    found = {}
    for each in sides(state):
        of_side = [(points[seat], hero[seat]) for seat in each]
        highest = state.rules.team_score == "highest"
        found[each] = max(of_side) if highest else (sum(p for p, _ in of_side), sum(h for _, h in of_side))
    return found


def _winners(state: State) -> tuple[tuple[Seat, ...], ...]:
    """Return the best sides, or players where they play alone; several are level."""
    found = levels(state)
    first = scoring.winners(
        {each[0]: n for each, (n, _) in found.items()}, {each[0]: n for each, (_, n) in found.items()}
    )
    return tuple(each for each in found if each[0] in first)


def team_scores(state: State, scores: tuple[SeatScore, ...]) -> tuple[TeamScore, ...]:
    """Return the score of each side, by the house rule of what wins."""
    if not by_sides(state):
        return ()
    found = []
    for each in sides(state):
        lows = [score.low for score in scores if score.seat in each]
        highs = [score.high for score in scores if score.seat in each and score.high is not None]
        together: Callable[[list[int]], int] = max if state.rules.team_score == "highest" else sum
        high = together(highs) if len(highs) == len(lows) else None
        found.append(TeamScore(side_of(state, each[0]), each, together(lows), high))
    return tuple(found)


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """Return the score, which is the same for every viewer and worked out once a state.

    Tokens are public (fe-74), and so is each card that everybody has seen come to a deck.
    """
    global _latest  # noqa: PLW0603 - one entry, replaced as a whole: every page of a moment shows the same state
    if _latest is None or _latest[0] is not state:
        _latest = state, _scoreboard(state)
    return _latest[1]


_latest: tuple[State, Scoreboard] | None = None


def _scoreboard(state: State) -> Scoreboard:
    """Return the score of each seat and side.

    At `score` a deck's total is what is counted so far, without an upper bound until the deck is closed. At `deck` it
    is known at any time, or lies between bounds after a card was passed face down.
    """
    closed = _closed_decks(state)
    hero = heroes(state)
    seats = []
    for seat in state.seats:
        lines = lines_of(state, seat)
        low, high = span(state, seat, lines, closed)
        seats.append((seat, low, high, lines))
    ranks = _ranks(state, {seat: (low, hero[seat]) for seat, low, _, _ in seats})
    scores = tuple(
        SeatScore(seat, low, high, lines, ranks[seat], hero[seat] if closed else None)
        for seat, low, high, lines in seats
    )
    teams = team_scores(state, scores)
    return Scoreboard(_ranked(scores, teams, state.winners) if teams else scores, state.winners or (), teams)


def _ranked(
    scores: Iterable[SeatScore], teams: Iterable[TeamScore], winners: tuple[Seat, ...] | None
) -> tuple[SeatScore, ...]:
    """Return the scores ranked by side: mates share a rank, and sides that won together share the first."""
    first = winners or ()
    ranks: dict[Seat, int] = {}
    for team in teams:
        better = sum(other.low > team.low or other.seats[0] in first for other in teams if other is not team)
        ranks |= {seat: 1 if seat in first else 1 + better for seat in team.seats}
    return tuple(replace(score, rank=ranks[score.seat]) for score in scores)


def span(state: State, seat: Seat, lines: Iterable[ScoreLine], closed: frozenset[Seat]) -> tuple[int, int | None]:
    """Return the least and most points of a seat; None stands for no upper bound."""
    total = sum(line.points for line in lines)
    if state.level == "score":
        return total, total if seat in closed else None
    if owned(state, seat) is not None:
        return total, total
    return _unsure(state, seat)


def _unsure(state: State, seat: Seat) -> tuple[int, int]:
    """Return the bounds of a seat whose cards are not certain.

    Both starred cards stand at their worst and at their best.
    """
    places = (deck_of(seat), hand_of(seat))
    known = _known(state, seat)
    size = deck_size(state, seat) - len(set_apart(state, seat))
    free = sum(CATALOG.get(card).cost == 0 for card in known)
    fewest, most = bounds(state, places, lambda card: int(CATALOG.get(card).cost == 0))

    def value(card: Label, zeros: int) -> int:
        facts = CATALOG.get(card)
        match facts.vp_rule:
            case "deathstorm":
                return scoring.deathstorm(size)
            case "phantom-stranger":
                return scoring.phantom_stranger(zeros)
        return int(state.rules.vulnerability) if kind_of(card) == "vulnerability" else facts.vp or 0

    tokens = worth(state, seat) if state.rules.count_tokens else 0
    low = sum(value(card, free + most) for card in known) + bounds(state, places, lambda c: value(c, free + most))[0]
    high = (
        sum(value(card, free + fewest) for card in known) + bounds(state, places, lambda c: value(c, free + fewest))[1]
    )
    return tokens + low, tokens + high


def _closed_decks(state: State) -> frozenset[Seat]:
    if state.finished:
        return frozenset(state.seats)
    top = state.top
    if top is None or top.kind not in {"sweep", "audit"} or top.prompt is None:
        return frozenset()
    return frozenset(top.prompt.answers)


def _ranks(state: State, standing: dict[Seat, tuple[int, int]]) -> dict[Seat, int | None]:
    """Return the ranks by what is known, 1 for the best.

    Equals share a rank. After the end, the winners come first.
    """
    winners = state.winners or ()
    return {
        seat: 1
        if seat in winners
        else 1 + sum(other > mine or (other == mine and each in winners) for each, other in standing.items())
        for seat, mine in standing.items()
    }
