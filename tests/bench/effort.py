"""The effort of following a match: taps, questions and movements of the hand of the people at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from lairkeeper.core.events import Moved
from lairkeeper.core.ids import Path
from lairkeeper.core.showing import seat_of
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.games import all_games, get_game
from lairkeeper.simulation.acts import Act, SimulatedMatch, Tap
from lairkeeper.simulation.auto import simulated_match_of
from lairkeeper.simulation.noise import NOISES
from lairkeeper.simulation.readers import LAYOUTS
from tests.simulation.fanned import FannedMatch, fanned, noted
from tests.simulation.listening import Listening

PLAYERS: Final = 3
MATCHES: Final = 30
COUNTS: Final = frozenset({"sweep", "audit", "census", "tally"})
"""Steps in which cards are counted: those of the end of a match, and all of a match that is scored only."""
PILES: Final = frozenset({"discard", "destroyed"})
"""Heads of the places where cards lie one on the other."""
NO_RULES: Final[Mapping[str, str]] = {}
FEWEST: Final = {"forever-evil": {"deck": {"dealt-cards": "seen-later"}}}
"""Options that leave out taps and are not the default, by game and level."""
NO_FANS: Final[frozenset[str]] = frozenset()
ALL_TOLD: Final = {"forever-evil": {"turn-end": "told"}}
"""Options with which everything is told, as before there were others."""
TRAY: Final = "seat-"
TAP_POINT: Final = "tap"
"""The one reader that stands for no place."""


@dataclass(frozen=True, slots=True)
class Effort:
    """One match: its turns, its taps, those of them in counts, questions of the app, and movements only for it."""

    turns: int
    taps: int
    counted: int
    questions: int
    movements: int

    @property
    def per_turn(self) -> float:
        """Taps a turn, those of counts left out; a match without turns is one."""
        return (self.taps - self.counted) / max(1, self.turns)


@dataclass(slots=True)
class Counting:
    """A simulated match whose acts are counted; a fan is one tap."""

    match: Listening[SimulatedMatch] | FannedMatch
    taps: int = 0
    counted: int = 0
    questions: int = 0
    movements: int = 0

    def act(self, act: Act) -> None:
        """Make one act, and count what it took."""
        step, before = self.match.view().step, len(self.match.history.records)
        asked = self.match.asked
        self.match.act(act)
        taps = 1 if act.swept else len(act.taps)
        self.taps += taps
        self.counted += taps if step in COUNTS else 0
        self.questions += self.match.asked - asked
        new = self.match.history.records[before:]
        moved = [event for record in new for event in record.events if isinstance(event, Moved)]
        self.movements += 0 if act.swept else sum(not self._lies(tap, moved) for tap in act.taps)

    def _lies(self, tap: Tap, moved: Sequence[Moved]) -> bool:
        """Return True for a piece that lies after its tap where the game wants it: the reader is that very place."""
        state, view = self.match.history.state, self.match.view()
        targets = (event.target for event in moved if event.card == tap.component)
        return any(is_at(state, tap.reader, target) and _is_open(view, target) for target in targets)


def is_at(state: State, reader: str, place: Path) -> bool:
    """Return True when a reader is at a place: a tray at what lies before its player, another one at the table's."""
    seat = seat_of(state, place)
    if reader.startswith(TRAY):
        return seat is not None and state.seats.index(seat) + 1 == int(reader.removeprefix(TRAY))
    return reader != TAP_POINT and seat is None


def _is_open(view: View, place: Path) -> bool:
    """Return True where cards lie side by side, open: on a pile nobody lays a card to have it read."""
    zone = view.zones.get(place)
    return zone is not None and zone.cards is not None and place.partition(".")[0] not in PILES


def measure(
    game: str, level: str, layout: str, seed: int, players: int = PLAYERS, rules: Mapping[str, str] = NO_RULES,
    fans: frozenset[str] = NO_FANS,
) -> Effort:  # fmt: skip
    """Play one match by the usual rules or these, without noise, and return what it took.

    ``fans`` are the moves for which hands are fanned out where there are trays.
    """
    match = Listening(simulated_match_of(game, players, seed, level, layout, rules))
    acts = NOISES["none"].over(match.evening.acts(), (), Random(seed))
    counting = Counting(match)
    if fans and layout != LAYOUTS[0]:
        acts = iter(fanned(noted(match, acts), fans))
        counting = Counting(FannedMatch(match))
    for act in acts:
        counting.act(act)
    # Where nobody says that a turn is over, the app may have passed over some: the table knows how many there were.
    turns = getattr(match.evening, "turns", match.history.state.turn)
    return Effort(turns, counting.taps, counting.counted, counting.questions, counting.movements)


def cases() -> Iterator[tuple[str, str, str]]:
    """Yield each game, level and layout."""
    for id, game in sorted(all_games().items()):
        yield from ((id, level, layout) for level in game.levels for layout in LAYOUTS)


def players_of(game: str) -> int:
    """Return three players, or as many as come nearest to it."""
    low, high = get_game(game).players
    return min(max(PLAYERS, low), high)
