"""A simulated evening without the firmware: its taps go straight to the senses."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.view import View
from lairkeeper.games import get_game
from lairkeeper.scans import PlayScanner
from lairkeeper.scans.question import PUT_BACK
from lairkeeper.simulation.acts import Act, Intent, ReadsView, SimulatedMatch

SEATS: Final = ("Ana", "Bo", "Cy", "Dee", "Eli")
_GHOSTS: Final = {"stranger", "phone"}
_COMMANDS: Final = (Intent.MOVE, Intent.JIGGLE)


E = TypeVar("E", bound=SimulatedMatch)


class Listening(Generic[E]):
    """A match that hears an evening's taps, and answers questions as its players mean them."""

    def __init__(self, evening: E) -> None:
        self.game = get_game(evening.header.game)
        history = History.start(self.game, evening.header)
        assert not isinstance(history, Refused), history
        self.evening = evening
        self.history = history
        self.scanner = PlayScanner(history)
        self.asked = 0
        """Questions of the app so far."""
        if isinstance(evening, ReadsView):
            evening.watch(self.view)

    def view(self) -> View:
        """Return what the open page shows."""
        return self.game.view(self.history.state, TABLE)

    def act(self, act: Act) -> int:
        """Taps and answers; how many records came of them."""
        before = len(self.history.records)
        for tap in act.taps:
            if tap.component not in _GHOSTS:
                self.scanner.scan(tap.reader, tap.component)
        for question in self.scanner.player.questions:
            self.asked += 1
            self._answer(question, act)
        return len(self.history.records) - before

    def _answer(self, question: Any, act: Act) -> None:
        wanted = dict(act.choose or {})
        for option in question.options:
            command = option.command
            meant = (
                command is not None
                and (option.first is not None) == bool(act.ends)
                and all(getattr(command, key) == wanted[key] for key in wanted)
            )
            if meant if act.intent in _COMMANDS else option.action == PUT_BACK:
                if command is not None:
                    self.scanner.player.choose(question, question.options.index(option))
                break
        else:
            raise AssertionError(f"{question} has no answer that {act} means")
        self.scanner.player.listener.used(question.rows)

    def hidden(self) -> list[str]:
        """Cards lying face down that somebody can read off a view."""
        shown = "".join(
            str(view_to_json(self.game.view(self.history.state, each))) for each in (TABLE, *self.evening.header.seats)
        )
        return [card for card in self.evening.unseen() if f"'{card}'" in shown]

    def differences(self) -> list[str]:
        """Where the app believes something else than is true, if the match ended now."""
        return self.evening.differences(self.view())

    def play(self) -> None:
        """Play the whole match; every act must have come to what it meant."""
        for n, act in enumerate(self.evening.acts()):
            assert self.act(act) == act.commands, f"act {n}: {act}, {self.history.state.prompt}"
            if n % 100 == 0:
                assert self.hidden() == []
        assert self.differences() == []
        assert self.history.state.winners == self.evening.winners()
