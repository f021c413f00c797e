"""The messages of the WebSocket: JSON texts, each with its ``type``."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from .follow import LAST
from .once import KEY
from .problems import ProblemDetails
from .types import Done, MoveRequest, QuestionAnswer, QuestionText, RecordText, UndoSteps

Re: TypeAlias = Annotated[int, Meta(ge=0, le=999_999_999)]
"""The number of a message, chosen by its sender; the reply has it as ``re``."""
Key: TypeAlias = Annotated[str, Meta(pattern=KEY)]


class Greeting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="hello"):
    """The first message of a caller who cannot send the header Authorization. ``last``: the id that it saw last."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]
    last: Annotated[str, Meta(pattern=LAST)] | None = None
    language: Annotated[str, Meta(max_length=20)] | None = None


class SendMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="move"):
    """Make a move, as ``POST /match/moves``. ``key`` is what Idempotency-Key is there."""

    id: Re
    move: MoveRequest
    key: Key | None = None


class SendUndo(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="undo"):
    """Take back moves, as ``POST /match/undo``."""

    id: Re
    undo: UndoSteps
    key: Key | None = None


class SendAnswer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="answer"):
    """Answer a question, as ``POST /match/answers``."""

    id: Re
    answer: QuestionAnswer
    key: Key | None = None


class RecordTold(msgspec.Struct, frozen=True, kw_only=True, tag="record"):
    """A record has come. ``id`` says where to go on after a lost connection."""

    id: str
    record: RecordText


class MatchTold(msgspec.Struct, frozen=True, kw_only=True, tag="match"):
    """Another match is on the table, or none."""

    match: int | None
    n: int | None


class QuestionsTold(msgspec.Struct, frozen=True, kw_only=True, tag="questions"):
    """A question was asked or answered."""

    match: int
    questions: list[QuestionText]


class DoneTold(msgspec.Struct, frozen=True, kw_only=True, tag="done"):
    """The message that was answered was carried out."""

    re: Re
    done: Done


class ProblemTold(msgspec.Struct, frozen=True, kw_only=True, tag="problem"):
    """The message that was answered changed nothing; ``re`` null: the message had no number that could be read."""

    re: Re | None
    problem: ProblemDetails


FromCaller: TypeAlias = SendMove | SendUndo | SendAnswer
ToCaller: TypeAlias = RecordTold | MatchTold | QuestionsTold | DoneTold | ProblemTold
