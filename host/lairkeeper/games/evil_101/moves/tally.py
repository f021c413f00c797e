"""Level ``score``: after the reveal players tap each Plot with its Target, or the Agent that foiled it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, Final

from lairkeeper.core.events import Data, Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment, given
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from ..args import the_handler
from ..cards import CATALOG, sort_of
from ..places import AGENT, PLOT, TARGET, facts_of, handler, is_sort
from ..refusals import E1, refuse
from ..steps import Round
from .collecting import credit, parts_of, reached
from .plots import fits

CITE: Final = "hoarding"


@quick
@dataclass(frozen=True, slots=True)
class Tallying(StepData):
    """Each seat collects its points or was foiled."""

    KIND: ClassVar[str] = "tally"
    seats: tuple[Seat, ...]
    foiled: int
    """Number of foiled Plots."""
    used: tuple[tuple[Label, Seat], ...]
    """Targets that were tapped in this round, each with the seat whose Plot lies there."""
    played: tuple[Label, ...]
    """Plots and Agents that were tapped in this round."""
    pockets: int
    """Number of Plots whose points the Handler has taken."""
    over: bool = False

    @classmethod
    def lift(cls, data: Data) -> Data:
        """Return the data with the cards that were tapped: logs of older versions have no such list."""
        return {"played": (), **data}


def begin_tally(work: Work, seats: tuple[Seat, ...]) -> None:
    """Ask each of these seats for its points; the seat collects or was foiled."""
    push(work, Tallying(seats, foiled=0, used=(), played=(), pockets=0))


# Seats and cards ---------------------------------------------------------------------------------------------------


def _not_waiting(now: Moment[Tallying], said: Any) -> Verdict:
    """Return why a seat may not answer: its Plot is settled already.

    With ``game-end=at-once`` the seats answer in order, since the first to reach 20 points ends the game.
    """
    if said not in now.waiting:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": said}, CITE)
    if now.state.rules.game_end == "at-once" and said != now.asked:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": said, "active": now.asked}, "end")
    return None


def _all_used(state: State, card: Label, used: Iterable[Label]) -> bool:
    """Return whether all copies of a card, or this very copy, were tapped in this round."""
    same = [each for each in used if kind_of(each) == kind_of(card)]
    return len(same) >= facts_of(state, card).get("copies", 1) or ("#" in card and card in same)


def _played(now: Moment[Tallying], card: Label, seat: Seat) -> Refused | None:
    """Return why a Plot or an Agent cannot lie on one more Target in this round (e1-15)."""
    if _all_used(now.state, card, now.step.played):
        return refuse(E1.NOT_IN_HAND, CITE, card=card, seat=seat)
    return None


def _pays_nothing(now: Moment[Tallying], by: Seat, card: Label, target: Label) -> Verdict:
    """Return why a Plot on a Target pays nothing.

    Each Target takes one Plot (e1-10), and every symbol must be on it (e1-8), unless the table lets it count (e1-62).
    """
    used = now.step.used
    if _all_used(now.state, target, (each for each, _ in used)):
        first = dict(reversed(used))
        taken = first.get(target) or next(first[each] for each in first if kind_of(each) == kind_of(target))
        return refuse(E1.TARGET_TAKEN, "plots", card=target, seat=taken)
    refused = _played(now, card, by)
    if refused is None and not fits(now.state, card, target):
        refused = refuse(E1.NO_MATCH, "plots", card=card, token=target)
    return refused


def _of_sort(state: State, sort: str) -> Iterable[Label]:
    """Yield the kinds of a sort that have numbers in this match."""
    return (kind for kind in CATALOG.kinds if sort_of(kind) == sort and facts_of(state, kind))


def _tapped(now: Moment[Tallying], sort: str) -> Iterable[Label]:
    """Yield the tapped card, if it is of this sort and has numbers."""
    if now.naming is not None and sort_of(now.naming) == sort and facts_of(now.state, now.naming):
        yield now.naming


def _plots(now: Moment[Tallying]) -> Iterable[Label]:
    return _of_sort(now.state, PLOT) if now.naming is None else _tapped(now, PLOT)


def _waiting(now: Moment[Tallying]) -> Iterable[Seat]:
    """Offer a tapped card to every seat that waits; by click, only to the next one."""
    return now.waiting if now.naming is not None else now.waiting[:1]


_SEATS: Final = (CoreRefusal.NOT_ASKED, CoreRefusal.OUT_OF_TURN)
_PLOT: Final[Arg[Tallying]] = Arg(
    _plots, lambda now, said: is_sort(now.state, said, PLOT, E1.NOT_A_PLOT, "plots"), (E1.NOT_A_PLOT,),
)  # fmt: skip
_TARGET: Final[Arg[Tallying]] = Arg(
    lambda now: _of_sort(now.state, TARGET),
    lambda now, said: is_sort(now.state, said, TARGET, E1.NOT_A_TARGET, "plots"), (E1.NOT_A_TARGET, E1.NO_NUMBERS),
)  # fmt: skip
_CODES: Final = (E1.TARGET_TAKEN, E1.NOT_IN_HAND, E1.NO_MATCH)


# The moves ---------------------------------------------------------------------------------------------------------


def _collections(now: Moment[Tallying]) -> Iterable[tuple[Seat, Label, Label]]:
    """Offer Plots on Targets: by click, only where a Plot matches."""
    offered = product(_waiting(now), tuple(_plots(now)), tuple(_of_sort(now.state, TARGET)))
    return (row for row in offered if now.naming is not None or fits(now.state, row[1], row[2]))


def _pay(work: Work, step: Tallying, after: Tallying, plot: Label, target: Label, seat: Seat) -> Tallying:
    """Pay a Plot's points to a seat (e1-32) and record the cards; return the data of the step after it."""
    credit(work, seat, parts_of(work.state, plot, target), pocketed=after.pockets > step.pockets)
    after = replace(after, used=(*step.used, (target, seat)), played=(*step.played, plot))
    save(work, step, after)
    return after


def _is_over(work: Work) -> bool:
    return bool(work.state.rules.game_end == "at-once" and reached(work.state))


def _collect(work: Work, step: Tallying, by: Seat, card: Label, target: Label) -> None:
    after = _pay(work, step, step, card, target, by)
    work.answer(by, option="collected")
    if _is_over(work):
        _end(work, after)


def _end(work: Work, step: Tallying) -> None:
    save(work, step, replace(step, over=True))
    work.again()


def _not_an_agent(now: Moment[Tallying], card: Any) -> Verdict:
    if card is None:
        return None
    refused = is_sort(now.state, card, AGENT, E1.NOT_AN_AGENT, "agents")
    return refused or _played(now, card, handler(now.state))


def _foiled(work: Work, step: Tallying, by: Seat, card: Label | None = None) -> None:
    """Record that a seat was foiled and gets no points (e1-20)."""
    played = step.played if card is None else (*step.played, card)
    save(work, step, replace(step, foiled=step.foiled + 1, played=played), "played")
    work.answer(by, option="foiled")


def _nothing(work: Work, step: Tallying, by: Seat) -> None:
    work.answer(by, option="nothing")


def _pocket_off(now: Moment[Tallying]) -> Verdict:
    """Return why no points are pocketed: the house rule ``pocket-the-evidence`` must be on (e1-28)."""
    return None if now.state.rules.pocket_the_evidence else refuse(E1.POCKET_OFF, "pocket")


def _nothing_to_pocket(now: Moment[Tallying]) -> Verdict:
    """Return why the Handler may not take the points: at most one Plot for each foiled player is pocketed (e1-68)."""
    if now.step.pockets < now.step.foiled:
        return None
    return refuse(E1.NOTHING_TO_POCKET, "pocket", seat=handler(now.state))


def _evidence(now: Moment[Tallying]) -> Iterable[Label]:
    return _tapped(now, PLOT) if now.state.rules.pocket_the_evidence else ()


def _pocket(work: Work, step: Tallying, by: Seat, card: Label, target: Label) -> None:
    """Pay the points of a Plot that was lost in a chase to the Handler."""
    after = _pay(work, step, replace(step, pockets=step.pockets + 1), card, target, by)
    if _is_over(work):
        save(work, after, replace(after, over=True))
    work.again()


def _seats_left(now: Moment[Tallying]) -> Verdict:
    """Return why the step may not end; the question comes only while the Handler may still pocket points."""
    return Refused(CoreRefusal.NOT_NOW, {"move": "done", "step": "tally"}, CITE) if now.waiting else None


def _done(work: Work, step: Tallying, by: Seat | None = None) -> None:
    _end(work, step)


def _at_the_end(now: Moment[Tallying]) -> Iterable[tuple[None]]:
    return () if now.waiting else ((None,),)


def _resume(work: Work, step: Tallying) -> None:
    prompt, rules = work.top.prompt, work.state.rules
    if prompt is None and step.seats:
        work.ask("tally", seats=step.seats, cite=CITE, handler=handler(work.state))
        return
    waiting = prompt is not None and bool(prompt.waiting)
    may_pocket = rules.pocket_the_evidence and step.foiled > step.pockets
    if not step.over and (waiting or may_pocket):
        if not waiting and prompt is not None and prompt.code == "tally":
            work.ask("evidence", cite="pocket", handler=handler(work.state))
        return
    work.pop()
    if rules.deck_exhaustion != "reshuffle":
        now = read(Round, work.top)
        save(work, now, replace(now, idle=not step.used and not step.foiled), "idle")


TALLY: Final = step_kind(
    Tallying,
    move("collect", Tallying, _collect, by=Arg(_waiting, _not_waiting, _SEATS), card=_PLOT, target=_TARGET,
         unless=_pays_nothing, codes=_CODES, offers=_collections, tapped=True, rule=CITE),
    move("foiled", Tallying, _foiled, by=Arg(_waiting, _not_waiting, _SEATS),
         card=Arg(lambda now: _tapped(now, AGENT), _not_an_agent, (E1.NOT_AN_AGENT, E1.NO_NUMBERS, E1.NOT_IN_HAND)),
         rule="agents"),
    move("pass", Tallying, _nothing, by=Arg(lambda now: now.waiting, _not_waiting, _SEATS), rule=CITE,
         answers=Answer("nothing", lambda now, command: {"seat": command.by}, even_refused=True)),
    move("pocket", Tallying, _pocket, by=given(_pocket_off, the_handler("pocket"), E1.POCKET_OFF),
         card=given(_nothing_to_pocket, replace(_PLOT, offer=_evidence), E1.NOTHING_TO_POCKET), target=_TARGET,
         unless=_pays_nothing, codes=_CODES, spoken=True, tapped=True, rule="pocket"),
    move("done", Tallying, _done, by=given(_seats_left, ANYBODY, CoreRefusal.NOT_NOW), offers=_at_the_end,
         answers=Answer("tally-done"), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("tally", ("nothing",), CITE), PromptSpec("evidence", ("tally-done",), "pocket")),
)  # fmt: skip
