"""Kinds of cards: goods, coves, courses and crew. All numbers are public, because this game is made up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.events import Facts
from lairkeeper.core.ids import Component, Kind, kind_of

GOODS, COVES, COURSES, CREW = "goods", "coves", "courses", "crew"
"""Sorts of cards. Goods and coves have a deck of the same name."""
MOST_PLAYERS: Final = 4
HIRE: Final = 4
"""Coins that a crew card costs (sm-37)."""
LOOKOUT, PORTER, FACTOR, FENCE = "lookout", "porter", "factor", "fence"
"""Kinds of crew, each with an effect of its own (sm-39, sm-40, sm-41, sm-43)."""
NOTHING: Final[Facts] = {}


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of card.

    Goods have a ``worth``, a ``ware`` and the words that they do. A cove wants a ware and has a ``price``.
    """

    kind: Kind
    names: Mapping[str, str]
    zone: str
    copies: int | None
    facts: Facts


@dataclass(frozen=True, slots=True)
class Catalog:
    """All kinds of cards."""

    kinds: Mapping[Kind, CardKind]


def _goods(en: str, fr: str, worth: int, ware: str, *words: tuple[str, int]) -> CardKind:
    return CardKind(en.lower(), {"en": en, "fr": fr}, GOODS, 4, {"worth": worth, "ware": ware, "words": words})


def _cove(en: str, fr: str, ware: str, price: int) -> CardKind:
    return CardKind(f"{en.lower()}-cove", {"en": f"{en} Cove", "fr": fr}, COVES, 1, {"ware": ware, "price": price})


_GOODS: Final = (
    _goods("Silk", "Soie", 3, "cloth"),
    _goods("Lace", "Dentelle", 2, "cloth", ("draw", 1)),
    _goods("Rum", "Rhum", 2, "drink", ("toll", 1)),
    _goods("Gin", "Gin", 1, "drink", ("barter", 2)),
    _goods("Tea", "Thé", 2, "leaf"),
    _goods("Tobacco", "Tabac", 1, "leaf", ("rob", 2)),
    _goods("Gold", "Or", 4, "metal"),
    _goods("Lead", "Plomb", 1, "metal", ("coins", 1), ("draw", 1)),
    _goods("Parrot", "Perroquet", 2, "beast", ("by-hand", 1)),
    _goods("Monkey", "Singe", 1, "beast", ("rob", 1), ("toll", 1)),
)
_COVES: Final = (
    _cove("Gull", "Crique des Goélands", "cloth", 2),
    _cove("Otter", "Crique des Loutres", "drink", 2),
    _cove("Raven", "Crique des Corbeaux", "leaf", 2),
    _cove("Seal", "Crique des Phoques", "metal", 1),
    _cove("Fox", "Crique des Renards", "beast", 3),
    _cove("Adder", "Crique des Vipères", "cloth", 3),
    _cove("Heron", "Crique des Hérons", "drink", 3),
    _cove("Badger", "Crique des Blaireaux", "leaf", 3),
    _cove("Wolf", "Crique des Loups", "metal", 2),
    _cove("Crab", "Crique des Crabes", "beast", 2),
)
_COURSES: Final = tuple(
    CardKind(f"course-{n}", {"en": f"Course {n}", "fr": f"Cap {n}"}, COURSES, MOST_PLAYERS, NOTHING)
    for n in range(1, MOST_PLAYERS + 1)
)
_CREW: Final = tuple(
    CardKind(kind, {"en": kind.capitalize(), "fr": french}, CREW, 2, NOTHING)
    for kind, french in ((LOOKOUT, "Vigie"), (PORTER, "Porteur"), (FACTOR, "Courtier"), (FENCE, "Receleur"))
)

CATALOG: Final = Catalog({each.kind: each for each in (*_GOODS, *_COVES, *_COURSES, *_CREW)})


def sort_of(card: Component | Kind) -> str:
    """Return ``goods``, ``coves``, ``courses`` or ``crew``, and an empty string for anything else."""
    found = CATALOG.kinds.get(kind_of(card))
    return found.zone if found is not None else ""


def kinds_of(sort: str) -> tuple[CardKind, ...]:
    """Return the kinds of a sort."""
    return tuple(each for each in CATALOG.kinds.values() if each.zone == sort)


def place_of(course: Component) -> int:
    """Return the place in the row that a course card names, from 0 (sm-10)."""
    return int(kind_of(course).rpartition("-")[2]) - 1
