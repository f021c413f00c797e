"""The runner of plays: each step is done through the kernel as at a table, and every expectation is checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, Protocol

from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.paths import PathError
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games import UnknownGameError, get_game
from lairkeeper.scans import PlayScanner

from .names import Names
from .playfile import Play, PlayError, PlayStep, parse


class Scanner(Protocol):
    """A scanner of taps: it explains a sighting and submits what follows."""

    def scan(self, reader: str, component: str) -> None:
        """Tap a component at a reader. Raises ``LookupError`` for no such reader."""
        ...


NewScanner = Callable[[History], Scanner]
_LONGEST: Final = 600
"""Letters of a text in a result."""


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The result of a play. On a failure ``step`` counts from 1 (0: before the first), with its line."""

    file: str
    ok: bool
    steps: int
    step: int | None = None
    line: int | None = None
    expected: Any = None
    actual: Any = None
    path: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the fields of ``lairkeeper play --json``."""
        found: dict[str, Any] = {"file": self.file, "ok": self.ok, "steps": self.steps}
        if not self.ok:
            found |= {"step": self.step, "line": self.line, "path": self.path}
            found |= {"expected": self.expected, "actual": self.actual}
        return found


class FailedStepError(Exception):
    """A step went another way than written."""

    def __init__(self, expected: Any, actual: Any, path: str | None = None) -> None:
        super().__init__(f"expected {expected!r}, got {actual!r}")
        self.expected = expected
        self.actual = actual
        self.path = path


def run_text(text: str, file: str = "play", scanner: NewScanner = PlayScanner) -> PlayResult:
    """Run one play given as TOML; a file that is no play fails before the first step."""
    try:
        play = parse(text)
    except PlayError as error:
        return PlayResult(file, False, 0, 0, error.line, "a play", str(error))
    return run_play(play, file, scanner)


def run_play(play: Play, file: str = "play", scanner: NewScanner = PlayScanner, game: Game | None = None) -> PlayResult:
    """Run one play, by the installed game unless another is given; the first failure ends it."""
    at = 0
    line = 1
    try:
        game = game or _game(play)
        names = Names(game)
        history = begin(game, names, play)
        if history is None:
            return PlayResult(file, True, 0)
        runner = Runner(history, names, scanner)
        for at, step in enumerate(play.steps, 1):  # noqa: B007
            line = step.line
            runner.step(step)
    except FailedStepError as failure:
        return PlayResult(
            file, False, len(play.steps), at, line, shown(failure.expected), shown(failure.actual), failure.path
        )
    except Exception as error:  # a bug of the game or the kernel: this play fails, the next one runs
        wrong = shown(" ".join(f"{type(error).__name__}: {error}".split()))
        return PlayResult(file, False, len(play.steps), at, line, "an answer of the game", wrong)
    return PlayResult(file, True, len(play.steps))


def history_of(play: Play, game: Game) -> History | None:
    """Return the match of a play; None when it does not go as written or is about a set-up that is refused."""
    try:
        names = Names(game)
        history = begin(game, names, play)
        if history is not None:
            runner = Runner(history, names)
            for step in play.steps:
                runner.step(step)
    except FailedStepError:
        return None
    return history


def shown(value: Any, depth: int = 12) -> Any:
    """Return a value of a play or a state as JSON that any reader can take; what is too deep becomes ``…``."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else str(value)
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[:_LONGEST]} …"
    if depth and isinstance(value, Mapping):
        return {str(key): shown(each, depth - 1) for key, each in value.items()}
    if depth and isinstance(value, list | tuple):
        return [shown(each, depth - 1) for each in value]
    return "…" if isinstance(value, Mapping | list | tuple) else str(value)


def _game(play: Play) -> Game:
    try:
        return get_game(play.game)
    except UnknownGameError as error:
        raise FailedStepError("a game that is installed", str(error)) from None


def begin(game: Game, names: Names, play: Play) -> History | None:
    """Begin the match as set up; return None when the play proves, rightly, that it cannot be."""
    header = Header(game.id, play.seats, play.level, play.ruleset, names.setup(play.setup), game.version)
    history = History.start(game, header)
    if isinstance(history, Refused):
        if play.refuse_setup == history.code:
            return None
        raise FailedStepError(f"refused: {play.refuse_setup}" if play.refuse_setup else "a match", _told(history))
    if play.refuse_setup is not None:
        raise FailedStepError(f"refused: {play.refuse_setup}", "a match")
    return history


def _told(refusal: Refused) -> str:
    """Return a refusal in one line."""
    args = ", ".join(f"{key}={value}" for key, value in refusal.args.items())
    return f"refused: {refusal.code}" + (f" ({args})" if args else "")


class Runner:
    """A running play."""

    def __init__(self, history: History, names: Names, scanner: NewScanner = PlayScanner) -> None:
        self.history = history
        self.names = names
        self._scanner = scanner(history)

    def step(self, step: PlayStep) -> None:
        """Do one step and check what must be true after it. Raises ``FailedStepError``."""
        match step.action:
            case "do":
                for each in step.value if isinstance(step.value, list) else [step.value]:
                    self._accepted(self._do(each))
            case "refuse":
                self._refuse(step.value)
            case "scan":
                for each in step.value if isinstance(step.value, list) else [step.value]:
                    self._scan(each)
            case "undo":
                self._accepted(self.history.undo(step.value))
            case "redo":
                self._accepted(self.history.redo(step.value))
        for path, expected in step.expect.items():
            self._expect(path, expected)

    def _do(self, value: Mapping[str, Any]) -> object:
        command = self._command(value)
        match command.move:
            case "undo":
                return self.history.undo(command.amount or 1, command.by)
            case "redo":
                return self.history.redo(command.amount, command.by)
        return self.history.submit(command)

    def _command(self, value: Mapping[str, Any]) -> Command:
        fields = {key: each for key, each in value.items() if key != "code"}
        if "card" in fields:
            fields["card"] = self.names.label(fields["card"])
        target = fields.get("target")
        if target is not None and target not in self.history.state.seats and self.names.is_name(target):
            fields["target"] = self.names.label(target)
        return Command(**fields)

    def _accepted(self, result: object) -> None:
        if isinstance(result, Refused):
            raise FailedStepError("accepted", _told(result))

    def _refuse(self, value: Mapping[str, Any]) -> None:
        before = self.history.state
        result = self._do(value)
        if not isinstance(result, Refused):
            events = [type(event).__name__ for event in result.events] if isinstance(result, Accepted) else []
            raise FailedStepError(f"refused: {value['code']}", f"accepted: {', '.join(events)}")
        if result.code != value["code"]:
            raise FailedStepError(f"refused: {value['code']}", _told(result))
        if self.history.state is not before:
            raise FailedStepError("nothing changed", "the state changed by a refusal")

    def _scan(self, value: Mapping[str, Any]) -> None:
        try:
            self._scanner.scan(value["reader"], self.names.label(value["component"]))
        except LookupError as error:
            raise FailedStepError("a reader", str(error)) from None

    def _expect(self, path: str, expected: Any) -> None:
        try:
            actual = self.history.game.lookup(self.history.state, path)
        except PathError as error:
            raise FailedStepError(expected, str(error), path) from None
        if not self.names.same(expected, actual):
            raise FailedStepError(expected, actual, path)
