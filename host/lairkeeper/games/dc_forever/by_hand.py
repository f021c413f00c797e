"""Cards that are not scripted: the table carries out the text, and the app follows single steps until all is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import replace, save

from .frames import asked, current, not_asked, plain, typed
from .places import char_label
from .primitives import STEPS, check_step, choices, do_step, targets
from .refusals import DC
from .steps import ByHand
from .words import BY_HAND

CITE: Final = "resolving"


def _resume(work: Work, step: ByHand) -> None:
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        work.ask(BY_HAND if step.card else f"{BY_HAND}-open", cite=CITE, seat=step.seat, card=step.card)


def _done_check(state: State, command: Command) -> Verdict:
    return not_asked(state, command, CITE)


def _do_check(state: State, command: Command) -> Verdict:
    refused = not_asked(state, command, CITE)
    return refused or check_step(state, command.by or "", command.option or "", command.card, command.target)


def _do(work: Work, command: Command) -> None:
    do_step(work, command.by or "", command.option or "", command.card, command.target, command.amount or 1)


def _done(work: Work, command: Command) -> None:
    step = current(ByHand, work.state)
    save(work, step, replace(step, over=True))
    work.again()


def _do_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Return offers of every step with every piece that fits; with a tapped piece, of the steps about it."""
    found = asked(state, viewer)
    if found is None:
        return
    seat, number = found
    meant = char_label(naming) or naming
    cards, goals = choices(state, seat), targets(state)
    for option, step in STEPS.items():
        if naming is not None and not step.card:
            continue
        pieces: Iterable[str | None] = cards[step.card] if step.card else (None,)
        if naming is not None:
            pieces = (naming,) if meant in cards[step.card] else ()
        for card in pieces:
            for target in goals[step.target] if step.target else (None,):
                yield Command(move="do", by=seat, option=option, card=card, target=target, prompt=number)


_done_offers: Final = plain("done")


def _options(state: State, step: ByHand, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", each) for each in _done_offers(state, viewer, None))


HAND: Final = typed(
    ByHand,
    table_of(
        Move("do", _do, _do_check, _do_offers, ("by", "option"), ("card", "target", "amount"), amount=(1, 30),
             refusals=(CoreRefusal.NOT_ASKED, DC.NOT_OPEN, DC.PROTECTED), rule=CITE),
        Move("done", _done, _done_check, _done_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec(BY_HAND, ("done",), CITE), PromptSpec(f"{BY_HAND}-open", ("done",), CITE)),
)  # fmt: skip
