"""The players of a simulated match before it begins: sides, teams, starting characters, house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Seat
from lairkeeper.core.ruleset import specs
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.roster import FIRST_GAME, HERO, ROGUE, ROSTER

from .table import PRINT, SeatedPlayer


class Party:
    """Players at a table, with their teams."""

    def __init__(self, seats: Sequence[Seat], rng: Random, ruleset: Mapping[str, Any]) -> None:
        self.seats = tuple(seats)
        self._ruleset = ruleset
        self.rules: Mapping[str, Any] = {spec.name: spec.default for spec in specs(GAME.ruleset_type)} | dict(ruleset)
        self.first_game = self.rules["opening"] == "first-game" and len(seats) == 2
        self.players = _first_game(seats) if self.first_game else _teams(seats, rng, self.rules["solo-side"])
        for player in self.players:
            player.drafted = (*player.team, *player.reserve)
            player.at_once = self.rules["reshuffle"] == "at-once"

    def header(self, level: str, setup: Mapping[str, Any]) -> Header:
        """Return the header with which the app starts the match at a tracking level."""
        return Header(GAME.id, self.seats, level, self._ruleset, setup, GAME.version)

    def drafted(self) -> dict[str, Any]:
        """Return the set-up of players who have drafted, and chosen their starting characters, beforehand."""
        setup: dict[str, Any] = {}
        for player in self.players:
            setup[f"team.{player.name}"] = [*player.team, *player.reserve]
            setup[f"starters.{player.name}"] = list(player.team)
        for side in {p.rogue for p in self.players}:
            pair = [p.name for p in self.players if p.rogue == side]
            if len(pair) == 2:
                setup[f"first.{ROGUE if side else HERO}"] = pair[0]
        return setup


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
