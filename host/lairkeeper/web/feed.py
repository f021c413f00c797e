"""The changes of a page: made once for all its viewers in one language, and told to each from where it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .panels import parts_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub

EVERYTHING: Final = 0
"""The step of a viewer that has nothing yet, or something that no feed has told."""


class Feed:
    """Some parts of one page in one language, which ``made`` returns. Each change is a step of the feed.

    ``since`` tells a viewer all steps after the one that it has.
    """

    def __init__(self, hub: Hub, page: str, names: tuple[str, ...], made: Callable[[], dict[str, str]]) -> None:
        self._hub, self.page, self._made = hub, page, made
        self._stamped = tuple(part.stamp for part in parts_of(page, names))
        self.slow = any(part.slow for part in parts_of(page, names))
        self._step = EVERYTHING
        self._parts: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        self._stamps: tuple[object, ...] | None = None
        self._at = ""
        self._texts: dict[int, str] = {}

    def _now(self) -> tuple[object, ...]:
        return tuple(stamp(self._hub) for stamp in self._stamped)

    @property
    def stale(self) -> bool:
        """Return True when something may have changed since anybody looked."""
        return self._stamps != self._now()

    def look(self) -> int:
        """Make anew what has changed since anybody looked, and return the step that this is."""
        stamps = self._now()
        if stamps != self._stamps:
            fragments = self._made()
            fresh = [name for name, html in fragments.items() if self._parts.get(name) != html]
            if fresh:
                self._step += 1
                self._parts |= fragments
                self._changed |= dict.fromkeys(fresh, self._step)
                self._texts = {}
            self._stamps = stamps
        return self._step

    def since(self, step: int, at: str) -> str:
        """Return the event that brings a viewer from ``step`` to the newest one; empty when it has that already.

        ``at`` is the state of the hub that the viewers are told.
        """
        if step == self._step:
            return ""
        if at != self._at:
            self._at, self._texts = at, {}
        if step not in self._texts:
            fragments = {name: html for name, html in self._parts.items() if self._changed[name] > step}
            self._texts[step] = event_of(fragments, at, self.page)
        return self._texts[step]


def event_of(fragments: dict[str, str], at: str, page: str | None = None) -> str:
    """Return an event of the stream."""
    news = {"fragments": fragments, "at": at} | ({"page": page} if page else {})
    return f"data: {json.dumps(news, ensure_ascii=False)}\n\n"
