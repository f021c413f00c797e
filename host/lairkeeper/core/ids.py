"""Names of things. All ids are plain strings, so that logs, plays and pages show them as they are.

* a *kind* is a printed component, in kebab case: ``catwoman``, ``vp-5``, ``seat-2``, ``verb-undo``;
* a *component* is one physical piece: its kind and copy number, ``catwoman#2``;
* a *seat* is the player's name at this match, as people write it: any script, spaces, apostrophes, dots;
* a *path* names a place or value: ``line-up``, ``hand.Ana``, ``purse.J.R.``; a seat is all that follows its dot.
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
RESERVED_NAMES = frozenset({TABLE, "app", "bank"})
"""Names that stand in logs and purses for the table, the app and the supply, so no player can be called so."""

LONGEST_NAME = 24
"""Characters of a name as readers count them: marks, joiners and what they join count with their letter."""
_LONGEST_CODE = 120
_HIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, line separators, surrogates, and what turns the direction of the text that follows."""
_JOINER = "\u200d"
COMPONENT = re.compile(r"[a-z0-9][a-z0-9-]{0,63}#[1-9][0-9]{0,3}")


def is_seat_name(name: str) -> bool:
    """Return whether a name can be a seat.

    Anything that can be seen and read does: 1 to 24 characters, composed (NFC), so that what looks the same is the
    same, no space at either end, nothing that hides or turns other text.
    """
    return (
        0 < len(name) <= _LONGEST_CODE
        and name == name.strip()
        and _HIDDEN.search(name) is None
        and any(unicodedata.category(c)[0] in "LNPS" for c in name)
        and length_of(name) <= LONGEST_NAME
        and unicodedata.is_normalized("NFC", name)
    )


def visible(name: str) -> str:
    """Return a name without what no name may hold."""
    return unicodedata.normalize("NFC", _HIDDEN.sub("", name)).strip()


def length_of(name: str) -> int:
    """Return how many characters readers see, near enough: ``क्षि`` counts 2, a flag 2, a family of emoji 1."""
    length, joined = 0, False
    for c in name:
        marks = unicodedata.category(c) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= c <= "\U0001f3ff"
        length += not marks and not joined
        joined = c == _JOINER
    return length


def folded(name: str) -> str:
    """Return a name without what readers overlook: case, width, invisible characters, runs of spaces."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(c for c in plain if unicodedata.category(c) != "Cf").split())


@lru_cache(maxsize=4096)
def kind_of(component: Component) -> Kind:
    """Return the kind of a component: ``catwoman#2`` -> ``catwoman``; a bare kind stays as it is."""
    return component.partition("#")[0]
