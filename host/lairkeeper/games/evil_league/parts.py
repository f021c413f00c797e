"""Part tiles: the bag, Spare Parts, and the weapon that they build."""

from __future__ import annotations

from collections import Counter

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .cards import CATALOG, PARTS
from .places import BAG, contents, held, spare_of, take, weapon_of


def part_kinds(state: State) -> tuple[Kind, ...]:
    """Return the Part kinds of this match."""
    return tuple(kind for kind, facts in CATALOG.kinds.items() if facts.zone == PARTS and f"{kind}#1" in state.facts)


def slots(state: State) -> dict[Kind, int]:
    """Return how many Parts of each kind complete a weapon."""
    return {kind: n for kind in part_kinds(state) if (n := int(state.printed(f"{kind}#1")["slots"]))}


def fits(state: State, seat: Seat, label: Label) -> bool:
    """Return whether the seat's weapon has a free place for this Part."""
    equipped = Counter(kind_of(card) for card in state.zone(weapon_of(seat)))
    return equipped[kind_of(label)] < slots(state).get(kind_of(label), 0)


def complete(state: State, seat: Seat) -> bool:
    """Return whether a seat's Secret Weapon is complete ("Evil League, Fight and Defeat").

    It may have been built over several rounds (el-39, el-100).
    """
    needed = slots(state)
    equipped = Counter(kind_of(card) for card in state.zone(weapon_of(seat)))
    return all(equipped[kind] >= n for kind, n in needed.items())


def in_bag(state: State) -> tuple[Kind, ...]:
    """Return the Part kinds of which a tile may be drawn."""
    if not state.size(BAG):
        return ()
    return tuple(dict.fromkeys(kind_of(card) for card, n in contents(state, BAG).items() if n))


def from_bag(work: Work, label: Label, target: Path) -> Component:
    """Draw a tile, lay it open at ``target`` and return its copy."""
    inside = contents(work.state, BAG)
    alike = sorted((card for card in inside if kind_of(card) == kind_of(label)), key=_number)
    if label in inside or "#" not in label:
        card = label if label in inside else alike[0]
        work.move(card, target, source=BAG)
        return card
    where = work.state.where[label]
    work.move(alike[0], where, source=BAG)
    work.move(label, target)
    return label


def to_bag(work: Work, label: Label, seat: Seat) -> None:
    """Discard a Spare Part into the bag (el-25; "Evil League, Parts")."""
    take(work, label, spare_of(seat), BAG)


def spare(state: State, seat: Seat, label: Label) -> Component | None:
    """Return the Spare Part of a seat that a label means, or None.

    Equipped Parts do not count ("Evil League, Equip Parts"): Shop, Equip and the beating use Spare Parts only (el-101).
    So nothing removes an equipped Part (el-31).
    """
    return held(state.zone(spare_of(seat)), label)


def _number(card: Component) -> int:
    return int(card.partition("#")[2] or 0)
