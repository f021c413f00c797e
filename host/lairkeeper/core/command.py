"""The intent of a player. Commands are small: at most one component and one target."""

from __future__ import annotations

from dataclasses import dataclass

from .ids import Component, Kind, Seat
from .quick import quick


@quick
@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One intent. ``decide`` turns it into events or into a refusal; it never has an effect of its own.

    ``by`` is the acting seat (None: the table). ``card`` is a component, or a bare kind where pieces of a kind
    are interchangeable (tokens). ``target`` is a seat, component or path. ``prompt`` is the id of the prompt that
    an answer belongs to, so that a stale answer is refused. ``force`` is the reason for an override.
    """

    move: str
    by: Seat | None = None
    card: Component | Kind | None = None
    target: str | None = None
    amount: int | None = None
    option: str | None = None
    prompt: int | None = None
    force: str | None = None
