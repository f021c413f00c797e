"""In every game, at every level: any edit of the past leaves a match that could have been played."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from lairkeeper.core.codec import record_from_json, record_to_json
from lairkeeper.core.editing import DROP, EditDraft, EditPlan, EditRefusal, plan_of
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.quick import replace as changed
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import State
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.checks import same
from lairkeeper.kit.driver import play_match

from ..fresh import SEED, some
from .edits import Chance, bare, wrong

LEVELS = [(game.id, level) for game in all_games().values() for level in game.levels]
LONGEST = 120


def played(game: Game, level: str, seed: int, share: float = 1.0) -> History:
    """Return a match in the middle, from its log; a long one would only take longer."""
    whole = play_match(game, seed, level=level).history
    records = whole.records[: max(3, min(LONGEST, round(share * len(whole))))]
    history = History.replay(game, whole.header, records)
    assert isinstance(history, History)
    return history


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_after_any_edits_the_match_could_have_been_played_so(id: str, level: str) -> None:
    rng = Random(f"{SEED} {id} {level}")
    game = get_game(id)
    history, chance = played(game, level, SEED, rng.random()), Chance(game, rng)
    made = steps = 0
    while steps < 8 or (not made and steps < 80):  # a short match has little that can be edited
        steps += 1
        mood = rng.random()
        if mood < 0.15:
            history.undo(rng.randint(1, 3))
        elif mood < 0.3:
            history.redo()
        elif mood < 0.45 and (command := chance.command(history.state)) is not None:
            assert isinstance(history.submit(command), Accepted)
        else:
            made += chance.edit(history) is not None
        complaint = wrong(history)
        assert complaint is None, f"seed {SEED}: {complaint}"
    assert made, f"seed {SEED}: no edit was made"


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_what_is_removed_and_put_back_is_as_it_was(id: str, level: str) -> None:
    rng = Random(f"{SEED} {id} {level} back")
    history = played(get_game(id), level, SEED + 1)
    before = history.state
    record = rng.choice(history.valid[1:][-30:])
    removed = plan_of(history, EditDraft(record.n, None, drop_rest=True))
    assert isinstance(removed, EditPlan)
    history.edit(removed.edit, removed.after)
    assert not history.counts(record.n)
    gone = {each.n: each.command for each in removed.gone}
    for n, command in sorted(gone.items()):
        plan = plan_of(history, EditDraft(n, command, drop_rest=True))
        if isinstance(plan, EditPlan):
            history.edit(plan.edit, plan.after)
    if len(gone) == 1 and not alike(history.state, before):
        pytest.fail(f"seed {SEED}: {record.n} {record.command}")
    while history.live[-1].edit is not None:
        history.undo()
    assert same(history.state, before), f"seed {SEED}"


def alike(one: State, other: State) -> bool:
    """Return True when two states are equal but for the numbers of steps and questions."""

    def bared(state: State) -> State:
        order = {frame.id: -at for at, frame in enumerate(state.frames, 1)}
        frames = tuple(
            changed(
                frame,
                id=0,
                data={name: order.get(value, value) if value else value for name, value in frame.data.items()}
                if all(not isinstance(value, dict | list | tuple) for value in frame.data.values())
                else frame.data,
                prompt=frame.prompt and changed(frame.prompt, id=0),
            )
            for frame in state.frames
        )
        return state._replace(frames=frames, next_id=0)

    return bared(one) == bared(other)


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_correcting_into_the_same_changes_nothing(id: str, level: str) -> None:
    history = played(get_game(id), level, SEED + 2)
    for record in Random(SEED).sample(history.valid[1:], min(4, len(history.valid) - 1)):
        plan = plan_of(history, EditDraft(record.n, record.command))
        assert isinstance(plan, Refused), f"seed {SEED}: {record.n} {record.command}"
        assert plan.code == EditRefusal.NOTHING_CHANGES


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_an_edit_of_the_last_command_is_an_undo_and_another_one(id: str, level: str) -> None:
    game, rng = get_game(id), Random(f"{SEED} {id} {level} last")
    history = played(game, level, SEED + 3, 0.7)
    again = History.replay(game, history.header, history.records)
    assert isinstance(again, History)
    last = history.valid[-1]
    if history.last.n != last.n:
        return
    again.undo()
    command = Chance(game, rng).command(again.state)
    assert command is not None
    plan = plan_of(history, EditDraft(last.n, command))
    if isinstance(plan, Refused):
        assert plan.code == EditRefusal.NOTHING_CHANGES
        return
    history.edit(plan.edit, plan.after)
    assert isinstance(again.submit(command), Accepted)
    assert history.state == again.state
    assert bare(history.valid) == bare(again.valid)


@pytest.mark.parametrize(("id", "level"), some(LEVELS, 4))
def test_an_edit_is_one_line_that_is_read_as_it_was_written(id: str, level: str) -> None:
    game = get_game(id)
    history, chance = played(game, level, SEED + 4, 0.5), Chance(game, Random(SEED))
    while chance.edit(history) is None:
        pass
    line = json.loads(json.dumps(record_to_json(history.last)))
    assert line["format"] == 2
    assert record_from_json(line) == history.last


def test_each_decision_stays_when_the_match_goes_on() -> None:
    game = get_game("forever-evil")
    history, chance = played(game, "full", SEED + 5), Chance(game, Random(SEED))
    draft = EditDraft(history.valid[len(history.valid) // 2].n, None)
    while isinstance(plan := plan_of(history, draft), EditPlan) and plan.misfit is not None:
        draft = draft.deciding(plan.misfit.record.n, DROP)
        command = chance.command(history.state)
        if command is not None:
            history.submit(command)
    assert isinstance(plan, EditPlan)
    assert {each.n for each in plan.gone} >= {draft.of, *draft.choices}
    assert replace(draft, choices={}) == EditDraft(draft.of, None)
