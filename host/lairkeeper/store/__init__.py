"""Data that must survive: SQLite with the inbox of scans, the journal of the match, players, tags and settings."""

from __future__ import annotations

from lairkeeper.store.db import Store
from lairkeeper.store.errors import StoreError, StoreProblem
from lairkeeper.store.inbox import InboxRow
from lairkeeper.store.journal import JournalRow
from lairkeeper.store.matches import MatchRow
from lairkeeper.store.tags import TagRow

__all__ = ["InboxRow", "JournalRow", "MatchRow", "Store", "StoreError", "StoreProblem", "TagRow"]
