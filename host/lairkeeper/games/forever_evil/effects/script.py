"""Cards as scripts: programs by the moment at which they run, and lasting abilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .filters import Cards
from .vocabulary import Program, Verb

Way: TypeAlias = tuple[int | str, ...]
"""Way to a program within a part of a script: alternately a verb's number and the name of its inner program."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Power for each fitting card that the owner of a card in play plays in their own turn."""

    cards: Cards
    power: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Programs and abilities of one kind of card.

    An empty program at a moment means that nothing happens then.
    """

    play: Program = ()
    defend: Program = ()
    """Program after the card has avoided an Attack."""
    destroyed: Program = ()
    """Program for the player who destroyed the card."""
    appearance: Program = ()
    """Program of a First Appearance, for each player who does not avoid it.

    Nothing runs it once the Super Hero is in a deck (fe-61).
    """
    use: Program = ()
    """Program that the owner may run once in each own turn, while the card is in play.

    With ``use_often`` the owner may run it as often as it can be done.
    """
    use_often: bool = False
    bonus: Bonus | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """Abilities of a Super-Villain, by what triggers them.

    Each ability has a separate limit, so that two may both work in one turn (fe-4). A player may decline ``first_of``,
    ``line_up_to_deck`` and ``use``, but nothing else (fe-141).
    """

    on_destroy: Program = ()
    """Program for each card that the Super-Villain destroys, in or out of its turn."""
    on_destroy_in_turn: Program = ()
    """Program for each card that the Super-Villain destroys in its own turn."""
    on_discard: Program = ()
    """Program for the Super-Villain's first discard or pass in each player's turn."""
    on_landed: Program = ()
    """Program for each Attack of the Super-Villain that at least one foe does not avoid."""
    on_first_vp: Program = ()
    """Program for the first VP that the Super-Villain gains in its own turn."""
    first_of: Cards | None = None
    """Cards of which the player may destroy the first that is played in each own turn, for ``reward``."""
    first_card: bool = False
    """True if only the very first card of the turn counts for ``first_of``."""
    reward: Program = ()
    draw_for_heroes: bool = False
    """True if the player draws one card at the end of each own turn for each Hero bought or gained in it."""
    line_up_to_deck: bool = False
    """True if cards bought or gained from the Line-Up may go under the player's deck."""
    use: Program = ()
    use_often: bool = False


def program_at(script: Script | Character, part: str, path: Way) -> Program:
    """Return the program at a place in a script."""
    program: Program = getattr(script, part)
    for at, name in zip(path[::2], path[1::2], strict=True):
        assert isinstance(at, int)
        program = getattr(program[at], str(name))
    return program


def verb_at(script: Script | Character, part: str, path: Way, at: int) -> Verb:
    """Return one verb of a program."""
    return program_at(script, part, path)[at]
