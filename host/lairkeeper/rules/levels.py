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
    level_first: bool = False,
) -> Move:
    """Return the move that changes the level. It ends all steps; ``begin`` then begins those of the new level.

    ``begin`` gets the state before the change. ``unless`` gets the new level and may refuse with one of ``codes``. With
    ``level_first`` the log has the new level before the ends of the steps.
    """
    plain = set_level(levels, lambda work, before, after: None)

    def check(state: State, command: Command) -> Verdict:
        refused = plain.check(state, command)
        return unless(state, command.option or "") if refused is None else refused

    def apply(work: Work, command: Command) -> None:
        before = work.state
        if level_first:
            work.emit(ev.LevelSet(command.option or ""))
        while work.state.frames:
            work.pop()
        if not level_first:
            work.emit(ev.LevelSet(command.option or ""))
        begin(work, before)

    return replace(plain, check=check, apply=apply, refusals=(*plain.refusals, *codes), rule=rule)
