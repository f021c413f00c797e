"""Names of things. All ids are plain strings, so that logs, plays and pages show them as they are.

* a *kind* is a printed component, in kebab case: ``catwoman``, ``vp-5``, ``seat-2``, ``verb-undo``;
* a *component* is one physical piece: its kind and copy number, ``catwoman#2``;
* a *seat* is the player's name at this match (``[A-Za-z0-9_-]+``);
* a *path* names a place or value: ``line-up``, ``hand.Ana``, ``purse.Bo``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

Kind: TypeAlias = str
Component: TypeAlias = str
Seat: TypeAlias = str
Path: TypeAlias = str

TABLE = "table"
"""The viewer who sees what lies open for everybody."""

SEAT_NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")
COMPONENT = re.compile(r"[a-z0-9][a-z0-9-]{0,63}#[1-9][0-9]{0,3}")


@lru_cache(maxsize=4096)
def kind_of(component: Component) -> Kind:
    """``catwoman#2`` -> ``catwoman``; a bare kind stays as it is."""
    return component.partition("#")[0]
