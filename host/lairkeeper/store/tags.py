"""Which tag is which component."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database

_SOUND = sound("tags")
_COLUMNS = "uid, game, component, note, enrolled_at"


@dataclass(frozen=True, slots=True)
class TagRow:
    """``uid`` in normal form (upper-case hex); ``component`` with its copy number."""

    uid: str
    game: str
    component: str
    note: str
    enrolled_at: float


class Tags:
    """A UID stands for one component; a component of a game has one UID. Breaking either raises ``StoreError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def by_uid(self, uid: str) -> TagRow | None:
        """Return the tag with this UID (normal form), or None."""
        rows = self._database.read(f"SELECT {_COLUMNS} FROM tags WHERE uid = ? AND {_SOUND}", (uid,))
        return _row(rows[0]) if rows else None

    def by_component(self, game: str, component: str) -> TagRow | None:
        """Return the tag on this component of a game, or None."""
        rows = self._database.read(
            f"SELECT {_COLUMNS} FROM tags WHERE game = ? AND component = ? AND {_SOUND}", (game, component)
        )
        return _row(rows[0]) if rows else None

    def of_game(self, game: str | None = None) -> list[TagRow]:
        """Return the tags of one game, or of all, in the order enrolled."""
        where = "" if game is None else "AND game = ?"
        rows = self._database.read(
            f"SELECT {_COLUMNS} FROM tags WHERE {_SOUND} {where} ORDER BY enrolled_at, game, component",
            () if game is None else (game,),
        )
        return [_row(row) for row in rows]

    def put(self, uid: str, game: str, component: str, note: str, at: float) -> None:
        """Enrol; whatever the UID or the component stood for before is replaced."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM tags WHERE uid = ? OR (game = ? AND component = ?)", (uid, game, component))
            connection.execute(
                "INSERT INTO tags (uid, game, component, note, enrolled_at) VALUES (?, ?, ?, ?, ?)",
                (uid, game, component, note, at),
            )

    def remove(self, uid: str) -> bool:
        """Delete a tag; return True when there was such a tag."""
        with self._database.write() as connection:
            return connection.execute("DELETE FROM tags WHERE uid = ?", (uid,)).rowcount > 0


def _row(row: sqlite3.Row) -> TagRow:
    return TagRow(str(row["uid"]), str(row["game"]), str(row["component"]), str(row["note"]), float(row["enrolled_at"]))
