"""Rounds in four stages ("DC Forever, Overview of a Round"), and the cycles of the Confrontation Stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from .args import HELD_CARD, asked
from .catalog import CHARACTERS, sort_of
from .hands import discard_from_hand, draw, in_hand, limit
from .harm import home
from .places import (
    EXHAUSTED,
    HERO,
    ROGUE,
    ROUND,
    USED,
    everybody,
    hand_of,
    players,
    side,
    solo,
    unmark,
)
from .reactions import window
from .refusals import DC, no
from .resolution import begin_resolution, finish_if_won
from .steps import Action, OfSeat, Phase

STEPS: Final = (
    "order", "plotting", "rogue-draw", "planning", "confrontation", "ready", "hero-discards", "draw", "round-end",
)  # fmt: skip
"""Steps of a round; in Maintenance Heroes discard, then Rogues draw, then Heroes draw (df-57)."""


@quick
@dataclass(frozen=True, slots=True)
class Round(StepData):
    """A round of the game."""

    KIND: ClassVar[str] = "round"
    step: str
    """Step of the round that runs next."""
    at: int
    """Number of players who have had their part of the step."""


def begin_round(work: Work, step: str = STEPS[0]) -> None:
    """Begin the next round, with its first step or another one."""
    work.count("round", 1)
    push(work, Round(step, 0))


def _round(work: Work, now: Round) -> None:
    """Run the step that the round is at."""
    _ROUND[now.step](work, now)


def _next(work: Work, now: Round) -> None:
    """Go on to the next step of the round, or to the next round."""
    at = STEPS.index(now.step)
    if at + 1 < len(STEPS):
        save(work, now, replace(now, step=STEPS[at + 1], at=0), "at")
    else:
        work.pop()
        begin_round(work)
    work.again()


def _each(which: str, do: Callable[[Work, Seat], None]) -> Callable[[Work, Round], None]:
    """Return a step that the players of a side take back to back, the first player of this round first.

    So each phase of Plotting and Planning runs (df-130, df-251), and the mates' discards in Maintenance (df-261).
    """

    def step(work: Work, now: Round) -> None:
        seats = players(work.state, which)
        if now.at >= len(seats):
            _next(work, now)
            return
        save(work, now, replace(now, at=now.at + 1))
        work.again()
        do(work, seats[now.at])

    return step


def _action(work: Work, seat: Seat) -> None:
    """Begin a player's Action Phase."""
    push(work, Action(seat))


def _rogue_draw(work: Work, seat: Seat) -> None:
    """Draw 3 cards in Plotting, then discard down to the maximum (df-54).

    Each player of a pair draws 3 (df-61); a Rogue alone against two draws 4 (df-59).
    """
    draw(work, seat, 4 if solo(work.state, seat) else 3)
    trim(work, seat)


def trim(work: Work, seat: Seat) -> None:
    """Ask a player to discard down to the maximum."""
    more = work.state.size(hand_of(seat)) - limit(work.state, seat)
    if more > 0:
        push(work, Trimming(seat, more, exact=True))


def _order(work: Work, now: Round) -> None:
    """Let each pair choose its first player for the round; the choice holds in all stages (df-129).

    "DC Forever, Multiplayer Game". In round 1 the first player was found before the draft.
    """
    _next(work, now)
    if work.state.counters.get("round", 0) > 1:
        push_order(work)


def push_order(work: Work) -> None:
    """Ask each pair of players for its first player."""
    pairs = tuple(which for which in (ROGUE, HERO) if len(players(work.state, which)) == 2)
    if pairs:
        push(work, Ordering(pairs))


def _confrontation(work: Work, now: Round) -> None:
    """Begin the Confrontation Stage."""
    _next(work, now)
    push(work, Confrontation(0))


def _ready(work: Work, now: Round) -> None:
    """Ready all exhausted cards at once, not only characters (df-244).

    Then the standees go home, and then come the effects "when readied" (df-120). Unaligned characters stay at their
    Locations (df-238).
    """
    _next(work, now)
    work.turn_of(None)
    readied = [card for card, marks in work.state.marks.items() if any(each.name == EXHAUSTED for each in marks)]
    for card in readied:
        unmark(work, card, EXHAUSTED)
    for card in everybody(work.state):
        home(work, card)
    if readied:
        window(work, "after-readied", None, None)


def _hero_discards(work: Work, seat: Seat) -> None:
    """Let a Hero player discard any number of cards before drawing (df-56)."""
    if work.state.size(hand_of(seat)):
        push(work, Trimming(seat, 0, exact=False))


def _draw(work: Work, now: Round) -> None:
    """Let Rogues draw 3 cards, or 2 alone against two, and discard to the maximum; then fill up the Heroes' hands.

    Rogues come first (df-55, df-57, df-59); of a pair the first player draws first (df-261). Heroes draw up to 6 cards
    (df-61) or 8 (df-60); a larger hand is kept (df-56), or trimmed by a house rule.
    """
    seats = (*players(work.state, ROGUE), *players(work.state, HERO))
    if now.at >= len(seats):
        _next(work, now)
        return
    seat = seats[now.at]
    save(work, now, replace(now, at=now.at + 1))
    work.again()
    if side(work.state, seat) == ROGUE:
        draw(work, seat, 2 if solo(work.state, seat) else 3)
        trim(work, seat)
    else:
        draw(work, seat, max(0, limit(work.state, seat) - work.state.size(hand_of(seat))))
        if work.state.rules.big_hand == "discard":
            trim(work, seat)


def _round_end(work: Work, now: Round) -> None:
    """Resolve triggers, end durations, take tokens off ("DC Forever, End of Round Phase"; df-245).

    "Once per round" ends here (df-171): activated tokens come off all cards (df-122), by a house rule off characters
    only. Nothing else is taken away: damage, Schemes, citizens, attachments and empowering cards stay (df-121).
    """
    if not now.at:
        save(work, now, replace(now, at=1))
        work.again()
        window(work, "after-round", None, None)
        return
    for card, marks in tuple(work.state.marks.items()):
        for name in dict.fromkeys(each.name for each in marks if each.until == ROUND):
            stays = (
                name.startswith(USED) and sort_of(card) != CHARACTERS and work.state.rules.tokens_off == "characters"
            )
            if not stays:
                work.emit(ev.Unmarked(card, name))
    _next(work, now)


_ROUND: Final[Mapping[str, Callable[[Work, Round], None]]] = {
    "order": _order,
    "plotting": _each(ROGUE, _action),
    "rogue-draw": _each(ROGUE, _rogue_draw),
    "planning": _each(HERO, _action),
    "confrontation": _confrontation,
    "ready": _ready,
    "hero-discards": _each(HERO, _hero_discards),
    "draw": _draw,
    "round-end": _round_end,
}
ROUND_FRAME: Final = step_kind(Round, resume=_round)


# The Confrontation Stage ------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Confrontation(StepData):
    """A Confrontation Stage, cycle by cycle."""

    KIND: ClassVar[str] = "confrontation"
    at: int
    """Index of the phase that runs next in the cycle; one more than the last phase when the cycle is over."""


def phases(state: State) -> tuple[Seat, ...]:
    """Return the seats of a cycle's phases in order: Provoke, Oppose.

    With three or four players both come again (df-131). The first player of a pair comes first (df-252). A player alone
    against two takes both phases of a side, which need two ready characters (df-253).
    """
    theirs, ours = players(state, ROGUE), players(state, HERO)
    if len(state.seats) == 2:
        return (theirs[0], ours[0])
    return (theirs[0], ours[0], theirs[-1], ours[-1])


def _cycle(work: Work, step: Confrontation) -> None:
    """Run the phases of a cycle, then its Resolution Phase, then see whether another cycle follows.

    A player who passed in this cycle is asked again in the next (df-67). Passes in two cycles do not end the stage
    together, unless a house rule says so (df-226). A cycle in which all passed has its Resolution Phase, too, unless a
    house rule ends the stage at once (df-241).
    """
    at, state = step.at, work.state
    seats = phases(state)
    if at == 0:
        for name in ("cycle.activated", "cycle.actions"):
            work.count(name, -state.counters.get(name, 0))
    if state.rules.passes == "across-cycles" and state.counters.get("cycle.passes", 0) >= len(seats):
        _over(work)
    elif at < len(seats):
        save(work, step, replace(step, at=at + 1))
        push(work, Phase(seats[at], _must(state, at)))
    elif at == len(seats):
        work.count("cycles", 1)
        passed = not state.counters.get("cycle.activated", 0)
        if passed and state.rules.all_passed == "end-at-once":
            _over(work)
            return
        save(work, step, replace(step, at=at + 1))
        work.again()
        begin_resolution(work)
    else:
        _another(work, step)


def _must(state: State, at: int) -> bool:
    """Return True for a phase that must be used: those of the game's first cycle (df-63), in no later round (df-227).

    With more than two players all phases of that cycle count, by a house rule only the first of each side (df-132).
    """
    first = not state.counters.get("cycles", 0)
    return first and (state.rules.first_cycle == "everybody" or at < 2)


def _another(work: Work, step: Confrontation) -> None:
    """Begin another cycle if anybody was activated; else end the stage (df-68).

    All have passed when no character was activated in any phase (df-254).
    """
    counters = work.state.counters
    name = "cycle.activated" if work.state.rules.next_cycle == "activation" else "cycle.actions"
    if counters.get(name, 0):
        save(work, step, replace(step, at=0))
        work.again()
    else:
        _over(work)


def _over(work: Work) -> None:
    """End the Confrontation Stage; by a house rule only now a side may win."""
    work.count("cycle.passes", -work.state.counters.get("cycle.passes", 0))
    if work.state.rules.win_check != "last-cycle" or not finish_if_won(work):
        work.pop()


CONFRONTATION: Final = step_kind(Confrontation, resume=_cycle)


# Discarding from the hand -----------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Trimming(OfSeat):
    """A player discards cards of the hand."""

    KIND: ClassVar[str] = "trim"
    least: int
    """Cards that must still be discarded."""
    exact: bool
    """True when the player discards so many and no more."""
    over: bool = False


def _trim_resume(work: Work, step: Trimming) -> None:
    """Ask for cards to discard until the hand is small enough or the player is done."""
    prompt = work.top.prompt
    if step.over or (step.exact and not step.least) or not work.state.size(hand_of(step.seat)):
        work.pop()
    elif prompt is None or prompt.args["n"] != step.least:
        work.ask("trim" if step.exact else "hero-discards", cite="draw", seat=step.seat, n=step.least)


def _cannot_discard(now: Moment[Trimming], by: Seat, card: Label) -> Verdict:
    return in_hand(now.state, by, card, "draw")


def _trim(work: Work, step: Trimming, by: Seat, card: Label) -> None:
    """Discard a card that the holder of the hand chose (df-187)."""
    discard_from_hand(work, by, card)
    save(work, step, replace(step, least=max(0, step.least - 1)), "least")
    work.again()


def _too_many(now: Moment[Trimming], by: Seat) -> Verdict:
    return no(DC.OVER_LIMIT, "draw", n=now.step.least) if now.step.least else None


def _trimmed(work: Work, step: Trimming, by: Seat) -> None:
    save(work, step, replace(step, over=True))
    work.again()


TRIM: Final = step_kind(
    Trimming,
    move("discard", Trimming, _trim, unless=_cannot_discard, codes=(DC.NOT_IN_HAND, DC.NO_NUMBERS), stamped=True,
         by=asked("draw"), card=HELD_CARD, rule="draw"),
    move("done", Trimming, _trimmed, unless=_too_many, codes=(DC.OVER_LIMIT,), by=asked("draw"), rule="draw",
         answers=Answer("kept", lambda now, command: None if now.step.exact else {}, even_refused=True)),
    resume=_trim_resume,
    prompts=(PromptSpec("trim", (), "draw"), PromptSpec("hero-discards", ("kept",), "draw")),
)  # fmt: skip


# First player of a pair -------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Ordering(StepData):
    """Each pair of players finds its first player."""

    KIND: ClassVar[str] = "order"
    pairs: tuple[str, ...]
    """Sides whose pair is still to be asked."""


def _order_resume(work: Work, step: Ordering) -> None:
    """Ask for each pair's first player, found by lot in round 1 and chosen in later rounds (df-129).

    House rule: chosen in round 1, too.
    """
    pairs, prompt = step.pairs, work.top.prompt
    if not pairs:
        work.pop()
    elif prompt is None or prompt.args["what"] != pairs[0]:
        lot = work.state.counters.get("round", 0) <= 1 and work.state.rules.first_player == "lot"
        work.turn_of(None)
        work.ask("lot" if lot else "first", cite="multi-order", what=pairs[0], seats=players(work.state, pairs[0]))


def _pair(now: Moment[Ordering]) -> tuple[Seat, ...]:
    """Return the pair that is asked."""
    return players(now.state, now.step.pairs[0])


def _first(work: Work, step: Ordering, target: Seat, by: Seat | None = None) -> None:
    """Keep which player of the pair is first in this round."""
    which, *rest = step.pairs
    pair = tuple(seat for seat in work.state.seats if side(work.state, seat) == which)
    name = f"first.{which}"
    work.count(name, pair.index(target) - work.state.counters.get(name, 0))
    save(work, step, replace(step, pairs=tuple(rest)))
    work.again()


ORDER: Final = step_kind(
    Ordering,
    move("first", Ordering, _first, target=one_of(_pair, "multi-order"), by=ANYBODY, seat_target=True,
         answers=Answer("first", lambda now, command: {"seat": command.target}), rule="multi-order"),
    resume=_order_resume,
    prompts=(PromptSpec("lot", ("first",), "multi-order"), PromptSpec("first", ("first",), "multi-order")),
)  # fmt: skip
