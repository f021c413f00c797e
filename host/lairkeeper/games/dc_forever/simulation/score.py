"""A simulated match of DC Forever: players with real hands who read the open page and tap what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.ruleset import specs
from lairkeeper.core.view import View
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.roster import FIRST_GAME, HERO, ROGUE, ROSTER
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import PLACES, PRINT, SeatedPlayer, cards_of, lost_by_falls, print_of

MISTAKES: Final = 0.05
JIGGLES: Final = 0.03
ACTS_AT_MOST: Final = 4_000


def _sides(n: int, solo: str) -> tuple[bool, ...]:
    """Who is a Rogue, in seat order: they sit first; of three one plays alone, and sits first."""
    if n == 3 and solo == HERO:
        return (False, True, True)
    return tuple(at < n // 2 for at in range(n))


def _first_game(seats: Sequence[Seat]) -> list[SeatedPlayer]:
    """Return the teams of the suggested first game, for two players."""
    found = []
    for seat, side in zip(seats, (ROGUE, HERO), strict=True):
        first, later = ([f"{kind}#1" for kind in kinds] for kinds in FIRST_GAME[side])
        found.append(SeatedPlayer(seat, side == ROGUE, False, first, later))
    return found


def _teams(seats: Sequence[Seat], rng: Random, solo: str) -> list[SeatedPlayer]:
    """Teams and starting characters of legal cost."""
    rogues = _sides(len(seats), solo)
    found = []
    for side in (ROGUE, HERO):
        names = [seat for seat, rogue in zip(seats, rogues, strict=True) if rogue == (side == ROGUE)]
        pool = [char for char, entry in ROSTER.items() if entry.side == side]
        alone = len(seats) == 3 and len(names) == 1
        many = 6 if alone else 4 if len(seats) == 2 else 3
        first = 3 if alone else 2 if len(seats) == 2 else 1
        while True:
            rng.shuffle(pool)
            teams = [pool[n * many : n * many + many] for n in range(len(names))]
            cost = sum(int(PRINT[char]["recruit"]) for team in teams for char in team[:first])
            if cost <= (24 if alone else 16):
                break
        for name, team in zip(names, teams, strict=True):
            chars = [f"{char}#1" for char in team]
            found.append(SeatedPlayer(name, side == ROGUE, alone, chars[:first], chars[first:]))
    return found


class DcForeverMatch:
    """The parts that both levels share."""

    level = ""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._seats = tuple(seats)
        self.readers = readers_of(layout, len(seats), PLACES)
        self.rules: Mapping[str, Any] = {spec.name: spec.default for spec in specs(GAME.ruleset_type)} | dict(ruleset)
        self._first_game = self.rules["opening"] == "first-game" and len(seats) == 2
        self._players = _first_game(seats) if self._first_game else _teams(seats, rng, self.rules["solo-side"])
        for player in self._players:
            player.drafted = (*player.team, *player.reserve)
            player.at_once = self.rules["reshuffle"] == "at-once"
        self.header = Header(GAME.id, self._seats, self.level, ruleset, self._setup(), GAME.version)
        self._look: Callable[[], View] | None = None

    def _setup(self) -> dict[str, Any]:
        return {}

    def watch(self, look: Callable[[], View]) -> None:
        """Implement ``ReadsView.watch``: keep ``look``, with which the players read the open page."""
        self._look = look

    @property
    def _view(self) -> View:
        assert self._look is not None
        return self._look()

    def _tray(self, seat: Seat | None) -> str:
        reader = f"seat-{self._seats.index(seat) + 1}" if seat in self._seats else "tap"
        return reader if reader in self.readers else "tap"

    def _say(self, seat: Seat | None, *pieces: Component, choose: Mapping[str, Any] | None = None) -> Iterator[Act]:
        """Yield the act that is meant, now and then with a tag that wobbles or a stranger before it."""
        if self._rng.random() < MISTAKES:
            yield Act(Intent.STRANGER, (Tap(self._tray(seat), self._rng.choice(("stranger", "phone"))),))
        intent = Intent.JIGGLE if len(pieces) == 1 and self._rng.random() < JIGGLES else Intent.MOVE
        yield Act(intent, tuple(Tap(self._tray(seat), piece) for piece in pieces), choose)

    def scores(self) -> Mapping[Seat, int]:
        """Schemes of a Rogue player, citizens of a Hero player."""
        return {}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats of the side that has won."""
        return ()

    def unseen(self) -> frozenset[Component]:
        """Implement ``SimulatedMatch.unseen``: return an empty set."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Implement ``SimulatedMatch.own``: return an empty mapping."""
        return {}


class ScoreMatch(DcForeverMatch):
    """Tracking level ``score``: who joins and falls, citizens, completed Schemes."""

    level = "score"

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        super().__init__(seats, rng, layout, ruleset)
        self._schemes = self._citizens = 0
        self._out: list[Component] = []

    def scores(self) -> Mapping[Seat, int]:
        """Return the completed Schemes for a Rogue player, the citizens for a Hero player."""
        return {p.name: self._schemes if p.rogue else self._citizens for p in self._players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the first condition that is met, in the order of the book."""
        lost = {rogue: lost_by_falls(self._players, rogue, self._out, self.rules) for rogue in (True, False)}
        won: bool | None = None
        if self._schemes >= 5:
            won = True
        elif self._citizens >= 30:
            won = False
        elif lost[False] or lost[True]:
            won = lost[False]
        return tuple(p.name for p in self._players if won is not None and p.rogue == won)

    def differences(self, view: View) -> list[str]:
        """Return the scores, winners and end that the app has otherwise."""
        return compare(self, view)

    def acts(self) -> Iterator[Act]:
        """Yield a tap for each starting character, then cycles until a side has won."""
        for player in () if self._first_game else self._players:  # whose teams the app knows
            for char in player.team:
                yield from self._say(player.name, char)
        for _ in range(ACTS_AT_MOST):
            yield from self._cycle()
            yield from self._say(None, "verb-end-turn#1")
            if self.winners():
                return

    def _cycle(self) -> Iterator[Act]:
        """Somebody is rescued, somebody falls, somebody joins, a Scheme is completed, as it happens."""
        heroes = [p for p in self._players if not p.rogue]
        for _ in range(self._rng.randint(0, 3)):
            piece, n = self._rng.choice((("plus-1#1", 1), ("plus-5#1", 5), ("do-rescue#1", 1)))
            self._citizens += n
            yield from self._say(self._rng.choice(heroes).name, piece)
        player = self._rng.choice(self._players)
        if player.rogue and self._rng.random() < 0.3:
            self._schemes += 1
            schemes = [card for char in player.team for card in _schemes_of(char)]
            yield from self._say(player.name, self._rng.choice(schemes)) if schemes else ()
            self._schemes -= not schemes
        if player.reserve and self._rng.random() < 0.3:
            char = player.reserve.pop()
            player.team.append(char)
            yield from self._say(player.name, char)
        if player.team and self._rng.random() < 0.15:
            char = player.team.pop()
            self._out.append(char)
            yield from self._say(player.name, char)


def _schemes_of(char: Component) -> list[Component]:
    return [card for card in cards_of(char) if print_of(card)["type"] == "scheme"]


def compare(simulated: DcForeverMatch, view: View) -> list[str]:
    """Scores, winners and the end, as the table and the app have them."""
    scores = simulated.scores()
    found = [
        f"score.{each.seat}: table {scores[each.seat]}, app {each.low}"
        for each in view.scoreboard.seats
        if each.low != scores[each.seat]
    ]
    if set(view.scoreboard.winners) != set(simulated.winners()):
        found.append(f"winners: table {simulated.winners()}, app {view.scoreboard.winners}")
    if not view.finished:
        found.append(f"finished: the app still waits for something: {view.step} {view.prompt and view.prompt.code}")
    return found
