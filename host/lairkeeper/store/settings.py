"""Small choices that outlive a run: language, reader-to-zone map, enrolment in progress."""

from __future__ import annotations

import json
from typing import Any

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database

_SOUND = sound("settings")


class Settings:
    """JSON values by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; ``default`` when it is missing or damaged."""
        rows = self._database.read(f"SELECT value FROM settings WHERE key = ? AND {_SOUND}", (key,))
        return json.loads(rows[0]["value"]) if rows else default

    def set(self, key: str, value: Any) -> None:
        """Keep ``value`` as JSON under ``key``; what was there before is replaced."""
        with self._database.write() as connection:
            connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, json.dumps(value)))

    def remove(self, key: str) -> None:
        """Delete the value of ``key``; nothing happens when it is missing."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM settings WHERE key = ?", (key,))
