"""Who has played here, so that names are typed once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player by name; ``won`` counts shared wins too."""

    name: str
    since: float
    last: float
    played: int
    won: int


class Players:
    """One row a name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def seen(self, names: Sequence[str], at: float) -> None:
        """Note that these players sat down at ``at``."""
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO players (name, since, last) VALUES (?1, ?2, ?2)"
                " ON CONFLICT (name) DO UPDATE SET last = excluded.last",
                [(name, at) for name in names],
            )

    def list(self) -> list[PlayerRow]:
        """Return all players, the latest first, with their finished matches counted."""
        rows = self._database.read(
            "SELECT p.name, p.since, p.last, count(r.match) AS played, coalesce(sum(r.winner), 0) AS won"
            f" FROM players p LEFT JOIN results r ON r.seat = p.name AND {sound('results', row='r.')}"
            f" WHERE {sound('players', row='p.')} GROUP BY p.id ORDER BY p.last DESC, p.name"
        )
        return [
            PlayerRow(str(r["name"]), float(r["since"]), float(r["last"]), int(r["played"]), int(r["won"]))
            for r in rows
        ]
