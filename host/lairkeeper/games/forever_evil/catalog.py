"""Printed facts of every card and token, read once from ``catalog.toml`` and never changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, kind_of

PLAYED_TYPES: Final = frozenset({"starter", "villain", "location", "hero", "super-power", "equipment"})
"""Card types that can be played; a Weakness has no type ("Forever Evil, Types of Cards") (fe-167)."""

DECK_ZONES: Final = ("starters", "main-deck", "kicks", "super-heroes", "weaknesses")
"""Catalog zones of the cards that a deck can hold; Super-Villains and tokens are never in a deck (fe-3)."""

STACKS: Final = ("punch", "vulnerability", "main-deck", "kicks", "super-heroes", "weaknesses")

ZONES: Final = frozenset({*DECK_ZONES, "super-villains", "stack-villains", "tokens"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts:
    """Printed facts of one kind of piece.

    ``None`` stands for a fact that is not printed or is not a fixed number.
    """

    kind: Kind
    names: Mapping[str, str]
    """Names on record by language; the English name is always there."""
    zone: str
    types: tuple[str, ...] = ()
    also_as: tuple[str, ...] = ()
    """Further types while a player owns or plays the card ("Forever Evil, Specific Card Clarifications")."""
    super_hero: bool = False
    """True for the title Super Hero ("Forever Evil, The Super Heroes").

    The title is no card type: ``types`` of these cards is Hero (fe-102).
    """
    cost: int | None = None
    vp: int | None = None
    vp_rule: str | None = None
    """Name of the rule that replaces a printed number: ``deathstorm`` or ``phantom-stranger``."""
    copies: int | None = None
    """Copies in one box; None for VP tokens, because no book gives their split by value."""
    promo: bool = False
    power: int | None = None
    power_rule: str | None = None
    attack: bool = False
    defense: str | None = None
    ongoing: str | None = None
    when_destroyed: bool = False
    """True if the text works when the card is destroyed."""
    weaknesses: tuple[int, int] | None = None
    """Fewest and most Weaknesses that the First Appearance gives one player (fe-64)."""
    value: int | None = None
    """Face value of a VP token."""

    @property
    def in_deck(self) -> bool:
        """Return whether the piece can be part of a player's deck."""
        return self.zone in DECK_ZONES

    def name(self, lang: str) -> str:
        """Return the printed name in ``lang``, or the English name where none is on record."""
        return self.names.get(lang, self.names["en"])


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every kind of the game, in the order of the printed lists."""

    kinds: Mapping[Kind, CardFacts]
    stacks: Mapping[str, int] = field(default_factory=dict)
    """Number of cards in each stack that a complete box is sorted into, by name.

    The two starters have a stack each. The order is that of "Forever Evil, Contents".
    """

    def get(self, piece: Component | Kind) -> CardFacts:
        """Return the facts of a kind or of one of its copies.

        Raises ``LookupError`` for a piece that is not part of the game.
        """
        found = self.kinds.get(kind_of(piece))
        if found is None:
            raise LookupError(f"{piece!r} is no piece of Forever Evil; `lairkeeper tags list` shows the known kinds")
        return found

    def find(self, piece: Component | Kind) -> CardFacts | None:
        """Return the facts as ``get`` does, or None for a piece that is not part of the game."""
        return self.kinds.get(kind_of(piece))

    def zone(self, zone: str) -> tuple[CardFacts, ...]:
        """Return the kinds that start in ``zone``."""
        return tuple(facts for facts in self.kinds.values() if facts.zone == zone)


def read_facts(kind: Kind, table: Mapping[str, Any]) -> CardFacts:
    """Return the facts in one table of the catalog.

    Raises ``ValueError``, which names the fault, for a table that is wrong.
    """
    names = MappingProxyType({lang: table[lang] for lang in ("en", "fr") if lang in table})
    rest = {key: _frozen(value) for key, value in table.items() if key not in ("en", "fr")}
    try:
        facts = CardFacts(kind=kind, names=names, **rest)
    except TypeError as error:
        raise ValueError(f"catalog.toml, [{kind}]: {error}") from None
    if "en" not in names:
        raise ValueError(f"catalog.toml, [{kind}]: give it an English name, `en`")
    if facts.zone not in ZONES:
        raise ValueError(f"catalog.toml, [{kind}]: zone {facts.zone!r} is none of {', '.join(sorted(ZONES))}")
    if not PLAYED_TYPES.issuperset(facts.types + facts.also_as):
        raise ValueError(f"catalog.toml, [{kind}]: types are {', '.join(sorted(PLAYED_TYPES))}")
    return facts


def build(tables: Mapping[str, Mapping[str, Any]]) -> Catalog:
    """Return a catalog made from parsed TOML."""
    kinds = {kind: read_facts(kind, table) for kind, table in tables.items()}
    return Catalog(MappingProxyType(kinds), MappingProxyType(_count_stacks(kinds.values())))


def _count_stacks(kinds: Iterable[CardFacts]) -> dict[str, int]:
    stacks = dict.fromkeys(STACKS, 0)
    for facts in kinds:
        stack = facts.kind if facts.zone == "starters" else facts.zone
        if stack in stacks:
            stacks[stack] += facts.copies or 0
    return stacks


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


CATALOG: Final = build(tomllib.loads(files(__package__).joinpath("catalog.toml").read_text(encoding="utf-8")))
