"""The facts of one finished match, from its kept result, its end and the public lines of its log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from lairkeeper.core.game import Game
from lairkeeper.core.ids import TABLE, Kind, Seat, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.games import UnknownGameError
from lairkeeper.store import MatchRow, Store, StoreError, StoreProblem
from lairkeeper.table import TableError
from lairkeeper.table.course import Contender, contenders_of
from lairkeeper.table.log import Line, line_of
from lairkeeper.table.replay import FindGame, replayed
from lairkeeper.table.result import played_seconds

from .played import MatchFacts, SeatFacts

DONE: Final = frozenset({
    "gain-card", "buy", "buy-card", "buy-item", "defeat", "recruit", "collect", "pocket", "equip", "take", "play",
    "use", "chase", "complete",
})  # fmt: skip
"""Lines of the log that say that a player gained or played a card: their code, in every game."""
CHOSEN: Final = "draft"
"""Lines that say as whom a player plays."""
ROLE, TEAM = "villain", "team"
"""Heads of the state paths of the one character of a seat, and of several."""
MOST: Final = 12
"""Kinds of cards that are kept of each seat."""
NO_CHOICE: Final = frozenset({"starter", "weak"})
"""Card types that everybody has to play."""


def facts_of(store: Store, match: int, find: FindGame) -> MatchFacts:
    """Return the facts of a finished match. One that cannot be replayed has those of its result alone.

    One whose set-up is damaged has nobody in it. Raises ``StoreError``.
    """
    try:
        row = store.matches.get(match)
    except StoreError as error:
        if error.problem is not StoreProblem.DAMAGED_MATCH:
            raise
        return MatchFacts("", "", None, False, ())
    try:
        history = replayed(store, match, find).history
        view = history.game.view(history.state, TABLE) if history.state.finished else None
        lines = tuple(line_of(history.game, record) for record in history.valid)
        wanted: Callable[[Kind], bool] = partial(_is_chosen, history.game, history.state)
    except (TableError, UnknownGameError):
        view, lines, wanted = None, (), _any
    return from_parts(row, view, lines, wanted)


def _any(kind: Kind) -> bool:
    return True


def _is_chosen(game: Game, state: State, kind: Kind) -> bool:
    """Return True for a card that a player can choose to have."""
    return kind in game.catalog.kinds and game.face(kind, state.printed(kind)).type not in NO_CHOICE


def from_parts(
    row: MatchRow, view: View | None, lines: Iterable[Line], wanted: Callable[[Kind], bool] = _any
) -> MatchFacts:
    """Return the facts of a match from its row, the table's view of its end, and the lines that count.

    ``wanted`` says which kinds can be favourites.
    """
    result = row.result or {}
    sides = _sides(view)
    exact = {str(kept["seat"]): kept.get("high", kept["score"]) == kept["score"] for kept in result.get("seats", ())}
    lines = tuple(lines)
    setup = row.header.get("setup", {})
    seats = []
    for kept in result.get("seats", ()):
        name = str(kept["seat"])
        score = int(kept["score"]) if exact[name] else None
        side = sides.get(name)
        whole = score
        if side is not None:
            whole = side.score if all(exact.get(seat, True) for seat in side.seats) else None
        cards = Counter(kind for kind in _cards(lines, name) if wanted(kind))
        seats.append(
            SeatFacts(
                name,
                score,
                whole,
                kept.get("rank"),
                bool(kept["winner"]),
                side.code if side is not None else "",
                tuple(_roles(view, setup, lines, name)),
                tuple(sorted(cards.items(), key=lambda e: (-e[1], e[0]))[:MOST]),
            )
        )
    level = str(result.get("level") or row.header.get("level") or "")
    apart = any(each.goal is not None for each in sides.values())
    return MatchFacts(row.game, level, played_seconds(row.started_at, row.finished_at), apart, tuple(seats))


def _sides(view: View | None) -> Mapping[Seat, Contender]:
    """Return the side of each seat, where players win together."""
    if view is None:
        return {}
    return {seat: each for each in contenders_of(view) if each.code for seat in each.seats}


def _cards(lines: Iterable[Line], seat: Seat) -> Iterator[str]:
    for code, args in lines:
        card = args.get("card")
        if code in DONE and args.get("by") == seat and isinstance(card, str):
            yield kind_of(card)


def _roles(view: View | None, setup: Mapping[str, Any], lines: Iterable[Line], seat: Seat) -> Iterator[str]:
    """Yield the kinds that a seat played as, each once."""
    one = view.extra.get(f"{ROLE}.{seat}") if view is not None else setup.get(f"{ROLE}.{seat}")
    found = [one] if isinstance(one, str) else []
    given = setup.get(f"{TEAM}.{seat}", ())
    found += given if isinstance(given, list | tuple) else ()
    found += [str(args.get("card")) for code, args in lines if code == CHOSEN and args.get("by") == seat]
    zone = view.zones.get(f"{TEAM}.{seat}") if view is not None and not found else None
    found += (zone.cards or ()) if zone is not None else ()
    yield from dict.fromkeys(kind_of(each) for each in found if isinstance(each, str) and each)
