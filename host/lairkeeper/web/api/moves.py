"""Act in the match on the table: moves, undo, redo, and answers to open questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import Seat
from lairkeeper.core.result import Accepted, Refused

from .call import Call
from .endpoint import Endpoint
from .problems import REFUSED, ApiError
from .scopes import PLAYERS, TokenScope
from .types import Done, MoveRequest, QuestionAnswer, UndoSteps

if TYPE_CHECKING:
    from lairkeeper.table import QuestionOption

WHO: Final = "api"
"""The name under which the log keeps what a token without a seat did."""
LEVEL: Final = "set-level"
"""The move that belongs to those who manage."""


def move(call: Call) -> Done:
    """Do a command; the rules judge it."""
    asked: MoveRequest = call.body
    seat = call.seat
    if asked.move == LEVEL and TokenScope.MANAGE not in call.token.scopes:
        raise ApiError("wrong-scope", {"scopes": TokenScope.MANAGE})
    _need_play(call)
    if seat is not None and asked.by != seat:
        raise ApiError("wrong-seat", {"seat": seat})
    command = Command(
        move=asked.move, by=asked.by, card=asked.card, target=asked.target, amount=asked.amount, option=asked.option,
        prompt=asked.prompt, force=asked.force,
    )  # fmt: skip
    return _done(call, call.table.act(command, _who(call)))


def undo(call: Call) -> Done:
    """Take back the last commands; a question when others must agree."""
    steps: UndoSteps = call.body
    seat, history = call.seat, call.table.history
    if seat is not None and any(record.by != seat for record in history.live[1:][-steps.n :]):
        raise ApiError("wrong-seat", {"seat": seat})
    return _done(call, call.table.undo(steps.n, _who(call)))


def redo(call: Call) -> Done:
    """Bring back what the last undo took back."""
    seat, history = call.seat, call.table.history
    if seat is not None and any(history.record(n).by != seat for n in history.redoable):
        raise ApiError("wrong-seat", {"seat": seat})
    return _done(call, call.table.redo(_who(call)))


def answer(call: Call) -> Done:
    """Answer an open question with one of its choices."""
    chosen: QuestionAnswer = call.body
    seat, table = call.seat, call.table
    asked = next((each for each in table.questions if each.id == chosen.question), None)
    if asked is None or chosen.option >= len(asked.options):
        raise ApiError("stale-question")
    if seat is not None and not _is_of(seat, asked.options[chosen.option]):
        raise ApiError("wrong-seat", {"seat": seat})
    return _done(call, table.answer(chosen.question, chosen.option, _who(call)))


def _need_play(call: Call) -> None:
    """Raise ``ApiError`` unless the token plays: one that only manages sets the level and undoes."""
    if call.body.move != LEVEL and TokenScope.PLAY not in call.token.scopes:
        raise ApiError("wrong-scope", {"scopes": TokenScope.PLAY})


def _is_of(seat: Seat, option: QuestionOption) -> bool:
    """Return True when an answer is the word or the command of this seat, and of nobody else."""
    said = option.args.get("seat")
    concerned = {each.by for each in option.commands} | ({said} if said is not None else set())
    return concerned == {seat}


def _who(call: Call) -> str:
    return call.seat or WHO


def _done(call: Call, result: Any) -> Done:
    """Return what was done. Raises ``ApiError`` (refused)."""
    if isinstance(result, Refused):
        raise ApiError(REFUSED, refusal=result)
    table = call.table
    return Done(
        match=table.match,
        n=table.history.last.n,
        question=None if result is None or isinstance(result, Accepted) else result.id,
        unverified=_words(result.unverified) if isinstance(result, Accepted) else [],
    )


def _words(given: Iterable[str]) -> list[str]:
    return [str(each) for each in given]


_REFUSES: Final = ("no-match", "seat-not-here", "wrong-seat", REFUSED, "key-reused")
ENDPOINTS: Final = (
    Endpoint(
        method="POST", path="/match/moves", name="makeMove", summary="Make a move; the rules judge it",
        needs=PLAYERS, handle=move, answers=Done, body=MoveRequest, once=True, refuses=_REFUSES,
    ),
    Endpoint(
        method="POST", path="/match/undo", name="undo", summary="Take back the last moves",
        needs=PLAYERS, handle=undo, answers=Done, body=UndoSteps, once=True, refuses=_REFUSES,
    ),
    Endpoint(
        method="POST", path="/match/redo", name="redo", summary="Bring back what the last undo took back",
        needs=PLAYERS, handle=redo, answers=Done, once=True, refuses=_REFUSES,
    ),
    Endpoint(
        method="POST", path="/match/answers", name="answerQuestion", summary="Answer an open question",
        needs=PLAYERS, handle=answer, answers=Done, body=QuestionAnswer, once=True,
        refuses=(*_REFUSES, "stale-question"),
    ),
)  # fmt: skip
