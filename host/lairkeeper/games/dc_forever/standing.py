"""Standing of both sides, and facts about the table, without the cards that lie face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.result import Args
from lairkeeper.core.sealed import notes
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore, TeamScore

from .citizens import PURSES, citizens, tokens_out
from .places import (
    AT,
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    ROGUE,
    SWAYED,
    damage_on,
    everybody,
    exhausted,
    hand_of,
    has_scheme,
    location,
    marked,
    neutral,
    neutral_at,
    players,
    rogues,
    scheme,
    scheme_at,
    side,
    team,
)
from .resolution import CITIZENS_TO_WIN, SCHEMES_TO_WIN, completed, ready_schemes, rescued, won_by

_WHAT: Final[Mapping[str, str]] = {ROGUE: "schemes", HERO: "citizens"}
"""Pieces that each side collects."""


def score_of(state: State, which: str) -> int:
    """Return the completed Schemes or the citizens in Sanctuary of a side."""
    return completed(state) if which == ROGUE else rescued(state)


def goal_of(which: str) -> int:
    """Return how many Schemes or citizens win the match for a side."""
    return SCHEMES_TO_WIN if which == ROGUE else CITIZENS_TO_WIN


def _lines(state: State, which: str) -> Iterator[ScoreLine]:
    """Return the score lines of a side: Schemes or citizens, and characters in play and out."""
    yield ScoreLine(_WHAT[which], score_of(state, which), {"of": goal_of(which)})
    here = sum(len(team(state, seat)) for seat in players(state, which))
    yield ScoreLine("standing", 0, {"n": here, "out": _out(state, which)})


def _out(state: State, which: str) -> int:
    """Return how many characters of a side are knocked out or captured now."""
    return state.size(KNOCKED_OUT if which == HERO else CAPTURED)


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """Return the score: Schemes 0 to 5 against citizens 0 to 30; a side wins together."""
    winners = state.winners or ()
    seats = tuple(
        SeatScore(
            seat,
            score_of(state, side(state, seat)),
            score_of(state, side(state, seat)),
            tuple(_lines(state, side(state, seat))),
            (1 if seat in winners else 2) if winners else None,
        )
        for seat in state.seats
    )
    teams = tuple(
        TeamScore(f"{which}s", players(state, which), score_of(state, which), score_of(state, which))
        for which in (ROGUE, HERO)
    )
    return Scoreboard(seats, winners, teams)


def extra(state: State, viewer: str) -> Args:
    """Return facts that are open to all, and the ready Schemes to viewers who know the cards."""
    facts: dict[str, Any] = {
        "round": state.counters.get("round", 0),
        "completed": completed(state),
        "sanctuary": rescued(state),
        "rogues": list(rogues(state)),
        "beside": {seat: _beside(state, seat) for seat in state.seats},
        "goals": {seat: goal_of(side(state, seat)) for seat in state.seats},
    }
    if state.level == "score":
        return facts
    facts["citizens"] = {purse: n for purse in PURSES if (n := citizens(state, purse))}
    facts["tokens-out"] = tokens_out(state)
    facts["damage"] = {card: n for card in everybody(state) if (n := damage_on(state, card))}
    facts["exhausted"] = {card: 1 for card in everybody(state) if exhausted(state, card)}
    facts |= _on_the_row(state)
    facts["places"] = {at: location(state, at) for at in AT}
    facts["notes"] = tuple({"card": each.card, "code": each.code, "seat": each.seat} for each in notes(state, viewer))
    known = [at for at in ready_schemes(state) if _knows_scheme(state, viewer, at)]
    if known:
        facts["ready"] = known
        facts["enough"] = {card: 1 for at in known if (card := scheme(state, at)) is not None}
    return facts


def _on_the_row(state: State) -> dict[str, dict[str, int]]:
    """Return numbers by Location card: citizens, a Scheme and those on it; by Unaligned character its citizens."""
    found: dict[str, dict[str, int]] = {name: {} for name in ("here", "scheme", "advanced", "claimed", SWAYED)}
    for at in AT:
        place, card = location(state, at), neutral(state, at)
        if place is not None:
            found["here"][place] = citizens(state, at)
            found["scheme"][place] = int(has_scheme(state, at))
            found["advanced"][place] = citizens(state, scheme_at(at))
        if card is not None:
            found["claimed"][card] = citizens(state, neutral_at(at))
            found[SWAYED][card] = int(marked(state, card, SWAYED))
    return {name: {card: n for card, n in cards.items() if n} for name, cards in found.items()}


def _knows_scheme(state: State, viewer: str, place: Path) -> bool:
    """Return True when a viewer knows the Scheme at a place."""
    return any({viewer, "table"} & set(state.known.get(card, ())) for card in state.zone(scheme_at(place)))


def _beside(state: State, seat: Seat) -> list[list[Any]]:
    """Return the facts that are shown beside a player's name."""
    which = side(state, seat)
    found: list[list[Any]] = [[which, {}], [_WHAT[which], {"of": goal_of(which)}]]
    found.append(["standing", {"n": len(team(state, seat)), "out": _out(state, which)}])
    if seat in (state.winners or ()):
        found.append([f"won-{won_by(state)}", {}])
    if state.level != "score":
        icons = state.counters.get(f"icons.{seat}", 0)
        found.append(["cards", {"n": state.size(hand_of(seat))}])
        if icons:
            found.append(["icons", {"n": icons}])
    return found
