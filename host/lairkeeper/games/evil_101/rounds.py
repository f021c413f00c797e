"""Rounds: the steps in order, and the end of the game ("Evil:101, Calling the Cleaners")."""

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
"""Steps of a round at level ``full``: collecting follows all chases (e1-69), then come the Cleaners (e1-36)."""
SCORE_STEPS: Final = ("tally", "end", "handover", "purchases", "late-end")
"""Steps of a round at level ``score``."""


def begin_round(work: Work, tied: Iterable[Seat] = ()) -> None:
    """Begin the next round; ``tied`` are the players of a tie round."""
    work.count(ROUND, 1)
    turn_to(work, None)
    steps = FULL_STEPS if work.state.level == "full" else SCORE_STEPS
    work.push("round", step=steps[0], tied=tuple(tied), chased=(), empty=None)


def tied_of(state: State) -> tuple[Seat, ...]:
    """Return the tied players of a tie round; empty in any other round."""
    frame = next((each for each in state.frames if each.kind == "round"), None)
    return frame.data["tied"] if frame is not None else ()


def _resume(work: Work, frame: Frame) -> None:
    STEPS[frame.data["step"]](work, frame)


def _next(work: Work, **data: object) -> None:
    """Set the next step; it begins when all that this step has begun is over."""
    steps = FULL_STEPS if work.state.level == "full" else SCORE_STEPS
    at = steps.index(work.top.data["step"])
    work.set(step=steps[at + 1] if at + 1 < len(steps) else "over", **data)
    work.again()


def _players(frame: Frame, state: State) -> tuple[Seat, ...]:
    """Return the seats that place Plots: all Evil players, or in a tie round the tied ones (e1-79)."""
    return evil(state, frame.data["tied"] or None)


def wanted_targets(state: State, tied: tuple[Seat, ...]) -> int:
    """Return how many Targets lie out: as many as players, the Handler included (e1-1).

    In a tie round the house rule ``tie-targets`` may want fewer (e1-46).
    """
    return len(tied) if tied and state.rules.tie_targets == "tied" else len(state.seats)


def _targets(work: Work, frame: Frame) -> None:
    """Deal the missing Targets; unused ones have stayed."""
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
    """Let the Handler act after all Evil players have placed (e1-14)."""
    _next(work)
    work.push("agents")


def _reveal(work: Work, frame: Frame) -> None:
    """Turn up every Plot that is still face down; by default all Agents lie by then (e1-61)."""
    for seat in evil(work.state):
        if placed(work.state, seat) and not turned_up(work.state, seat):
            turn_up(work, seat)
            work.again()
            return
    turn_to(work, None)
    _next(work)


def _chases(work: Work, frame: Frame) -> None:
    """Begin the next chase; each is settled before the next (e1-67).

    The Handler's Chase cards are spent across all of them (e1-29).
    """
    seats = chasers(work.state, frame.data["chased"])
    if not seats:
        _next(work)
    elif len(seats) > 1 and work.state.rules.chase_order == "handler-chooses":
        work.push("which-chase", choices=seats)
    else:
        begin_chase(work, seats[0])


def _hoarding(work: Work, frame: Frame) -> None:
    """Begin the collecting."""
    _next(work)
    work.push("hoarding", claims=claims(work.state), at=0)


def _dried_up(work: Work, frame: Frame) -> bool:
    """Count a round without a Plot, and return whether nobody can place one any more.

    With ``deck-exhaustion=stop-drawing`` that is so when the role has gone round without a Plot and a deck is empty. At
    level ``score`` the app does not follow decks: the rounds in which every player had no Plot are enough.
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
    """End the game before any purchase if a seat has 20 points (e1-42), or if nobody can place a Plot any more.

    With ``game-end=end-of-round`` the check comes later.
    """
    if _dried_up(work, frame):
        finish(work, _best(work.state, frame))
    elif work.state.rules.game_end == "end-of-round":
        _next(work, late=bool(frame.data["tied"]) or reached(work.state))
    elif not _over(work, frame):
        _next(work)


def _late_end(work: Work, frame: Frame) -> None:
    """Check for the end after the purchases, with ``game-end=end-of-round``.

    The role passes only then, since a tie round keeps the Handler.
    """
    if not frame.data.get("late"):
        _next(work)
    elif not _over(work, frame):
        work.set(step="handover", late=False, bought=True)
        work.again()


def _over(work: Work, frame: Frame) -> bool:
    """Finish the match if it is won, and return whether it is.

    With tied players one more round follows (e1-44). After a tie round no new threshold counts (e1-81).
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
    """Return the seats with the most points (e1-43), in a tie round among the tied only (e1-79, e1-81)."""
    among = frame.data["tied"] or state.seats
    best = max(worth(state, seat) for seat in among)
    return tuple(seat for seat in among if worth(state, seat) == best)


def finish(work: Work, winners: tuple[Seat, ...]) -> None:
    """End the match: no seat is active any more."""
    turn_to(work, None)
    work.finish(winners)


def _handover(work: Work, frame: Frame) -> None:
    """Pass the role of Handler to the left, once a round (e1-47).

    Before a tie round the role stays (e1-80). A tied Handler keeps it too, unless ``tied-handler=moves`` (e1-45).
    """
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
    """Fill the hands, unless the end is still to be checked."""
    if not frame.data.get("late"):
        fill_hands(work)
    _next(work)


def _purchases(work: Work, frame: Frame) -> None:
    """Let every player who can pay buy Chase cards, after the hands are filled (e1-74).

    Before a tie round nobody buys, unless the house rule ``tie-purchases`` allows it (e1-80).
    """
    allowed = not frame.data.get("again") or work.state.rules.tie_purchases
    allowed = allowed and not frame.data.get("bought")
    seats = buyers(work.state) if allowed else ()
    _next(work)
    if seats:
        work.push("purchases", seats=seats, at=0)


def _used(work: Work, frame: Frame) -> None:
    """Discard the used Targets."""
    work.set(empty=take_used(work))
    _next(work)


def _round_over(work: Work, frame: Frame) -> None:
    """Begin the next round, a tie round if players are tied."""
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
"""Move with which the tied players agree on a shared win, at any time (e1-44)."""

__all__ = ["HANDLER", "ROUND_STEP", "SHARE", "begin_round", "finish", "tied_of", "wanted_targets"]
