"""Carrying out a program: at once where it asks nobody, else in a frame that can wait and be saved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lairkeeper.core.work import Work

from ..cards import SCRIPTS
from .counts import Told
from .instant import is_instant, run_all
from .script import program_at

TEXT: Final = "text"


def told_of(data: Mapping[str, Any]) -> Told:
    """Return what a text knows, from its frame's data."""
    return Told(data["seat"], data["card"], data.get("by"), data.get("last", ()), data.get("shown", ()))


def push_text(work: Work, text: str, part: str, path: tuple[Any, ...], told: Told, **more: Any) -> None:
    """Carry out a program at once if it asks nobody, else in a frame."""
    program = program_at(SCRIPTS[text], part, path)
    if not program:
        return
    if is_instant(program):
        run_all(work, program, told)
        return
    work.push(
        TEXT, text=text, part=part, path=path, at=0, seat=told.seat, card=told.card, by=told.by,
        last=tuple(told.last), shown=tuple(told.shown), **more,
    )  # fmt: skip
