"""The check for secrets can fail: a leak planted in each place of each game is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.events import Event
from lairkeeper.core.kernel import Kernel, Move
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.showing import seat_of
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard
from lairkeeper.games import get_game
from lairkeeper.kit.driver import Recording
from lairkeeper.kit.play import history_of
from lairkeeper.kit.plays import read_plays
from lairkeeper.kit.secrecy import differences, logs_do_not_tell
from lairkeeper.kit.worlds import worlds

from ..fresh import some

GAMES = ("forever-evil", "dc-forever", "evil-101", "evil-league")
ENOUGH = 12
"""Matches of plays in which something is hidden that are looked at."""


@cache
def examples(game: str) -> tuple[Recording, ...]:
    """Return matches of plays in which something is hidden."""
    found: list[Recording] = []
    kernel = get_game(game)
    for play in read_plays(kernel).values():
        history = history_of(play, kernel) if play.refuse_setup is None else None
        if history is not None and any(hides(kernel, state) for state in Recording(kernel, 0, history).states[-3:]):
            found.append(Recording(kernel, 0, history))
        if len(found) == ENOUGH:
            break
    return tuple(found)


def hides(game: Any, state: State) -> bool:
    from random import Random

    return any(list(worlds(game, state, viewer, Random(0))) for viewer in ("table", *state.seats))


def secret(state: State) -> tuple[str, ...]:
    """Return what lies hidden in truth: cards in hands, and cards face down."""
    cards = [card for path, cards in state.zones.items() for card in cards if seat_of(state, path) or "-" in path]
    pools = [(name, card, n) for name, pool in state.pools.items() for card, n in sorted(pool.contents.items())]
    return (*cards, *(f"{name} {card} {n}" for name, card, n in pools))


def found(game: str, leak: Callable[[Kernel], Kernel]) -> list[str]:
    """Return what the check says of the game with this leak in it."""
    leaky = leak(get_game(game))  # type: ignore[arg-type]
    said: list[str] = []
    for recording in examples(game):
        again = Recording(leaky, recording.seed, recording.history)
        said += differences(again, recording.sample(4))
    return said


def in_facts(game: Kernel) -> Kernel:
    return replace(game, extra=lambda state, viewer: {**game.extra(state, viewer), "told": secret(state)})


def in_the_score(game: Kernel) -> Kernel:
    def score(state: State, viewer: str) -> Scoreboard:
        board = game.scoreboard(state, viewer)
        first = board.seats[0]
        return replace(board, seats=(replace(first, tiebreak=hash(secret(state))), *board.seats[1:]))

    return replace(game, scoreboard=score)


def in_the_question(game: Kernel) -> Kernel:
    from lairkeeper.core.view import Option

    def options(state: State, frame: Any, viewer: str) -> tuple[Option, ...]:
        return (Option("leak", Command(move="x"), {"cards": secret(state)}),)

    return replace(game, frames={name: replace(kind, options=options) for name, kind in game.frames.items()})


def with_adjust(game: Kernel, **parts: Any) -> Kernel:
    move: Move = replace(game.anytime["adjust"], **parts)
    return replace(game, anytime={**game.anytime, "adjust": move})


def in_refusals(game: Kernel) -> Kernel:
    return with_adjust(game, check=lambda state, command: Refused("bad-value", {"value": str(secret(state))}))


def in_offers(game: Kernel) -> Kernel:
    def candidates(state: State, viewer: str, naming: Any) -> Any:
        return [Command(move="adjust", by=state.seats[0], amount=1 + len(card)) for card in secret(state)]

    return with_adjust(game, candidates=candidates, check=lambda state, command: None)


class Unmasked(Kernel):
    """A kernel that offers and asks by all that the app knows, as if nobody had to be kept from anything."""

    def as_seen(self, state: State, viewer: str) -> State:
        return state


def unmasked(game: Kernel) -> Kernel:
    return Unmasked(**{each.name: getattr(game, each.name) for each in fields(game)})


PLACES = {
    "facts": ("is shown as facts", in_facts),
    "score": ("reads as the score", in_the_score),
    "question": ("is asked", lambda game: in_the_question(unmasked(game))),
    "refusal": ("is offered", lambda game: in_refusals(unmasked(game))),
    "offer": ("is offered", lambda game: in_offers(unmasked(game))),
}


@pytest.mark.parametrize("game", GAMES)
def test_something_is_hidden_in_the_plays(game: str) -> None:
    assert len(examples(game)) >= 3


@pytest.mark.parametrize(("game", "place"), some(product(GAMES, PLACES), 10))
def test_a_planted_leak_is_seen(game: str, place: str) -> None:
    what, leak = PLACES[place]
    told, clean = (sum(what in line for line in found(game, each)) for each in (leak, lambda kernel: kernel))
    assert told
    assert not clean


@pytest.mark.parametrize("game", GAMES)
def test_the_check_misses_the_mask(game: str) -> None:
    """Without the mask the games' own moves tell: it is needed, and the check sees it go. The League hides no hands."""
    told = [line for line in found(game, unmasked) if "is offered" in line]
    assert bool(told) == (game != "evil-league")


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_shown_to_whoever_is_at_turn_is_seen(game: str) -> None:
    """``own-hand`` of a seat that is somebody else's."""

    def leak(kernel: Kernel) -> Kernel:
        def extra(state: State, viewer: str) -> Args:
            of = state.active or state.seats[0]
            told = [card for card in secret(state) if f".{of}" in card or state.where.get(card, "").endswith(f".{of}")]
            return {**kernel.extra(state, viewer), "own-hand": told}

        return replace(kernel, extra=extra)

    assert any("is shown as facts" in line for line in found(game, leak))


def test_a_tag_that_is_named_is_seen() -> None:
    """A face-down card's label tells which it is: the kit asks the veil about both cards of a pair."""

    def leak(kernel: Kernel) -> Kernel:
        return replace(kernel, veil=lambda state, card: kernel.veil(state, card) and len(card) % 2 == 0)

    assert any("is told of a tag" in line for game in ("evil-101", "dc-forever") for line in found(game, leak))


@pytest.mark.parametrize("game", ("evil-101", "evil-league", "dc-forever"))
def test_a_log_line_that_names_a_hidden_card_is_seen(game: str) -> None:
    def line(command: Command, events: tuple[Event, ...]) -> tuple[str, Args]:
        return command.move, {"cards": [getattr(event, "card", "") for event in events], "by": command.card}

    kernel: Any = get_game(game)
    leaky = replace(kernel, lines={spec.name: line for spec in kernel.moves})
    told = [logs_do_not_tell(Recording(leaky, 0, each.history)) for each in examples(game)]
    assert any(told), "no log line was seen to tell"
    assert not any(logs_do_not_tell(each) for each in examples(game))
