"""Level ``score``: the app follows the markers only ("Evil League, Overview")."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import MARKERS, sort_of
from .correcting import step_back, wrong_step
from .places import labels
from .refusals import EL, no
from .track import check_win, gain, landing, order, put, reputation, source_of, space, target, win

RULE: Final = "last-villain"
STEPS: Final = ("plus-1", "plus-5")


def marker_of(state: State, seat: Seat) -> str:
    """Return the reputation marker of a seat, numbered clockwise from the first."""
    return f"marker-{state.seats.index(seat) + 1}"


def _steps(command: Command) -> int:
    """Return how many spaces a tap or a number means; 0 for any other piece."""
    if command.card is None:
        return command.amount or 0
    if sort_of(command.card) == MARKERS:
        return 1
    shared = piece(command.card)
    return shared.amount if shared else 0


def _said(command: Command) -> Verdict:
    """Return why a command is wrong that gives both a piece and an amount, or neither."""
    if (command.card is None) == (command.amount is None):
        return no(EL.SAID_TWICE, RULE, move=command.move)
    return None


def _gain_check(state: State, command: Command) -> Verdict:
    refused = _said(command)
    if refused is not None:
        return refused
    card = command.card
    own = card is None or sort_of(card) != MARKERS or kind_of(card) == marker_of(state, command.by or "")
    if _steps(command) <= 0 or not own:
        return no(EL.NOT_A_STEP, RULE, card=card)
    return None


def _gain(work: Work, command: Command) -> None:
    """Count a gain; taps that follow each other are one gain.

    ``Confirm`` or the tap of another player ends it. So three taps count three spaces and hop once at the end, as one
    gain of three does.
    """
    seat, n = command.by or "", _steps(command)
    data = work.top.data
    if command.card is None:
        work.set(seat=None)
        gain(work, seat, n, "tapped")
        return
    if data.get("seat") != seat:
        work.set(seat=seat, base=space(work.state, seat), n=0)
    total, base = work.top.data["n"] + n, work.top.data["base"]
    work.set(n=total)
    before = reputation(work.state, seat)
    origin = base if base > 0 or work.state.rules.start_count == "by-space" else 0
    put(work, seat, landing(work.state, seat, total, origin))
    moved = reputation(work.state, seat) - before
    work.count(source_of(seat, "tapped"), n)
    work.count(source_of(seat, "hop"), moved - n)
    check_win(work, seat)


def _gain_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats:
        for label in labels((*STEPS, marker_of(state, seat)), naming):
            yield Command(move="gain", by=seat, card=label)


def _back_check(state: State, command: Command) -> Verdict:
    refused = _said(command)
    n = abs(_steps(command))
    if refused is not None:
        return refused
    if not n or (command.card is not None and _steps(command) > 0):
        return no(EL.NOT_A_STEP, RULE, card=command.card)
    return wrong_step(state, command.by or "", -n)


def _back(work: Work, command: Command) -> None:
    """Move a marker back: only a correction does that, since no rule takes reputation away (el-54)."""
    seat, n = command.by or "", abs(_steps(command))
    work.set(seat=None)
    put(work, seat, step_back(work.state, seat, -n))
    work.count(source_of(seat, "correction"), -n)


def _back_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats:
        for label in labels(("minus-1",), naming):
            yield Command(move="lose", by=seat, card=label)


def _closed(work: Work, command: Command) -> None:
    work.set(seat=None)


def _close_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if running(state).data.get("seat"):
        yield Command(move="done")


def _round_over(work: Work, command: Command) -> None:
    work.set(seat=None)
    work.emit(ev.SeatsOrdered(work.state.seats, None, work.state.turn + 1))
    work.set(order=order(work.state))
    work.again()


def _over_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="end-turn")


def _end(work: Work, command: Command) -> None:
    work.push("ending")


def _end_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="end-game")


def _resume(work: Work, frame: Frame) -> None:
    if "order" not in frame.data:
        work.emit(ev.SeatsOrdered(work.state.seats, None, 1))
        work.set(order=order(work.state))
    work.ask("tally", cite="turn-order", cards=work.top.data["order"], n=target(work.state))


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    close = (Option("done", each) for each in _close_offers(state, viewer, None))
    return (*close, Option("end-turn", Command(move="end-turn")), Option("end-game", Command(move="end-game")))


TALLY: Final = FrameKind(
    "tally",
    table_of(
        Move("gain", _gain, _gain_check, _gain_offers, ("by",), ("card", "amount"), amount=(1, 40),
             refusals=(EL.SAID_TWICE, EL.NOT_A_STEP), rule=RULE),
        Move("lose", _back, _back_check, _back_offers, ("by",), ("card", "amount"), amount=(1, 40), spoken=True,
             refusals=(EL.SAID_TWICE, EL.NOT_A_STEP, EL.BELOW_START, EL.SPACE_TAKEN), rule="track"),
        Move("done", _closed, candidates=_close_offers, takes=("by",), rule=RULE),
        Move("end-turn", _round_over, candidates=_over_offers, takes=("by",), rule="turn-order"),
        Move("end-game", _end, candidates=_end_offers, takes=("by",), rule="winning"),
    ),
    _resume,
    _options,
    (PromptSpec("tally", ("done", "end-turn", "end-game"), "turn-order"),),
)  # fmt: skip


# Endings that the track does not show -----------------------------------------------------------------------------


def _ending_resume(work: Work, frame: Frame) -> None:
    if frame.data.get("done"):
        work.pop()
    else:
        work.ask("ending", cite="winning")


def _won(work: Work, command: Command) -> None:
    win(work, command.target)


def _won_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        for seat in state.seats:
            yield Command(move="defeated", target=seat, prompt=question(state).id)


def _lost(work: Work, command: Command) -> None:
    win(work, None)


def _go_on(work: Work, command: Command) -> None:
    work.set(done=True)
    work.again()


def _alone(move: str) -> Callable[[State, str, Label | None], Iterable[Command]]:
    """Return a function that offers one move without a piece."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        prompt = question(state)
        if prompt.code == "ending":
            yield Command(move=move, prompt=prompt.id)

    return offers


def _ending_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    weapon = (Option("defeated", each, {"seat": each.target}) for each in _won_offers(state, viewer, None))
    id = question(state).id
    lost = Option("all-lose", Command(move="all-lose", prompt=id))
    return (*weapon, lost, Option("go-on", Command(move="go-on", prompt=id)))


ENDING: Final = FrameKind(
    "ending",
    table_of(
        Move("defeated", _won, candidates=_won_offers, needs=("target",), takes=("by",), target="seat", rule="winning"),
        Move("all-lose", _lost, candidates=_alone("all-lose"), takes=("by",), rule="winning"),
        Move("go-on", _go_on, candidates=_alone("go-on"), takes=("by",), rule="winning"),
    ),
    _ending_resume,
    _ending_options,
    (PromptSpec("ending", ("defeated", "all-lose", "go-on"), "winning"),),
)
"""Step that asks who has defeated Captain Hammer, or whether he has won."""
