"""The boards in words: connected or not, which interpreter runs, and what to do when the link is down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from ..part import Part, Shown
from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.board import LinkStatus
    from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board's state, the next step if there is one, and the small facts."""

    mood: Literal["good", "ask", "bad"]
    state: str
    message: str
    facts: str


UNSTORED: Final = "inbox-failed"
"""The link is up, and what comes over it cannot be stored."""
_MOODS: dict[str, Literal["good", "ask", "bad"]] = {"up": "good", "down": "bad", "refused": "bad"}


def boards_of(hub: Hub, t: Translator) -> tuple[BoardLine, ...]:
    """One line a board, in the order in which they were added."""
    return tuple(_line(status, t) for status in hub.boards)


def _line(status: LinkStatus, t: Translator) -> BoardLine:
    state = str(getattr(status.state, "value", status.state))
    mood = _MOODS.get(state, "ask")
    if status.message == UNSTORED:
        mood = "bad"
    message = t.say("board", status.message, status.args) if status.message and mood != "good" else ""
    if status.unread and mood == "good":
        mood, message = "ask", " ".join(t.ui("board.unread", zone=t.reader(zone)) for zone in status.unread)
    facts = (status.interpreter, status.firmware and t.ui("board.firmware", version=status.firmware), status.port)
    key = f"ui.board.state.{state}"
    shown = t.texts.say(key) if key in t.texts else state
    return BoardLine(mood, shown, message, " · ".join(fact for fact in facts if fact))


def _values(shown: Shown) -> dict[str, Any]:
    return {"boards": boards_of(shown.hub, shown.t)}


BOARD: Final = Part("parts/board.html", _values)
