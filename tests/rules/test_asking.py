"""A question to several seats: asked once, and over when all have answered."""

from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.work import Work
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.step import push

from .toy import Resting, begun


@pytest.mark.parametrize("sealed", [False, True])
def test_the_step_goes_on_with_all_answers_in_the_order_of_the_question(*, sealed: bool) -> None:
    work = Work(begun())
    push(work, Resting())
    seats = ("Bo", "Ana")
    assert ask_each(work, "stones", seats, cite="heap", sealed=sealed, n=3) is None
    (asked,) = (each for each in work.events if isinstance(each, ev.Asked))
    assert (asked.code, asked.args, asked.seats, asked.sealed, asked.cite) == (
        "stones",
        {"n": 3},
        seats,
        sealed,
        "heap",
    )
    for seat, option in (("Ana", "two"), ("Bo", "one")):
        assert ask_each(work, "stones", seats, cite="heap", sealed=sealed, n=3) is None
        work.answer(seat, option=option)
    answers = ask_each(work, "stones", seats, cite="heap", sealed=sealed, n=3)
    assert answers is not None
    assert list(answers.items()) == [("Bo", {"option": "one"}), ("Ana", {"option": "two"})]
    assert sum(isinstance(each, ev.Asked) for each in work.events) == 1
