"""Simulated players at the virtual table: real scans at a speed one can follow, a break for whoever taps between."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.games import all_games
from lairkeeper.scans.question import AGREE
from lairkeeper.simulation.live import SPEED, LivePlay, Speed
from lairkeeper.simulation.readers import readers_of
from lairkeeper.table import Hub, LiveError, LiveState, Question, Table
from lairkeeper.table.virtual import PHONE
from tests.fresh import SEED
from tests.table.test_virtual import GAME, begin, running, uid, until

pytestmark = pytest.mark.chain
LEVELS = [(game.id, level) for game in all_games().values() for level in game.levels]


WHOLE_S = 2.0
"""Seconds after a tap in which the command of a whole sentence has come."""


def players(hub: Hub, seed: int) -> LivePlay:
    assert hub.virtual is not None
    hub.virtual.players = made = LivePlay(hub, seed=seed, speed="fast")
    return made


def played(hub: Hub) -> int:
    """Return how many commands have come in the match on the table."""
    assert hub.table is not None
    return len(hub.table.history) - 1


async def test_they_play_by_scans_and_wait_for_whoever_acts_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SPEED, "slow", Speed(0.2, 0.5))  # type: ignore[arg-type]
    async with running() as hub:
        assert hub.virtual is not None
        mine = begin(hub)
        watched = players(hub, SEED)
        hub.virtual.place("seat-1", uid("vp-1#1"))
        watched.begin()
        await until(lambda: hub.table is not mine)
        table = hub.table
        assert isinstance(table, Table) and table.match != mine.match
        assert (table.game.id, table.header.seats, table.header.level) == (GAME, ("Ana", "Bo"), "score")
        await until(lambda: played(hub) >= 2)
        assert {line.zone for line in table.log()[:-1]} <= {"tap", "seat-1", "seat-2"}, "scans, no clicks"
        watched.pause()
        await until(lambda: not watched._acting)
        assert isinstance(table.act(Command(move="gain", by="Bo", card="vp-5#1"), "page"), Accepted)
        with pytest.raises(LiveError, match="other-way"):
            watched.go_on()
        table.undo()
        before = played(hub)
        watched.go_on()
        await until(lambda: played(hub) > before)
        watched.set_speed("slow")
        hub.virtual.tap("tap", PHONE)
        await until(lambda: watched.state is LiveState.DISTURBED)
        before = played(hub)
        watched.go_on()
        await until(lambda: played(hub) > before)
        await until(lambda: not watched._acting)
        assert isinstance(table.act(Command(move="gain", by="Bo", card="vp-5#1"), "page"), Accepted)
        await until(lambda: watched.state is LiveState.DISTURBED)
        with pytest.raises(LiveError, match="other-way"):
            watched.go_on()
        table.undo()
        watched.set_speed("fast")
        before = played(hub)
        watched.step()
        await until(lambda: played(hub) > before)
        assert watched.state is LiveState.PAUSED
        watched.stop()
        assert watched.state is LiveState.IDLE
        assert not any_lies(hub)


def commands(table: Table) -> list[Command | None]:
    """Return the commands that count."""
    return [record.command for record in table.history.live[1:]]


def take_back(table: Table) -> None:
    """Undo one command; whoever else is asked agrees."""
    asked = table.undo()
    if isinstance(asked, Question):
        with_leave = next(n for n, option in enumerate(asked.options) if option.action == AGREE)
        assert isinstance(table.answer(asked.id, with_leave, "page"), Accepted)


def once_at(watched: LivePlay, hand: str, do: Callable[[], Awaitable[bool]]) -> None:
    """Do something once in the middle of an act: right before a hand of the players moves.

    When ``do`` returns False, it is done before the next move instead.
    """
    original = getattr(watched, hand)

    async def moved(*args: object) -> None:
        if await do():
            setattr(watched, hand, original)
        await original(*args)

    setattr(watched, hand, moved)


@pytest.mark.parametrize(("hand", "seed"), [("_lay", SEED), ("_take", SEED), ("_take", 568782923)])
async def test_they_wait_when_somebody_acts_in_the_middle_of_an_act(hand: str, seed: int) -> None:
    """Seed 568782923: an act of two taps, which has no command yet when the first of them is taken away."""
    mine = Command(move="gain", by="Bo", card="vp-5#1")
    async with running() as hub:
        begin(hub)
        watched = players(hub, seed)
        watched.begin()
        await until(lambda: watched._thread is not None and played(hub) >= 1)
        watched.pause()
        await until(lambda: not watched._acting)
        table = hub.table
        assert isinstance(table, Table)
        before = commands(table)

        async def act() -> bool:
            # An act of several taps has its command at the last of them.
            if hand == "_take":
                with contextlib.suppress(TimeoutError):
                    await until(lambda: len(commands(table)) > len(before), WHOLE_S)
                if len(commands(table)) == len(before):
                    return False
            assert isinstance(table.act(mine, "page"), Accepted)
            return True

        once_at(watched, hand, act)
        watched.step()
        await until(lambda: watched.state is LiveState.DISTURBED)
        (theirs,) = [command for command in commands(table)[len(before) :] if command != mine]
        with pytest.raises(LiveError, match="other-way"):
            watched.go_on()
        for _ in range(2 if hand == "_lay" else 1):
            take_back(table)
        watched.go_on()
        thread = watched._thread
        assert thread is not None and (thread.begun is None) == (hand == "_take"), "done again only when it was undone"
        await until(lambda: len(commands(table)) > len(before) + 1)
        assert commands(table)[len(before)] == theirs
        watched.stop()


async def test_what_they_cannot_follow_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running() as hub:
        begin(hub)
        watched = players(hub, SEED)
        watched.begin()
        await until(lambda: watched._thread is not None and played(hub) >= 1)
        watched.pause()
        await until(lambda: not watched._acting)
        theirs = hub.table
        assert isinstance(theirs, Table)
        with monkeypatch.context() as patch:
            patch.setattr(Table, "question", property(lambda self: object()))
            with pytest.raises(LiveError, match="question"):
                watched.go_on()
        begin(hub)
        with pytest.raises(LiveError, match="other-match"):
            watched.go_on()
        hub.match.resume(theirs.match)
        before = played(hub)
        watched.go_on()
        await until(lambda: played(hub) > before)
        watched.stop()


async def test_another_match_in_the_middle_of_an_act_gets_none_of_its_taps() -> None:
    async with running() as hub:
        begin(hub)
        watched = players(hub, SEED)
        watched.begin()
        await until(lambda: watched._thread is not None and played(hub) >= 1)

        async def another() -> bool:
            begin(hub)
            return True

        once_at(watched, "_reach", another)
        await until(lambda: watched.state is LiveState.DISTURBED)
        with pytest.raises(LiveError, match="other-match"):
            watched.go_on()
        assert played(hub) == 0


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("game", "level"), [(each.id, level) for each in all_games().values() for level in each.levels]
)
async def test_a_whole_match_comes_to_its_end(game: str, level: str) -> None:
    """As quickly as the board reads tags, for four people: so many can play each game."""
    async with running(readers=readers_of("seats", 4)) as hub:
        hub.enrol_demo_set(game)
        assert isinstance(hub.start(game, ("Ana", "Bo", "Cy", "Dee"), level=level, proxy=True), Table)
        watched = players(hub, SEED)
        watched.begin()
        await until(lambda: watched.state is not LiveState.PLAYING, 3000)
        assert watched.state is LiveState.ENDED, f"seed {SEED}"
        assert hub.table is not None and hub.table.view().finished


def any_lies(hub: Hub) -> bool:
    assert hub.virtual is not None
    return any(hub.virtual.tags().values())
