"""Kinds of pieces, the fields that are printed on them, and the values that are public."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from lairkeeper.core.events import Facts
from lairkeeper.core.ids import Component, Kind, kind_of
from lairkeeper.core.printed import CHOICE, FLAG, PAIRS, TEXT, WORDS, Field, Printed, Problem

from .proxy import proxy_values
from .roster import HERO, LOCATIONS, RESOURCES, ROSTER, TWICE, UNALIGNED
from .words import BY_HAND, TRIGGERS, UNALIGNED_WORDS, VERBS

CHARACTERS, CARDS, RESOURCE, PLACES, NEUTRALS = "characters", "cards", "resources", "locations", "unaligned"
STANDEES, TOKENS = "standees", "tokens"
ASSET, ATTACHMENT, EVENT, MINION, SCHEME = "asset", "attachment", "event", "minion", "scheme"
TYPES: Final = (ASSET, ATTACHMENT, EVENT, MINION, SCHEME)
"""Types of affiliated cards, five in all ("DC Forever, Affiliated Cards")."""
DO_RESCUE, DO_THREATEN, DO_ATTACK = "do-rescue", "do-threaten", "do-attack"
_ACTIONS: Final = {
    DO_RESCUE: ("Rescue token", "Jeton Sauver"),
    DO_THREATEN: ("Threaten token", "Jeton Menacer"),
    DO_ATTACK: ("Attack token", "Jeton Attaquer"),
}


@dataclass(frozen=True, slots=True)
class KindFacts:
    """Facts of one kind of piece; a card or standee has its ``character`` and that character's ``side``."""

    kind: Kind
    names: Mapping[str, str]
    zone: str
    copies: int | None = 1
    character: Kind | None = None
    side: str | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """Kinds in the order in which they are best enrolled."""

    kinds: Mapping[Kind, KindFacts]

    def find(self, piece: Component | Kind) -> KindFacts | None:
        """Return the facts of a piece's kind, or None."""
        return self.kinds.get(kind_of(piece))


def slug(name: str) -> Kind:
    """Return the id of a name: ``Get It!?`` -> ``get-it``."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _kind(kind: Kind, name: str, zone: str, copies: int | None = 1, fr: str = "", **more: Any) -> KindFacts:
    return KindFacts(kind, MappingProxyType({"en": name, "fr": fr or name}), zone, copies, **more)


def _cards() -> Iterator[KindFacts]:
    taken: set[Kind] = set()
    for character, (name, side, cards) in ROSTER.items():
        for n, title in enumerate(cards, 1):
            kind, shown = (slug(title), title) if title else (f"{character}-{n}", f"{name} {n}")
            if kind in taken or kind in ROSTER:
                kind, shown = f"{kind}-{character}", f"{title} ({name})"
            taken.add(kind)
            yield _kind(kind, shown, CARDS, 2 if kind in TWICE else 1, character=character, side=side)


def _kinds() -> Iterator[KindFacts]:
    for character, entry in ROSTER.items():
        yield _kind(character, entry.name, CHARACTERS, character=character, side=entry.side)
    yield from _cards()
    for name in RESOURCES:
        yield _kind(slug(name), name, RESOURCE, 2, side=HERO)
    for n, name in enumerate(LOCATIONS, 1):
        yield _kind(slug(name) or f"location-{n}", name or f"Location {n}", PLACES, fr=name or f"Lieu {n}")
    for n, name in enumerate(UNALIGNED, 1):
        yield _kind(slug(name) or f"unaligned-{n}", name or f"Unaligned {n}", NEUTRALS, fr=name or f"Neutre {n}")
    for character, entry in ROSTER.items():
        yield _kind(f"standee-{character}", f"{entry.name} (standee)", STANDEES, fr=f"{entry.name} (figurine)",
                    character=character, side=entry.side)  # fmt: skip
    for kind, (en, fr) in _ACTIONS.items():
        yield _kind(kind, en, TOKENS, fr=fr)


CATALOG: Final = Catalog(MappingProxyType({facts.kind: facts for facts in _kinds()}))
CARDS_OF: Final[Mapping[Kind, tuple[Kind, ...]]] = {
    character: tuple(k for k, f in CATALOG.kinds.items() if f.zone == CARDS and f.character == character)
    for character in ROSTER
}
"""Kinds of a character's affiliated cards."""
LOCATION_KINDS: Final = tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == PLACES)
UNALIGNED_KINDS: Final = tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == NEUTRALS)
RESOURCE_KINDS: Final = tuple(slug(name) for name in RESOURCES)


_PIECES: Final = 4096
"""Size of the caches below: the box has fewer labels, and unknown labels must not fill memory."""


@lru_cache(_PIECES)
def sort_of(piece: Component | Kind) -> str:
    """Return the sort of a piece: ``characters``, ``cards`` …; empty for a piece of another game."""
    facts = CATALOG.kinds.get(kind_of(piece))
    return facts.zone if facts else ""


@lru_cache(_PIECES)
def side_of(piece: Component | Kind) -> str | None:
    """Return the side of a character, card or standee, or None."""
    facts = CATALOG.kinds.get(kind_of(piece))
    return facts.side if facts else None


@lru_cache(_PIECES)
def character_of(piece: Component | Kind) -> Component | None:
    """Return the character of a card or standee, or the character itself, or None."""
    facts = CATALOG.kinds.get(kind_of(piece))
    return f"{facts.character}#1" if facts and facts.character else None


def standee_of(character: Component | Kind) -> Component:
    """Return the standee of a character."""
    return f"standee-{kind_of(character)}#1"


# Printed fields ---------------------------------------------------------------------------------------------------

_NAME: Final = Field("name", TEXT, optional=True)
_TRAITS: Final = Field("traits", WORDS, most=6, optional=True)
_TRIGGER: Final = Field("trigger", CHOICE, choices=TRIGGERS, optional=True)
_HAND: Final = ((BY_HAND, 1),)
_OWN: Final = ("discard", "exhaust")


def _effect(name: str, *, default: Any = None) -> Field:
    return Field(name, PAIRS, 0, 30, VERBS, optional=True, default=default)


def _cost(name: str) -> Field:
    return Field(name, low=0, high=20, optional=True)


_CHARACTER: Final = (
    Field("recruit", low=1, high=30), Field("health", low=1, high=30), Field("attack", low=0, high=20),
    _effect("effect", default=_HAND), _cost("cost"), _TRIGGER, _TRAITS,
)  # fmt: skip
_CARD: Final = (
    _NAME, Field("type", CHOICE, choices=TYPES), Field("starter", FLAG, optional=True), Field("icons", low=0, high=9),
    Field("buy", low=0, high=20), _TRAITS, _effect("effect", default=_HAND), _cost("cost"),
    Field("own-cost", CHOICE, choices=_OWN, optional=True), _effect("second"), _cost("second-cost"),
    Field("second-own-cost", CHOICE, choices=_OWN, optional=True),
    Field("modifier", CHOICE, choices=("attack", "rescue", "threaten", "attack-rescue"), optional=True),
    Field("bonus", low=0, high=20, optional=True), _TRIGGER,
    Field("on", CHOICE, choices=("own", "enemy", "any"), optional=True), Field("anyone", FLAG, optional=True),
    Field("activate", FLAG, optional=True), Field("threshold", low=0, high=40, optional=True),
    Field("draw", low=0, high=9, optional=True),
    Field("mode", CHOICE, choices=("completed", "single", "ongoing"), optional=True),
    Field("face-up", FLAG, optional=True),
)  # fmt: skip
_PLACE: Final = (_NAME, Field("citizens", low=0, high=30), _effect("hero"), _effect("rogue"))
_NEUTRAL: Final = (
    _NAME, Field("health", low=1, high=30), Field("attack", low=0, high=20), Field("claim", low=0, high=20),
    Field("thresholds", PAIRS, 0, 30, UNALIGNED_WORDS, optional=True),
)  # fmt: skip


def _fields() -> Iterator[tuple[Kind, tuple[Field, ...]]]:
    for kind, facts in CATALOG.kinds.items():
        match facts.zone:
            case "characters":
                own = "rescue" if facts.side == HERO else "threaten"
                yield kind, (*_CHARACTER[:3], Field(own, low=0, high=20), *_CHARACTER[3:])
            case "cards":
                yield kind, _CARD
            case "resources":
                yield kind, (Field("icons", low=0, high=9),)
            case "locations":
                yield kind, _PLACE
            case "unaligned":
                yield kind, _NEUTRAL


KNOWN: Final[Mapping[Kind, Facts]] = {
    "superman": {"rescue": 2},
    "black-manta": {"attack": 2},
    "cheetah": {"attack": 3},
    "silver-banshee": {"threaten": 3},
    "punchline": {"recruit": 4},
}
"""Numbers that the rulebook's examples state; those of cards stand in the proxy set as well."""


def _printed() -> Printed:
    bare = Printed(dict(_fields()))
    read: dict[Kind, Facts] = {}
    for kind, values in proxy_values(CARDS_OF, LOCATION_KINDS, UNALIGNED_KINDS, RESOURCE_KINDS).items():
        facts = bare.read(kind, values)
        if isinstance(facts, Problem):
            raise ValueError(f"proxy set, {kind}: {facts.code} {dict(facts.args)}")
        read[kind] = facts
    return Printed(bare.fields, read, KNOWN)


PRINTED: Final = _printed()
"""Printed fields and public values; other values are typed by the players or come from the proxy set."""
