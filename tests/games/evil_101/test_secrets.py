"""A Plot that lies face down is told to nobody: the same taps with any other Plot look the same, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.games.evil_101 import GAME
from lairkeeper.games.evil_101.simulation.full import FullMatch
from lairkeeper.table import demo_uid

from .desk import Desk

TARGETS = {"targets": ["target-1#1", "target-2#1", "target-3#1"], "handler": "Cy"}
PLOTS = tuple(f"plot-{n}#1" for n in (6, 7))
"""A Plot that matches the first Target, and one that does not."""
NOTE = {"card": "plot-7#1", "code": "no-match", "seat": "Ana", "token": "target-1#1"}


@pytest.fixture
def desks() -> Iterator[Callable[[], Desk]]:
    opened: list[Desk] = []

    def new() -> Desk:
        opened.append(Desk(setup=TARGETS))
        return opened[-1]

    yield new
    for desk in opened:
        desk.close()


def stories(desk: Desk, plot: str) -> Iterator[None]:
    """Play a stretch of a match in which a Plot comes by in every way.

    It goes up to the moment before the Plot is shown.
    """
    desk.tap(plot)  # armed, waiting for its Target
    yield
    desk.tap("target-1#1")  # placed
    yield
    desk.tap(plot)  # tapped again by mistake
    yield
    desk.tap("verb-undo#1", reader="seat-1")  # taken back, with a line to put right
    yield
    desk.tap(plot, "target-1#1", reader="seat-1")
    yield
    desk.tap("plot-4#2", "target-1#1", reader="seat-2")  # the Target is taken
    yield
    desk.tap("plot-4#2", "target-2#1", reader="seat-2")
    yield
    desk.tap(plot, reader="seat-3")  # of no use now
    yield
    desk.tap("agent-1#1", "target-1#1", reader="seat-3")
    yield


@pytest.mark.covers("e1-13", "e1-62")
def test_whatever_plot_it_is_nobody_else_is_told_anything(desks: Callable[[], Desk]) -> None:
    seen: list[list[dict[str, str]]] = []
    for plot in PLOTS:
        desk = desks()
        seen.append([desk.told() for _ in stories(desk, plot)])
        name = plot.removesuffix("#1").replace("plot-", "Plot ")
        secrets = (plot, f"{name}<", f"{name} ", name.replace("Plot", "Complot"), demo_uid(GAME.id, plot))
        for told in seen[-1]:
            assert [(what, secret) for what, text in told.items() for secret in secrets if secret in text] == []
    for n, (one, two) in enumerate(zip(*seen, strict=True)):
        for what in one:
            assert one[what] == two[what], f"step {n}: {what} tells {PLOTS[0]} from {PLOTS[1]}"


def test_the_story_moves_as_it_should(desks: Callable[[], Desk]) -> None:
    desk = desks()
    moves = []
    for _ in stories(desk, "plot-7#1"):
        command = desk.table.history.last.command
        moves.append(command.move if command is not None else desk.table.history.last.kind)
    assert moves[1] == "play"
    assert moves[4] == "play"
    assert moves[6] == "play"
    assert moves[-1] == "block"
    assert desk.table.view("Ana").extra["notes"] == (
        {"card": "plot-7#1", "code": "no-match", "seat": "Ana", "token": "target-1#1"},
    )
    assert desk.table.view("Bo").extra["notes"] == ()


@pytest.mark.covers("e1-18")
def test_at_the_reveal_everybody_is_told(desks: Callable[[], Desk]) -> None:
    desk = desks()
    for _ in stories(desk, "plot-7#1"):
        pass
    desk.tap("agent-3#1", reader="seat-3")
    view = desk.table.view()
    assert view.zones["plot.Ana"].cards == ("plot-7#1",)
    assert view.extra["notes"] == (NOTE,)


def test_a_plot_by_click_gets_the_same_answer_whether_it_matches_or_not(desks: Callable[[], Desk]) -> None:
    answers = []
    for plot in PLOTS:
        table = desks().table
        result = table.act(Command(move="play", by="Ana", card=plot, target="target-1#1"), "page")
        assert isinstance(result, Accepted)
        answers.append((result.unverified, table.log()[0].code, dict(table.log()[0].args)))
    assert all(each == answers[0] for each in answers)


def test_a_plot_that_the_app_believes_elsewhere_is_taken_without_a_word(desks: Callable[[], Desk]) -> None:
    """Refusing it would tell what lies on the other Target; so the app was wrong about that one."""
    desk = desks()
    desk.tap("plot-6#1", "target-1#1")
    desk.tap("plot-6#1", "target-2#1")
    state = desk.table.history.state
    assert state.where["plot-6#1"] == "plot.Bo"
    assert (state.size("plot.Ana"), state.size("unread.Ana"), state.size("hand.Bo")) == (0, 1, 4)
    assert desk.table.view("Ana").zones["hand.Ana"].count == 4


def test_the_simulated_evening_knows_what_must_not_be_seen() -> None:
    """The check of leaks in the demo looks for these cards; were the list empty it would prove nothing."""
    from random import Random

    evening = FullMatch(("Ana", "Bo", "Cy"), Random(1), "seats", {})
    acts = evening.acts()
    for _ in range(5):
        next(acts)
    assert evening.own()
    assert len(evening.unseen()) > 60


@pytest.mark.covers("e1-8")
def test_a_plot_waits_for_its_target_although_only_one_would_do() -> None:
    """It may lie on a wrong one, and is worth nothing there."""
    desk = Desk(level="score", setup={"handler": "Cy"})
    desk.tap("plot-20#1", reader="seat-1")
    assert desk.table.view().tokens["Ana"] == 0
    desk.tap("target-4#1", reader="seat-1")
    assert desk.table.view().tokens["Ana"] == 0
    desk.tap("plot-20#1", "target-10#1", reader="seat-1")
    assert desk.table.view().tokens["Ana"] == 6
    desk.close()
