"""Kinds of cards, the fields printed on them, and the proxy set.

The deck sizes, symbols and values of the real game are not published. Plots, Targets and Agents therefore have numbers
instead of names: as many numbers as the proxy set needs, and spare ones. The values of the proxy set are INVENTED.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from lairkeeper.core.events import Facts
from lairkeeper.core.ids import Component, Kind, kind_of
from lairkeeper.core.printed import Field, Printed

PLOT, TARGET, AGENT, CHASE = "plot", "target", "agent", "chase"
ZONES: Final[Mapping[str, str]] = {PLOT: "plots", TARGET: "target-deck", AGENT: "agents", CHASE: "chases"}
"""Deck of each sort of card ("Evil:101, The Setup": four separate decks)."""
CIRCLE: Final = ("car", "helicopter", "submarine")
"""Kinds of Chase cards: each beats the next one, and the last beats the first ("Evil:101, Chase Me If You Can")."""
SYMBOLS: Final = ("disc", "star", "key", "bolt", "leaf")
"""Symbols of the proxy set: invented."""
_MOST: Final = {PLOT: 60, TARGET: 30, AGENT: 12}
"""Numbers reserved for the cards of each sort."""
_NAMES: Final = {PLOT: ("Plot", "Complot"), TARGET: ("Target", "Cible"), AGENT: ("Agent", "Agent")}
_CHASES: Final = {"car": "voiture", "helicopter": "hélicoptère", "submarine": "sous-marin"}

_COPIES: Final = Field("copies", low=1, high=40, optional=True, default=1)
_PLOT_FIELDS: Final = (Field("points", low=0, high=30), Field("symbols", "words", most=6), _COPIES)
_TARGET_FIELDS: Final = (Field("symbols", "pairs", low=0, high=30, most=8), _COPIES)
_AGENT_FIELDS: Final = (Field("symbols", "words", most=1), _COPIES)
_TARGETS: Final = (
    "disc 3, star 1", "key 2, bolt 2", "leaf 3, disc 1, key 1", "star 2, bolt 2, leaf 1", "key 3, disc 2, bolt 1",
    "star 3, leaf 2, key 1", "bolt 3, leaf 2, disc 1", "key 2, disc 2, star 1", "star 3, bolt 1, leaf 1",
    "disc 2, disc 2, star 1", "leaf 3, bolt 2, key 1", "star 2, key 2, disc 1, bolt 1",
)  # fmt: skip
_THREES: Final = (("disc", "star", "key"), ("star", "bolt", "leaf"), ("disc", "key", "bolt"), ("key", "bolt", "leaf"))


@dataclass(frozen=True, slots=True)
class CardKind:
    """One kind of card.

    ``copies`` is the number of copies in the proxy set, 0 for a spare number.
    """

    kind: Kind
    names: Mapping[str, str]
    zone: str
    copies: int | None


@dataclass(frozen=True, slots=True)
class Catalog:
    """All kinds of cards, deck by deck."""

    kinds: Mapping[Kind, CardKind]


def sort_of(card: Component | Kind) -> str:
    """Return ``plot``, ``target``, ``agent`` or ``chase``, and an empty string for anything else."""
    kind = kind_of(card)
    return kind.rpartition("-")[0] if kind in CATALOG.kinds else ""


def beats(card: Component | Kind, last: Component | Kind) -> bool:
    """Return whether a Chase card beats the last one played (e1-24).

    Car beats helicopter, helicopter beats submarine, and submarine beats car.
    """
    at = CIRCLE.index(kind_of(card).rpartition("-")[2])
    return kind_of(last).rpartition("-")[2] == CIRCLE[(at + 1) % len(CIRCLE)]


def _proxy() -> dict[Kind, dict[str, Any]]:
    """Return the invented values by kind, in the form in which a player types them."""
    plots: list[tuple[tuple[str, ...], int]] = [((each,), 1) for each in SYMBOLS]
    plots += [(pair, 2) for pair in combinations(SYMBOLS, 2)]
    plots += [(three, 3) for three in _THREES]
    plots += [(("disc", "disc"), 2)]
    found: dict[Kind, dict[str, Any]] = {
        f"plot-{n}": {"points": own, "symbols": symbols, "copies": 2} for n, (symbols, own) in enumerate(plots, 1)
    }
    found |= {f"target-{n}": {"symbols": symbols, "copies": 1} for n, symbols in enumerate(_TARGETS, 1)}
    found |= {f"agent-{n}": {"symbols": (symbol,), "copies": 4} for n, symbol in enumerate(SYMBOLS, 1)}
    return found | {f"chase-{each}": {"copies": 4} for each in CIRCLE}


def _kinds(proxy: Mapping[Kind, Mapping[str, Any]]) -> dict[Kind, CardKind]:
    """Return every kind of card by its id."""
    found = {}
    for sort, (en, fr) in _NAMES.items():
        for n in range(1, _MOST[sort] + 1):
            kind = f"{sort}-{n}"
            copies = proxy.get(kind, {}).get("copies", 0)
            found[kind] = CardKind(kind, {"en": f"{en} {n}", "fr": f"{fr} {n}"}, ZONES[sort], copies)
    for en, fr in _CHASES.items():
        names = {"en": f"Chase card: {en}", "fr": f"Carte Poursuite : {fr}"}
        found[f"chase-{en}"] = CardKind(f"chase-{en}", names, ZONES[CHASE], proxy[f"chase-{en}"]["copies"])
    return found


def _printed(proxy: Mapping[Kind, Mapping[str, Any]]) -> Printed:
    """Return the printed fields of every kind, with the values of the proxy set.

    Raise ValueError if a value does not fit its field.
    """
    fields = {PLOT: _PLOT_FIELDS, TARGET: _TARGET_FIELDS, AGENT: _AGENT_FIELDS, CHASE: (_COPIES,)}
    bare = Printed({kind: fields[kind.rpartition("-")[0]] for kind in CATALOG.kinds})
    read: dict[Kind, Facts] = {}
    for kind, values in proxy.items():
        facts = bare.read(kind, values)
        if not isinstance(facts, Mapping):
            raise ValueError(f"proxy set, {kind}: {facts.code} {dict(facts.args)}")
        read[kind] = facts
    return Printed(bare.fields, read)


CATALOG: Final = Catalog(_kinds(_proxy()))
PRINTED: Final = _printed(_proxy())
