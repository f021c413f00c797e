"""The set-up of each play, with other cards, numbers and house rules by chance: corners that no play has been to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import kind_of
from lairkeeper.kit.driver import random_rules
from lairkeeper.kit.names import Names
from lairkeeper.kit.playfile import parse

from .chance import Chance
from .onward import choose_late
from .pictures import Pictures, printed

SPOILT: Final = 8
"""So many set-ups with one line that may not be are tried for each play."""
MATCHES: Final = 2
"""So many matches begin from a set-up with other cards."""
STEPS: Final = 20
"""Such a match goes on for so many steps at most."""
_TRIES: Final = 12
"""So many set-ups with other cards are drawn until a match can begin."""
_NUMBERS: Final = "printed"
"""The line of a set-up with what is printed on the owner's cards."""

Elsewhere = Iterator[tuple[str, object]]


def elsewhere(game: Game, name: str, text: str, seed: object = "", matches: int = MATCHES) -> Elsewhere:
    """Yield what is tried from the set-up of a play, and all that can be seen of it. Its name is the seed."""
    rng = Random(f"{game.id} {name} elsewhere {seed}")
    play, names = parse(text), Names(game)
    head = Header(game.id, play.seats, play.level, play.ruleset, names.setup(play.setup), game.version)
    for _ in range(SPOILT):
        path, value = _spoilt(game, head, rng)
        begun = History.start(game, replace(head, setup={**head.setup, path: value}))
        seen = [record.events for record in begun.records] if isinstance(begun, History) else begun
        yield f"set-up with {path} = {value!r}", seen
    for _ in range(matches):
        history = _begun(game, head, rng)
        if history is not None:
            yield from _walk(game, history, rng)


def _walk(game: Game, history: History, rng: Random) -> Elsewhere:
    chance = Chance(game, rng, choose_late)
    yield "set-up with other cards", [[record.events for record in history.records], chance.seen(history.state)]
    for n in range(STEPS):
        done = chance.step(history)
        if done is None:
            return
        yield done[0], [done[1], chance.seen(history.state) if n % 4 == 3 or history.state.finished else None]


def prints(game: Game, texts: Mapping[str, str]) -> Pictures:
    """Return the prints of what is tried from the set-up of each play, by its name."""
    return {name: [printed(seen) for _, seen in elsewhere(game, name, text)] for name, text in sorted(texts.items())}


def _begun(game: Game, head: Header, rng: Random) -> History | None:
    """Begin a match with other cards; every other one has other house rules, too."""
    for attempt in range(_TRIES):
        rules = random_rules(game, rng) if rng.random() < 0.5 else head.ruleset
        share = 0.8 - attempt / _TRIES * 0.7
        setup = {
            path: value if path == _NUMBERS else _other(game, value, rng, share) for path, value in head.setup.items()
        }
        begun = History.start(game, replace(head, ruleset=rules, setup=setup))
        if isinstance(begun, History):
            return begun
    return None


def _other(game: Game, value: Any, rng: Random, share: float) -> Any:
    """Replace about a share of the cards and numbers in a value of a set-up by others of their kind."""
    if isinstance(value, list | tuple):
        return [_other(game, each, rng, share) for each in value]
    if isinstance(value, Mapping):
        return {key: _other(game, each, rng, share) for key, each in value.items()}
    if rng.random() > share:
        return value
    if isinstance(value, str) and kind_of(value) in game.catalog.kinds:
        return _card_like(game, value, rng)
    if type(value) is int:
        return max(0, value + rng.choice((-2, -1, 1, 2, 3)))
    return value


def _card_like(game: Game, card: str, rng: Random) -> str:
    kinds = game.catalog.kinds
    zone = kinds[kind_of(card)].zone
    kind = rng.choice([each for each in kinds if kinds[each].zone == zone])
    return f"{kind}#{rng.randint(1, max(1, min(kinds[kind].copies or 1, 9)))}" if "#" in card else kind


def _spoilt(game: Game, head: Header, rng: Random) -> tuple[str, Any]:
    """One line that cannot be, or may not be."""
    paths = [spec.path for spec in game.paths]
    seats = [*head.seats, "Zoe", "1", "place-1"]
    drawn = rng.choice(paths)
    path = rng.choice((*head.setup, drawn, drawn)) if head.setup else drawn
    head_, dot, _ = path.partition(".")
    if path == drawn and dot:
        path = f"{head_}.{rng.choice(seats)}"
    kinds = sorted(game.catalog.kinds)
    some = [f"{kind}#{rng.randint(1, 3)}" for kind in rng.sample(kinds, min(3, len(kinds)))]
    values = (
        None, True, -1, 0, 1, 2, 3, 5, 8, 20, 99, 100, "none", "", head.seats[-1], game.levels[0], [1, 2],
        some[0], kind_of(some[0]), some[:1], some, some[:1] * 2, [], {}, {kind_of(some[0]): some[1:]},
        {kind_of(some[0]): 2}, {1: 2}, {5: 1, 1: 3}, {1: -1}, {head.seats[0]: 1},
    )  # fmt: skip
    known = head.setup.get(path)
    if known is not None and rng.random() < 0.4:
        return path, _other(game, known, rng, 1.0)
    return path, rng.choice(values)
