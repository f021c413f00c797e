"""The plan of a season: every game at every level, the same seven people, one evening after the other."""

from __future__ import annotations

from collections import Counter

import pytest

from lairkeeper.games import all_games
from lairkeeper.simulation.auto import ok
from lairkeeper.store import Store

from .season import PEOPLE, evenings, play


@pytest.mark.parametrize("matches", [0, 1, 40])
def test_a_season_has_everything_and_the_same_seed_is_the_same(matches: int) -> None:
    planned = list(evenings(matches, 7))
    assert planned == list(evenings(matches, 7)) and len(planned) == matches
    times = [at for _, _, at in planned]
    assert times == sorted(times) and len(set(times)) == matches
    for case, names, _ in planned:
        assert len(set(names)) == case.players and set(names) <= set(PEOPLE)
    if matches == 40:
        levels = Counter((case.game, case.level) for case, _, _ in planned)
        assert set(levels) == {(game.id, level) for game in all_games().values() for level in game.levels}
        assert {name for _, names, _ in planned for name in names} == set(PEOPLE)


@pytest.mark.chain
@pytest.mark.soak
def test_two_evenings_through_the_chain() -> None:
    with Store.open() as store:
        reports = list(play(store, 2, 7))
        assert all(ok(report) for report in reports)
        first, second = (store.matches.get(n) for n in (1, 2))
        assert first.finished_at is not None and second.started_at > first.finished_at
        assert set(first.header["seats"]) <= set(PEOPLE)
