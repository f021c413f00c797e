"""A round, its steps in order, and how the game ends ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .chasing import begin_chase, chasers
from .cleaners import buyers, clear_away, fill_hands, may_throw, pass_role, take_used
from .handling import turn_up, turned_up
from .hoarding import claims, reached
from .places import DECK, HANDLER, IDLE, PLOT, ROUND, ROW, TARGET, TIES, evil, handler, placed, set_handler, turn_to
from .refusals import E1, refuse
from .tally import begin_tally

CITE: Final = "end"
FULL_STEPS: Final = (
    "targets", "plots", "agents", "reveal", "chases", "hoarding", "end", "handover", "fill", "purchases", "late-end",
    "used",
)  # fmt: skip
SCORE_STEPS: Final = ("tally", "end", "handover", "purchases", "late-end")


def begin_round(work: Work, tied: Iterable[Seat] = ()) -> None:
    """The next round; in a tie round only the tied players place Plots."""
    work.count(ROUND, 1)
    turn_to(work, None)
    steps = FULL_STEPS if work.state.level == "full" else SCORE_STEPS
    work.push("round", step=steps[0], tied=tuple(tied), chased=(), empty=None)


def tied_of(state: State) -> tuple[Seat, ...]:
    """The players between whom a tie round is played; empty in any other round."""
    frame = next((each for each in state.frames if each.kind == "round"), None)
    return frame.data["tied"] if frame is not None else ()


def _resume(work: Work, frame: Frame) -> None:
    STEPS[frame.data["step"]](work, frame)


def _next(work: Work, **data: object) -> None:
    """The step after this one; it begins when whatever this one has begun is over."""
    steps = FULL_STEPS if work.state.level == "full" else SCORE_STEPS
    at = steps.index(work.top.data["step"])
    work.set(step=steps[at + 1] if at + 1 < len(steps) else "over", **data)
    work.again()


def _players(frame: Frame, state: State) -> tuple[Seat, ...]:
    return evil(state, frame.data["tied"] or None)


def wanted_targets(state: State, tied: tuple[Seat, ...]) -> int:
    """How many Targets lie out; in a tie round a house rule may want fewer."""
    return len(tied) if tied and state.rules.tie_targets == "tied" else len(state.seats)


def _targets(work: Work, frame: Frame) -> None:
    """As many Targets as players, the Handler counted; unused ones have stayed."""
    state = work.state
    wanted = wanted_targets(state, frame.data["tied"])
    have = len(state.zone(ROW))
    empty = tuple(frame.data["empty"] or ())
    empty = (*empty, *range(have + len(empty), wanted))[: max(0, wanted - have)]
    _next(work)
    if empty:
        work.push("deal", empty=empty)


def _plots(work: Work, frame: Frame) -> None:
    _next(work)
    work.push("plots", seats=_players(frame, work.state), at=0)


def _agents(work: Work, frame: Frame) -> None:
    """The Handler acts only after all Evil players have placed."""
    _next(work)
    work.push("agents")


def _reveal(work: Work, frame: Frame) -> None:
    for seat in evil(work.state):
        if placed(work.state, seat) and not turned_up(work.state, seat):
            turn_up(work, seat)
            work.again()
            return
    turn_to(work, None)
    _next(work)


def _chases(work: Work, frame: Frame) -> None:
    """Each chase is settled before the next; the Handler's Chase cards are spent across them."""
    seats = chasers(work.state, frame.data["chased"])
    if not seats:
        _next(work)
    elif len(seats) > 1 and work.state.rules.chase_order == "handler-chooses":
        work.push("which-chase", choices=seats)
    else:
        begin_chase(work, seats[0])


def _hoarding(work: Work, frame: Frame) -> None:
    _next(work)
    work.push("hoarding", claims=claims(work.state), at=0)


def _dried_up(work: Work, frame: Frame) -> bool:
    """House rule that decks stay empty: when nobody has placed a Plot while the role went round, nobody ever will.

    At level `score` the decks are not followed: there rounds of players who say that they have no Plot are enough.
    """
    state = work.state
    if state.rules.deck_exhaustion == "reshuffle":
        return False
    full = state.level == "full"
    idle = not any(placed(state, seat) for seat in state.seats) if full else bool(frame.data.get("idle"))
    had = state.counters.get(IDLE, 0)
    work.count(IDLE, 1 if idle else -had)
    empty = not full or not state.size(DECK[PLOT]) or not state.size(DECK[TARGET])
    return idle and empty and had + 1 >= len(state.seats)


def _end(work: Work, frame: Frame) -> None:
    if _dried_up(work, frame):
        finish(work, _best(work.state, frame))
    elif work.state.rules.game_end == "end-of-round":
        _next(work, late=bool(frame.data["tied"]) or reached(work.state))
    elif not _over(work, frame):
        _next(work)


def _late_end(work: Work, frame: Frame) -> None:
    """House rule: the check comes after the purchases. Until then the role waits, in case of a tie round."""
    if not frame.data.get("late"):
        _next(work)
    elif not _over(work, frame):
        work.set(step="handover", late=False, bought=True)
        work.again()


def _over(work: Work, frame: Frame) -> bool:
    """Whether the match is over, or goes on between those who are level.

    Not the first to reach 20 but the most points win; after a tie round the most among the tied, without a threshold.
    """
    state = work.state
    tied = frame.data["tied"]
    if not tied and not reached(state):
        return False
    level = _best(state, frame)
    limit = state.rules.tie_rounds
    if len(level) == 1 or (limit is not None and state.counters.get(TIES, 0) >= limit):
        finish(work, level)
        return True
    work.set(again=level)
    return False


def _best(state: State, frame: Frame) -> tuple[Seat, ...]:
    """Whoever has the most points, in a tie round among the tied."""
    among = frame.data["tied"] or state.seats
    best = max(worth(state, seat) for seat in among)
    return tuple(seat for seat in among if worth(state, seat) == best)


def finish(work: Work, winners: tuple[Seat, ...]) -> None:
    """Nobody's turn any more."""
    turn_to(work, None)
    work.finish(winners)


def _handover(work: Work, frame: Frame) -> None:
    """The role passes to the left, once a round; before a tie round it stays where it is."""
    state = work.state
    level = frame.data.get("again", ())
    if state.level == "full":
        clear_away(work)
    if frame.data.get("late"):
        _next(work)
        return
    to = state.clockwise(handler(state))[1]
    if level:
        untied = [seat for seat in state.clockwise(handler(state)) if seat not in level]
        moves = handler(state) in level and state.rules.tied_handler == "moves" and untied
        to = untied[0] if moves else handler(state)
    changed = to != handler(state)
    if state.level == "full":
        pass_role(work, to)
    else:
        set_handler(work, to)
    _next(work)
    if changed and state.level == "full" and may_throw(work.state):
        work.push("handover")


def _fill(work: Work, frame: Frame) -> None:
    if not frame.data.get("late"):
        fill_hands(work)
    _next(work)


def _purchases(work: Work, frame: Frame) -> None:
    """Any player may buy; not before a tie round, unless the house rule says so."""
    allowed = not frame.data.get("again") or work.state.rules.tie_purchases
    allowed = allowed and not frame.data.get("bought")
    seats = buyers(work.state) if allowed else ()
    _next(work)
    if seats:
        work.push("purchases", seats=seats, at=0)


def _used(work: Work, frame: Frame) -> None:
    work.set(empty=take_used(work))
    _next(work)


def _round_over(work: Work, frame: Frame) -> None:
    level, empty = frame.data.get("again", ()), frame.data["empty"]
    work.pop()
    if level:
        work.count(TIES, 1)
    begin_round(work, level)
    if work.state.level == "full":
        work.set(empty=empty)


def _tally(work: Work, frame: Frame) -> None:
    _next(work)
    begin_tally(work, _players(frame, work.state))


STEPS: Final[Mapping[str, Callable[[Work, Frame], None]]] = {
    "targets": _targets,
    "plots": _plots,
    "agents": _agents,
    "reveal": _reveal,
    "chases": _chases,
    "hoarding": _hoarding,
    "end": _end,
    "handover": _handover,
    "fill": _fill,
    "purchases": _purchases,
    "late-end": _late_end,
    "used": _used,
    "tally": _tally,
    "over": _round_over,
}
ROUND_STEP: Final = FrameKind("round", {}, _resume)


# A shared win ------------------------------------------------------------------------------------------------------


def _share_check(state: State, command: Command) -> Verdict:
    return None if tied_of(state) else refuse(E1.NO_TIE, CITE)


def _share(work: Work, command: Command) -> None:
    finish(work, tied_of(work.state))


def _share_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="share")


SHARE: Final = Move("share", _share, _share_check, _share_offers, takes=("by",), spoken=True, refusals=(E1.NO_TIE,),
                    rule=CITE)  # fmt: skip
"""The tied players may agree to share the win at any time: nothing limits tie rounds."""

__all__ = ["HANDLER", "ROUND_STEP", "SHARE", "begin_round", "finish", "tied_of", "wanted_targets"]
