"""Questions to several seats at once: each answers in its own time, and the step goes on when all have answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lairkeeper.core.events import Data
from lairkeeper.core.ids import Seat
from lairkeeper.core.work import Work


def ask_each(
    work: Work, code: str, seats: tuple[Seat, ...], *, cite: str, sealed: bool = False, **args: Any
) -> Mapping[Seat, Data] | None:
    """Ask these seats a question in the step that runs, and return their answers when all are in; None until then.

    Call it whenever the step resumes: it asks once. The step's moves give the answers with ``work.answer``. ``sealed``
    answers are shown to nobody before the last one. The answers are in the order of ``seats``.
    """
    prompt = work.top.prompt
    if prompt is None:
        work.ask(code, seats=seats, sealed=sealed, cite=cite, **args)
        return None
    return None if prompt.waiting else {seat: prompt.answers[seat] for seat in prompt.seats}
