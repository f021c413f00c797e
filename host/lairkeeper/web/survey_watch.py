"""Keeps the readers page live: the boards are asked as long as somebody has it open, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lairkeeper.table.survey import EVERY_SECONDS

if TYPE_CHECKING:
    from lairkeeper.table.survey import Survey


class SurveyWatch:
    """Streams that show the readers page, and the one task that asks for them all."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._viewers = 0
        self._asking: asyncio.Task[None] | None = None

    @property
    def viewers(self) -> int:
        """Return how many streams show the page now."""
        return self._viewers

    @contextmanager
    def watched(self, changed: Callable[[], None]) -> Iterator[None]:
        """Ask once a second within a ``with``, and call back at each change."""
        self._viewers += 1
        if self._viewers == 1:
            self._survey.begin()
            self._asking = asyncio.create_task(self._ask())
        unsubscribe = self._survey.subscribe(changed)
        try:
            yield
        finally:
            unsubscribe()
            self._viewers -= 1
            if not self._viewers and self._asking is not None:
                self._asking.cancel()

    async def _ask(self) -> None:
        while True:
            self._survey.ask()
            await asyncio.sleep(EVERY_SECONDS)
