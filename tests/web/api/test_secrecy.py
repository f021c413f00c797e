"""The API says nothing that depends on what its caller must not know, and a leak that is planted is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import Recording, play_match
from lairkeeper.kit.play import history_of
from lairkeeper.kit.plays import read_plays
from lairkeeper.kit.worlds import worlds
from lairkeeper.table import Table
from lairkeeper.web.api import match, records

from ...fresh import SEED, some
from .posed import Posed

GAMES = sorted(all_games())
FEW = 4
"""Positions of a match that are looked at."""


@contextmanager
def posed(recording: Recording) -> Iterator[Posed]:
    with pytest.MonkeyPatch.context() as patch:
        found = Posed(recording, patch)
        try:
            yield found
        finally:
            found.close()


def whole(game: str, seed: int) -> Recording:
    """Return a whole match by chance, at a level that follows cards."""
    kernel = get_game(game)
    return play_match(kernel, seed, level=Random(seed).choice(kernel.levels[1:] or kernel.levels))


def hiding(game: str) -> Iterator[Recording]:
    """Yield matches of plays in which something is hidden: there the app knows hands."""
    kernel: Any = get_game(game)
    for play in read_plays(kernel).values():
        history = history_of(play, kernel) if play.refuse_setup is None else None
        if history is None:
            continue
        recording = Recording(kernel, 0, history)
        viewers = (TABLE, *history.state.seats)
        if any(next(worlds(kernel, history.state, each, Random(0)), None) for each in viewers):
            yield recording


def leaks_of(recording: Recording, positions: int, seed: int) -> list[str]:
    with posed(recording) as found:
        told = found.told_by_records()
        return [*found.differences(positions, Random(seed)), *([told] if told else [])]


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_a_whole_match_keeps_its_secrets(game: str) -> None:
    assert leaks_of(whole(game, SEED), FEW, SEED) == [], f"seed {SEED}"


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_known_hands_stay_with_their_players(game: str) -> None:
    recordings = [recording for recording, _ in zip(hiding(game), range(20), strict=False)]
    for recording in Random(SEED).sample(recordings, 2):
        assert leaks_of(recording, 2, SEED) == [], f"seed {SEED}"


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_each_caller_gets_its_own_view(game: str) -> None:
    recording = whole(game, SEED)
    with posed(recording) as found:
        for at in Random(SEED).sample(range(len(recording.states)), FEW):
            state = recording.states[at]
            for name, viewer, program in found.callers():
                told, view = found.said(program, state)["/match"], recording.game.view(state, viewer)
                assert told["viewer"] == viewer, name
                assert {path: (each["count"], each["cards"]) for path, each in told["places"].items()} == {
                    path: (each.count, None if each.cards is None else list(each.cards))
                    for path, each in view.zones.items()
                }, f"seed {SEED}"
                asked = view.prompt.options if view.prompt is not None and not view.finished else ()
                options = told["prompt"]["options"] if told["prompt"] is not None else []
                assert [(each["code"], each["command"]["by"]) for each in options] == [
                    (each.code, each.command.by) for each in asked
                ], f"seed {SEED}"


def test_a_sealed_choice_is_offered_to_its_player_alone() -> None:
    """Find the first play in which a player has answers that the table has not."""
    for game in GAMES:
        for recording in hiding(game):
            state, views = recording.history.state, recording.game.view
            secret = {seat: views(state, seat).prompt != views(state, TABLE).prompt for seat in state.seats}
            if any(secret.values()):
                with posed(recording) as found:
                    for name, viewer, program in found.callers():
                        told = found.said(program, state)["/match"]["prompt"]
                        mine = views(state, viewer).prompt
                        assert mine is not None and told is not None
                        assert [each["command"]["card"] for each in told["options"]] == [
                            each.command.card for each in mine.options
                        ], name
                return
    raise AssertionError("no play has a choice of one player alone")


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_every_position_of_whole_matches_keeps_its_secrets(game: str) -> None:
    for n in range(5):
        assert leaks_of(whole(game, SEED + n), 10_000, SEED + n) == [], f"seed {SEED + n}"
    for recording in hiding(game):
        assert leaks_of(recording, 10_000, SEED) == [], f"seed {SEED}"


def cards_of_all(table: Table) -> list[str]:
    state = table.history.state
    return sorted(f"{card} {path}" for path, cards in state.zones.items() for card in cards) + sorted(
        f"{name} {card} {n}" for name, pool in state.pools.items() for card, n in pool.contents.items()
    )


def in_the_state(patch: pytest.MonkeyPatch) -> None:
    """Add a fact that is no one's to know."""
    real = match.state_of

    def leaky(table: Table, viewer: str, t: Any) -> Any:
        told = real(table, viewer, t)
        return msgspec.structs.replace(told, facts={**told.facts, "all": cards_of_all(table)})

    patch.setattr(match, "state_of", leaky)


def of_another_seat(patch: pytest.MonkeyPatch) -> None:
    """Answer each caller with the eyes of the last seat."""
    real = match.state_of
    patch.setattr(match, "state_of", lambda table, viewer, t: real(table, table.header.seats[-1], t))


def in_the_order(patch: pytest.MonkeyPatch) -> None:
    """Put the offers into an order that hidden cards decide."""
    real = Table.offers

    def leaky(self: Table, viewer: str = TABLE, naming: str | None = None) -> Any:
        found = list(real(self, viewer, naming))
        Random(str(cards_of_all(self))).shuffle(found)
        return tuple(found)

    patch.setattr(Table, "offers", leaky)


LEAKS = {"state": in_the_state, "seat": of_another_seat, "order": in_the_order}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_seen(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant: Callable[[pytest.MonkeyPatch], None] = LEAKS[leak]
    recordings = [recording for recording, _ in zip(hiding("evil-101"), range(8), strict=False)]
    plant(monkeypatch)
    assert any("depends on hidden cards" in line for each in recordings for line in leaks_of(each, 2, 7))


def test_a_record_that_names_its_card_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    recordings = [recording for recording, _ in zip(hiding("evil-101"), range(6), strict=False)]
    real = records.record_of
    for each in recordings:
        with posed(each) as found, monkeypatch.context() as patch:
            commands = {n: each.history.record(n).command for n in range(len(each.history))}

            def leaky(record: Any, commands: Any = commands) -> Any:
                command = commands[record.n]
                told = real(record)
                return msgspec.structs.replace(told, who=(command and command.card) or told.who)

            patch.setattr(records, "record_of", leaky)
            if found.told_by_records():
                return
    raise AssertionError("no record was seen to tell")
