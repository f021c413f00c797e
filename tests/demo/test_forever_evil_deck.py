"""The simulated table at level ``deck``, without the firmware: its taps go straight to the senses."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.demo.acts import Act, Intent
from lairkeeper.demo.forever_evil_deck import DeckEvening, Player
from lairkeeper.games.forever_evil import GAME
from lairkeeper.sense import PlayScanner
from lairkeeper.sense.question import PUT_BACK

SEATS = ("Ana", "Bo", "Cy", "Dee", "Eli")
GHOSTS = {"stranger", "phone"}


def evening_of(seed: int, players: int, layout: str = "seats") -> DeckEvening:
    return DeckEvening(SEATS[:players], Random(seed), layout, {})


class Listening:
    """A match that hears an evening's taps, and answers questions as its players mean them."""

    def __init__(self, evening: DeckEvening) -> None:
        history = History.start(GAME, evening.header)
        assert not isinstance(history, Refused)
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
            wanted = act.choose or {}
            option = next(
                each
                for each in question.options
                if (
                    each.command is not None and all(getattr(each.command, key) == wanted[key] for key in wanted)
                    if act.intent is Intent.MOVE
                    else each.action == PUT_BACK
                )
            )
            if option.command is not None:
                assert not isinstance(self.history.submit(option.command), Refused)
            self.scanner.player.listener.used(question.rows)
        return len(self.history.records) - before

    def hidden(self) -> list[str]:
        """Cards lying face down that somebody can read off a view."""
        shown = "".join(
            str(view_to_json(GAME.view(self.history.state, each))) for each in (TABLE, *self.evening.header.seats)
        )
        return [card for card in self.evening.unseen() if f"'{card}'" in shown]


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (4, 5)])
@pytest.mark.parametrize("layout", ["tap", "seats"])
def test_what_was_tapped_is_what_is_known(seed: int, players: int, layout: str) -> None:
    match = Listening(evening_of(seed, players, layout))
    for n, act in enumerate(match.evening.acts()):
        came = match.act(act)
        assert came == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"act {n}: {act}"
        if n % 40 == 0:
            assert match.hidden() == []
    assert match.evening.differences(GAME.view(match.history.state, TABLE)) == []
    assert match.history.state.winners == match.evening.winners()


def test_a_missed_tap_makes_a_difference() -> None:
    match = Listening(evening_of(6, 3))
    for act in match.evening.acts():
        if act.taps[-1].component.startswith("weakness#"):
            break
        match.act(act)
        assert not [each for each in match.evening.differences(GAME.view(match.history.state, TABLE)) if "weak" in each]
    told = match.evening.differences(GAME.view(match.history.state, TABLE))
    assert any(each.startswith("weaknesses: table 19, app 20") for each in told)
    assert any(each.startswith("deck.") and each.endswith("weakness") for each in told)


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = ([act for act, _ in zip(evening_of(9, 3).acts(), range(60), strict=False)] for _ in range(2))
    assert one == other


def test_a_player_draws_through_the_discard_pile() -> None:
    player = Player(0, Random(1))
    assert (len(player.hand), len(player.deck)) == (5, 5)
    player.discard, player.hand = player.hand, []
    player.draw(7)
    assert (len(player.hand), len(player.deck), len(player.discard)) == (7, 3, 0)
    assert len(set(player.cards)) == 10
