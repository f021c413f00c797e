"""Check whether the typed numbers make a whole box ("Evil League, Components" and "Setup")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Kind
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State

from .cards import CATALOG, LOOT, MOST_LOOT, MOST_PARTS, PARTS, SCHEME_COUNT, SCHEMES
from .moves.opening import age
from .places import villain_of
from .refusals import EL, no

_WHOLE: Final = {PARTS: MOST_PARTS, LOOT: MOST_LOOT}
"""Pieces of a sort in the box, as the rulebook lists them."""


def _kinds(sort: str) -> tuple[Kind, ...]:
    return tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == sort)


def numbers_missing(state: State) -> Refused | None:
    """Return why a match at ``full`` cannot be played with these numbers, with the next kind to type."""
    return _schemes(state) or _copies(state, PARTS) or _weapon(state) or _copies(state, LOOT)


def _schemes(state: State) -> Refused | None:
    left = [kind for kind in _kinds(SCHEMES) if not {"difficulty", "rewards"} <= set(state.printed(f"{kind}#1"))]
    if not left:
        return None
    return no(EL.NUMBERS_MISSING, "setup", card=left[0], have=SCHEME_COUNT - len(left), need=SCHEME_COUNT)


def _copies(state: State, sort: str) -> Refused | None:
    kinds = _kinds(sort)
    have = sum(int(state.printed(f"{kind}#1").get("copies", 0)) for kind in kinds)
    if have == _WHOLE[sort]:
        return None
    card = next((kind for kind in kinds if not state.printed(f"{kind}#1")), kinds[0])
    return no(EL.NUMBERS_MISSING, "setup", card=card, have=have, need=_WHOLE[sort])


def _weapon(state: State) -> Refused | None:
    """Return why no weapon can be built: it needs no Part, or more Parts of a kind than there are.

    Nobody could ever fight Captain Hammer then.
    """
    need = {kind: int(state.printed(f"{kind}#1").get("slots", 0)) for kind in _kinds(PARTS)}
    short = [kind for kind, n in need.items() if n and n > int(state.printed(f"{kind}#1")["copies"])]
    if any(need.values()) and not short:
        return None
    return no(EL.NO_WEAPON, "equip", card=next(iter(short or need)))


def ages_missing(state: State) -> Refused | None:
    """Return why ages cannot decide the places on START: for some of the named villains the age is missing."""
    cast = [seat for seat in state.seats if villain_of(state, seat) is not None]
    unknown = [seat for seat in cast if age(state, seat) is None]
    if not unknown or len(unknown) == len(cast):
        return None
    card = villain_of(state, unknown[0])
    return no(EL.NUMBERS_MISSING, "start", card=card, have=len(cast) - len(unknown), need=len(cast))
