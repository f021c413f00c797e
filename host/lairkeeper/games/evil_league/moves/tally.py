"""Level ``score``: the app follows the markers only ("Evil League, Overview")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pieces import piece
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..cards import MARKERS, sort_of
from ..places import labels
from ..refusals import EL, no
from ..track import check_win, gain, landing, order, put, reputation, source_of, space, target, win
from .correcting import step_back, wrong_step

RULE: Final = "last-villain"
STEPS: Final = ("plus-1", "plus-5")


@quick
@dataclass(frozen=True, slots=True)
class Tallying(StepData):
    """Players count the gains of the markers."""

    KIND: ClassVar[str] = "tally"
    order: tuple[Seat, ...] = ()
    """Turn order of the round; empty before it is fixed."""
    seat: Seat | None = None
    """Player whose taps are counted as one gain."""
    base: int = 0
    """Space of this player's marker before that gain."""
    n: int = 0
    """Spaces that were tapped."""


def marker_of(state: State, seat: Seat) -> str:
    """Return the reputation marker of a seat, numbered clockwise from the first."""
    return f"marker-{state.seats.index(seat) + 1}"


def _steps(card: Label | None, amount: int | None) -> int:
    """Return how many spaces a tap or a number means; 0 for any other piece."""
    if card is None:
        return 0 if amount is None else amount
    if sort_of(card) == MARKERS:
        return 1
    shared = piece(card)
    return shared.amount if shared else 0


def _said_twice(move_name: str, card: Label | None, amount: int | None) -> Refused | None:
    """Return why a command is wrong that gives both a piece and an amount, or neither."""
    return no(EL.SAID_TWICE, RULE, move=move_name) if (card is None) == (amount is None) else None


def _no_gain(now: Moment[Tallying], by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    refused = _said_twice("gain", card, amount)
    if refused is not None:
        return refused
    own = card is None or sort_of(card) != MARKERS or kind_of(card) == marker_of(now.state, by)
    return None if _steps(card, amount) > 0 and own else no(EL.NOT_A_STEP, RULE, card=card)


def _gain(work: Work, step: Tallying, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    """Count a gain; taps that follow each other are one gain.

    ``Confirm`` or the tap of another player ends it. So three taps count three spaces and hop once at the end, as one
    gain of three does.
    """
    n = _steps(card, amount)
    if card is None:
        _close(work, step)
        gain(work, by, n, "tapped")
        return
    if step.seat != by:
        begun = replace(step, seat=by, base=space(work.state, by), n=0)
        save(work, step, begun, "base", "n")
        step = begun
    total = step.n + n
    save(work, step, replace(step, n=total))
    before = reputation(work.state, by)
    origin = step.base if step.base > 0 or work.state.rules.start_count == "by-space" else 0
    put(work, by, landing(work.state, by, total, origin))
    moved = reputation(work.state, by) - before
    work.count(source_of(by, "tapped"), n)
    work.count(source_of(by, "hop"), moved - n)
    check_win(work, by)


def _markers(now: Moment[Tallying]) -> Iterable[tuple[Seat, Label, None]]:
    """Offer each seat its marker and the amount tokens."""
    for seat in now.state.seats:
        yield from ((seat, label, None) for label in labels((*STEPS, marker_of(now.state, seat)), now.naming))


def _cannot_lose(now: Moment[Tallying], by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    refused = _said_twice("lose", card, amount)
    if refused is not None:
        return refused
    n = _steps(card, amount)
    if not n or (card is not None and n > 0):
        return no(EL.NOT_A_STEP, RULE, card=card)
    return wrong_step(now.state, by, -abs(n))


def _lose(work: Work, step: Tallying, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    """Move a marker back: only a correction does that, since no rule takes reputation away (el-54)."""
    n = abs(_steps(card, amount))
    _close(work, step)
    put(work, by, step_back(work.state, by, -n))
    work.count(source_of(by, "correction"), -n)


def _backwards(now: Moment[Tallying]) -> Iterable[tuple[Seat, Label, None]]:
    for seat in now.state.seats:
        yield from ((seat, label, None) for label in labels(("minus-1",), now.naming))


def _close(work: Work, step: Tallying) -> Tallying:
    """End the gain that is counted; return the data of the step after it."""
    after = replace(step, seat=None)
    save(work, step, after, "seat")
    return after


def _done(work: Work, step: Tallying, by: Seat | None = None) -> None:
    _close(work, step)


def _counting(now: Moment[Tallying]) -> Iterable[tuple[None]]:
    return ((None,),) if now.step.seat is not None else ()


def _end_turn(work: Work, step: Tallying, by: Seat | None = None) -> None:
    closed = _close(work, step)
    work.emit(ev.SeatsOrdered(work.state.seats, None, work.state.turn + 1))
    _fix_order(work, closed)
    work.again()


def _fix_order(work: Work, step: Tallying) -> Tallying:
    after = replace(step, order=order(work.state))
    save(work, step, after, "order")
    return after


def _end_game(work: Work, step: Tallying, by: Seat | None = None) -> None:
    push(work, Concluding())


def _resume(work: Work, step: Tallying) -> None:
    if not step.order:
        # After a change of level the rounds count on.
        work.emit(ev.SeatsOrdered(work.state.seats, None, max(work.state.turn, 1)))
        step = _fix_order(work, step)
    work.ask("tally", cite="turn-order", cards=step.order, n=target(work.state))


_CODES: Final = (EL.SAID_TWICE, EL.NOT_A_STEP)
TALLY: Final = step_kind(
    Tallying,
    move("gain", Tallying, _gain, offers=_markers, unless=_no_gain, codes=_CODES, amounts=(1, 40), rule=RULE),
    move("lose", Tallying, _lose, offers=_backwards, unless=_cannot_lose, amounts=(1, 40), spoken=True, rule="track",
         codes=(*_CODES, EL.BELOW_START, EL.SPACE_TAKEN)),
    move("done", Tallying, _done, by=ANYBODY, offers=_counting, answers=Answer("done", stamped=False), rule=RULE),
    move("end-turn", Tallying, _end_turn, by=ANYBODY, answers=Answer("end-turn", stamped=False), rule="turn-order"),
    move("end-game", Tallying, _end_game, by=ANYBODY, answers=Answer("end-game", stamped=False), rule="winning"),
    resume=_resume, prompts=(PromptSpec("tally", ("done", "end-turn", "end-game"), "turn-order"),),
)  # fmt: skip


# Endings that the track does not show -----------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Concluding(StepData):
    """The table says who has defeated Captain Hammer, or whether he has won."""

    KIND: ClassVar[str] = "ending"
    done: bool = False


def _ending_resume(work: Work, step: Concluding) -> None:
    if step.done:
        work.pop()
    else:
        work.ask("ending", cite="winning")


def _defeated(work: Work, step: Concluding, target: Seat, by: Seat | None = None) -> None:
    win(work, target)


def _all_lose(work: Work, step: Concluding, by: Seat | None = None) -> None:
    win(work, None)


def _go_on(work: Work, step: Concluding, by: Seat | None = None) -> None:
    save(work, step, replace(step, done=True))
    work.again()


ENDING: Final = step_kind(
    Concluding,
    move("defeated", Concluding, _defeated, target=Arg(lambda now: now.state.seats), by=ANYBODY, seat_target=True,
         answers=Answer("defeated", lambda now, command: {"seat": command.target}), rule="winning"),
    move("all-lose", Concluding, _all_lose, by=ANYBODY, answers=Answer("all-lose"), rule="winning"),
    move("go-on", Concluding, _go_on, by=ANYBODY, answers=Answer("go-on"), rule="winning"),
    resume=_ending_resume, prompts=(PromptSpec("ending", ("defeated", "all-lose", "go-on"), "winning"),),
)  # fmt: skip
