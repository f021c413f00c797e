"""The verdicts on scans. Each verdict names the rows that it uses up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from lairkeeper.core.command import Command
from lairkeeper.scans.question import Question
from lairkeeper.scans.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Submit:
    """One legal reading: these commands, in this order, as one."""

    commands: tuple[Command, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last command, or the last ``n``."""

    rows: tuple[int, ...]
    n: int = 1


@dataclass(frozen=True, slots=True)
class Tick:
    """A piece was put where line ``line`` of the list says. That is all: it never counts as a move as well."""

    line: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnswerChosen:
    """A token chose an option of an open question."""

    question: int
    option: int
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AskTable:
    """Several readings, or a forbidden one: the players decide. The rows stay with the question."""

    question: Question

    @property
    def rows(self) -> tuple[int, ...]:
        """Return the rows that stay with the question."""
        return self.question.rows


@dataclass(frozen=True, slots=True)
class Ignored:
    """No effect; text ``scan.<code>``. ``refused``: somebody wanted something, and must hear that it did not happen."""

    code: str
    rows: tuple[int, ...]
    args: Mapping[str, Any] = field(default_factory=dict)
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Incomplete:
    """Not a whole sentence yet. At ``until`` it will be judged as it is.

    ``shown`` is the end that players are shown, where that is earlier.
    """

    until: float
    sentence: Sentence | None = None
    shown: float | None = None


ScanVerdict: TypeAlias = Submit | Undo | Tick | AnswerChosen | AskTable | Ignored | Incomplete
