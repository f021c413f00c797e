"""The simulated table at level ``full``, without the firmware: two independent accounts of every card must agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.demo.acts import Act, Intent
from lairkeeper.demo.forever_evil_full import FullEvening
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.sense import PlayScanner
from lairkeeper.sense.question import PUT_BACK

SEATS = ("Ana", "Bo", "Cy", "Dee", "Eli")
GHOSTS = {"stranger", "phone"}
COMMANDS = (Intent.MOVE, Intent.JIGGLE)


class Listening:
    """A match that hears an evening's taps, and answers questions as its players mean them."""

    def __init__(self, evening: FullEvening) -> None:
        history = History.start(GAME, evening.header)
        assert not isinstance(history, Refused), history
        self.evening = evening
        self.history = history
        self.scanner = PlayScanner(history)
        evening.watch(lambda: GAME.view(history.state, TABLE))

    def act(self, act: Act) -> int:
        """Taps and answers; how many records came of them."""
        before = len(self.history.records)
        for tap in act.taps:
            if tap.component not in GHOSTS:
                self.scanner.scan(tap.reader, tap.component)
        for question in self.scanner.player.questions:
            self._answer(question, act)
        return len(self.history.records) - before

    def _answer(self, question: Any, act: Act) -> None:
        wanted = dict(act.choose or {})
        for option in question.options:
            command = option.command
            meant = command is not None and all(getattr(command, key) == wanted[key] for key in wanted)
            if meant if act.intent in COMMANDS else option.action == PUT_BACK:
                if command is not None:
                    assert not isinstance(self.history.submit(command), Refused)
                break
        else:
            raise AssertionError(f"{question} has no answer that {act} means")
        self.scanner.player.listener.used(question.rows)

    def hidden(self) -> list[str]:
        """Cards lying face down that somebody can read off a view."""
        shown = "".join(
            str(view_to_json(GAME.view(self.history.state, each))) for each in (TABLE, *self.evening.header.seats)
        )
        return [card for card in self.evening.unseen() if f"'{card}'" in shown]


def played(seed: int, players: int, layout: str, ruleset: dict[str, Any] | None = None) -> Listening:
    """A whole match; every act must have come to what it meant."""
    match = Listening(FullEvening(SEATS[:players], Random(seed), layout, ruleset or {}))
    for n, act in enumerate(match.evening.acts()):
        assert match.act(act) == (act.intent in COMMANDS), f"act {n}: {act}, {match.history.state.prompt}"
        if n % 100 == 0:
            assert match.hidden() == []
    assert match.evening.differences(GAME.view(match.history.state, TABLE)) == []
    assert match.history.state.winners == match.evening.winners()
    return match


@pytest.mark.parametrize(("seed", "players", "layout"), [(8, 2, "tap"), (4, 3, "seats")])
def test_what_the_cards_did_is_what_is_known(seed: int, players: int, layout: str) -> None:
    match = played(seed, players, layout)
    assert len(match.evening.used) > 40


@pytest.mark.soak
def test_every_card_is_used_over_the_seeds() -> None:
    used: set[str] = set()
    for seed in range(24):
        used |= played(seed, 2 + seed % 4, ("tap", "seats", "table")[seed % 3]).evening.used
    for facts in CATALOG.kinds.values():
        if facts.in_deck:
            assert facts.kind in used, f"nobody has played {facts.kind}"
        if facts.defense:
            assert f"{facts.kind} defends" in used
        if facts.attack:
            assert f"{facts.kind} hits" in used
        if facts.when_destroyed:
            assert f"{facts.kind} destroyed" in used
        if facts.weaknesses:
            assert f"{facts.kind} appears" in used
