"""The numbers that owners have typed from their own cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database


class PrintedNumbers:
    """Field values by game and kind, as plain JSON."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_game(self, game: str) -> dict[str, dict[str, Any]]:
        """Return everything that was typed for a game, by kind."""
        rows = self._database.read(
            f"SELECT kind, facts FROM printed WHERE game = ? AND {sound('printed')} ORDER BY kind", (game,)
        )
        return {str(row["kind"]): json.loads(row["facts"]) for row in rows}

    def put(self, game: str, kind: str, facts: Mapping[str, Any], at: float) -> None:
        """Keep the values of one kind; what was there before is replaced."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO printed (game, kind, facts, edited_at) VALUES (?, ?, ?, ?)",
                (game, kind, json.dumps(dict(facts)), at),
            )

    def remove(self, game: str, kind: str) -> bool:
        """Delete the values of this kind; return True when there were any."""
        with self._database.write() as connection:
            deleted = connection.execute("DELETE FROM printed WHERE game = ? AND kind = ?", (game, kind))
            return deleted.rowcount > 0
