"""Subscribers who want to know that something has changed."""

from __future__ import annotations

from collections.abc import Callable

Callback = Callable[[], None]


class Changes:
    """Calls back after every change, in the order in which they asked."""

    def __init__(self) -> None:
        self._subscribers: list[Callback] = []

    def subscribe(self, callback: Callback) -> Callback:
        """Call back after every change; returns the way to stop that."""
        self._subscribers.append(callback)

        def unsubscribe() -> None:
            if callback in self._subscribers:
                self._subscribers.remove(callback)

        return unsubscribe

    def tell(self) -> None:
        """Tell everybody that something has changed."""
        for callback in tuple(self._subscribers):
            callback()
