"""Rounds: the steps in order, and the end of the game ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from .cleaners import clear_away, fill_hands, pass_role, take_used
from .moves.agents import Agents
from .moves.chases import WhichChase, begin_chase, chasers
from .moves.collecting import Hoarding, claims, reached
from .moves.handover import Handover, may_throw
from .moves.plots import Plotting
from .moves.purchases import Purchases, buyers
from .moves.reveal import turn_up, turned_up
from .moves.tally import begin_tally
from .moves.targets import Dealing
from .places import DECK, IDLE, PLOT, ROUND, ROW, TARGET, TIES, evil, handler, placed, set_handler, turn_to
from .refusals import E1, refuse
from .steps import Round, tied_of

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
    push(work, Round(_steps(work.state)[0], tied=tuple(tied), chased=(), empty=None))


def _steps(state: State) -> tuple[str, ...]:
    """Return the steps of a round at the level that is tracked."""
    return FULL_STEPS if state.level == "full" else SCORE_STEPS


def _resume(work: Work, now: Round) -> None:
    STEPS[now.step](work, now)


def _next(work: Work, now: Round, after: Round | None = None, *also: str) -> None:
    """Set the next step; it begins when all that this step has begun is over. ``after`` has other changes."""
    steps = _steps(work.state)
    at = steps.index(now.step) + 1
    save(work, now, replace(after or now, step=steps[at] if at < len(steps) else "over"), *also)
    work.again()


def _players(now: Round, state: State) -> tuple[Seat, ...]:
    """Return the seats that place Plots: all Evil players, or in a tie round the tied ones (e1-79)."""
    return evil(state, now.tied or None)


def wanted_targets(state: State, tied: tuple[Seat, ...]) -> int:
    """Return how many Targets lie out: as many as players, the Handler included (e1-1).

    In a tie round the house rule ``tie-targets`` may want fewer (e1-46).
    """
    return len(tied) if tied and state.rules.tie_targets == "tied" else len(state.seats)


def _targets(work: Work, now: Round) -> None:
    """Deal the missing Targets; unused ones have stayed."""
    state = work.state
    wanted = wanted_targets(state, now.tied)
    have = len(state.zone(ROW))
    empty = tuple(now.empty or ())
    empty = (*empty, *range(have + len(empty), wanted))[: max(0, wanted - have)]
    _next(work, now)
    if empty:
        push(work, Dealing(empty))


def _plots(work: Work, now: Round) -> None:
    _next(work, now)
    push(work, Plotting(_players(now, work.state), at=0))


def _agents(work: Work, now: Round) -> None:
    """Let the Handler act after all Evil players have placed (e1-14)."""
    _next(work, now)
    push(work, Agents())


def _reveal(work: Work, now: Round) -> None:
    """Turn up every Plot that is still face down; by default all Agents lie by then (e1-61)."""
    for seat in evil(work.state):
        if placed(work.state, seat) and not turned_up(work.state, seat):
            turn_up(work, seat)
            work.again()
            return
    turn_to(work, None)
    _next(work, now)


def _chases(work: Work, now: Round) -> None:
    """Begin the next chase; each is settled before the next (e1-67).

    The Handler's Chase cards are spent across all of them (e1-29).
    """
    seats = chasers(work.state, now.chased)
    if not seats:
        _next(work, now)
    elif len(seats) > 1 and work.state.rules.chase_order == "handler-chooses":
        push(work, WhichChase(seats))
    else:
        begin_chase(work, seats[0])


def _hoarding(work: Work, now: Round) -> None:
    """Begin the collecting."""
    _next(work, now)
    push(work, Hoarding(claims(work.state), at=0))


def _dried_up(work: Work, now: Round) -> bool:
    """Count a round without a Plot, and return whether nobody can place one any more.

    With ``deck-exhaustion=stop-drawing`` that is so when the role has gone round without a Plot and a deck is empty. At
    level ``score`` the app does not follow decks: the rounds in which every player had no Plot are enough.
    """
    state = work.state
    if state.rules.deck_exhaustion == "reshuffle":
        return False
    full = state.level == "full"
    idle = not any(placed(state, seat) for seat in state.seats) if full else now.idle
    had = state.counters.get(IDLE, 0)
    work.count(IDLE, 1 if idle else -had)
    empty = not full or not state.size(DECK[PLOT]) or not state.size(DECK[TARGET])
    return idle and empty and had + 1 >= len(state.seats)


def _end(work: Work, now: Round) -> None:
    """End the game before any purchase if a seat has 20 points (e1-42), or if nobody can place a Plot any more.

    With ``game-end=end-of-round`` the check comes later.
    """
    if _dried_up(work, now):
        finish(work, _best(work.state, now))
    elif work.state.rules.game_end == "end-of-round":
        _next(work, now, replace(now, late=bool(now.tied) or reached(work.state)), "late")
    elif not _over(work, now):
        _next(work, now)


def _late_end(work: Work, now: Round) -> None:
    """Check for the end after the purchases, with ``game-end=end-of-round``.

    The role passes only then, since a tie round keeps the Handler.
    """
    if not now.late:
        _next(work, now)
    elif not _over(work, now):
        save(work, now, replace(now, step="handover", late=False, bought=True))
        work.again()


def _over(work: Work, now: Round) -> bool:
    """Finish the match if it is won, and return whether it is.

    With tied players one more round follows (e1-44). After a tie round no new threshold counts (e1-81).
    """
    state = work.state
    tied = now.tied
    if not tied and not reached(state):
        return False
    level = _best(state, now)
    limit = state.rules.tie_rounds
    if len(level) == 1 or (limit is not None and state.counters.get(TIES, 0) >= limit):
        finish(work, level)
        return True
    save(work, now, replace(now, again=level), "again")
    return False


def _best(state: State, now: Round) -> tuple[Seat, ...]:
    """Return the seats with the most points (e1-43), in a tie round among the tied only (e1-79, e1-81)."""
    among = now.tied or state.seats
    best = max(worth(state, seat) for seat in among)
    return tuple(seat for seat in among if worth(state, seat) == best)


def finish(work: Work, winners: tuple[Seat, ...]) -> None:
    """End the match: no seat is active any more."""
    turn_to(work, None)
    work.finish(winners)


def _handover(work: Work, now: Round) -> None:
    """Pass the role of Handler to the left, once a round (e1-47).

    Before a tie round the role stays (e1-80). A tied Handler keeps it too, unless ``tied-handler=moves`` (e1-45).
    """
    state = work.state
    level = now.again
    if state.level == "full":
        clear_away(work)
    if now.late:
        _next(work, now)
        return
    to = state.clockwise(handler(state))[1]
    if level:
        untied = [seat for seat in state.clockwise(handler(state)) if seat not in level]
        moves = handler(state) in level and state.rules.tied_handler == "moves" and untied
        to = untied[0] if moves else handler(state)
    passed = to != handler(state)
    if state.level == "full":
        pass_role(work, to)
    else:
        set_handler(work, to)
    _next(work, now)
    if passed and state.level == "full" and may_throw(work.state):
        push(work, Handover())


def _fill(work: Work, now: Round) -> None:
    """Fill the hands, unless the end is still to be checked."""
    if not now.late:
        fill_hands(work)
    _next(work, now)


def _purchases(work: Work, now: Round) -> None:
    """Let every player who can pay buy Chase cards, after the hands are filled (e1-74).

    Before a tie round nobody buys, unless the house rule ``tie-purchases`` allows it (e1-80).
    """
    allowed = not now.again or work.state.rules.tie_purchases
    allowed = allowed and not now.bought
    seats = buyers(work.state) if allowed else ()
    _next(work, now)
    if seats:
        push(work, Purchases(seats, at=0))


def _used(work: Work, now: Round) -> None:
    """Discard the used Targets."""
    save(work, now, replace(now, empty=take_used(work)), "empty")
    _next(work, now)


def _round_over(work: Work, now: Round) -> None:
    """Begin the next round, a tie round if players are tied."""
    work.pop()
    if now.again:
        work.count(TIES, 1)
    begin_round(work, now.again)
    if work.state.level == "full":
        begun = read(Round, work.top)
        save(work, begun, replace(begun, empty=now.empty), "empty")


def _tally(work: Work, now: Round) -> None:
    _next(work, now)
    begin_tally(work, _players(now, work.state))


STEPS: Final[Mapping[str, Callable[[Work, Round], None]]] = {
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
ROUND_STEP: Final = step_kind(Round, resume=_resume)


# A shared win ------------------------------------------------------------------------------------------------------


def _no_tie(now: Moment[StepData], by: Seat | None = None) -> Verdict:
    return None if tied_of(now.state) else refuse(E1.NO_TIE, CITE)


def _share(work: Work, step: StepData, by: Seat | None = None) -> None:
    finish(work, tied_of(work.state))


SHARE: Final = move(
    "share", StepData, _share, by=ANYBODY, unless=_no_tie, codes=(E1.NO_TIE,), spoken=True, rule=CITE
).move
"""Move with which the tied players agree on a shared win, at any time (e1-44)."""
