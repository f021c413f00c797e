"""A player who knows the rules and nothing else: picks among what is offered, by a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label, Moved
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import COMMAND, History, Record
from lairkeeper.core.ids import TABLE, Path
from lairkeeper.core.result import Offer, Refused
from lairkeeper.core.ruleset import specs, without_idle
from lairkeeper.core.showing import seat_of
from lairkeeper.core.state import State

NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Edo", "Flo")
BOUND: Final = 10_000
"""Steps after which a random match must be over."""
_LONG: Final = 4_000
"""Steps after which a match that has not ended is brought to its end as eagerly as can be."""
_DRAWS: Final = 8
"""Draws of house rules, while those drawn do not fit the players."""
_RARE: Final = 0.25
_WRONG: Final = 0.08
_BACK: Final = 0.04
_DEAF: Final = 0.8
_ONWARD: Final = 3.0
_EAGER: Final = {"play": 12.0, "buy": 4.0, "defeat": 4.0, "defend": 2.0, "activate": 6.0}
"""Moves that a match is about are made more often, so that they come together as at a table."""
_UNSURE: Final = frozenset({"adjust", "set-level", "by-hand"})
"""Moves that put right what the app cannot know: made seldom, or they undo what the match comes to."""


class EndlessMatchError(RuntimeError):
    """A random match did not end within its bound."""


@dataclass(frozen=True, slots=True)
class Left:
    """A card left a player's place: after ``at`` states, from there, with what else could have been there."""

    at: int
    source: Path
    others: frozenset[Label]


@dataclass(frozen=True, slots=True)
class Trail:
    """The ways of the cards as everybody saw them: when each left a player's place last, and was named last."""

    left: dict[Label, Left] = field(default_factory=dict)
    moved: dict[Label, int] = field(default_factory=dict)


@dataclass(slots=True)
class Recording:
    """A match that was played by chance: its history, the states on the way, and the refusals met."""

    game: Game
    seed: int
    history: History
    refused: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)

    @property
    def states(self) -> tuple[State, ...]:
        """Return every state that still counts, from the start to the end."""
        n = len(self.history.live)
        return tuple(self.history.state_at(n - 1 - at) for at in range(n))

    def trail(self, at: int) -> Trail:
        """Return what everybody saw of the ways of the cards, up to a position in ``states``."""
        trail, state, last = Trail(), self.history.state, len(self.history.live) - 1
        for n, record in enumerate(self.history.live[1 : at + 1], start=1):
            for event in record.events:
                if isinstance(event, Moved):
                    trail.moved[event.card] = n
                    if seat_of(state, event.source) is not None:
                        others = _held(self.history.state_at(last - n + 1), event.source)
                        trail.left[event.card] = Left(n, event.source, others)
        return trail

    def sample(self, n: int) -> tuple[int, ...]:
        """Return up to ``n`` positions in ``states``, spread evenly, the last one among them."""
        total = len(self.history.live)
        step = max(1, total // n)
        return tuple(sorted({*range(0, total, step), total - 1}))


def steps(recording: Recording) -> Iterator[tuple[State, Record, State]]:
    """Yield the state before, the record and the state after, of every command that counts."""
    states = recording.states
    for at, record in enumerate(recording.history.live):
        if record.kind == COMMAND:
            yield states[at - 1], record, states[at]


def viewers(state: State) -> tuple[str, ...]:
    """Return everybody who looks at a match: the table and every seat."""
    return (TABLE, *state.seats)


def voices(state: State) -> tuple[str, ...]:
    """Return the table, who plays and who is asked: the seats may say what the table does not know of."""
    prompt = state.prompt
    waiting = prompt.waiting if prompt else ()
    asked = waiting if prompt and prompt.sealed else waiting[:1]
    return tuple(dict.fromkeys((TABLE, *((state.active,) if state.active else ()), *asked)))


def offers(game: Game, state: State) -> tuple[Offer, ...]:
    """Return what anybody at the table may do, each command once."""
    found: dict[Command, Offer] = {}
    for viewer in voices(state):
        for offer in game.possible(state, viewer):
            found.setdefault(offer.command, offer)
    return tuple(found.values())


def heard(game: Game, state: State, rng: Random) -> tuple[Offer, ...]:
    """Return what the table may do; sometimes, or where it may do nothing, add what only a seat knows of."""
    prompt = state.prompt
    if (prompt is None or not prompt.sealed) and rng.random() < _DEAF:
        table = game.possible(state, TABLE)
        if any(offer.refusal is None and offer.command.move not in _UNSURE for offer in table):
            return table
    return offers(game, state)


def header(game: Game, seed: int, level: str | None = None, players: int | None = None) -> Header:
    """Return a header for a random match; the number of players goes round with the seed."""
    low, high = game.players
    n = players or low + seed % (high - low + 1)
    return Header(game.id, NAMES[:n], level, version=game.version)


def random_rules(game: Game, rng: Random) -> dict[str, Any]:
    """Draw some house rules, within their bounds."""
    found: dict[str, Any] = {}
    for spec in specs(game.ruleset_type):
        if rng.random() < _RARE:
            if spec.choices:
                found[spec.name] = rng.choice(spec.choices)
            elif spec.low is not None and spec.high is not None:
                found[spec.name] = rng.choice((spec.low, spec.high, rng.randint(spec.low, spec.high)))
    return without_idle(game.ruleset_type, found)


def _held(state: State, place: Path) -> frozenset[Label]:
    """Return what may lie at a place: what is known there, or all that is known together with it."""
    pool = state.pooled.get(place)
    return frozenset((*state.zone(place), *(state.pools[pool].contents if pool is not None else ())))


def play_match(
    game: Game,
    seed: int,
    *,
    level: str | None = None,
    players: int | None = None,
    ruleset: Mapping[str, Any] | None = None,
    bound: int = BOUND,
) -> Recording:
    """Play to the end; every seed but 0 also draws its house rules unless they are given.

    Raises ``EndlessMatchError`` past ``bound`` steps, ``ValueError`` when the match cannot begin.
    """
    rng = Random(seed)
    head = header(game, seed, level, players)
    if ruleset is None and seed:
        head = _with_rules(game, head, rng)
    elif ruleset:
        head = replace(head, ruleset=ruleset)
    history = History.start(game, head)
    if isinstance(history, Refused):
        raise ValueError(f"no match: {history.code} {dict(history.args)}")
    recording = Recording(game, seed, history)
    for step in range(bound):
        if history.state.finished:
            return recording
        _one(recording, rng, min(1.0, step / min(bound, _LONG)))
    raise EndlessMatchError(f"seed {seed}: not over after {bound} steps, in {game.view(history.state, TABLE).step}")


def _with_rules(game: Game, head: Header, rng: Random) -> Header:
    """Return the header with drawn house rules; draw others when some ask for other players."""
    for _ in range(_DRAWS):
        drawn = replace(head, ruleset=random_rules(game, rng))
        if not isinstance(game.start(drawn), Refused):
            return drawn
    return head


def _one(recording: Recording, rng: Random, age: float) -> None:
    """Make one step: mostly something allowed, sometimes a mistake, an undo or a redo."""
    history = recording.history
    mood = rng.random()
    if mood < _BACK and history.can_undo:
        history.undo(1)
        if rng.random() < 0.5:
            history.redo()
        return
    everything = heard(recording.game, history.state, rng)
    for offer in everything:
        if offer.refusal is not None:
            recording.offered[offer.refusal.code] += 1
    wrong = [offer for offer in everything if offer.refusal is not None]
    if mood > 1 - _WRONG and wrong:
        result = history.submit(rng.choice(wrong).command)
        if isinstance(result, Refused):
            recording.refused[result.code] += 1
        return
    away = history.state.level != (history.header.level or recording.game.levels[-1])
    command = choose(rng, [offer.command for offer in everything if offer.refusal is None], age, away=away)
    if command is None:
        raise EndlessMatchError(f"seed {recording.seed}: nothing may be done in {history.state.top}")
    result = history.submit(command)
    if isinstance(result, Refused):
        raise EndlessMatchError(f"seed {recording.seed}: an offer was refused: {command} {result.code}")


def choose(rng: Random, commands: list[Command], age: float = 0.0, *, away: bool = False) -> Command | None:
    """Choose a move first, then one of its commands; corrections rarely, endings rarely at first.

    ``away``: the match is followed at another level than it was begun at, and goes back soon.
    """
    by_move: dict[str, list[Command]] = {}
    for command in commands:
        by_move.setdefault(command.move, []).append(command)
    if not by_move:
        return None
    moves = sorted(by_move)
    weights = [_ONWARD if away and move == "set-level" else _weight(move, age) for move in moves]
    return rng.choice(by_move[rng.choices(moves, weights)[0]])


def _weight(move: str, age: float) -> float:
    if move in _UNSURE:
        return _RARE / 4
    if move == "end-game":
        return _RARE / 4 + age * 40
    return _ONWARD if move == "end-turn" else _EAGER.get(move, 1.0)
