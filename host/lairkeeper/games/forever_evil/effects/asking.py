"""Who is asked by the step that runs, and who may answer."""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.core.frames import question
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.state import State


def awaited(state: State, viewer: str) -> Iterable[tuple[Seat, int]]:
    """Yield each seat that has still to answer and that a viewer may answer for, with the question's number."""
    prompt = question(state)
    return ((seat, prompt.id) for seat in prompt.waiting if viewer in {seat, TABLE})
