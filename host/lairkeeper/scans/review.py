"""The review of an open question once the match has gone on, or was taken back, since it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from lairkeeper.scans.carried import CARRIED, still_asked
from lairkeeper.scans.context import Context
from lairkeeper.scans.explain import explain
from lairkeeper.scans.guards import ROUND_UNTOUCHED, UNTOUCHED, WRONG_TRAY
from lairkeeper.scans.question import DO, DO_BOTH, PUT_BACK, TURN_OPEN, WHOSE, Question, QuestionOption
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.verdict import AskTable, Ignored, Submit

POSSIBLE: Final = "possible"
"""The question about what the rules forbade when it was tapped, and no longer do."""
JUDGED: Final = (
    "refused",
    POSSIBLE,
    "which",
    "two-steps",
    "take-back-piece",
    WRONG_TRAY,
    TURN_OPEN,
    WHOSE,
    UNTOUCHED,
    ROUND_UNTOUCHED,
)
"""Questions that hang on how the match stands. The others are about tags, boards and readers."""


def review(context: Context, question: Question, sightings: Sequence[Sighting]) -> Question | Ignored | None:
    """Return the question as it must be put now, or why it need not be asked any more; None: not one of ``JUDGED``.

    Nothing ever happens by itself here: what has become legal is asked, too. A "did it happen?" that people have played
    on past is ``passed``; it comes to the front again when it becomes legal. What would be forbidden as another move by
    now, or has become legal as another one long after it was tapped, is not what was meant: that question is over.
    """
    if question.code == CARRIED:
        return still_asked(context, question)
    if question.code not in JUDGED:
        return None
    verdict = explain(context, sightings, question.at)
    if isinstance(verdict, Ignored) and verdict.rows == question.rows:
        return replace(verdict, refused=False)
    if isinstance(verdict, AskTable) and verdict.rows == question.rows:
        asked = verdict.question
        if question.code == asked.code == "refused" and moves_of(asked).isdisjoint(moves_of(question)):
            return _over(question)
        return replace(asked, id=question.id, passed=asked.code == "refused")
    if isinstance(verdict, Submit) and verdict.rows == question.rows:
        *before, then = verdict.commands
        first = before[-1] if before else None
        if question.passed and then.move not in moves_of(question):
            return _over(question)
        does = QuestionOption(DO_BOTH if first is not None else DO, then, first=first)
        return replace(
            question, code=POSSIBLE, options=(does, QuestionOption(PUT_BACK)), refusal=None, cite=None,
            passed=question.code == POSSIBLE,
        )  # fmt: skip
    return replace(question, passed=question.code in ("refused", POSSIBLE))


def moves_of(question: Question) -> set[str]:
    """Return the moves that the answers to a question would make."""
    return {command.move for option in question.options for command in option.commands}


def _over(question: Question) -> Ignored:
    """Return the verdict on a question that nobody asks any more."""
    return Ignored("played-past", question.rows, {"card": question.args.get("card", "")})
