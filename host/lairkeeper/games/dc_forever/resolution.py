"""Steps of the Resolution Phase: complete Schemes, check for a win, replace emptied Locations.

"DC Forever, Resolution Phase".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Path, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.sealed import settle
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, save
from lairkeeper.rules.step import replace as changed

from .abilities import push_effect, words_of
from .action import use
from .args import asked, may_act, target_of
from .catalog import CARDS, SCHEME, character_of, sort_of
from .citizens import BANK, SANCTUARY, all_from, citizens
from .hands import draw
from .locations import replace, replaceable
from .places import (
    AT,
    CAPTURED,
    FACE_UP,
    HERO,
    KNOCKED_OUT,
    MASTER_PLAN,
    ROGUE,
    fact,
    has_scheme,
    location,
    mark,
    owner_of,
    place_named,
    players,
    rogues,
    scheme,
    scheme_at,
    team,
    unread_at,
)
from .reactions import window
from .refusals import DC, no
from .steps import Asking, OfSeat, Resolution

CITE: Final = "complete"
SCHEMES_TO_WIN, CITIZENS_TO_WIN, FALLEN_TO_LOSE = 5, 30, 4


# Winning ----------------------------------------------------------------------------------------------------------


def completed(state: State) -> int:
    """Return how many Schemes the Master Plan holds, face up and face down, for both Rogues (df-124, df-259).

    A Scheme at a Location is not counted (df-206).
    """
    return state.size(MASTER_PLAN) + state.counters.get("completed", 0)


def rescued(state: State) -> int:
    """Return how many citizens are in Sanctuary, for both Heroes (df-124)."""
    return citizens(state, SANCTUARY)


def down(state: State, which: str) -> int:
    """Return how many characters of a side are knocked out or captured now (df-135).

    House rules: all that ever fell count; removed Unaligned characters count for the Rogues (df-240).
    """
    if state.rules.fallen == "ever":
        n = state.counters.get(f"falls.{which}", 0)
    else:
        n = state.size(KNOCKED_OUT if which == HERO else CAPTURED)
    return n + (state.counters.get("captured.unaligned", 0) if which == ROGUE else 0)


def _all_down(state: State, which: str) -> bool:
    """Return True when no character of the side is in play (df-113), of both mates (df-255).

    The last one to leave play must have been knocked out or captured (df-114), unless a house rule says otherwise.
    """
    if any(team(state, seat) for seat in players(state, which)):
        return False
    return bool(state.counters.get(f"last-fell.{which}", 0)) or state.rules.emptied_side == "loses"


def _four_down(state: State, which: str) -> bool:
    """Return True when a total of four loses: for the pair against a player alone (df-133; "Checking Win Conditions").

    With four players it loses by a house rule only (df-134).
    """
    rule = state.rules.total_of_four
    pair = len(players(state, which)) == 2
    counts = (rule != "never" and pair and len(state.seats) == 3) or (rule == "all" and len(state.seats) > 2)
    return counts and down(state, which) >= FALLEN_TO_LOSE


def won_by(state: State) -> str | None:
    """Return the first condition that is met, in the order of "DC Forever, Check for Win Conditions" (df-109), or None.

    Schemes and Sanctuary count with 5 and 30 "or more" (df-112), even if all characters of the side are out (df-110).
    """
    met = (
        ("schemes", completed(state) >= SCHEMES_TO_WIN),
        ("rescue", rescued(state) >= CITIZENS_TO_WIN),
        ("knock-out", _all_down(state, HERO) or _four_down(state, HERO)),
        ("capture", _all_down(state, ROGUE) or _four_down(state, ROGUE)),
    )
    return next((name for name, is_met in met if is_met), None)


_WINS: Final = {"schemes": ROGUE, "rescue": HERO, "knock-out": ROGUE, "capture": HERO}


def winner(state: State) -> str | None:
    """Return the side that has won, or None."""
    return _WINS.get(won_by(state) or "")


def finish_if_won(work: Work) -> bool:
    """End the match if a side has won, and return whether it has; its players win together."""
    won = winner(work.state)
    if won is not None:
        work.turn_of(None)
        work.finish(tuple(seat for seat in work.state.seats if (seat in rogues(work.state)) == (won == ROGUE)))
    return won is not None


# The phase --------------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Resolution) -> None:
    """Run the steps in order: Schemes, win conditions, Locations (df-105).

    A condition that is met before the check does nothing until then (df-111). When a side has won no Location is
    replaced, so that no new citizens come (df-119). Otherwise emptied Locations are replaced before the next cycle
    (df-118).
    """
    if step.step == "complete":
        _complete_step(work, step)
    elif step.step == "check":
        work.turn_of(None)
        save(work, step, changed(step, step="replace"))
        last = not work.state.counters.get("cycle.activated", 0)
        if (work.state.rules.win_check == "every-cycle" or last) and finish_if_won(work):
            return
        work.again()
    elif step.step == "replace":
        save(work, step, changed(step, step="over"))
        work.again()
        replace(work, replaceable(work.state))
    else:
        work.pop()


def _complete_step(work: Work, step: Resolution) -> None:
    """Ask each Rogue player in turn, while citizens lie on a Scheme; nobody else is told whether they are enough.

    The player completes any number, one at a time (df-106), or holds a finished one back (df-115). The effect of one is
    over before the player is asked for the next (df-107).
    """
    if not step.waiting or not any(_may_ask(work.state, at) for at in AT):
        save(work, step, changed(step, step="check"))
        work.again()
    elif step.seat != step.waiting[0] or work.top.prompt is None:
        work.turn_of(None)
        save(work, step, changed(step, seat=step.waiting[0]), "seat")
        work.ask("complete", cite=CITE, seat=step.waiting[0])


def _may_ask(state: State, place: Path) -> bool:
    """Return True when a Scheme with citizens lies at a place."""
    return has_scheme(state, place) and bool(citizens(state, scheme_at(place)))


def begin_resolution(work: Work) -> None:
    """Begin a Resolution Phase: of two Rogues the first player completes first (df-260)."""
    seats = players(work.state, ROGUE)
    waiting = seats[:1] if work.state.rules.completer == "first" else seats
    push(work, Resolution(None, "complete", waiting))


def ready_schemes(state: State) -> tuple[Path, ...]:
    """Return the places whose Scheme has citizens enough, for Rogue eyes only (df-30)."""
    found = []
    for at in AT:
        card = scheme(state, at)
        if card is not None and citizens(state, scheme_at(at)) >= fact(state, card, "threshold", 0):
            found.append(at)
    return tuple(found)


def seen_short(state: State, place: Path) -> Component | None:
    """Return the Scheme of a place that everybody has seen and that has too few citizens, or None."""
    card = scheme(state, place)
    if card is None or TABLE not in state.known.get(card, ()):
        return None
    return card if citizens(state, scheme_at(place)) < fact(state, card, "threshold", 0) else None


def _cannot_complete(
    now: Moment[Resolution], by: Seat, card: Label | None = None, target: Label | None = None
) -> Verdict:
    """Refuse Schemes that cannot be completed; no reason depends on a face-down card that the table has not seen."""
    state, place = now.state, _place(now.state, card, target)
    if place is None:
        return no(DC.NOT_A_PLACE, CITE, target=target or card or "")
    if not has_scheme(state, place):
        return no(DC.NO_SCHEME, CITE, card=location(state, place) or "")
    if not citizens(state, scheme_at(place)):
        return no(DC.NO_CITIZENS, CITE, card=location(state, place) or "")
    if scheme(state, place) is None and not _may_lie(state, place, card):
        return no(DC.UNREAD_SCHEME, CITE, card=location(state, place) or "")
    short = seen_short(state, place)
    if short is not None:
        have, need = citizens(state, scheme_at(place)), fact(state, short, "threshold", 0)
        return no(DC.STILL_SHORT, CITE, card=short, have=have, need=need)
    return None


def _may_lie(state: State, place: Path, named: Label | None) -> bool:
    """Return True when the card that is named can be the one that no antenna has read there."""
    if named is None or named not in state.pools[state.pooled[unread_at(place)]].contents:
        return False
    return sort_of(named) == CARDS and fact(state, named, "type") == SCHEME


def _place(state: State, card: Label | None, target: Label | None) -> Path | None:
    """Return the place of the Scheme that is named, or None; a card alone means the place where the app has it."""
    if target is not None:
        return place_named(state, target)
    at = state.where.get(card, "") if card is not None else ""
    return f"place-{at[-1]}" if at.startswith("scheme-") else None


def _complete(work: Work, step: Resolution, by: Seat, card: Label | None = None, target: Label | None = None) -> None:
    """Reveal a Scheme, and complete it if enough citizens lie on it now (df-205).

    With too few it turns face down again (df-165). One that everybody has seen with too few is completed only when the
    table insists.
    """
    place = _place(work.state, card, target) or AT[0]
    insisted = seen_short(work.state, place) is not None
    shown = _revealed(work, place, card)
    work.emit(ev.Faced(shown, (TABLE,)))
    if not insisted and citizens(work.state, scheme_at(place)) < fact(work.state, shown, "threshold", 0):
        work.again()
        return
    complete(work, place, shown, _decider(work.state, shown, by))


def _revealed(work: Work, place: Path, named: Label | None) -> Component:
    """Return the card that lies at a place; one that nobody had read is the card that the table names."""
    card = scheme(work.state, place)
    if card is None:
        assert named is not None
        work.move(named, scheme_at(place), source=unread_at(place))
        card = named
    return card


def _decider(state: State, card: Component, by: Seat | None) -> Seat:
    """Return the seat that decides and draws for a Scheme: its owner (df-260), by a house rule the player who is asked.

    A Scheme whose Rogue was captured can be completed (df-203).
    """
    owner = owner_of(state, card) if state.rules.completer == "owner" else None
    return owner or by or rogues(state)[0]


def complete(work: Work, place: Path, card: Component, seat: Seat) -> None:
    """Move a Scheme to the Master Plan; its effect follows, and its cards are drawn (df-62), none before (df-206).

    Citizens on it go to the supply, by a house rule to the Location (df-138). A "when completed" one lies face down
    after its effect; single-use and ongoing ones stay face up (df-108).
    """
    rules = work.state.rules
    settle(work, card)
    work.move(card, MASTER_PLAN)
    all_from(work, scheme_at(place), BANK if rules.scheme_citizens == "supply" else place)
    mode = fact(work.state, card, "mode", "completed")
    work.again()
    for note in work.state.marks.get(card, ()):
        work.emit(ev.Unmarked(card, note.name))
    if mode != "completed":
        mark(work, card, FACE_UP)
    n = fact(work.state, card, "draw", 0)
    if rules.draw_value == "draw-first":
        draw(work, seat, n)
    window(work, "after-completes", card, seat)
    if rules.draw_value != "draw-first" and n:
        push(work, Reward(seat, n))
    if mode == "completed":
        push_effect(work, seat, card, words_of(work.state, card), char=character_of(card))


def _done(work: Work, step: Resolution, by: Seat) -> None:
    """End a Rogue player's part; finished Schemes may be held back (df-115)."""
    save(work, step, changed(step, waiting=tuple(each for each in step.waiting if each != by)))
    work.again()


def _schemes(now: Moment[Resolution]) -> Iterator[tuple[Value, ...]]:
    """Offer Schemes to complete: to the table all with citizens, to a Rogue player those that are ready."""
    for seat in may_act(now):
        if now.naming is not None:
            lies = _place(now.state, now.naming, None)
            for at in AT if lies is None else (lies,):
                if _may_ask(now.state, at):
                    yield seat, now.naming, at
        else:
            yield from ((seat, None, at) for at in _open(now.state, now.viewer))


def _open(state: State, viewer: str) -> Iterator[Path]:
    """Return the places whose Scheme a viewer is offered by click."""
    ready = ready_schemes(state)
    for at in AT:
        card = scheme(state, at)
        mine = viewer in state.seats and card is not None and viewer in state.known.get(card, ())
        if _may_ask(state, at) and (not mine or at in ready) and seen_short(state, at) is None:
            yield at


def _not_waiting(now: Moment[Asking], said: Any) -> Verdict:
    """Refuse a waiting single-use Scheme in nobody's turn (df-170); a house rule allows it."""
    if now.state.rules.waiting_scheme != "any-time" or now.state.where.get(said) != MASTER_PLAN:
        return Refused(CoreRefusal.NOT_NOW, {"move": "use", "step": "resolution"}, CITE)
    return None


def _where(now: Moment[Resolution], command: Command) -> Args:
    return {"card": location(now.state, target_of(command)) or ""}


RESOLUTION: Final = step_kind(
    Resolution,
    # Schemes are completed in this step only (df-116).
    move("complete", Resolution, _complete, unless=_cannot_complete, offers=_schemes, stamped=True, by=asked(CITE),
         codes=(DC.NOT_A_PLACE, DC.NO_SCHEME, DC.NO_CITIZENS, DC.UNREAD_SCHEME, DC.STILL_SHORT),
         answers=Answer("complete", _where, even_refused=True), rule=CITE),
    use(Resolution, Arg(lambda now: (), _not_waiting)),
    move("done", Resolution, _done, by=asked(CITE), answers=Answer("no-more-schemes", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("complete", ("complete", "no-more-schemes"), CITE),),
)  # fmt: skip


@quick
@dataclass(frozen=True, slots=True)
class Reward(OfSeat):
    """The cards of a completed Scheme are drawn."""

    KIND: ClassVar[str] = "reward"
    n: int


def _reward(work: Work, step: Reward) -> None:
    """Draw a Scheme's cards after its text, whatever the hand's maximum (df-62; "DC Forever, Scheme Cards")."""
    work.pop()
    draw(work, step.seat, step.n)


REWARD: Final = step_kind(Reward, resume=_reward)
