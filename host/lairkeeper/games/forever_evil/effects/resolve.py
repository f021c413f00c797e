"""Frame around a card: its text, then the triggers that wait, in the order that a player chooses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, read, replace, save

from ..args import WAITING, awaited
from ..cards import SCRIPTS
from ..steps import ByHand
from .acts import script_of
from .carry_out import push_text
from .choices import ask_destroy_played, ask_under_deck
from .counts import Told
from .playing import set_off
from .script import program_at
from .triggers import Resolving, Trigger
from .vocabulary import Discount, GainPower, GainVP

WHICH_FIRST: Final = "which-first"
RULE: Final = "resolving"
_NO_MATTER: Final = (GainPower, GainVP, Discount)
"""Verbs that give the same in any order."""
_ASKS: Final = {"first_of": ask_destroy_played, "line_up_to_deck": ask_under_deck}
"""Functions that ask a player, by the part of a Super-Villain's abilities."""


def _resume(work: Work, step: Resolving) -> None:
    """Carry out the text, then what playing the card triggers, then what waits (fe-24).

    A stage is noted only where the app waits for the players.
    """
    frame, stage = work.top, step.stage
    if stage == "text":
        _text(work, step)
        stage = "played"
        if work.top.id != frame.id:
            save(work, step, replace(step, stage=stage), frame=frame)
            return
    if stage == "played":
        set_off(work, step.seat, step.card)
        if work.top.id != frame.id:
            save(work, step, replace(step, stage="after"), "stage", frame=frame)
            return
        now = read(Resolving, work.top)
        if now.pending:
            save(work, now, replace(now, stage="after"), "stage")
    _next(work, read(Resolving, work.top))


def _text(work: Work, step: Resolving) -> None:
    if script_of(step.card) is None:
        push(work, ByHand(step.seat, step.card))
    else:
        push_text(work, kind_of(step.card), "play", (), Told(step.seat, step.card), step.target or None)


def _next(work: Work, step: Resolving) -> None:
    """Run one waiting trigger.

    Where the order can matter, the player whose turn it is chooses which comes first (fe-165).
    """
    pending = step.triggers
    if not pending:
        work.pop()
        return
    at = next((n for n, each in enumerate(pending) if _no_matter(each)), None)
    if at is None:
        different = {each[:3] for each in pending}
        if len(different) > 1 and work.state.rules.trigger_order == "active-chooses":
            prompt = work.top.prompt
            if prompt is None or not prompt.waiting:
                _ask(work, pending)
            return
        at = 0
    _run(work, step, at)


def _no_matter(each: Trigger) -> bool:
    if each.part in _ASKS:
        return False
    return all(isinstance(verb, _NO_MATTER) for verb in program_at(SCRIPTS[each.kind], each.part, ()))


def _cards(pending: Iterable[Trigger]) -> tuple[Label, ...]:
    return tuple(dict.fromkeys(each.kind for each in pending))


def _ask(work: Work, pending: tuple[Trigger, ...]) -> None:
    seat = work.state.active or pending[0].seat
    work.ask(WHICH_FIRST, seats=(seat,), cite=RULE, cards=_cards(pending))


def _run(work: Work, step: Resolving, at: int) -> None:
    waiting = step.triggers[at]
    save(work, step, replace(step, pending=tuple(each for n, each in enumerate(step.pending) if n != at)), "pending")
    work.again()
    if waiting.part in _ASKS:
        _ASKS[waiting.part](work, waiting)
    else:
        push_text(work, waiting.kind, waiting.part, (), Told(waiting.seat, waiting.card))


# Which comes first ------------------------------------------------------------------------------------------------


def _not_waiting(now: Moment[Resolving], said: Any) -> Verdict:
    cards = _cards(now.step.triggers)
    if kind_of(said) in cards:
        return None
    return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": said, "allowed": ", ".join(cards)}, RULE)


def _first(work: Work, step: Resolving, by: Seat, card: Label) -> None:
    kind = kind_of(card)
    at = next(n for n, each in enumerate(step.triggers) if each.kind == kind)
    work.answer(by, card=kind)
    _run(work, read(Resolving, work.top), at)


def _offers(now: Moment[Resolving]) -> Iterable[tuple[Seat, Label]]:
    cards = _cards(now.step.triggers)
    if now.naming is not None:
        cards = (now.naming,) if kind_of(now.naming) in cards else ()
    return ((seat, card) for seat in awaited(now) for card in cards)


RESOLVE_STEP: Final = step_kind(
    Resolving,
    move("answer", Resolving, _first, by=WAITING,
         card=Arg(lambda now: (), _not_waiting, (CoreRefusal.UNKNOWN_OPTION,)), offers=_offers, stamped=True, rule=RULE,
         answers=Answer("card", lambda now, command: {"card": command.card}, even_refused=True, cards=True)),
    resume=_resume,
    prompts=(PromptSpec(WHICH_FIRST, ("card",), RULE),),
)  # fmt: skip
