"""Sinks: what happens at the table, told to other programs. A sink is one file here with a ``SINK``.

Another package names its ``SinkKind`` under the entry point group ``lairkeeper.sinks`` (docs/add-a-sink.md).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from lairkeeper.plugins import installed

from .delivery import Delivery
from .sink import Sink, SinkError, SinkKind

__all__ = ["GROUP", "Delivery", "Sink", "SinkError", "SinkKind", "all_sinks", "open_sinks"]

GROUP: Final = "lairkeeper.sinks"


@cache
def all_sinks() -> Mapping[str, SinkKind]:
    """Return every installed kind of sink by its id: those of this folder first, each group in alphabetical order.

    An id that this folder has cannot be replaced by another package.
    """
    return installed(__name__, "SINK", GROUP, SinkKind)


def open_sinks(given: Sequence[str]) -> tuple[Sink, ...]:
    """Return the sinks that are meant by texts such as ``json=match.jsonl``. Raises ``SinkError`` with a sentence."""
    found: dict[str, Sink] = {}
    for text in given:
        name, _, where = text.partition("=")
        kind = all_sinks().get(name)
        if kind is None or not where:
            ways = ", ".join(f"{each.id}={each.where}" for each in all_sinks().values())
            raise SinkError(f"{text!r} is not NAME=WHERE. Write one of {ways}.")
        sink = kind.open(where)
        if sink.key in found:
            raise SinkError(f"{sink.name} is given twice. Leave one of them out.")
        found[sink.key] = sink
    return tuple(found.values())
