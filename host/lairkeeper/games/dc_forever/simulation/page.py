"""The open page as the players of level ``full`` read it: they answer what it asks."""

from __future__ import annotations

from collections.abc import Callable

from lairkeeper.core.view import PromptView, View


class Page:
    """The page, as it is at this moment."""

    def __init__(self) -> None:
        self._look: Callable[[], View] | None = None

    def watch(self, look: Callable[[], View]) -> None:
        """Keep ``look``, which gives the page."""
        self._look = look

    @property
    def view(self) -> View:
        """Return everything on the page."""
        assert self._look is not None
        return self._look()

    @property
    def prompt(self) -> PromptView | None:
        """Return what the app waits for."""
        return self.view.prompt

    def asks(self, code: str) -> bool:
        """Return True when the app asks this now."""
        prompt = self.prompt
        return prompt is not None and prompt.code == code
