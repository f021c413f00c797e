"""Build what a viewer may know from a state: the same for every game, which only says how open each place is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class ViewParts:
    """The parts of a view, each worked out when it is asked for: a state path needs one of them."""

    of: Viewable
    state: State
    viewer: str

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return all seats."""
        return self.state.seats

    @property
    def turn(self) -> int:
        """Return the number of the turn."""
        return self.state.turn

    @property
    def active(self) -> Seat | None:
        """Return the seat whose turn it is."""
        return self.state.active

    @property
    def level(self) -> str:
        """Return the tracking level."""
        return self.state.level

    @property
    def finished(self) -> bool:
        """Return True when the match is over."""
        return self.state.finished

    @property
    def step(self) -> str:
        """Return the name of the step that runs."""
        top = self.state.top
        return str(top.data.get("step", top.kind)) if top else "finished" if self.state.finished else ""

    @property
    def prompt(self) -> PromptView | None:
        """Return the open question."""
        return prompt_view(self.of, self.state, self.viewer)

    @property
    def zones(self) -> dict[Path, ZoneView]:
        """Return the places that the viewer may know of."""
        return zones(self.of, self.state, self.viewer)

    @property
    def purses(self) -> dict[Seat, dict[int, int]]:
        """Return the tokens of each seat by denomination."""
        return {seat: dict(self.state.purses.get(seat, {})) for seat in self.state.seats}

    @property
    def tokens(self) -> dict[Seat, int]:
        """Return what the tokens of each seat are worth."""
        return {seat: worth(self.state, seat) for seat in self.state.seats}

    @property
    def scoreboard(self) -> Scoreboard:
        """Return the score."""
        return self.of.score(self.state, self.viewer)

    @property
    def extra(self) -> Args:
        """Return the game's own facts, and which numbers the match is played with."""
        numbers = numbers_of(self.state)
        return {**self.of.extra(self.state, self.viewer), **({NUMBERS: numbers} if numbers else {})}


def view_parts(game: Viewable, state: State, viewer: str) -> ViewParts:
    """Return the parts of a viewer's view. Raises ``ValueError`` for a viewer that is neither a seat nor the table."""
    if viewer != TABLE and viewer not in state.seats:
        raise ValueError(f"no viewer {viewer!r}")
    return ViewParts(game, state, viewer)


def build_view(game: Viewable, state: State, viewer: str) -> View:
    """Return the whole view of one viewer. Raises ``ValueError`` for a viewer that is neither a seat nor the table."""
    parts = view_parts(game, state, viewer)
    return View(
        viewer=viewer,
        game=state.game,
        level=parts.level,
        seats=parts.seats,
        turn=parts.turn,
        active=parts.active,
        step=parts.step,
        prompt=parts.prompt,
        zones=parts.zones,
        purses=parts.purses,
        tokens=parts.tokens,
        scoreboard=parts.scoreboard,
        finished=parts.finished,
        extra=parts.extra,
    )
