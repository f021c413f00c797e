"""Small questions of texts: yes or no, and the place of a card that was shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from ..costs import cost_of
from ..places import KEPT, bottom_of, discard_of, hand_of, in_play_of, top_of, unread
from . import acts
from .asking import awaited
from .triggers import Trigger, trigger
from .turn_facts import note, used
from .vocabulary import DrawOrPass, KeepLast

RULE: Final = "cards"
YES_NO: Final = "yes-no"
YES: Final = "yes"
_KEEP_UP_TO: Final = 5
"""Highest cost of a card that Firestorm Matrix can keep (fe-106)."""


# Beginning --------------------------------------------------------------------------------------------------------


def ask_keep(work: Work, frame: Frame, verb: KeepLast, at: int) -> None:
    """Ask whether the card that was played stays in play for the rest of the game.

    It must be cheap enough, and both it and Firestorm Matrix must still be in play.
    """
    seat, card = frame.data["seat"], frame.data["card"]
    here = work.state.zone(in_play_of(seat))
    for other in frame.data.get("last", ())[:1]:
        if card in here and other in here and cost_of(other, work.state.rules) <= _KEEP_UP_TO:
            work.push(YES_NO, what="keep", seat=seat, card=card, other=other)


def ask_destroy_played(work: Work, waiting: Trigger) -> None:
    """Ask whether the card just played is destroyed for the Super-Villain's reward (fe-172)."""
    if waiting.card in work.state.zone(in_play_of(waiting.seat)):
        work.push(YES_NO, what="destroy-played", seat=waiting.seat, card=waiting.card, other=waiting.kind)


def ask_under_deck(work: Work, waiting: Trigger) -> None:
    """Ask whether a card from the Line-Up goes under the player's own deck."""
    if waiting.card in work.state.zone(discard_of(waiting.seat)):
        work.push(YES_NO, what="under-deck", seat=waiting.seat, card=waiting.card, other=waiting.kind)


# Yes or no --------------------------------------------------------------------------------------------------------


def _keep(work: Work, frame: Frame) -> None:
    """Destroy Firestorm Matrix and mark the other card as kept."""
    seat, card, other = frame.data["seat"], frame.data["card"], frame.data["other"]
    with unread(work, card):
        acts.destroy(work, seat, card, (in_play_of(seat),))
    work.emit(ev.Marked(other, KEPT, seat))
    script = acts.script_of(other)
    if script is None or not script.use:
        # It was played this turn, so that it cannot be played again in it (fe-107). A Location was not used yet.
        note(work, used(other))


def _destroy_played(work: Work, frame: Frame) -> None:
    seat, card, kind = frame.data["seat"], frame.data["card"], frame.data["other"]
    with unread(work, card):
        acts.destroy(work, seat, card, (in_play_of(seat),))
    trigger(work, kind, "reward", seat, card)


def _under_deck(work: Work, frame: Frame) -> None:
    work.move(frame.data["card"], bottom_of(frame.data["seat"]))


_YES: Final[Mapping[str, Callable[[Work, Frame], None]]] = {
    "keep": _keep,
    "destroy-played": _destroy_played,
    "under-deck": _under_deck,
}
"""Functions that carry out a yes, by what is asked; a no changes nothing."""


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        data = frame.data
        work.ask(
            data["what"], seats=(data["seat"],), cite=RULE, seat=data["seat"], card=data["card"], kind=data["other"]
        )


def _yes_check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    if refused is None and command.option != YES:
        return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": command.option, "allowed": YES}, RULE)
    return refused


def _yes(work: Work, command: Command) -> None:
    frame = work.top
    work.answer(command.by, option=YES)
    work.close(frame)
    _YES[frame.data["what"]](work, frame)


def _no(work: Work, command: Command) -> None:
    frame = work.top
    work.answer(command.by, option="no")
    work.close(frame)


def _asked(move: str, option: str | None) -> Callable[[State, str, Label | None], Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        for seat, prompt in awaited(state, viewer):
            yield Command(move=move, by=seat, option=option, prompt=prompt)

    return offers


_YES_OFFERS: Final = _asked("answer", YES)
_NO_OFFERS: Final = _asked("no", None)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    yes = tuple(Option(YES, each) for each in _YES_OFFERS(state, viewer, None))
    return (*yes, *(Option("no", each) for each in _NO_OFFERS(state, viewer, None)))


YES_NO_STEP: Final = FrameKind(
    YES_NO,
    table_of(
        Move(
            "answer",
            _yes,
            _yes_check,
            _YES_OFFERS,
            ("by", "option"),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION),
            rule=RULE,
        ),
        Move("no", _no, waiting_check, _NO_OFFERS, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule=RULE),
    ),
    _resume,
    _options,
    tuple(PromptSpec(what, (YES, "no"), RULE) for what in _YES),
)


# Drawn or passed --------------------------------------------------------------------------------------------------

DRAW_OR_PASS: Final = "draw-or-pass"


def ask_draw_or_pass(work: Work, frame: Frame, verb: DrawOrPass, at: int) -> None:
    """Ask where the card that was shown goes: to the hand, or to any player's discard pile."""
    for card in frame.data.get("shown", ())[:1]:
        work.push(DRAW_OR_PASS, seat=frame.data["seat"], card=card)


def _where_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        seat, card = frame.data["seat"], frame.data["card"]
        work.ask(DRAW_OR_PASS, seats=(seat,), cite=RULE, seat=seat, card=card)


def _where_check(state: State, command: Command) -> Verdict:
    refused = waiting_check(state, command)
    if refused is not None:
        return refused
    draws = command.option == "draw" and command.target is None
    passes = command.target in state.seats and command.option is None
    if not draws and not passes:
        allowed = ", ".join(("draw", *state.seats))
        said = {"option": command.option or command.target, "allowed": allowed}
        return Refused(CoreRefusal.UNKNOWN_OPTION, said, RULE)
    return None


def _where(work: Work, command: Command) -> None:
    frame = work.top
    seat, card = frame.data["seat"], frame.data["card"]
    if command.option == "draw":
        work.answer(command.by, option="draw")
    else:
        work.answer(command.by, target=command.target)
    work.close(frame)
    if card not in work.state.zone(top_of(seat)):
        return
    if command.target is None:
        work.move(card, hand_of(seat))
    else:
        with unread(work, card):
            acts.hand_over(work, seat, card, discard_of(command.target), command.target, (top_of(seat),))


def _where_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is not None:
        return
    for seat, prompt in awaited(state, viewer):
        yield Command(move="answer", by=seat, option="draw", prompt=prompt)
        for target in state.seats:
            yield Command(move="answer", by=seat, target=target, prompt=prompt)


def _where_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(
        Option(each.option or "pass-to", each, {"seat": each.target} if each.target else {})
        for each in _where_offers(state, viewer, None)
    )


DRAW_OR_PASS_STEP: Final = FrameKind(
    DRAW_OR_PASS,
    table_of(
        Move(
            "answer",
            _where,
            _where_check,
            _where_offers,
            ("by",),
            ("option", "target"),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION),
            rule=RULE,
        )
    ),
    _where_resume,
    _where_options,
    (PromptSpec(DRAW_OR_PASS, ("draw", "pass-to"), RULE),),
)
