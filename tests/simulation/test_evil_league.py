"""The simulated Evil League without the firmware: its taps go straight to the senses."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.games import get_game
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.simulation.full import FullMatch
from lairkeeper.games.evil_league.simulation.score import ScoreMatch
from lairkeeper.scans import PlayScanner
from lairkeeper.scans.question import PUT_BACK
from lairkeeper.simulation.acts import Act, Intent
from lairkeeper.simulation.acts import SimulatedMatch as Simulated
from lairkeeper.simulation.auto import DemoError, simulated_match_of

SEATS = ("Ana", "Bo", "Cy", "Dee", "Eli")
SIMULATED_MATCHES = [(1, 3, "tap"), (2, 4, "seats"), (3, 5, "table"), (4, 4, "tap")]
GHOSTS = {"stranger", "phone"}


class Listening:
    """A match that hears an evening's taps, and answers questions as its players mean them."""

    def __init__(self, evening: Simulated) -> None:
        self.game = get_game(evening.header.game)
        history = History.start(self.game, evening.header)
        assert not isinstance(history, Refused), history
        self.evening = evening
        self.history = history
        self.scanner = PlayScanner(history)

    def act(self, act: Act) -> int:
        """Taps and answers; how many records came of them."""
        before = len(self.history.records)
        for tap in act.taps:
            if tap.component not in GHOSTS:
                self.scanner.scan(tap.reader, tap.component)
        for question in self.scanner.player.questions:
            option = next(
                each
                for each in question.options
                if (
                    each.command is not None
                    and all(getattr(each.command, key) == value for key, value in (act.choose or {}).items())
                    if act.intent in (Intent.MOVE, Intent.JIGGLE)
                    else each.action == PUT_BACK
                )
            )
            if option.command is not None:
                assert not isinstance(self.history.submit(option.command), Refused)
            self.scanner.player.listener.used(question.rows)
        return len(self.history.records) - before

    def leaks(self) -> list[str]:
        """Cards lying face down, or in another's hand, that somebody can read off a view."""
        found = []
        for viewer in (TABLE, *self.evening.header.seats):
            hidden = self.evening.unseen().union(*(own for s, own in self.evening.own().items() if s != viewer))
            shown = str(view_to_json(self.game.view(self.history.state, viewer)))
            found += [f"{viewer}: {card}" for card in hidden if f"'{card}'" in shown]
        return found


@pytest.mark.parametrize(
    ("seed", "players", "layout"), [(1, 3, "tap"), (2, 4, "seats"), (3, 5, "table"), (4, 4, "tap")]
)
@pytest.mark.parametrize("evening", [ScoreMatch, FullMatch])
def test_what_was_tapped_is_what_is_known(
    evening: type[ScoreMatch | FullMatch], seed: int, players: int, layout: str
) -> None:
    match = Listening(evening(SEATS[:players], Random(seed), layout, {}))
    for n, act in enumerate(match.evening.acts()):
        came = match.act(act)
        assert came == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"act {n}: {act}"
        if n % 25 == 0:
            assert match.leaks() == []
    assert match.evening.differences(GAME.view(match.history.state, TABLE)) == []
    assert match.history.state.winners == match.evening.winners()
    assert match.history.state.finished


def test_a_missed_tap_makes_a_difference() -> None:
    match = Listening(FullMatch(SEATS[:3], Random(6), "tap", {}))
    for act in match.evening.acts():
        if act.taps[-1].component.startswith("part-"):
            break
        match.act(act)
    told = match.evening.differences(GAME.view(match.history.state, TABLE))
    assert any(each.startswith("bag: table 59, app 60") for each in told)


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = (
        [act for act, _ in zip(FullMatch(SEATS[:3], Random(9), "seats", {}).acts(), range(60), strict=False)]
        for _ in range(2)
    )
    assert one == other


def test_house_rules_that_nobody_here_knows_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FullMatch, "house_rules", frozenset(), raising=False)
    with pytest.raises(DemoError, match="nobody simulates evil-league with passing=true yet"):
        simulated_match_of("evil-league", 3, 1, "full", "tap", {"passing": True})
