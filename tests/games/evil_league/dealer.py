"""Random matches in which Loot is tapped face down as it is drawn, from the deck as it truly lies."""

from __future__ import annotations

from random import Random

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.cards import LOOT, sort_of
from lairkeeper.games.evil_league.loot import open_card
from lairkeeper.kit.driver import Recording, choose, header, offers

BOUND = 3_000


def hidden_loot(state: State) -> list[str]:
    """Loot cards that not everybody knows, wherever the app believes them to be."""
    found = {card for card in state.where if sort_of(card) == LOOT and not open_card(state, card)}
    for pool in state.pools.values():
        found |= {card for card in pool.contents if sort_of(card) == LOOT}
    return sorted(found)


def one(state: State, rng: Random, age: float) -> Command:
    """Choose some legal command; a draw of Loot names, as a tap does, some card that may be in the deck."""
    allowed = [each.command for each in offers(GAME, state) if each.refusal is None]
    command = choose(rng, [each for each in allowed if each.move not in {"adjust", "set-level", "correct"}], age)
    assert command is not None, state.top
    if command.move == "draw" and (command.card is None or sort_of(command.card) == LOOT) and rng.random() < 0.8:
        return Command(move="draw", by=command.by, card=rng.choice(hidden_loot(state)), prompt=command.prompt)
    return command


def dealt_match(seed: int) -> Recording:
    """Play a whole match; hands are partly read, partly mere numbers."""
    rng = Random(seed)
    history = History.start(GAME, header(GAME, seed, "full"))
    assert isinstance(history, History)
    for step in range(BOUND):
        if history.state.finished:
            break
        result = history.submit(one(history.state, rng, step / BOUND))
        assert not isinstance(result, Refused), result
    assert history.state.finished
    return Recording(GAME, seed, history)
