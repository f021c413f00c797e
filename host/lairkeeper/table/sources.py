"""Where the points of a match came from, by the categories in which players speak of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lairkeeper.core.face import PLAIN
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from .course import Contender

PALETTE = ("loot", "villain", "hero", "power", "gear", "place", "weak")
"""Card types that lend their colours to categories that are no cards."""


@dataclass(frozen=True, slots=True)
class Category:
    """Text ``category.<code>``; ``type`` is the card type whose colour it has."""

    code: str
    type: str


@dataclass(frozen=True, slots=True)
class Sources:
    """``brought[i]`` are the points of contender ``i`` by category, those of 0 left out."""

    categories: tuple[Category, ...]
    brought: tuple[Mapping[str, int], ...]


def sources_of(history: History, contenders: Iterable[Contender]) -> Sources:
    """Return the categories in the order of the score lines, and what each brought to whom."""
    game, state = history.game, history.state
    board = game.score(state, TABLE)
    types: dict[str, str] = {}
    brought: list[dict[str, int]] = []
    for each in contenders:
        found: dict[str, int] = {}
        for line in _lines(board, each):
            kind = line.args.get("kind")
            face = game.face(kind, state.printed(kind)) if isinstance(kind, str) else None
            code = face.word if face is not None and face.word else line.code
            found[code] = found.get(code, 0) + line.points
            types.setdefault(code, face.type if face is not None else "")
        brought.append({code: n for code, n in found.items() if n})
    used = {code: type for code, type in types.items() if any(code in each for each in brought)}
    free = [type for type in PALETTE if type not in used.values()]
    categories = tuple(Category(code, type or (free.pop(0) if free else PLAIN)) for code, type in used.items())
    return Sources(categories, tuple(brought))


def _lines(board: Scoreboard, contender: Contender) -> Iterable[ScoreLine]:
    """Yield the score lines of a side: of all its players, or of one where one score stands for the side."""
    seats = [score for score in board.seats if score.seat in contender.seats]
    if sum(score.low for score in seats) != contender.score:
        seats = [_standing_for(seats, contender)]
    for score in seats:
        yield from score.lines


def _standing_for(seats: list[SeatScore], contender: Contender) -> SeatScore:
    return next((score for score in seats if score.low == contender.score), seats[0])
