"""Whole matches by chance at one level: without the moves that end or leave it early."""

from __future__ import annotations

from random import Random

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.citizens import PURSES, in_all
from lairkeeper.kit.driver import NAMES, choose, random_rules, voices

BOUND = 20_000
"""Four players who play by chance have been seen to need 12,214, where emptied Locations stay."""
_HASTE = 6_000
"""From so many steps on chance does what ends a match."""
_NEVER = frozenset({"set-level", "adjust"})
_FIGHT = frozenset({"activate", "attack", "threaten", "rescue", "modifier", "recruit", "play"})
"""The moves that a match is about: without them, chance passes and discards for ever. Schemes are not among them: they
may be turned up in vain as often as wished.
"""


def played(seed: int, *, level: str = "full", players: int | None = None) -> History:
    """Play a match to its end; every other seed draws its house rules."""
    rng = Random(seed)
    n = players or 2 + seed % 3
    history = _begun(rng, n, level, drawn=bool(seed % 2))
    for step in range(BOUND):
        state = history.state
        if state.finished:
            return history
        command = choose(rng, _wished(rng, history), min(1.0, step / _HASTE))
        assert command is not None, f"seed {seed}: nothing may be done in {state.top}"
        result = history.submit(command)
        assert not isinstance(result, Refused), f"seed {seed}: {command} {result}"
    raise AssertionError(f"seed {seed}: not over after {BOUND} steps")


def ended(seed: int, level: str | None = None) -> int:
    """Play a match to its end and look at it; how many records it has. A third of them is at level score."""
    history = played(seed, level=level or ("full", "full", "score")[seed // 6 % 3])
    state = history.state
    rogues = GAME.lookup(state, "rogues")
    assert set(state.winners or ()) in ({*rogues}, {*state.seats} - {*rogues})
    assert set(state.purses) <= {*state.seats, *PURSES, BANK}
    assert in_all(state) >= 0
    assert all(n >= 0 for name, n in state.counters.items() if name.startswith(("damage.", "icons.")))
    return len(history)


def _wished(rng: Random, history: History) -> list[Command]:
    """Everything that is allowed, or what moves the match on."""
    state = history.state
    sealed = state.prompt is not None and state.prompt.sealed
    offers = [offer for viewer in (voices(state) if sealed else (TABLE,)) for offer in GAME.possible(state, viewer)]
    allowed = [each.command for each in offers if each.refusal is None and each.command.move not in _NEVER]
    fight = [each for each in allowed if each.move in _FIGHT]
    if fight and rng.random() < 0.7:
        return fight
    return [each for each in allowed if each.move != "by-hand"] if rng.random() < 0.9 else allowed


def _begun(rng: Random, n: int, level: str, *, drawn: bool) -> History:
    for _ in range(8):
        header = Header(GAME.id, NAMES[:n], level, random_rules(GAME, rng) if drawn else {})
        history = History.start(GAME, header)
        if isinstance(history, History):
            return history
    raise AssertionError("no match can begin")
