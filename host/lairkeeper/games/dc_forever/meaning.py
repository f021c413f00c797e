"""Names in commands: most cards are unique, so a bare name is as good as the copy itself."""

from __future__ import annotations

from dataclasses import replace

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.quick import replace as changed
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CATALOG, RESOURCE


def piece(state: State, label: Label | None) -> Label | None:
    """Return a bare kind as its only component; of several copies one that lies where hands and decks are."""
    facts = CATALOG.kinds.get(label or "")
    if facts is None or facts.zone == RESOURCE:
        return label
    if facts.copies == 1:
        return f"{label}#1"
    for n in range(1, (facts.copies or 1) + 1):
        if any(f"{label}#{n}" in pool.contents for pool in state.pools.values()):
            return f"{label}#{n}"
    return f"{label}#1"


def meant(state: State, command: Command) -> Command:
    """Return the command with its card and target as components."""
    card, target = command.card, command.target
    if (card is None or "#" in card) and (target is None or "#" in target):
        return command  # most offers: a large table has hundreds
    card, target = piece(state, card), piece(state, target)
    return command if (card, target) == (command.card, command.target) else changed(command, card=card, target=target)


def named(move: Move) -> Move:
    """Return the move with bare names understood."""

    def check(state: State, command: Command) -> Verdict:
        return move.check(state, meant(state, command))

    def apply(work: Work, command: Command) -> None:
        move.apply(work, meant(work.state, command))

    return replace(move, check=check, apply=apply)


def by_name(kind: FrameKind) -> FrameKind:
    """Return the step with bare names understood in all its moves."""
    return replace(kind, moves={name: named(move) for name, move in kind.moves.items()})
