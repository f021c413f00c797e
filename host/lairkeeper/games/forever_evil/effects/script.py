"""A card as the engine knows it: its programs by the moment at which they run, and the lasting abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .filters import Cards
from .vocabulary import Program, Verb


@dataclass(frozen=True, slots=True)
class Bonus:
    """While it lies in front of its owner, Power for each card like these that its owner plays in the own turn."""

    cards: Cards
    power: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What one kind of card does. An empty program at a moment means that nothing happens then."""

    play: Program = ()
    defend: Program = ()
    """After the Attack was avoided with it."""
    destroyed: Program = ()
    """For whoever destroyed it."""
    appearance: Program = ()
    """What a First Appearance does to each player who does not avoid it."""
    use: Program = ()
    """Once in each own turn while it is in play, when its owner wants; ``use_often``: as often as it can be done."""
    use_often: bool = False
    bonus: Bonus | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A Super-Villain's abilities, by what sets them off."""

    on_destroy: Program = ()
    """For each card it destroys, whenever."""
    on_destroy_in_turn: Program = ()
    """For each card it destroys in its own turn."""
    on_discard: Program = ()
    """Once in every player's turn, at its first discard or pass."""
    on_landed: Program = ()
    """For each Attack it plays that at least one foe does not avoid."""
    on_first_vp: Program = ()
    """When it gains its first VP of its own turn."""
    first_of: Cards | None = None
    """It may destroy the first such card that it plays in each own turn, for ``reward``."""
    first_card: bool = False
    """Only the very first card of the turn counts for ``first_of``."""
    reward: Program = ()
    draw_for_heroes: bool = False
    """At the end of its turn it draws one more for each Hero bought or gained in it."""
    line_up_to_deck: bool = False
    """Cards bought or gained from the Line-Up may go under its own deck."""
    use: Program = ()
    use_often: bool = False


def program_at(script: Script | Character, part: str, path: tuple[Any, ...]) -> Program:
    """The program at a place in a script: ``path`` alternates a verb's number and the name of its inner program."""
    program: Program = getattr(script, part)
    for at, name in zip(path[::2], path[1::2], strict=True):
        program = getattr(program[at], name)
    return program


def verb_at(script: Script | Character, part: str, path: tuple[Any, ...], at: int) -> Verb:
    """One verb of a program."""
    return program_at(script, part, path)[at]
