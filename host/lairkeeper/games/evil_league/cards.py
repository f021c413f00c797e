"""Pieces of the Evil League in the box, and their printed numbers that are known or typed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, kind_of
from lairkeeper.core.printed import PAIRS, TEXT, Field, Printed, Problem

VILLAINS: Final = "villains"
PAWNS: Final = "pawns"
MARKERS: Final = "markers"
PARTS: Final = "parts"
LOOT: Final = "loot"
SCHEMES: Final = "schemes"
PLACES: Final = "places"
TOKENS: Final = "tokens"

HAMMER: Final = "captain-hammer#1"
CORNERS: Final = ("scrap-heap", "exchange", "ez-pawn", "mall")
LAIR: Final = "lair"
LOCATIONS: Final = (*CORNERS, LAIR)

MOST_PARTS: Final = 60
MOST_LOOT: Final = 42
PART_KINDS: Final = 8
LOOT_KINDS: Final = 14
SCHEME_COUNT: Final = 12
"""Schemes in the box; after the set-up 8 of them are left in the deck (el-6)."""
VILLAIN_COUNT: Final = 10
MOST_PLAYERS: Final = 5

REWARDS: Final = ("reputation", "parts", "loot", "power")
"""Kinds of reward that a Scheme can give."""
BY_HAND: Final = "by-hand"
"""Word of an effect that no app can read off a card."""
VERBS: Final = (
    "power",
    "lose-power",
    "parts",
    "lose-part",
    "loot",
    "lose-loot",
    "reputation",
    "steal-part",
    "steal",
    "sap",
    "sap-all",
    "move-pawn",
    "move-hammer",
    "boost",
    BY_HAND,
)
"""Words in which players type the effect of a Loot card or superpower, each with a number."""


@dataclass(frozen=True, slots=True)
class KindFacts:
    """One kind of piece: ``names`` by language, ``zone`` the sort it belongs to, ``copies`` in the box."""

    kind: Kind
    names: Mapping[str, str]
    zone: str
    copies: int | None = 1


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every kind of the game, in the recommended order of enrolment."""

    kinds: Mapping[Kind, KindFacts]

    def find(self, piece: Component | Kind) -> KindFacts | None:
        """Return the facts of a kind or of one of its copies; None for a piece of another game."""
        return self.kinds.get(kind_of(piece))


@lru_cache(maxsize=4096)
def sort_of(piece: Component | Kind) -> str | None:
    """Return the sort of a piece: ``parts``, ``loot``, ``schemes`` …; None for a piece of another game."""
    facts = CATALOG.find(piece)
    return facts.zone if facts else None


def _kinds() -> Iterator[KindFacts]:
    """Yield every kind of piece in the order of enrolment."""
    for n in range(1, VILLAIN_COUNT + 1):
        yield _kind(f"villain-{n}", f"Villain {n}", f"Méchant {n}", VILLAINS)
    for n in range(1, VILLAIN_COUNT + 1):
        yield _kind(f"pawn-{n}", f"Pawn of Villain {n}", f"Pion du Méchant {n}", PAWNS)
    yield _kind("captain-hammer", "Captain Hammer", "Captain Hammer", PAWNS)
    for n in range(1, SCHEME_COUNT + 1):
        titled = n == 1
        yield _kind(
            f"scheme-{n}",
            "The Troll Toll" if titled else f"Scheme {n}",
            "The Troll Toll" if titled else f"Complot {n}",
            SCHEMES,
        )
    for n in range(1, PART_KINDS + 1):
        letter = "ABCDEFGH"[n - 1]
        yield _kind(f"part-{n}", f"Part {letter}", f"Pièce {letter}", PARTS, 15 if n <= 4 else 0)
    for n in range(1, LOOT_KINDS + 1):
        yield _kind(f"loot-{n}", f"Loot {n}", f"Butin {n}", LOOT, 6 if n <= 7 else 0)
    for n in range(1, MOST_PLAYERS + 1):
        yield _kind(f"marker-{n}", f"Reputation marker {n}", f"Marqueur de réputation {n}", MARKERS)
    for kind, en, fr in (
        ("scrap-heap", "Scrap Heap", "Casse (Scrap Heap)"),
        ("exchange", "Loot Exchange", "Bourse au butin (Loot Exchange)"),
        ("ez-pawn", "EZ Pawn", "Prêteur sur gages (EZ Pawn)"),
        ("mall", "Discount Mall", "Centre commercial (Discount Mall)"),
        ("lair", "Evil Lair", "Repaire (Evil Lair)"),
    ):
        yield _kind(kind, en, fr, PLACES)
    for kind, en, fr in (
        ("take-reputation", "Reputation token", "Jeton réputation"),
        ("take-parts", "Parts token", "Jeton pièces"),
        ("take-loot", "Loot token", "Jeton butin"),
        ("take-power", "Power token", "Jeton pouvoir"),
        ("take-bonus", "Bonus token", "Jeton bonus"),
    ):
        yield _kind(kind, en, fr, TOKENS)


def _kind(kind: Kind, en: str, fr: str, zone: str, copies: int | None = 1) -> KindFacts:
    return KindFacts(kind, MappingProxyType({"en": en, "fr": fr}), zone, copies)


CATALOG: Final = Catalog(MappingProxyType({facts.kind: facts for facts in _kinds()}))

_NAME: Final = Field("name", TEXT, optional=True)
_EFFECT: Final = ((BY_HAND, 1),)
"""Effect that nobody has typed: players resolve it by hand."""


def _fields() -> Iterator[tuple[Kind, tuple[Field, ...]]]:
    """Yield the kinds with printed numbers, each with its fields."""
    for kind, facts in CATALOG.kinds.items():
        match facts.zone:
            case "villains":
                power = Field("superpower", PAIRS, 0, 20, VERBS, optional=True, default=_EFFECT)
                yield kind, (_NAME, Field("age", low=1, high=999, optional=True), power)
            case "schemes":
                rewards = Field("rewards", PAIRS, 1, 20, REWARDS)
                yield kind, (_NAME, Field("difficulty", low=0, high=60), rewards)
            case "parts":
                slots = Field("slots", low=0, high=20)
                yield kind, (_NAME, Field("copies", low=0, high=MOST_PARTS), slots)
            case "loot":
                effect = Field("effect", PAIRS, 0, 20, VERBS, optional=True, default=_EFFECT)
                yield kind, (_NAME, Field("copies", low=0, high=MOST_LOOT), effect)


def _read(printed: Printed, tables: Mapping[str, Mapping[str, Any]]) -> dict[Kind, Mapping[str, Any]]:
    """Return the facts of ``proxy.toml`` by kind.

    Raise ValueError if a value does not fit its field.
    """
    found: dict[Kind, Mapping[str, Any]] = {}
    for kind, values in tables.items():
        facts = printed.read(kind, values)
        if isinstance(facts, Problem):
            raise ValueError(f"proxy.toml, [{kind}]: {facts.code} {dict(facts.args)}")
        found[kind] = facts
    return found


def _printed() -> Printed:
    fields = Printed(dict(_fields()))
    proxy = tomllib.loads(files(__package__).joinpath("proxy.toml").read_text(encoding="utf-8"))
    known = {"scheme-1": {"difficulty": 4, "rewards": (("reputation", 3), ("parts", 2), ("power", 2))}}
    return Printed(fields.fields, _read(fields, proxy), known)


PRINTED: Final = _printed()
"""Printed numbers: The Troll Toll is public; owners type the others or take them from the proxy set."""
