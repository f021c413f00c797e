"""The values that pages in one language share while the hub stays as it is: made once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import panels
from .part import Part, Shown, Stamp

if TYPE_CHECKING:
    from lairkeeper.core.view import View
    from lairkeeper.table import Hub

    from .lan import Lan
    from .translator import Translator


class PageValues:
    """The texts, the values that every page has, and those of each part that was asked for."""

    def __init__(self, hub: Hub, t: Translator, view: View | None, lan: Lan) -> None:
        self.t, self.view = t, view
        self._hub = hub
        self._shown = Shown(hub, t, None if hub.table is None or view is None else (hub.table, view), lan)
        self._common = panels.common(self._shown)
        self._values: dict[Part, tuple[Stamp, Mapping[str, Any]]] = {}

    def of(self, parts: Iterable[Part]) -> dict[str, Any]:
        """Return the values that every page has, and those of ``parts``."""
        values = dict(self._common)
        for part in parts:
            stamp, made = part.stamp(self._hub), self._values.get(part)
            if made is None or made[0] != stamp:
                self._values[part] = made = (stamp, part.values(self._shown))
            values |= made[1]
        return values
