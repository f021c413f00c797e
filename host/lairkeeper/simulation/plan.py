"""Which random matches a campaign plays: each game its share; each level, layout and number of players its turn."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final, TypeVar

from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, specs, without_idle
from lairkeeper.games import all_games, get_game
from lairkeeper.i18n import LANGUAGES, Texts, shared_texts

from .auto import SEATS, DemoError, simulated_levels, simulated_match_of
from .installed import has_players, levels_of
from .noise import NOISES
from .readers import LAYOUTS

_TRIES: Final = 400
"""Draws of house rules, while those drawn do not go together or with so many players."""
_SHARES: Final = (0.0, 0.1, 0.3, 1.0)
"""The share of the house rules that are drawn, in turn: none, one or another, some, all."""
_FINAL: Final = (CoreRefusal.BAD_PLAYERS, CoreRefusal.BAD_VALUE, CoreRefusal.UNKNOWN_OPTION)
"""Refusals that nothing drawn beforehand can mend."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Filters:
    """The values asked for by name; None or empty: anything."""

    game: str | None = None
    level: str | None = None
    players: int | None = None
    layout: str | None = None
    lang: str | None = None
    noise: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Case:
    """One match of a campaign: its number, and all that decides how it goes."""

    n: int
    game: str
    level: str
    players: int
    layout: str
    lang: str
    noise: str
    seed: int
    rules: Mapping[str, Any]

    @property
    def words(self) -> tuple[str, ...]:
        """The words after ``lairkeeper`` that play this match alone."""
        told = (
            ("--game", self.game), ("--level", self.level), ("--players", self.players), ("--seed", self.seed),
            ("--layout", self.layout), ("--lang", self.lang), ("--noise", self.noise),
        )  # fmt: skip
        rules = (("--rule", f"{name}={_written(value)}") for name, value in self.rules.items())
        pairs = (str(word) for pair in (*told, *rules) for word in pair)
        return ("demo", "--auto", "--headless", "--json", *pairs)

    @property
    def command(self) -> str:
        """The command that plays this match alone, as a shell takes it."""
        return shlex.join(("lairkeeper", *self.words))

    @property
    def weight(self) -> float:
        """About how long it takes, beside others."""
        return levels_of(self.game)[self.level].weight * (1 + self.players)


def plan(n: int, seed: int, filters: Filters | None = None) -> tuple[Case, ...]:
    """``n`` matches, the heaviest first. The same seed and filters give the same plan.

    Raises ``DemoError`` when no match fits the filters.
    """
    chosen = filters or Filters()
    games = _games(chosen)
    Random(f"games {seed}").shuffle(games)
    turns = [_of_game(game, Random(f"{game.id} {seed}"), chosen) for game in games]
    cases = [replace(next(turns[at % len(turns)]), n=at + 1) for at in range(n)]
    return tuple(sorted(cases, key=lambda case: -case.weight))


def _games(chosen: Filters) -> list[Game]:
    """Return the games that fit the filters. Raises ``DemoError`` naming what there is instead."""
    if chosen.game:
        simulated_levels(chosen.game)
    games = [get_game(chosen.game)] if chosen.game else [game for game in all_games().values() if has_players(game.id)]
    if chosen.level is not None:
        fit = [game for game in games if chosen.level in _levels(game)]
        there = dict.fromkeys(level for game in games for level in _levels(game))
        if not fit:
            raise DemoError(f"no level {chosen.level!r} here; choose one of {', '.join(there)} with --level")
        games = fit
    for name in chosen.rules:
        games = [game for game in games if name in {spec.name for spec in specs(game.ruleset_type)}]
        if not games:
            raise DemoError(f"no such house rule {name!r} here; `lairkeeper moves GAME` lists those of a game")
    return games


def _levels(game: Game) -> list[str]:
    """Return the levels of a game that its simulated players know, in the game's order."""
    return [level for level in game.levels if level in levels_of(game.id)]


def _of_game(game: Game, rng: Random, chosen: Filters) -> Iterator[Case]:
    """Endless matches of a game. Raises ``DemoError`` when the game refuses all that fit the filters."""
    levels = _rounds(rng, [chosen.level] if chosen.level else _levels(game))
    layouts = _rounds(rng, [chosen.layout] if chosen.layout else LAYOUTS)
    langs = _rounds(rng, [chosen.lang] if chosen.lang else LANGUAGES)
    noises = _rounds(rng, [chosen.noise] if chosen.noise else tuple(NOISES))
    players = _rounds(rng, _numbers(game, rng, chosen))
    shares = _rounds(rng, _SHARES)
    due: list[Mapping[str, Any]] = []
    while True:
        level, seats, share = next(levels), next(players), next(shares)
        due = due or _each_value(game, rng)
        fixed = _next_due(game, level, seats, due, chosen.rules) if share else {}
        rules = _drawn(game, level, seats, rng, share, {**fixed, **chosen.rules})
        if isinstance(rules, Refused):  # what was due does not go with what was asked for
            rules = _drawn(game, level, seats, rng, share, chosen.rules)
        assert not isinstance(rules, Refused), "house rules were found for so many players before"
        yield Case(0, game.id, level, seats, next(layouts), next(langs), next(noises), rng.randint(1, 10**6), rules)


def _rounds(rng: Random, values: Sequence[T]) -> Iterator[T]:
    """All values in a random order, then all again in another: each comes about as often as any."""
    while True:
        yield from rng.sample(values, len(values))


def _each_value(game: Game, rng: Random) -> list[Mapping[str, Any]]:
    """Every value of every house rule that is not the usual one, with what it needs to say something, in any order."""
    due: list[Mapping[str, Any]] = [
        {spec.name: value, **{other: rng.choice(values) for other, values in spec.needs.items()}}
        for spec in specs(game.ruleset_type)
        for value in (spec.choices or (spec.low, spec.high))
        if value != spec.default
    ]
    rng.shuffle(due)
    return due


def _next_due(
    game: Game, level: str, seats: int, due: list[Mapping[str, Any]], chosen: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Take the first out of ``due`` that so many can play, with the ``chosen`` rules; nothing if there is none."""
    for rules in due:
        if _refusal(game, level, seats, {**rules, **chosen}) is None:
            due.remove(rules)
            return rules
    return {}


def _numbers(game: Game, rng: Random, chosen: Filters) -> list[int]:
    """Return the numbers of players that can play, by some house rules that fit the filters."""
    found, refused = [], None
    for seats in [chosen.players] if chosen.players else range(1, len(SEATS) + 1):
        rules = _drawn(game, chosen.level or _levels(game)[-1], seats, rng, _SHARES[0], chosen.rules)
        if isinstance(rules, Refused):
            refused = rules if refused is None or rules.code != CoreRefusal.BAD_PLAYERS else refused
        else:
            found.append(seats)
    if refused is not None and not found:
        raise DemoError(_said(game, refused))
    return found


def _said(game: Game, refused: Refused) -> str:
    texts = Texts.load(LANGUAGES[0], shared_texts(), game.texts_dir)
    return f"no such match of {game.id} can begin: {texts.say(f'refusal.{refused.code}', refused.args)}"


def _drawn(
    game: Game, level: str, seats: int, rng: Random, share: float, fixed: Mapping[str, Any]
) -> Mapping[str, Any] | Refused:
    """House rules that the game accepts for so many players, about a share of them drawn; else its last refusal.

    Rules that are refused are drawn anew, each time by another share: some numbers of players need a rule of their own.
    """
    options = specs(game.ruleset_type)
    refused: Refused | None = None
    for attempt in range(_TRIES):
        part = share if attempt == 0 else _SHARES[attempt % len(_SHARES)]
        drawn = {spec.name: _value(spec, rng) for spec in options if rng.random() < part}
        usual = {spec.name: spec.default for spec in options}
        rules = {name: value for name, value in drawn.items() if value != usual[name]} | dict(fixed)
        rules = without_idle(game.ruleset_type, rules) | dict(fixed)
        refused = _refusal(game, level, seats, rules)
        if refused is None:
            return rules
    assert refused is not None
    return refused


def _refusal(game: Game, level: str, seats: int, rules: Mapping[str, Any]) -> Refused | None:
    """Why a match cannot begin, even if the players bring what the rules have them draw beforehand."""
    begun = game.start(Header(game.id, SEATS[:seats], level, rules))
    if not isinstance(begun, Refused) or begun.code in _FINAL:
        return begun if isinstance(begun, Refused) else None
    try:
        simulated = simulated_match_of(game.id, seats, 1, level, LAYOUTS[0], rules)
    except DemoError:
        return begun
    return begun if isinstance(game.start(simulated.header), Refused) else None


def _value(spec: OptionSpec, rng: Random) -> Any:
    """Draw a value of an option: of a number often a bound or one near it, for there it matters."""
    if spec.choices:
        return rng.choice(spec.choices)
    assert spec.low is not None and spec.high is not None
    near = min(spec.high, spec.low + rng.randint(0, 4))
    values = [spec.low, spec.high, near, rng.randint(spec.low, spec.high), *(["none"] if spec.optional else [])]
    return rng.choice(values)


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
