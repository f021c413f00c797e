"""Small questions of texts: yes or no, and the place of a card that was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push

from ..args import WAITING, awaited
from ..costs import cost_of
from ..moving import unread
from ..places import KEPT, bottom_of, discard_of, hand_of, in_play_of, top_of
from ..steps import OfCard
from . import acts
from .carry_out import Text
from .triggers import Trigger, trigger
from .turn_facts import note, used
from .vocabulary import DrawOrPass, KeepLast

RULE: Final = "cards"
YES: Final = "yes"
_KEEP_UP_TO: Final = 5
"""Highest cost of a card that Firestorm Matrix can keep (fe-106)."""


@quick
@dataclass(frozen=True, slots=True)
class YesNo(OfCard):
    """A seat says yes or no."""

    KIND: ClassVar[str] = "yes-no"
    what: str
    """Code of the question."""
    other: Label
    """The other card that the question is about, or the Super-Villain that asks."""


# Beginning --------------------------------------------------------------------------------------------------------


def ask_keep(work: Work, step: Text, verb: KeepLast, at: int) -> None:
    """Ask whether the card that was played stays in play for the rest of the game.

    It must be cheap enough, and both it and Firestorm Matrix must still be in play.
    """
    here = work.state.zone(in_play_of(step.seat))
    for other in step.last[:1]:
        if step.card in here and other in here and cost_of(other, work.state.rules) <= _KEEP_UP_TO:
            push(work, YesNo(step.seat, step.card, "keep", other))


def ask_destroy_played(work: Work, waiting: Trigger) -> None:
    """Ask whether the card just played is destroyed for the Super-Villain's reward (fe-172)."""
    if waiting.card in work.state.zone(in_play_of(waiting.seat)):
        push(work, YesNo(waiting.seat, waiting.card, "destroy-played", waiting.kind))


def ask_under_deck(work: Work, waiting: Trigger) -> None:
    """Ask whether a card from the Line-Up goes under the player's own deck."""
    if waiting.card in work.state.zone(discard_of(waiting.seat)):
        push(work, YesNo(waiting.seat, waiting.card, "under-deck", waiting.kind))


# Yes or no --------------------------------------------------------------------------------------------------------


def _keep(work: Work, step: YesNo) -> None:
    """Destroy Firestorm Matrix and mark the other card as kept."""
    with unread(work, step.card):
        acts.destroy(work, step.seat, step.card, (in_play_of(step.seat),))
    work.emit(ev.Marked(step.other, KEPT, step.seat))
    script = acts.script_of(step.other)
    if script is None or not script.use:
        # It was played this turn, so that it cannot be played again in it (fe-107). A Location was not used yet.
        note(work, used(step.other))


def _destroy_played(work: Work, step: YesNo) -> None:
    with unread(work, step.card):
        acts.destroy(work, step.seat, step.card, (in_play_of(step.seat),))
    trigger(work, step.other, "reward", step.seat, step.card)


def _under_deck(work: Work, step: YesNo) -> None:
    work.move(step.card, bottom_of(step.seat))


_YES: Final[Mapping[str, Callable[[Work, YesNo], None]]] = {
    "keep": _keep,
    "destroy-played": _destroy_played,
    "under-deck": _under_deck,
}
"""Functions that carry out a yes, by what is asked; a no changes nothing."""


def _resume(work: Work, step: YesNo) -> None:
    if work.top.prompt is None:
        work.ask(step.what, seats=(step.seat,), cite=RULE, seat=step.seat, card=step.card, kind=step.other)


def _yes(work: Work, step: YesNo, by: Seat, option: str) -> None:
    work.answer(by, option=YES)
    work.pop()
    _YES[step.what](work, step)


def _no(work: Work, step: YesNo, by: Seat) -> None:
    work.answer(by, option="no")
    work.pop()


YES_NO_STEP: Final = step_kind(
    YesNo,
    move("answer", YesNo, _yes, by=WAITING, option=one_of(lambda now: (YES,), RULE), answers=Answer(YES), rule=RULE),
    move("no", YesNo, _no, by=WAITING, answers=Answer("no"), rule=RULE),
    resume=_resume,
    prompts=tuple(PromptSpec(what, (YES, "no"), RULE) for what in _YES),
)


# Drawn or passed --------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class DrawingOrPassing(OfCard):
    """A card that was shown goes to the hand or to a discard pile."""

    KIND: ClassVar[str] = "draw-or-pass"


def ask_draw_or_pass(work: Work, step: Text, verb: DrawOrPass, at: int) -> None:
    """Ask where the card that was shown goes: to the hand, or to any player's discard pile."""
    for card in step.shown[:1]:
        push(work, DrawingOrPassing(step.seat, card))


def _where_resume(work: Work, step: DrawingOrPassing) -> None:
    if work.top.prompt is None:
        work.ask(step.KIND, seats=(step.seat,), cite=RULE, seat=step.seat, card=step.card)


def _nowhere(now: Moment[DrawingOrPassing], by: Seat, option: str | None = None, target: Seat | None = None) -> Verdict:
    draws = option == "draw" and target is None
    passes = target in now.state.seats and option is None
    if draws or passes:
        return None
    said = {"option": option or target, "allowed": ", ".join(("draw", *now.state.seats))}
    return Refused(CoreRefusal.UNKNOWN_OPTION, said, RULE)


def _where(work: Work, step: DrawingOrPassing, by: Seat, option: str | None = None, target: Seat | None = None) -> None:
    seat, card = step.seat, step.card
    if option == "draw":
        work.answer(by, option="draw")
    else:
        work.answer(by, target=target)
    work.pop()
    if card not in work.state.zone(top_of(seat)):
        return
    if target is None:
        work.move(card, hand_of(seat))
    else:
        with unread(work, card):
            acts.hand_over(work, seat, card, discard_of(target), target, (top_of(seat),))


def _places(now: Moment[DrawingOrPassing]) -> Iterable[tuple[Seat, str | None, Seat | None]]:
    for seat in awaited(now):
        yield seat, "draw", None
        for target in now.state.seats:
            yield seat, None, target


def _code(now: Moment[DrawingOrPassing], command: Command) -> str:
    return command.option or "pass-to"


def _to(now: Moment[DrawingOrPassing], command: Command) -> Args:
    return {"seat": command.target} if command.target else {}


DRAW_OR_PASS_STEP: Final = step_kind(
    DrawingOrPassing,
    move("answer", DrawingOrPassing, _where, by=WAITING, unless=_nowhere, codes=(CoreRefusal.UNKNOWN_OPTION,),
         offers=_places, answers=Answer(_code, _to, even_refused=True), rule=RULE),
    resume=_where_resume,
    prompts=(PromptSpec(DrawingOrPassing.KIND, ("draw", "pass-to"), RULE),),
)  # fmt: skip
