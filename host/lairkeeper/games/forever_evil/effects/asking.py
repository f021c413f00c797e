"""Seats that the running step asks, and the viewers who may answer for them."""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.core.frames import question
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.state import State


def awaited(state: State, viewer: str) -> Iterable[tuple[Seat, int]]:
    """Yield each seat that must still answer and that a viewer may answer for, with the question's number."""
    prompt = question(state)
    return ((seat, prompt.id) for seat in prompt.waiting if viewer in {seat, TABLE})
