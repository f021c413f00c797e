"""The fields of a board's frames, each read within its range (docs/protocol.md, "Names and numbers").

Every function raises ``ValueError`` for a value that the protocol does not allow: the session counts such a frame as
bad, ignores it and goes on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from lairkeeper.board.events import BUTTON, FAULT, GAP, PLACED, REMOVED, TAPPED, TOMBSTONE, UNREAD
from lairkeeper.board.frame import MAX_BODY

MAX_SEQ: Final = 2**32 - 1
MAX_MS: Final = 2**53 - 1
"""The largest number that every JSON reader holds exactly: some 285,000 years."""
MAX_ZONES: Final = 64
"""More readers than any board has; a snapshot of more is none."""
LONGEST_NAME: Final = 64
LONGEST_WORD: Final = 16
_ZONE: Final = re.compile(r"[a-z0-9-]{1,12}")
_UID: Final = re.compile(r"[0-9a-f]{8}(?:[0-9a-f]{6}){0,2}")


def whole(value: Any, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``."""
    if type(value) is not int or not low <= value <= high:  # not isinstance: True is an int
        raise ValueError(f"no whole number from {low} to {high}")
    return value


def text(value: Any, longest: int, shortest: int = 0) -> str:
    """Return a text of ``shortest`` to ``longest`` characters that can be stored: no half of a surrogate pair."""
    if not isinstance(value, str) or not shortest <= len(value) <= longest:
        raise ValueError(f"no text of {shortest} to {longest} characters")
    value.encode()  # UnicodeEncodeError is a ValueError
    return value


def name(value: Any) -> str:
    """Return the name of a board, a boot or a release."""
    return text(value, LONGEST_NAME, 1)


def zone(value: Any) -> str:
    """Return the name of a reader."""
    if not isinstance(value, str) or not _ZONE.fullmatch(value):
        raise ValueError("no name of a reader")
    return value


def uid(value: Any) -> str:
    """Return a tag's number: 8, 14 or 20 lower-case hex digits."""
    if not isinstance(value, str) or not _UID.fullmatch(value):
        raise ValueError("no number of a tag")
    return value


def event(kind: Any, at: Any, data: Sequence[Any]) -> tuple[str, str, tuple[Any, ...]]:
    """Return an event's kind, zone and data. Kinds that a newer firmware added keep their data as they are."""
    kind = text(kind, LONGEST_WORD, 1)
    if kind in (PLACED, REMOVED, TAPPED):
        number, *words = data or [None]
        return kind, zone(at), (uid(number), *_words(words))
    if kind in (FAULT, UNREAD):
        return kind, zone(at), _words(data)
    if kind == BUTTON:
        return kind, _no_zone(at), _words(data)
    where = zone(at) if at and kind != GAP else _no_zone(at)
    if kind in (GAP, TOMBSTONE):
        return kind, where, (whole(data[0] if data else None, 1, MAX_SEQ),)
    return kind, where, tuple(data)


def tags(value: Any) -> tuple[tuple[str, int], ...]:
    """Return what lies on a reader: (UID, age in ms) a tag."""
    if not isinstance(value, list):
        raise ValueError("no list of tags")
    found = []
    for each in value:
        if not isinstance(each, list) or len(each) < 2:
            raise ValueError("no tag with its age")
        found.append((uid(each[0]), whole(each[1], 0, MAX_MS)))
    return tuple(found)


def line(value: Any) -> str:
    """Return a line for people."""
    return text(value, MAX_BODY)


def _no_zone(value: Any) -> str:
    if value != "":
        raise ValueError("this belongs to no reader")
    return ""


def _words(data: Sequence[Any]) -> tuple[str, ...]:
    return tuple(text(word, LONGEST_WORD) for word in data)
