"""Data that must survive: SQLite with the inbox of scans, the journal of the match, people, tags and settings."""

from __future__ import annotations

from lairkeeper.store.db import Store
from lairkeeper.store.errors import StoreError, StoreProblem
from lairkeeper.store.history import Filter, FilterChoices, LogHealth, loosened
from lairkeeper.store.inbox import InboxRow
from lairkeeper.store.journal import JournalRow
from lairkeeper.store.matches import KEPT_DAYS, MatchRow
from lairkeeper.store.people import CRESTS, MergedPerson, Person, PlayRecord, Sitting, crests_for
from lairkeeper.store.tags import TagRow

__all__ = [
    "CRESTS",
    "KEPT_DAYS",
    "Filter",
    "FilterChoices",
    "InboxRow",
    "JournalRow",
    "LogHealth",
    "MatchRow",
    "MergedPerson",
    "Person",
    "PlayRecord",
    "Sitting",
    "Store",
    "StoreError",
    "StoreProblem",
    "TagRow",
    "crests_for",
    "loosened",
]
