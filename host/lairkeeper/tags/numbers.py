"""The printed numbers of the owner's own cards: typed once a kind, edited at any time, checked against the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from lairkeeper.core.ids import Kind
from lairkeeper.core.printed import Printed, Problem, Values, show

from .doubts import Doubt, doubts


class NumberTable(Protocol):
    """Where numbers are stored; the store's table has this form."""

    def of_game(self, game: str) -> Mapping[str, Mapping[str, Any]]:
        """Return everything that was typed for a game, by kind."""
        ...

    def put(self, game: str, kind: str, facts: Mapping[str, Any], at: float) -> None:
        """Keep the values of one kind; what was there before is replaced."""
        ...

    def remove(self, game: str, kind: str) -> bool:
        """Delete the values of this kind; return True when there were any."""
        ...


class Numbers:
    """Numbers that owners have typed. A later edit leaves matches alone: each carries the numbers it was begun with.

    ``version`` grows with each change.
    """

    def __init__(self, table: NumberTable, clock: Callable[[], float]) -> None:
        self._table = table
        self._clock = clock
        self.version = 0

    def of(self, game: str) -> dict[Kind, Values]:
        """Return all that was typed for a game, by kind, as plain values."""
        return dict(self._table.of_game(game))

    def put(self, game: str, printed: Printed, kind: Kind, values: Mapping[str, Any]) -> Problem | None:
        """Keep the values of one kind, or say what is wrong with them and keep nothing."""
        facts = printed.read(kind, values)
        if isinstance(facts, Problem):
            return facts
        self._table.put(game, kind, facts, self._clock())
        self.version += 1
        return None

    def forget(self, game: str, kind: Kind) -> bool:
        """Drop the values of this kind; tell whether there were any. What is no kind, or no text at all, has none."""
        gone = kind in self._table.of_game(game) and self._table.remove(game, kind)
        self.version += gone
        return gone

    def missing(self, game: str, printed: Printed, kinds: Mapping[Kind, int | None]) -> tuple[Kind, ...]:
        """Return the kinds among these that have fields and no values yet."""
        typed = self._table.of_game(game)
        return tuple(kind for kind in kinds if kind in printed.fields and kind not in typed)

    def doubts(self, game: str, printed: Printed) -> tuple[Doubt, ...]:
        """Return the typed words of a game that look mistyped."""
        return doubts(printed, self._table.of_game(game))


def typed(printed: Printed, kind: Kind, values: Values) -> dict[str, str]:
    """Return the values of one kind as one would type them, by field; empty fields are left out."""
    fields = printed.fields.get(kind, ())
    return {field.name: show(field, values[field.name]) for field in fields if values.get(field.name) is not None}
