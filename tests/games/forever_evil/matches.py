"""Whole matches by chance: on a table that knows every card, and by all that is offered at every level."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import State
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.effects.turn_facts import plays
from lairkeeper.kit.checks import CHECKS
from lairkeeper.kit.driver import Recording, play_match

from .full_table import FullTable

CHEAP: Final = ("1 cards conserved", "2 tokens conserved")
PATIENCE: Final = 20_000
"""Steps of a match in which anything is done that is offered."""
_BY_OFFERS: Final = {0: "score", 1: "deck", 2: "full"}


def ended(seed: int) -> int:
    """Play a match to its end and look at it; how many records it has.

    Half of them are played by whoever knows every card, at level full; the others by any offer at any level.
    """
    if (level := _BY_OFFERS.get(seed % 6)) is None:
        table = finished(seed)
        assert wrong(table, seed) == []
        return len(table.history)
    recording = play_match(GAME, seed, level=level, bound=PATIENCE)
    assert recording.history.state.finished
    return len(recording.history)


def finished(seed: int) -> FullTable:
    """Play a match at level full; its score is what the cards are worth."""
    table = FullTable(seed)
    table.play(check=_turn_began)
    board = GAME.score(table.history.state, TABLE)
    assert {each.seat: each.low for each in board.seats} == {each.seat: table.points(each.seat) for each in board.seats}
    assert all(each.exact for each in board.seats)
    assert board.winners
    return table


def wrong(table: FullTable, seed: int, names: tuple[str, ...] = CHEAP) -> list[str]:
    """List what the kit finds in a match."""
    recording = Recording(GAME, seed, table.history)
    return [f"{name}: {found}" for name in names if (found := CHECKS[name](recording)) is not None]


def _turn_began(table: FullTable) -> None:
    """Check at the beginning of a turn that all which the app claims is true of the table."""
    state: State = table.history.state
    if state.prompt is not None and state.prompt.code == "play-or-buy" and not plays(state):
        assert table.differences() == [], f"turn {state.turn}"
