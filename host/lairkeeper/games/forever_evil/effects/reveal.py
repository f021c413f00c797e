"""Top cards of a player's deck, which are turned over and must be tapped."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.pool import exactly
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from ..catalog import CATALOG
from ..hands import shuffle, unseen_at
from ..market import deck_card
from ..places import ASSUMED, bottom_of, bring, deck_of, find, top_of, unread
from ..refusals import FE, no

REVEAL: Final = "reveal"
RULE: Final = "shuffling"


def reveal(work: Work, seat: Seat, n: int, into: int, card: Label) -> None:
    """Show the top ``n`` cards of a deck for ``card``.

    The frame of its text, ``into``, then knows them as ``shown``, uppermost first.
    """
    if n:
        work.push(REVEAL, seat=seat, n=n, into=into, card=card)


def _resume(work: Work, frame: Frame) -> None:
    seat, n = frame.data["seat"], frame.data["n"]
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
        elif frame.prompt is None or frame.prompt.args["n"] != n - have:
            work.ask(REVEAL, cite=RULE, seat=seat, n=n - have, card=frame.data["card"])
        return
    if have < n and shuffle(work, seat):
        work.again()
        return
    work.close(frame)
    work.emit(ev.FrameSet(frame.data["into"], {"shown": work.state.zone(top_of(seat))[:n]}))


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


def _check(state: State, command: Command) -> Verdict:
    card, seat = command.card or "", running(state).data["seat"]
    refused = deck_card(card, RULE)
    if refused is None and find(state, card, (deck_of(seat),)) is None:
        return no(FE.NOT_IN_DECK, RULE, card=card, seat=seat)
    return refused


def _apply(work: Work, command: Command) -> None:
    _show(work, work.top.data["seat"], command.card or "")
    work.again()


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    seat, prompt = running(state).data["seat"], question(state).id
    for card in _candidates(state, deck_of(seat), naming):
        yield Command(move="reveal", by=seat, card=card, prompt=prompt)


def _candidates(state: State, place: str, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None and find(state, naming, (place,)) is not None else ()
    kinds = dict.fromkeys(kind_of(card) for card, _ in unseen_at(state, place))
    return (kind for kind in kinds if kind in CATALOG.kinds)


REVEAL_STEP: Final = FrameKind(
    REVEAL,
    table_of(
        Move(
            "reveal",
            _apply,
            _check,
            _offers,
            ("card",),
            ("by",),
            refusals=(FE.NOT_A_DECK_CARD, FE.NOT_IN_DECK),
            rule=RULE,
        )
    ),
    _resume,
    prompts=(PromptSpec(REVEAL, (), RULE),),
)
"""Step in which the top card of the deck is turned over and tapped."""
