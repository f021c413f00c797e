"""Build what a viewer may know from a state: the same for every game, which only says how open each place is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from .events import Label
from .ids import TABLE, Path, Seat
from .printed import numbers_of
from .purse import worth
from .result import Args
from .state import State
from .view import Option, PromptView, Scoreboard, View, ZoneView

PUBLIC: Final = "public"
"""Everybody sees which cards lie there."""
COUNT: Final = "count"
"""Everybody sees how many cards lie there; a card is seen by those who know it."""
NUMBERS: Final = "numbers"
"""In a view's ``extra``: which printed numbers the match is played with, where not all are public."""
SECRET: Final = "secret"
"""Nobody but those who know a card sees that anything lies there."""


class Viewable(Protocol):
    """The parts of a game that a view is made from."""

    @property
    def sees(self) -> Callable[[State, Path, str], str]:
        """Return how open a place is to a viewer: ``public``, ``count`` or ``secret``."""

    @property
    def extra(self) -> Callable[[State, str], Args]:
        """Return a game's own facts for a viewer."""

    def options(self, state: State, viewer: str) -> tuple[Option, ...]:
        """Return the answers to the open question that a viewer may know."""

    def score(self, state: State, viewer: str) -> Scoreboard:
        """Return the score as a viewer may know it."""


def knows(state: State, viewer: str, card: Label) -> bool:
    """Return True when a card has been shown to the viewer or to everybody."""
    to = state.known.get(card, ())
    return viewer in to or TABLE in to


def zone_view(state: State, path: Path, viewer: str, openness: str) -> ZoneView | None:
    """Return a place as one viewer may know it; None when the viewer may not know of it at all."""
    cards = state.zone(path)
    count = state.size(path)
    if openness == PUBLIC and count == len(cards):
        return ZoneView(count, cards)
    seen = cards if openness == PUBLIC else tuple(card for card in cards if knows(state, viewer, card))
    if openness == SECRET:
        return ZoneView(len(seen), seen) if seen else None
    return ZoneView(count, seen or (() if not count else None))


def zones(game: Viewable, state: State, viewer: str) -> dict[Path, ZoneView]:
    """Return all places that a viewer may know of, in alphabetical order."""
    found: dict[Path, ZoneView] = {}
    for path in sorted({*state.zones, *state.pooled}):
        seen = zone_view(state, path, viewer, game.sees(state, path, viewer))
        if seen is not None:
            found[path] = seen
    return found


def prompt_view(game: Viewable, state: State, viewer: str) -> PromptView | None:
    """Return the open question; of a sealed one, nobody learns more than who has answered."""
    prompt = state.prompt
    if prompt is None:
        return None
    waiting = prompt.waiting
    seat: Seat | None = prompt.args.get("seat")
    if len(waiting) == 1:
        seat = waiting[0]
    elif viewer in waiting:
        seat = viewer
    args = {**prompt.args, "waiting": waiting} if prompt.seats else dict(prompt.args)
    return PromptView(prompt.id, prompt.code, args, seat, game.options(state, viewer), prompt.cite)


def build_view(game: Viewable, state: State, viewer: str) -> View:
    """Return the whole view of one viewer. Raises ``ValueError`` for a viewer that is neither a seat nor the table."""
    if viewer != TABLE and viewer not in state.seats:
        raise ValueError(f"no viewer {viewer!r}")
    top = state.top
    numbers = numbers_of(state)
    return View(
        viewer=viewer,
        game=state.game,
        level=state.level,
        seats=state.seats,
        turn=state.turn,
        active=state.active,
        step=str(top.data.get("step", top.kind)) if top else "finished" if state.finished else "",
        prompt=prompt_view(game, state, viewer),
        zones=zones(game, state, viewer),
        purses={seat: dict(state.purses.get(seat, {})) for seat in state.seats},
        tokens={seat: worth(state, seat) for seat in state.seats},
        scoreboard=game.score(state, viewer),
        finished=state.finished,
        extra={**game.extra(state, viewer), **({NUMBERS: numbers} if numbers else {})},
    )
