"""The description of a kind of sink, and what an open one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from lairkeeper.table import PublicRecord

from .standing import Standing


class SinkError(Exception):
    """Records that a sink could not take, or a place that cannot be one. ``str()`` says why, in a few words."""


class Sink(Protocol):
    """A place that takes records. It is used from one thread of its own, so it may block.

    ``name`` is the place as pages and logs name it, without passwords and secret addresses. ``key`` tells it from all
    other places: how far it was told is kept under it.
    """

    name: str
    key: str

    def send(self, records: Sequence[PublicRecord]) -> None:
        """Take records, and return when they cannot be lost any more. Raises ``SinkError``, and gets them again."""

    def close(self) -> None:
        """Let go of what is open."""


@runtime_checkable
class Shows(Protocol):
    """A sink that also shows how the match on the table stands, such as on a dashboard."""

    def show(self, standing: Standing | None) -> None:
        """Show it, None for no match. Only the newest one is told. Raises ``SinkError``, and gets the next one."""


@dataclass(frozen=True, slots=True)
class SinkKind:
    """A way to tell others what happens at the table.

    ``id`` is NAME in ``--sink NAME=WHERE``, ``where`` says what WHERE is, ``help`` is one short sentence. ``open``
    takes WHERE, reaches for nothing yet, and raises ``SinkError`` with a sentence for a place that cannot be one.
    """

    id: str
    where: str
    help: str
    open: Callable[[str], Sink]
