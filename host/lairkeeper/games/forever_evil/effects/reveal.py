"""Top cards of a player's deck, which are turned over and must be tapped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pool import exactly
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import push

from ..args import of_a_deck
from ..catalog import CATALOG
from ..hands import shuffle, unseen_at
from ..market import deck_card
from ..moving import bring, unread
from ..places import ASSUMED, bottom_of, deck_of, find, top_of
from ..refusals import FE, no
from ..steps import OfCard
from .carry_out import asking_card, note_shown

RULE: Final = "shuffling"


@quick
@dataclass(frozen=True, slots=True)
class Revealing(OfCard):
    """The top cards of a deck are turned over."""

    KIND: ClassVar[str] = "reveal"
    n: int
    into: int
    """Frame of the text, which is told which cards were shown."""


def reveal(work: Work, seat: Seat, n: int, into: int, card: Label) -> None:
    """Show the top ``n`` cards of a deck for ``card``.

    The frame of its text, ``into``, then knows them as ``shown``, uppermost first.
    """
    if n:
        push(work, Revealing(seat, card, n, into))


def _resume(work: Work, step: Revealing) -> None:
    seat, n, prompt = step.seat, step.n, work.top.prompt
    have = len(work.state.zone(top_of(seat)))
    low = work.state.zone(bottom_of(seat))
    if have < n and low and not work.state.size(deck_of(seat)):
        work.move(low[0], top_of(seat))
        work.again()
        return
    if have < n and work.state.size(deck_of(seat)):
        only = _only(work.state, seat)
        if only is not None:
            with unread(work, only):
                _show(work, seat, only)
            work.again()
        elif prompt is None or prompt.args["n"] != n - have:
            work.ask(step.KIND, cite=RULE, seat=seat, n=n - have, card=asking_card(work.state, step.card))
        return
    if have < n and shuffle(work, seat):
        work.again()
        return
    work.pop()
    note_shown(work, step.into, work.state.zone(top_of(seat))[:n])


def _only(state: State, seat: Seat) -> Label | None:
    """Return the card that must be on top because all that can be there are of one kind, or None.

    Where several copies are all that is left of the deck, a tap tells which copy it is.
    """
    cards = dict(unseen_at(state, deck_of(seat)))
    kinds = {kind_of(card) for card in cards}
    if len(kinds) != 1 or not kinds <= CATALOG.kinds.keys():
        return None
    if exactly(state, deck_of(seat)) is None:
        return next(iter(kinds))
    alike = all("#" not in card or state.marked(card, ASSUMED) for card in cards)
    return next(iter(cards)) if alike or sum(cards.values()) == 1 else None


def _show(work: Work, seat: Seat, label: Label) -> None:
    """Put a card below those that were shown already."""
    bring(work, label, top_of(seat), (deck_of(seat),))


def _not_there(now: Moment[Revealing], card: Label, by: Seat | None = None) -> Verdict:
    seat = now.step.seat
    return no(FE.NOT_IN_DECK, RULE, card=card, seat=seat) if find(now.state, card, (deck_of(seat),)) is None else None


def _turn_over(work: Work, step: Revealing, card: Label, by: Seat | None = None) -> None:
    _show(work, step.seat, card)
    work.again()


def _offers(now: Moment[Revealing]) -> Iterable[tuple[Label, Seat]]:
    return ((card, now.step.seat) for card in _candidates(now.state, deck_of(now.step.seat), now.naming))


def _candidates(state: State, place: str, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None and find(state, naming, (place,)) is not None else ()
    kinds = dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, place))
    return (kind for kind in kinds if kind in CATALOG.kinds)


REVEAL_STEP: Final = step_kind(
    Revealing,
    move("reveal", Revealing, _turn_over, card=of_a_deck(RULE), unless=_not_there, codes=(FE.NOT_IN_DECK,),
         offers=_offers, stamped=True, rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(Revealing.KIND, (), RULE),),
)  # fmt: skip
"""Step in which the top card of the deck is turned over and tapped."""
