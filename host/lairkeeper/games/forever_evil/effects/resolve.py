"""Frame around a card: its text, then the triggers that wait, in the order that a player chooses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from ..cards import SCRIPTS
from .acts import script_of
from .asking import awaited
from .carry_out import push_text
from .choices import ask_destroy_played, ask_under_deck
from .counts import Told
from .playing import set_off
from .script import program_at
from .triggers import RESOLVE, Trigger, pending_of
from .vocabulary import Discount, GainPower, GainVP

WHICH_FIRST: Final = "which-first"
RULE: Final = "resolving"
_NO_MATTER: Final = (GainPower, GainVP, Discount)
"""Verbs that give the same in any order."""
_ASKS: Final = {"first_of": ask_destroy_played, "line_up_to_deck": ask_under_deck}
"""Functions that ask a player, by the part of a Super-Villain's abilities."""


def _resume(work: Work, frame: Frame) -> None:
    """Carry out the text, then what playing the card triggers, then what waits (fe-24).

    A stage is noted only where the app waits for the players.
    """
    stage = frame.data["stage"]
    if stage == "text":
        _text(work, frame)
        stage = "played"
        if work.top.id != frame.id:
            work.set(frame, stage=stage)
            return
    if stage == "played":
        set_off(work, frame.data["seat"], frame.data["card"])
        if work.top.id != frame.id:
            work.set(frame, stage="after")
            return
        if work.top.data["pending"]:
            work.set(stage="after")
    _next(work, work.top)


def _text(work: Work, frame: Frame) -> None:
    seat, card = frame.data["seat"], frame.data["card"]
    if script_of(card) is None:
        work.push("by-hand", seat=seat, card=card)
    else:
        push_text(work, kind_of(card), "play", (), Told(seat, card), target=frame.data.get("target"))


def _next(work: Work, frame: Frame) -> None:
    """Run one waiting trigger.

    Where the order can matter, the player whose turn it is chooses which comes first (fe-165).
    """
    pending = pending_of(frame.data)
    if not pending:
        work.close(frame)
        return
    at = next((n for n, each in enumerate(pending) if _no_matter(each)), None)
    if at is None:
        different = {each[:3] for each in pending}
        if len(different) > 1 and work.state.rules.trigger_order == "active-chooses":
            if frame.prompt is None or not frame.prompt.waiting:
                _ask(work, pending)
            return
        at = 0
    _run(work, frame, at)


def _no_matter(each: Trigger) -> bool:
    if each.part in _ASKS:
        return False
    return all(isinstance(verb, _NO_MATTER) for verb in program_at(SCRIPTS[each.kind], each.part, ()))


def _cards(pending: Iterable[Trigger]) -> tuple[Label, ...]:
    return tuple(dict.fromkeys(each.kind for each in pending))


def _ask(work: Work, pending: tuple[Trigger, ...]) -> None:
    seat = work.state.active or pending[0].seat
    work.ask(WHICH_FIRST, seats=(seat,), cite=RULE, cards=_cards(pending))


def _run(work: Work, frame: Frame, at: int) -> None:
    pending = pending_of(frame.data)
    waiting = pending[at]
    work.set(pending=tuple(tuple(each) for n, each in enumerate(pending) if n != at))
    work.again()
    if waiting.part in _ASKS:
        _ASKS[waiting.part](work, waiting)
    else:
        push_text(work, waiting.kind, waiting.part, (), Told(waiting.seat, waiting.card))


# Which comes first ------------------------------------------------------------------------------------------------


def _check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    if refused is None:
        cards = _cards(pending_of(running(state).data))
        if kind_of(command.card or "") not in cards:
            allowed = ", ".join(cards)
            return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": command.card, "allowed": allowed}, RULE)
    return refused


def _apply(work: Work, command: Command) -> None:
    kind = kind_of(command.card or "")
    at = next(n for n, each in enumerate(pending_of(work.top.data)) if each.kind == kind)
    work.answer(command.by, card=kind)
    _run(work, work.top, at)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    cards = _cards(pending_of(running(state).data))
    if naming is not None:
        cards = (naming,) if kind_of(naming) in cards else ()
    for seat, prompt in awaited(state, viewer):
        for card in cards:
            yield Command(move="answer", by=seat, card=card, prompt=prompt)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("card", each, {"card": each.card}) for each in _offers(state, viewer, None))


RESOLVE_STEP: Final = FrameKind(
    RESOLVE,
    table_of(
        Move(
            "answer",
            _apply,
            _check,
            _offers,
            ("by", "card"),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION),
            rule=RULE,
        )
    ),
    _resume,
    _options,
    (PromptSpec(WHICH_FIRST, ("card",), RULE),),
)
