"""The names that tell the matches of one installation from those of another."""

from __future__ import annotations

import uuid
from typing import Final

from lairkeeper.store import Store, StoreError

_KEY: Final = "installation"
_ORIGIN: Final = "origin:"
"""With its number here: what a match that came from elsewhere is called everywhere."""
_CAME: Final = "came:"
"""With what it is called everywhere: the number here of a match that came from elsewhere."""


def installation_of(store: Store) -> uuid.UUID:
    """Return the id of this installation, made at its first use."""
    kept = store.settings.get(_KEY)
    if kept is None:
        kept = str(uuid.uuid4())
        store.settings.set(_KEY, kept)
    return uuid.UUID(kept)


def match_id(store: Store, match: int) -> uuid.UUID:
    """Return what a match is called everywhere: the same in each of its files, also after it came from elsewhere."""
    came = store.settings.get(f"{_ORIGIN}{match}")
    return uuid.UUID(came) if came else uuid.uuid5(installation_of(store), str(match))


def keep_origin(store: Store, match: int, called: uuid.UUID) -> None:
    """Note what a match that came from elsewhere is called."""
    with store.write():
        store.settings.set(f"{_ORIGIN}{match}", str(called))
        store.settings.set(f"{_CAME}{called}", match)


def match_called(store: Store, called: uuid.UUID, number: int) -> int | None:
    """Return the number here of the match of this name; None: it is not here. ``number`` is its number at its home."""
    came = store.settings.get(f"{_CAME}{called}")
    found = came if came is not None else number if match_id(store, number) == called else None
    try:
        return None if found is None else store.matches.get(found).id
    except StoreError:
        return None  # it was here, and has been deleted for good
