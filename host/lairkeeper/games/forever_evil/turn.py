"""Turn of a player, and its end in eight steps ("Forever Evil, Ending Your Turn")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind
from lairkeeper.rules.step import StepData, push, save

from . import hands
from .appearance import begin_appearance
from .catalog import CATALOG
from .effects.turn_facts import forget
from .end_effects import end_effects, put_down, reset_turn, stays_in_play
from .ending import END_GAME, end_match
from .full import BUY_FULL, DEFEAT_FULL, PLAY_FULL, USE, insisted
from .gaining import GAIN
from .hand_count import WAITS, begin_full
from .levels import DECK, DECK_ONLY, FULL, LEVELS, NOT_FULL, by_level
from .market import BUY, DEAL, DEFEAT, FLIP, FREEZE, own_turn, thaw
from .owning import BOTTOM, DESTROY, DISCARD, PASS, PASS_UNSEEN, PLAY, PUT_BACK
from .places import (
    HERO,
    MAIN_DECK,
    TOP_VILLAIN,
    UNREAD,
    VILLAINS,
    deck_of,
    discard_of,
    empty_slots,
    in_play_of,
    seen_later,
    unread_slots,
)
from .steps import Flip, Turn, in_opening, shared
from .team import RULE as VARIANT
from .team import STACK_VILLAIN, fights, in_teams, run_out
from .tokens import LOSE, STEAL

STEPS: Final = ("announce", "discard-hand", "effects", "discard-played", "refill", "draw", "super-hero", "next-turn")
"""Steps of the end of a turn, in the order of the rulebook.

The refill, which can end the match, comes before the draw (fe-39). The next Super Hero comes after it, so that the new
hand can defend (fe-57).
"""


@quick
@dataclass(frozen=True, slots=True)
class EndingTurn(StepData):
    """The end of a turn."""

    KIND: ClassVar[str] = "end-of-turn"
    seat: Seat
    step: str
    """The step that comes next."""


@quick
@dataclass(frozen=True, slots=True)
class Refilling(StepData):
    """Players fill the empty slots of the Line-Up."""

    KIND: ClassVar[str] = "refill"
    seat: Seat | None


# The turn ---------------------------------------------------------------------------------------------------------


def begin_turn(work: Work, seat: Seat, *, opening: bool = False) -> None:
    """Begin a seat's turn; its Frozen tokens leave the Line-Up."""
    work.turn_of(seat)
    forget(work)
    thaw(work, seat)
    push(work, Turn(opening))
    if work.state.counters.get(WAITS):
        begin_full(work)
        _show_unread(work)


def _turn_resume(work: Work, step: Turn) -> None:
    """Ask for the opening Line-Up, five cards of the main deck (fe-9), and then for the turn's moves."""
    if step.opening and seen_later(work.state):
        _deal_unread(work)
    opening = step.opening and empty_slots(work.state) > 0
    if step.opening and not opening and shows_a_hero(work.state):
        work.ask("opening-hero", cite=VARIANT, seat=work.state.active)
        return
    if step.opening and not opening:
        save(work, step, replace(step, opening=False))
    if opening:
        work.ask("opening", cite="line-up", seat=work.state.active, n=empty_slots(work.state))
    else:
        code = "play-or-buy" if work.state.level in FULL else "your-turn"
        code = "full-next" if work.state.counters.get(WAITS) else code
        prompt = work.top.prompt
        if prompt is None or prompt.code != code:
            work.ask(code, cite="order-of-play", seat=work.state.active)


def shows_a_hero(state: State) -> bool:
    """Return whether a Super Hero must be shown before the first turn: The Flash was shuffled in (fe-190)."""
    return in_teams(state) and state.rules.team_flash == "shuffled" and not state.zone(HERO)


def _not_your_turn(now: Moment[Turn], by: Seat) -> Verdict:
    """Refuse the end of another player's turn; a player who has bought nothing may end it too (fe-22)."""
    return own_turn(now.state, by)


def _end_turn(work: Work, step: Turn, by: Seat) -> None:
    """End the turn from the moment at which it is announced (fe-28).

    At `score` the turn of the next player clockwise begins at once (fe-11).
    """
    seat = work.state.active
    assert seat is not None
    work.pop()
    if work.state.level in DECK:
        push(work, EndingTurn(seat, STEPS[0]))
    else:
        begin_turn(work, work.state.clockwise(seat)[1])


_EVERY_SEAT: Final[Arg[StepData]] = Arg(lambda now: now.state.seats)
"""Any seat, so that the refusal tells other players whose turn it is."""
END_TURN: Final = move(
    "end-turn", Turn, _end_turn, by=_EVERY_SEAT, unless=_not_your_turn, codes=(CoreRefusal.OUT_OF_TURN,),
    answers=Answer("end-turn", lambda now, command: {} if command.by == now.state.active else None, even_refused=True),
    rule="end-of-turn",
)  # fmt: skip


def _opening_flip_check(state: State, command: Command) -> Verdict:
    if not _may_show(state):
        return Refused(CoreRefusal.NOT_NOW, {"move": command.move, "step": running(state).kind}, VARIANT)
    return FLIP.check(state, command)


def _opening_flip_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    return FLIP.candidates(state, viewer, naming) if _may_show(state) else ()


def _may_show(state: State) -> bool:
    """Return whether the first turn waits for the first Super Hero."""
    return in_opening(state) and shows_a_hero(state)


OPENING_FLIP: Final = replace(
    FLIP,
    check=_opening_flip_check,
    candidates=_opening_flip_offers,
    refusals=(*FLIP.refusals, CoreRefusal.NOT_NOW),
)
"""Move that shows the first Super Hero of a shuffled stack; he does not attack."""


def _told(plain: Move) -> Move:
    """Return a move that players tell where cards are not followed, and that cards do where they are."""
    below = tuple(level for level in plain.levels or LEVELS if level in NOT_FULL)
    return by_level(replace(plain, levels=below), insisted(plain))


def _deal_in_turn(plain: Move) -> Move:
    """Return the move that deals the Line-Up before the first turn.

    Later, only cards add to it: a slot that is emptied in a turn stays empty until the refill (fe-144).
    """
    later = insisted(plain)

    def now(state: State) -> Move:
        return plain if in_opening(state) and empty_slots(state) > 0 else later

    def check(state: State, command: Command) -> Verdict:
        return now(state).check(state, command)

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        return now(state).candidates(state, viewer, naming)

    full = replace(later, check=check, candidates=candidates, spoken=False)
    return by_level(replace(plain, levels=DECK_ONLY), full)


_ANY_STEP: Final = tuple(_told(each) for each in (GAIN, LOSE, STEAL, DESTROY, PASS, PASS_UNSEEN, BOTTOM, PUT_BACK))
"""Moves that may still be told while a turn ends."""

TURN: Final = step_kind(
    Turn,
    *shared(Turn, _ANY_STEP),
    *shared(
        Turn,
        (
            by_level(replace(BUY, levels=DECK_ONLY), BUY_FULL),
            by_level(replace(DEFEAT, levels=DECK_ONLY), DEFEAT_FULL),
            # Cards may be played after a purchase too (fe-14).
            by_level(replace(PLAY, levels=DECK_ONLY), PLAY_FULL),
        ),
    ),
    DeclaredMove(USE, Answer("use", lambda now, command: {"card": command.card}, cards=True)),
    *shared(Turn, (_told(DISCARD), _told(FREEZE), _deal_in_turn(DEAL), OPENING_FLIP)),
    END_TURN,
    DeclaredMove(END_GAME),
    resume=_turn_resume,
    prompts=(
        PromptSpec("your-turn", ("end-turn",), "order-of-play"),
        PromptSpec("full-next", ("end-turn",), "order-of-play"),
        PromptSpec("play-or-buy", ("end-turn", "use"), "order-of-play"),
        PromptSpec("opening", ("end-turn",), "line-up"),
        PromptSpec("opening-hero", ("end-turn",), VARIANT),
    ),
)


# Its end ----------------------------------------------------------------------------------------------------------


def _end_resume(work: Work, step: EndingTurn) -> None:
    """Go through the steps until one of them asks or the match is over.

    After the last one the next player's turn begins, so that a First Appearance is settled by then (fe-150). The next
    step is noted only where the app waits for the players, because most turns end without.
    """
    frame = work.top
    for at in range(STEPS.index(step.step), len(STEPS) - 1):
        _do_step(work, STEPS[at])
        if work.state.finished:
            return
        if work.top.id != frame.id:
            save(work, step, replace(step, step=STEPS[at + 1]), frame=frame)
            return
    work.pop()
    begin_turn(work, work.state.clockwise(step.seat)[1])


def _do_step(work: Work, step: str) -> None:
    """Carry out one step of the turn's end; it begins a frame where it has to ask."""
    full = work.state.level in FULL
    match step:
        case "discard-hand" if full:
            put_down(work)
        case "effects" if full:
            end_effects(work)
        case "discard-played":
            discard_played(work)
        case "refill":
            _refill(work)
        case "draw" if full:
            # The cards just played lie in the discard pile, so that a shuffle takes them in (fe-34).
            hands.draw(work, work.state.active or "", hands.HAND_SIZE)
        case "draw":
            draw(work)
        case "super-hero":
            _next_appears(work)


def _refill(work: Work) -> None:
    """Ask for the cards that fill the empty slots (fe-33), or end the match if the main deck has too few (fe-38).

    Just enough cards end nothing (fe-40). A main deck that runs out during a turn ends nothing before this step
    (fe-42).
    """
    need = empty_slots(work.state)
    if need > work.state.size(MAIN_DECK):
        end_match(work, "line-up")
    elif need and seen_later(work.state):
        _deal_unread(work)
    elif need:
        push(work, Refilling(work.state.active))


def _deal_unread(work: Work) -> None:
    """Fill the Line-Up, at the start (fe-9) and at the refill (fe-33), with cards that are known when they leave."""
    need = empty_slots(work.state)
    if need:
        work.emit(ev.PoolShifted(MAIN_DECK, UNREAD, need))


def _show_unread(work: Work) -> None:
    """Ask for the cards of the Line-Up that nobody has tapped, where each card counts from now on."""
    unread = unread_slots(work.state)
    if unread:
        work.emit(ev.PoolShifted(UNREAD, MAIN_DECK, unread))
        push(work, Refilling(work.state.active))


def _next_appears(work: Work) -> None:
    """Ask for the next card of the stack if the one on top was defeated (fe-35), or end the match.

    It ends here, not at the defeat, if no card is left (fe-37). From here on it is nobody's turn (fe-56).
    """
    seat = work.state.active
    assert seat is not None
    top, stack = fights(work.state, seat)
    if work.state.zone(top) or (not work.state.size(stack) and not run_out(work.state, stack)):
        return
    work.turn_of(None)
    if not work.state.size(stack):
        end_match(work, "super-heroes")
    else:
        push(work, Flip(seat, stack if in_teams(work.state) else ""))


def discard_played(work: Work) -> None:
    """Discard the cards played, which lie in play until now (fe-25), except those that stay there (fe-32)."""
    seat = work.state.active
    assert seat is not None
    for card in work.state.zone(in_play_of(seat)):
        if not stays_in_play(work.state, card):
            work.move(card, discard_of(seat))
    reset_turn(work)


def draw(work: Work) -> None:
    """Draw five cards at level `deck`.

    The deck may have been shuffled for this, so that nobody can tell any more what lies where.
    """
    seat = work.state.active
    assert seat is not None
    for card in work.state.zone(discard_of(seat)):
        work.move(card, deck_of(seat))


END_OF_TURN: Final = step_kind(EndingTurn, resume=_end_resume)
"""Frame of the eight steps; a step that asks something has another frame for it."""


def _refill_resume(work: Work, step: Refilling) -> None:
    need, prompt = empty_slots(work.state), work.top.prompt
    if not need:
        work.pop()
    elif need > work.state.size(MAIN_DECK):
        end_match(work, "line-up")
    elif prompt is None or prompt.args["n"] != need:
        work.ask(step.KIND, cite="end-of-turn", n=need)


REFILL: Final = step_kind(
    Refilling,
    *shared(Refilling, (DEAL, *_ANY_STEP, END_GAME)),
    resume=_refill_resume,
    prompts=(PromptSpec(Refilling.KIND, (), "end-of-turn"),),
)
"""Step in which players fill the empty slots of the Line-Up from the top of the main deck."""


def _flip_resume(work: Work, step: Flip) -> None:
    """Ask for the next card of the stack and begin its First Appearance, which The Flash does not have (fe-60)."""
    villain = step.stack == VILLAINS
    hero = work.state.zone(TOP_VILLAIN if villain else HERO)
    if not hero:
        if work.top.prompt is None:
            work.ask("flip-villain" if villain else "flip", cite=VARIANT if villain else "super-heroes")
        return
    work.pop()
    if CATALOG.get(hero[0]).weaknesses is not None or kind_of(hero[0]) == STACK_VILLAIN:
        begin_appearance(work, hero[0], step.seat)


FLIP_STEP: Final = step_kind(
    Flip,
    *shared(Flip, (FLIP, *_ANY_STEP, END_GAME)),
    resume=_flip_resume,
    prompts=(PromptSpec("flip", (), "super-heroes"), PromptSpec("flip-villain", (), VARIANT)),
)
"""Step in which the next Super Hero is turned face up; it attacks everybody at once."""

__all__ = ["END_OF_TURN", "FLIP_STEP", "REFILL", "STEPS", "TURN", "begin_turn", "end_match"]
