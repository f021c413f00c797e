"""A question about what was tapped."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.scans.question import Question, QuestionOption
from lairkeeper.scans.sentence import Sentence

HAPPENED: Final = "it-happened"
"""The reason given with a command that the table insists on."""
MOST_OPTIONS: Final = 8
"""Readings that a question shows at most."""


def asked(sentence: Sentence, code: str, options: tuple[QuestionOption, ...], **args: Any) -> Question:
    """Return the question of this code about a sentence; ``args`` are for its text."""
    last = sentence.last
    return Question(
        id=sentence.rows[0], code=code, rows=sentence.rows, at=last.at, zone=last.zone, uid=last.uid,
        channel=sentence.role.channel, args={"card": sentence.card or last.component, **args}, options=options,
    )  # fmt: skip
