"""A match whose past was edited, looked at afterwards: every position is as it counts now, not as it was once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from lairkeeper.core.editing import EditDraft, EditPlan, plan_of
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.driver import play_match
from lairkeeper.statistics.summary import DONE, facts_of
from lairkeeper.table import Hub
from lairkeeper.table.log import line_of
from tests.fresh import SEED
from tests.games.edits import Chance, straight
from tests.web.season import keep
from tests.web.situations import hub_of

BEGAN = 1_700_000_000.0


@pytest.fixture
def hub() -> Iterator[Hub]:
    hub = hub_of()
    yield hub
    hub.store.close()


def edited(game: str) -> History:
    """Return a match by chance with edits in its middle, and some moves after the last one."""
    rules, rng = all_games()[game], Random(f"{SEED} {game}")
    whole = play_match(rules, rng.randrange(10**6), level=rules.levels[-1], players=3, ruleset={}).history
    history = History.replay(rules, whole.header, whole.records[: rng.randint(120, max(121, len(whole) // 2))])
    assert isinstance(history, History)
    chance = Chance(rules, rng)
    for _ in range(3):
        chance.edit(history)
        for _ in range(rng.randrange(6)):
            command = chance.command(history.state)
            if command is not None:
                history.submit(command)
    return history


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_position_is_as_it_counts_now(hub: Hub, game: str) -> None:
    history = edited(game)
    plain, rng = straight(history), Random(SEED)
    match = keep(hub.store, history, BEGAN)
    played = hub.replays.open(match)
    last = len(history.valid) - 1
    assert played.index.last == last
    near = [at for at, n in enumerate(played.index.valid) if abs(n - played.index.edited) < 4]
    for at in {0, last, *near, *(rng.randint(0, last) for _ in range(12))}:
        then, shown = plain.states[at], played.at(at).history.state
        assert (shown.zones, shown.turn) == (then.zones, then.turn), f"seed {SEED}, position {at}"
        assert played.game.score(shown, TABLE) == history.game.score(then, TABLE)
    lines = played.lines(0, last)
    assert [each.line for each in lines] == [line_of(history.game, record) for record in history.valid]


@pytest.mark.parametrize("game", sorted(all_games()))
def test_it_is_played_on_from_what_counts(hub: Hub, game: str) -> None:
    history = edited(game)
    plain = straight(history)
    match = keep(hub.store, history, BEGAN)
    at = Random(SEED).randrange(1, len(history.valid) - 1)
    if plain.states[at].finished:
        at = 1
    table = hub.match.play_on(match, history.valid[at].n)
    assert table.history.state.zones == plain.states[at].zones, f"seed {SEED}, position {at}"
    assert table.history.state.turn == plain.states[at].turn


def with_cards() -> tuple[History, list[Record]]:
    """Return a match by chance in which somebody gained a card, and these records."""
    rules, rng = get_game("forever-evil"), Random(SEED)
    while True:
        found = play_match(rules, rng.randrange(10**6), level="full", players=3, ruleset={}).history
        gained = [record for record in found.valid if line_of(rules, record)[0] in DONE]
        if found.state.finished and gained:
            return found, gained


def test_favourites_are_counted_of_what_counts(hub: Hub) -> None:
    history, gained = with_cards()
    for record in gained:
        plan = plan_of(history, EditDraft(record.n, None, drop_rest=True))
        if isinstance(plan, EditPlan) and plan.after.finished:
            history.edit(plan.edit, plan.after)
    kept, plain = (
        facts_of(hub.store, keep(hub.store, each, BEGAN), get_game) for each in (history, straight(history).history)
    )
    assert kept.seats, "the match has ended"
    assert [seat.cards for seat in kept.seats] == [seat.cards for seat in plain.seats], f"seed {SEED}"
