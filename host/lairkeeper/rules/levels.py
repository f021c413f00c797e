"""Change of the tracking level: one move, with the reasons and the consequences that a game gives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import set_level
from lairkeeper.core.state import State
from lairkeeper.core.work import Work


def change_of_level(
    levels: tuple[str, ...],
    begin: Callable[[Work, State], None],
    *,
    unless: Callable[[State, str], Verdict],
    codes: tuple[str, ...],
    rule: str,
) -> Move:
    """Return the move that changes the level. It ends all steps; ``begin`` then begins those of the new level.

    ``begin`` gets the state before the change. ``unless`` gets the new level and may refuse with one of ``codes``.
    """
    plain = set_level(levels, lambda work, before, after: None)

    def check(state: State, command: Command) -> Verdict:
        refused = plain.check(state, command)
        return unless(state, command.option or "") if refused is None else refused

    def apply(work: Work, command: Command) -> None:
        before = work.state
        while work.state.frames:
            work.pop()
        work.emit(ev.LevelSet(command.option or ""))
        begin(work, before)

    return replace(plain, check=check, apply=apply, refusals=(*plain.refusals, *codes), rule=rule)
