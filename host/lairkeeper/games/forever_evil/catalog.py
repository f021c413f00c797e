"""The printed facts of every card and token, read once from ``catalog.toml`` and never changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, kind_of

PLAYED_TYPES: Final = frozenset({"starter", "villain", "location", "hero", "super-power", "equipment"})
"""The card types that can be played; a Weakness has none ("Forever Evil, Types of Cards")."""

DECK_ZONES: Final = ("starters", "main-deck", "kicks", "super-heroes", "weaknesses")
"""Where the cards of a player's deck come from. Super-Villains and tokens are never part of a deck."""

STACKS: Final = ("punch", "vulnerability", "main-deck", "kicks", "super-heroes", "weaknesses")

ZONES: Final = frozenset({*DECK_ZONES, "super-villains", "stack-villains", "tokens"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFacts:
    """What is printed on one kind of piece. ``None`` means: not printed, or not a fixed number."""

    kind: Kind
    names: Mapping[str, str]
    """By language; only names that are on record, English always."""
    zone: str
    types: tuple[str, ...] = ()
    also_as: tuple[str, ...] = ()
    """Further types while owned or played ("Forever Evil, Specific Card Clarifications": Element Woman)."""
    super_hero: bool = False
    """The title, which is no card type ("Forever Evil, The Super Heroes")."""
    cost: int | None = None
    vp: int | None = None
    vp_rule: str | None = None
    """Name of the rule that replaces a printed number: ``deathstorm`` or ``phantom-stranger``."""
    copies: int | None = None
    """In one box; None for VP tokens: no book gives their split by value."""
    promo: bool = False
    power: int | None = None
    power_rule: str | None = None
    attack: bool = False
    defense: str | None = None
    ongoing: str | None = None
    when_destroyed: bool = False
    """Its text works when the card is destroyed."""
    weaknesses: tuple[int, int] | None = None
    """Fewest and most Weaknesses that its First Appearance gives one player."""
    value: int | None = None
    """Face value of a VP token."""

    @property
    def in_deck(self) -> bool:
        """Whether the piece can be part of a player's deck."""
        return self.zone in DECK_ZONES

    def name(self, lang: str) -> str:
        """The printed name in ``lang``, in English where none is on record."""
        return self.names.get(lang, self.names["en"])


@dataclass(frozen=True, slots=True)
class Catalog:
    """Every kind of the game, in the order of the printed lists."""

    kinds: Mapping[Kind, CardFacts]
    stacks: Mapping[str, int] = field(default_factory=dict)
    """The stacks that a complete box is put away in, with their cards: the two starters apart, in the order of
    "Forever Evil, Contents"."""

    def get(self, piece: Component | Kind) -> CardFacts:
        """The facts of a kind or of one of its copies; ``LookupError`` for what is not part of the game."""
        found = self.kinds.get(kind_of(piece))
        if found is None:
            raise LookupError(f"{piece!r} is no piece of Forever Evil; `lairkeeper tags list` shows the known kinds")
        return found

    def find(self, piece: Component | Kind) -> CardFacts | None:
        """Like ``get``, but None for what is not part of the game."""
        return self.kinds.get(kind_of(piece))

    def zone(self, zone: str) -> tuple[CardFacts, ...]:
        """The kinds that start in ``zone``."""
        return tuple(facts for facts in self.kinds.values() if facts.zone == zone)


def read_facts(kind: Kind, table: Mapping[str, Any]) -> CardFacts:
    """One table of the catalog; ``ValueError`` names what is wrong in it."""
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
    """A catalog from parsed TOML."""
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
