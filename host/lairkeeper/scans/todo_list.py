"""The open list of physical instructions: how it grows, shrinks, and is ticked off by scans."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from lairkeeper.core.events import Event, Moved, Placed, PoolShifted, PoolsMerged
from lairkeeper.core.game import Game
from lairkeeper.core.history import Record
from lairkeeper.core.ids import TABLE, Component, Kind, kind_of
from lairkeeper.core.state import State
from lairkeeper.scans.instructions import CARD, FACE, PURSE, UNSEEN, Instruction, instructions_of
from lairkeeper.scans.zones import Role

_VALUE: Final = re.compile(r"-([1-9][0-9]*)$")
_MARKER: Final = "-token"


def tokens_of(game: Game) -> Mapping[int, Kind]:
    """Return the kinds of a game's tokens by denomination.

    A token is a piece in any number whose name ends with its value.
    """
    return {
        int(found[1]): kind
        for kind, facts in game.catalog.kinds.items()
        if facts.copies is None and (found := _VALUE.search(kind)) is not None
    }


def markers_of(game: Game) -> Mapping[str, Kind]:
    """Return the tokens that stand for a mark, by the mark's name: ``frozen`` is marked with a ``frozen-token``."""
    return {kind.removesuffix(_MARKER): kind for kind in game.catalog.kinds if kind.endswith(_MARKER)}


def hand_instructions(
    game: Game, before: State, after: State, between: Iterable[Record] = ()
) -> tuple[Instruction, ...]:
    """Return what there is to do by hand; ``between``: the commands that lie between the two states.

    Tokens are named by their kind. Cards that not everybody may know are marked as secret.
    """
    tokens = tokens_of(game)
    counts = _counts(game, between)
    found = (line for line in instructions_of(before, after, markers_of(game)) if line.by_hand and not counts(line))
    named = (replace(line, card=tokens.get(line.value, "")) if line.what == PURSE else line for line in found)
    return tuple(replace(line, secret=True) if _secret(game, line, before, after) else line for line in named)


def _counts(game: Game, between: Iterable[Record]) -> Callable[[Instruction], bool]:
    """Return a function that is True for a line about cards that were only counted: they lie where they lay."""
    counted: set[Component] = set()
    handled: set[Component] = set()
    other = False
    for record in between:
        cards = [card for event in record.events if (card := _card_of(event)) is not None]
        counts = record.command is not None and game.counts(record.command, record.events)
        (counted if counts else handled).update(cards)
        other = other or bool(cards and not counts)
    if not counted:
        return lambda line: False
    return lambda line: (line.what == CARD and line.card in counted - handled) or (line.what == UNSEEN and not other)


def _card_of(event: Event) -> Component | None:
    """Return the piece that an event moves; empty for unseen ones, None for an event that moves none."""
    if isinstance(event, Placed | Moved):
        return event.card
    return "" if isinstance(event, PoolShifted | PoolsMerged) else None


def _secret(game: Game, line: Instruction, before: State, after: State) -> bool:
    """Return True when neither state shows this card to everybody."""
    if line.what not in (CARD, FACE):
        return False
    for state, place in ((before, line.source), (after, line.target if line.what == CARD else line.source)):
        seen = game.view(state, TABLE).zones.get(place or "")
        if seen is not None and line.card in (seen.cards or ()):
            return False
    return True


def merged(lines: Sequence[Instruction], more: Iterable[Instruction]) -> tuple[Instruction, ...]:
    """Return the list when the log moves again before all of it was done.

    A step there and a step back cancel each other. Two steps become one.
    """
    found = list(lines)
    for new in more:
        rest: Instruction | None = new
        for at, old in enumerate(found):
            joined = _joined(old, new)
            if joined is not None:
                left, rest = joined
                found[at : at + 1] = [left] if left is not None else []
                break
        if rest is not None:
            found.append(rest)
    return tuple(found)


def _joined(old: Instruction, new: Instruction) -> tuple[Instruction | None, Instruction | None] | None:
    """Return what is left of an open line and of the next one for the same pieces; None when they do not combine."""
    if (old.what, old.card, old.value) != (new.what, new.card, new.value):
        return None
    if old.what == FACE:
        return (None, None) if old.source == new.source else None
    if old.what == CARD:
        if old.target != new.source:
            return None
        if old.source == new.target != old.target and old.buried == (new.index is None):
            return None, None
        return replace(new, source=old.source, buried=old.buried, secret=old.secret or new.secret), None
    if (old.source, old.target) == (new.source, new.target):
        return replace(old, n=old.n + new.n), None
    if (old.source, old.target) == (new.target, new.source):
        more = old.n - new.n
        return (replace(old, n=more) if more > 0 else None), (replace(new, n=-more) if more < 0 else None)
    return None


def done_by(lines: Sequence[Instruction], events: Iterable[Event]) -> tuple[Instruction, ...]:
    """Return the lines that are left when play goes on: a piece that was moved anew has been handled."""
    moved = {event.card for event in events if isinstance(event, Moved)}
    return tuple(line for line in lines if line.what != CARD or line.card not in moved)


def ticked(lines: Sequence[Instruction], at: int) -> tuple[Instruction, ...]:
    """Return the list with one piece of line ``at`` done. Raises ``IndexError``."""
    line = lines[at]
    left = (replace(line, n=line.n - 1),) if line.n > 1 else ()
    return (*lines[:at], *left, *lines[at + 1 :])


def tick_of(lines: Sequence[Instruction], component: Component, role: Role) -> int | None:
    """Return the index of the line that a piece at a reader ticks off.

    At the tap point this is any line about the piece. At a place or tray it is one whose piece belongs there.
    """
    for at, line in enumerate(lines):
        # Lines about unseen cards, and about tokens that the game has no piece for, name none.
        named = line.card in (component, kind_of(component))
        if named and role.covers((line.source if line.what == FACE else line.target) or ""):
            return at
    return None
