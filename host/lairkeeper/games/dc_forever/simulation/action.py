"""The action of a character while it is carried out: its target, its modifiers, and what reactions make of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lairkeeper.core.ids import Component

from .table import GroundTruth, print_of


@dataclass(slots=True)
class Action:
    """An attack, a threat or a rescue; one after the other uses the same."""

    name: str = ""
    target: Component = ""
    base: int | None = None
    """The value found, instead of the printed one."""
    mods: list[Component] = field(default_factory=list)
    """Modifiers, in the order in which they were played."""
    less: int = 0
    """The amount that reactions take off."""
    void: set[Component] = field(default_factory=set)
    """Modifiers that are ignored."""
    numberless: set[Component] = field(default_factory=set)
    """Modifiers whose number alone is ignored."""
    resolved: set[Component] = field(default_factory=set)
    """Modifiers that have gone on."""

    def begin(self, name: str, target: Component) -> None:
        """Begin another action, without modifiers."""
        self.name, self.target = name, target
        self.mods, self.base, self.less = [], None, 0
        self.void, self.numberless, self.resolved = set(), set(), set()

    def whole(self) -> list[Component]:
        """Return the modifiers that nothing has touched."""
        return [card for card in self.mods if card not in self.void | self.numberless]

    def next_extra(self) -> Component | None:
        """Return the first modifier that goes on and has not yet, and note it."""
        for card in self.mods:
            goes_on = any(n for _, n in print_of(card).get("effect") or ())
            if goes_on and card not in self.void | self.resolved:
                self.resolved.add(card)
                return card
        return None

    def value(self, truth: GroundTruth, char: Component) -> int:
        """Return how much damage is dealt, or how many citizens are moved."""
        proof = truth.proof(char, self.mods)
        mods: Sequence[Component] = self.mods if proof else self.whole()
        total = truth.value(char, self.name, self.base, mods)
        if self.name == "attack" and not proof:
            total -= truth.taken_off(self.target, mods) + self.less
        return total
