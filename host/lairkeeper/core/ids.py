"""Names of things. All ids are plain strings, so that logs, plays and pages show them as they are.

* a *kind* is a printed component, in kebab case: ``catwoman``, ``vp-5``, ``seat-2``, ``verb-undo``;
* a *component* is one physical piece: its kind and copy number, ``catwoman#2``;
* a *seat* is the player's name at this match: 1 to 24 letters of any script, digits, ``_`` and ``-``;
* a *path* names a place or value: ``line-up``, ``hand.Ana``, ``purse.Bo``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TypeAlias

Kind: TypeAlias = str
Component: TypeAlias = str
Seat: TypeAlias = str
Path: TypeAlias = str

TABLE = "table"
"""The viewer who sees what lies open for everybody."""

_SEAT_NAME = re.compile(r"[\w-]{1,24}")
COMPONENT = re.compile(r"[a-z0-9][a-z0-9-]{0,63}#[1-9][0-9]{0,3}")


def is_seat_name(name: str) -> bool:
    """Whether a name can be a seat. Accents must be composed (NFC), so that what looks the same is the same."""
    return _SEAT_NAME.fullmatch(name) is not None and unicodedata.is_normalized("NFC", name)


@lru_cache(maxsize=4096)
def kind_of(component: Component) -> Kind:
    """``catwoman#2`` -> ``catwoman``; a bare kind stays as it is."""
    return component.partition("#")[0]
