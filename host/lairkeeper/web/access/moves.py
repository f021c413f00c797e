"""Moves by role: a seat moves for itself alone, the table for everybody, the others not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lairkeeper.core.command import Command

from .roles import Caller, CallerRole

if TYPE_CHECKING:
    from lairkeeper.table import QuestionOption, Table


def may_send(caller: Caller, command: Command, table: Table) -> bool:
    """Return whether the caller may send a command; the rules judge it after that.

    A seat may send what it is offered: its own moves, never one against the rules.
    """
    if caller.runs_table:
        return True
    if caller.role is not CallerRole.SEAT or caller.seat is None or command.force is not None:
        return False
    offered = table.game.offers(table.history.state, caller.seat)
    return any(
        command.by == caller.seat == offer.command.by and offer.command.move == command.move for offer in offered
    )


def may_answer(caller: Caller, option: QuestionOption) -> bool:
    """Return whether the caller may choose this answer: a seat one that is its own, or that moves for it alone."""
    if caller.runs_table:
        return True
    if caller.role is not CallerRole.SEAT or caller.seat is None:
        return False
    if option.args.get("seat") is not None:
        return bool(option.args["seat"] == caller.seat)
    commands = option.commands
    return bool(commands) and all(each.by == caller.seat and each.force is None for each in commands)


def may_undo(caller: Caller, table: Table) -> bool:
    """Return whether the caller may take back the last command: a seat its own alone."""
    return caller.runs_table or (table.can_undo and _is_own(caller, table.history.live[-1].command))


def may_redo(caller: Caller, table: Table) -> bool:
    """Return whether the caller may bring back what was taken back: a seat its own alone."""
    if caller.runs_table:
        return True
    back = table.history.redoable
    return table.can_redo and bool(back) and all(_is_own(caller, table.history.record(n).command) for n in back)


def _is_own(caller: Caller, command: Command | None) -> bool:
    return caller.role is CallerRole.SEAT and command is not None and command.by == caller.seat
