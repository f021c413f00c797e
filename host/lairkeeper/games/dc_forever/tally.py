"""Level ``score``: completed Schemes against rescued citizens, and characters in play; cards are not followed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.pieces import piece
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

from .args import as_character, named_as
from .catalog import CARDS, CHARACTERS, DO_RESCUE, side_of, sort_of
from .citizens import SANCTUARY, citizens, supply
from .harm import enter, fall, fallen, recover
from .places import BOX, CAPTURED, HERO, KNOCKED_OUT, ROGUE, everybody, in_play, owner_of, players, side
from .refusals import DC, no
from .resolution import finish_if_won
from .steps import Tallying

CITE: Final = "win"
Now = Moment[StepData]


def _resume(work: Work, step: Tallying) -> None:
    if work.top.prompt is None:
        work.ask("tally", cite=CITE)


def _players(which: str) -> Arg[StepData]:
    """Return a player of a side."""

    def offer(now: Now) -> Iterator[Seat]:
        return (seat for seat in players(now.state, which) if seat in seats_of(now.state, now.viewer))

    return Arg(offer)


def _cannot_rescue(now: Now, by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    """Refuse a Rescue without a number: citizens are named, or each tapped token stands for some."""
    if side(now.state, by) != HERO:
        return no(DC.WRONG_SIDE, "rescue", seat=by)
    n = _rescued(card, amount)
    if (card is None) == (amount is None) or not n:
        return no(DC.NOT_OPEN, "rescue", card=card or "")
    have = citizens(now.state, SANCTUARY)
    if have + n < 0:
        bounds = {"option": "amount", "value": n, "allowed": f"-{have}..99"}
        return Refused(CoreRefusal.BAD_VALUE, bounds, "rescue")
    return None


def _rescued(card: Label | None, amount: int | None) -> int:
    """Return how many citizens a token or a number means."""
    if card is None:
        return amount or 0
    if kind_of(card) == DO_RESCUE:
        return 1
    shared = piece(card)
    return shared.amount if shared else 0


def _rescue(work: Work, step: Tallying, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    n = _rescued(card, amount)
    if n > 0:
        supply(work, SANCTUARY, n)
    else:
        work.pay(SANCTUARY, "bank", -n)


def _tokens(now: Now) -> Iterator[Label]:
    kinds = (DO_RESCUE, "plus-1", "plus-5", "minus-1")
    return (kind for kind in kinds if now.naming is None or kind_of(now.naming) == kind)


def _cannot_complete(now: Now, by: Seat, card: Label | None = None) -> Verdict:
    if side(now.state, by) != ROGUE:
        return no(DC.WRONG_SIDE, "complete", seat=by)
    if card is not None and sort_of(card) != CARDS:
        return no(DC.NOT_A_SCHEME, "complete", card=card)
    return None


def _complete(work: Work, step: Tallying, by: Seat, card: Label | None = None) -> None:
    work.count("completed", 1)


def _scheme(now: Now) -> tuple[Label | None, ...]:
    """Offer no card, by tap the tapped one."""
    return (now.naming,) if now.naming is None or sort_of(now.naming) == CARDS else ()


def _cannot_recruit(now: Now, by: Seat, card: Component) -> Verdict:
    state = now.state
    if sort_of(card) != CHARACTERS or side_of(card) != side(state, by):
        return no(DC.NOT_A_CHARACTER, "recruit", card=card)
    if fallen(state, card):
        return no(DC.FALLEN, "recruit", card=card)
    return None if card in state.zone(BOX) else no(DC.DRAFTED, "recruit", card=card, seat=owner_of(state, card) or "")


def _recruit(work: Work, step: Tallying, by: Seat, card: Component) -> None:
    work.count(f"owner.{kind_of(card)}", work.state.seats.index(by) + 1)
    enter(work, by, card)


def _recruits(now: Now) -> Iterator[tuple[Value, ...]]:
    """Offer each player the characters of its side that nobody has."""
    for seat in seats_of(now.state, now.viewer):
        own = (card for card in now.state.zone(BOX) if side_of(card) == side(now.state, seat))
        yield from ((seat, card) for card in named_as(now, own))


def _not_in_play(now: Now, card: Component, by: Seat | None = None) -> Verdict:
    here = sort_of(card) == CHARACTERS and in_play(now.state, card)
    return None if here else no(DC.NOT_IN_PLAY, "damage", card=card)


def _fall(work: Work, step: Tallying, card: Component, by: Seat | None = None) -> None:
    fall(work, card, by)


def _not_fallen(now: Now, card: Component, by: Seat | None = None) -> Verdict:
    return None if fallen(now.state, card) else no(DC.NOT_OPEN, "recover", card=card)


def _recover(work: Work, step: Tallying, card: Component, by: Seat | None = None) -> None:
    recover(work, card)


def _fallen(now: Now) -> Iterator[Label]:
    return named_as(now, (*now.state.zone(KNOCKED_OUT), *now.state.zone(CAPTURED)))


def _end(work: Work, step: Tallying, by: Seat | None = None) -> None:
    """End a cycle with the check of its Resolution Phase, the only moment at which a side wins (df-111)."""
    work.count("cycles", 1)
    finish_if_won(work)


TALLY: Final = step_kind(
    Tallying,
    move("rescue", Tallying, _rescue, unless=_cannot_rescue, by=_players(HERO), card=Arg(_tokens), amount=ANYBODY,
         codes=(DC.WRONG_SIDE, DC.NOT_OPEN, CoreRefusal.BAD_VALUE), amounts=(-99, 99), rule="rescue"),
    move("complete", Tallying, _complete, unless=_cannot_complete, by=_players(ROGUE), card=Arg(_scheme),
         codes=(DC.WRONG_SIDE, DC.NOT_A_SCHEME), rule="complete"),
    move("recruit", Tallying, _recruit, unless=_cannot_recruit, offers=_recruits, rule="recruit",
         codes=(DC.NOT_A_CHARACTER, DC.FALLEN, DC.DRAFTED), card=Arg(lambda now: (), read=as_character)),
    move("fall", Tallying, _fall, unless=_not_in_play, codes=(DC.NOT_IN_PLAY,), rule="damage",
         card=Arg(lambda now: named_as(now, everybody(now.state)), read=as_character), by=ANYBODY),
    move("recover", Tallying, _recover, unless=_not_fallen, codes=(DC.NOT_OPEN,), rule="recover",
         card=Arg(_fallen, read=as_character), by=ANYBODY),
    move("end-turn", Tallying, _end, by=ANYBODY, answers=Answer("cycle-over", stamped=False), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("tally", ("cycle-over",), CITE),),
)  # fmt: skip
