"""Players who play on the virtual table by themselves, as the pages know them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Protocol


class LiveState(StrEnum):
    """States of the live players; text ``ui.virtual.watch.state.<value>``."""

    IDLE = "idle"
    PLAYING = "playing"
    PAUSED = "paused"
    DISTURBED = "disturbed"
    """Somebody else has tapped or clicked something: the players wait."""
    LOST = "lost"
    """Something else came of a tap than the players meant, so that they cannot go on."""
    ENDED = "ended"


class LiveError(Exception):
    """The live players cannot do this now; ``code`` names the text ``ui.virtual.watch.no.<code>``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


SPEEDS: Final = ("slow", "normal", "fast")


class LivePlayers(Protocol):
    """They play a new match of the game, level and people on the table, through the readers of the virtual table.

    All methods are for the thread of the event loop, and raise ``LiveError``.
    """

    @property
    def state(self) -> LiveState:
        """Return what they do."""
        ...

    @property
    def speed(self) -> str:
        """Return one of ``SPEEDS``."""
        ...

    @property
    def trouble(self) -> str:
        """Return why they cannot play the match on the table, as a code of ``LiveError``; empty when they can."""
        ...

    def begin(self) -> None:
        """Put the match on the table away, begin a new one like it and play it."""
        ...

    def pause(self) -> None:
        """Finish what has begun and wait."""
        ...

    def go_on(self) -> None:
        """Go on after a pause."""
        ...

    def step(self) -> None:
        """Do one thing and wait again."""
        ...

    def stop(self) -> None:
        """Leave the match as it is and play no more."""
        ...

    def set_speed(self, speed: str) -> None:
        """Play at one of ``SPEEDS`` from now on."""
        ...
