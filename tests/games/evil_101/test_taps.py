"""A wrong tap at level `full` is told the reason and its rule, and each way out once."""

from __future__ import annotations

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.games.evil_101 import GAME
from lairkeeper.scans import Ignored, PlayScanner

TARGETS = ["target-1#1", "target-2#1", "target-3#1"]


def scanner() -> PlayScanner:
    """Cy handles, and Ana is asked for a Plot."""
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), setup={"handler": "Cy", "targets": TARGETS}))
    assert isinstance(history, History)
    return PlayScanner(history)


def test_a_second_plot_on_a_target_is_told_why() -> None:
    taps = scanner()
    for reader, component in (("slot-1", "plot-6#1"), ("seat-2", "plot-4#1"), ("seat-2", "target-1#1")):
        taps.scan(reader, component)
    told = [each for each in taps.player.verdicts if isinstance(each, Ignored) and each.code == "refused"]
    assert [(each.args["refusal"], each.args["cite"], each.args["seat"]) for each in told] == [
        ("target-taken", "plots", "Ana")
    ]
    assert "plot-4#1" not in str(told)


def test_an_agent_that_matches_no_plot_is_asked_about_once_for_each() -> None:
    taps = scanner()
    for reader, component in (("slot-1", "plot-6#1"), ("slot-2", "plot-4#1"), ("tap", "agent-5#1")):
        taps.scan(reader, component)
    (question,) = taps.player.questions
    assert (question.refusal, question.cite) == ("agent-no-match", "agents")
    forced = [each.command.target for each in question.options if each.command is not None]
    assert forced == ["target-1#1", "target-2#1"]


def test_everybody_sees_who_handles_and_whose_plot_was_foiled() -> None:
    taps = scanner()
    for reader, component in (
        ("slot-1", "plot-6#1"),
        ("slot-2", "plot-4#1"),
        ("slot-1", "agent-1#1"),
        ("slot-2", "agent-3#1"),
    ):
        taps.scan(reader, component)
    roles = GAME.view(taps.player.history.state, "table").extra["roles"]
    assert roles == {"Cy": ("handler",), "Ana": ("foiled",)}
