"""In every game: a piece that was put by hand lies there, nothing is lost, and the match can go on."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.put import lies_at
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.showing import words
from lairkeeper.core.state import State
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.checks import cards_conserved, same
from lairkeeper.kit.driver import play_match, viewers
from lairkeeper.kit.secrecy import logs_do_not_tell

from ..fresh import SEED, some
from .edits import Chance, straight

LEVELS = [(game.id, level) for game in all_games().values() for level in game.levels]
PLAIN = "score"
"""The level at which a piece seldom has two places."""


def pieces(state: State) -> list[str]:
    return [*state.where, *(card for pool in state.pools.values() for card in pool.contents)]


def moved(history: History, rng: Random) -> Command | None:
    """Return a move by hand that is possible; None when no piece of some may go anywhere."""
    found = pieces(history.state)
    for card in rng.sample(found, min(30, len(found))):
        places = history.game.puts(history.state, card)
        if places:
            return Command(move="put", card=card, target=rng.choice(places), option="it lay there")
    return None


def onward_to_a_move(history: History, chance: Chance, rng: Random) -> Command | None:
    """Go on until something can be put somewhere: in a draft nothing has a second place yet."""
    for _ in range(300):
        command = moved(history, rng)
        following = None if command is not None else chance.command(history.state)
        if following is None:
            return command
        history.submit(following)
    return None


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_what_is_put_somewhere_lies_there_and_the_match_goes_on(id: str, level: str) -> None:
    game, rng = get_game(id), Random(f"{SEED} {id} {level} put")
    whole = play_match(game, SEED, level=level).history
    n = min(90, len(whole) - 1)
    records = whole.records[: rng.randint(n // 2, n)]
    history = History.replay(game, whole.header, records)
    assert isinstance(history, History)
    chance, tried = Chance(game, rng), 0
    first = onward_to_a_move(history, chance, rng)
    for n in range(14):
        command = first if n == 0 else moved(history, rng)
        if command is not None and not history.state.finished:
            before = history.state
            assert command.card is not None and command.target is not None
            source = lies_at(before, command.card)
            done = history.submit(command)
            tried += 1
            if isinstance(done, Refused):  # the table does not know that it lies somewhere else
                assert source is None or source != lies_at(game.as_seen(before, TABLE), command.card), command
                continue
            assert source is not None
            assert history.state.size(command.target) == before.size(command.target) + 1
            assert history.state.size(source) == before.size(source) - 1
            assert history.state.purses == before.purses
            history.undo()
            assert same(history.state, before)
            history.redo()
        following = chance.command(history.state)
        if following is not None:
            assert isinstance(history.submit(following), Accepted)
        for viewer in viewers(history.state):
            game.view(history.state, viewer)
    recording = straight(history)
    for check in (cards_conserved, logs_do_not_tell):
        assert check(recording) is None, f"seed {SEED}: {check(recording)}"
    assert tried or level == PLAIN or history.state.finished, f"seed {SEED}: nothing could be moved"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Command(move="put", card="catwoman#1", target="line-up"), "missing-argument"),
        (Command(move="put", card="catwoman#1", target="nowhere", option="so"), "no-place-for"),
        (Command(move="put", card="catwoman#1", target="main-deck", option="so"), "there-already"),
        (Command(move="put", card="joker#1", target="line-up", option="so"), "unknown-card"),
        (Command(move="put", card="vp-5", target="line-up", option="so"), "not-tracked"),
    ],
)
def test_what_cannot_be_put_there_is_refused_in_words(command: Command, code: str) -> None:
    game = get_game("forever-evil")
    history = play_match(game, 0, level="deck", ruleset={}).history
    begun = History.replay(game, history.header, history.records[:1])
    assert isinstance(begun, History)
    refused = begun.submit(command)
    assert isinstance(refused, Refused) and refused.code == code
    assert len(begun) == 1


def test_a_card_that_nobody_sees_is_not_named_in_the_log() -> None:
    game = get_game("evil-league")
    whole = play_match(game, 3, level="full").history
    history = History.replay(game, whole.header, whole.records[: len(whole) // 2])
    assert isinstance(history, History)
    card = next(card for card in history.state.zones if card.startswith("hand."))
    hidden = history.state.zone(card)[0]
    done = history.submit(Command(move="put", card=hidden, target="loot-deck", option="a slip"))
    assert isinstance(done, Accepted)
    code, args = game.log(history.last.command, history.last.events)  # type: ignore[arg-type]
    assert code == "put-unseen"
    assert hidden not in set(words(args)) and "loot" not in " ".join(words({**args, "target": ""}))
