"""End of a turn at level `full`: the rest of the hand, the effects that follow, and the cards that stay in play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData, push

from .args import of_a_deck
from .cards.equipment import SERUM
from .catalog import CATALOG
from .effects import acts
from .effects.playing import PASSING, TO_PLAY
from .effects.turn_facts import HEROES, noted
from .hands import draw, hand_cards, unseen_at
from .market import deck_card
from .moving import bring, unread
from .owning import stays
from .places import KEPT, MAIN_DECK, bottom_of, deck_of, discard_of, find, hand_of, in_play_of, top_of
from .refusals import FE, no

RULE: Final = "end-of-turn"


@quick
@dataclass(frozen=True, slots=True)
class DiscardingHand(StepData):
    """The player taps each card that is left in the hand, to discard it."""

    KIND: ClassVar[str] = "discard-hand"
    seat: Seat


# The rest of the hand ---------------------------------------------------------------------------------------------


def put_down(work: Work) -> None:
    """Discard the hand of the player whose turn ends, or ask for its cards where the app cannot tell them (fe-29).

    No card stays in the hand (fe-149). The turn is over, so that nothing is triggered ("Forever Evil, Ending Your
    Turn") (fe-36).
    """
    seat = work.state.active
    assert seat is not None
    cards = hand_cards(work.state, seat)
    if cards is None:
        push(work, DiscardingHand(seat))
        return
    for card in cards:
        with unread(work, card):
            bring(work, card, discard_of(seat), (hand_of(seat),))


def _resume(work: Work, step: DiscardingHand) -> None:
    seat, prompt = _active(work.state), work.top.prompt
    n = work.state.size(hand_of(seat))
    if hand_cards(work.state, seat) is not None:
        put_down(work)
        work.pop()
    elif prompt is None or prompt.args["n"] != n:
        work.ask(step.KIND, cite=RULE, seat=seat, n=n)


def _active(state: State) -> Seat:
    """Return the player whose turn ends."""
    assert state.active is not None
    return state.active


def _not_held(now: Moment[DiscardingHand], card: Label, by: Seat | None = None) -> Verdict:
    seat = _active(now.state)
    return no(FE.NOT_IN_HAND, RULE, card=card, seat=seat) if find(now.state, card, (hand_of(seat),)) is None else None


def _discard(work: Work, step: DiscardingHand, card: Label, by: Seat | None = None) -> None:
    seat = _active(work.state)
    bring(work, card, discard_of(seat), (hand_of(seat),))
    work.again()


def _offers(now: Moment[DiscardingHand]) -> Iterable[tuple[Label, Seat]]:
    seat, naming = _active(now.state), now.naming
    if naming is not None:
        cards: Iterable[Label] = (naming,) if deck_card(naming, RULE) is None else ()
    else:
        cards = dict.fromkeys(kind_of(card) for card, _ in unseen_at(now.state, hand_of(seat)))
    return ((card, seat) for card in cards if CATALOG.find(card) is not None)


DISCARD_HAND_STEP: Final = step_kind(
    DiscardingHand,
    move("discard", DiscardingHand, _discard, card=of_a_deck(RULE), unless=_not_held, codes=(FE.NOT_IN_HAND,),
         offers=_offers, stamped=True, rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(DiscardingHand.KIND, (), RULE),),
)  # fmt: skip
"""Step in which the player taps each card that is left in the hand, to discard it."""


# What happens then ------------------------------------------------------------------------------------------------


def end_effects(work: Work) -> None:
    """Carry out the effects of the end of a turn, before the played cards are discarded (fe-30).

    Lex Luthor draws for his Heroes, in addition to the next hand (fe-31). A shuffle for this takes in the discarded
    hand, but not the cards played (fe-152). Man-Bat Serum is destroyed if it is still in play (fe-79).
    """
    seat = work.state.active
    assert seat is not None
    _, character = acts.character_of(work.state, seat)
    if character.draw_for_heroes:
        draw(work, seat, noted(work.state, HEROES))
    for card in work.state.zone(in_play_of(seat)):
        if work.state.marked(card, SERUM):
            work.emit(ev.Unmarked(card, SERUM))
            with unread(work, card):
                acts.destroy(work, seat, card, (in_play_of(seat),))
    if work.state.rules.man_bat_serum == "is-destroyed":
        for card in _serums_under_the_main_deck(work.state, seat):
            work.emit(ev.Unmarked(card, SERUM))
            with unread(work, card):
                acts.destroy(work, seat, card, (MAIN_DECK,))


def _serums_under_the_main_deck(state: State, seat: Seat) -> tuple[Label, ...]:
    """Return the Serums under the main deck that the player has played this turn.

    They came from the destroyed pile. By a house rule they do not stay there ("Man-Bat Serum") (fe-79).
    """
    return tuple(
        card
        for card, marks in state.marks.items()
        if any(mark.name == SERUM and mark.owner == seat for mark in marks)
        and find(state, card, (MAIN_DECK,)) is not None
    )


def stays_in_play(state: State, card: Label) -> bool:
    """Return whether a card stays in play when played cards are discarded (fe-32).

    Locations and Green Arrow stay, and so does the card that Firestorm Matrix has kept. A card that it has not kept
    goes (fe-109). A house rule lets a Location go that was not played from the hand (fe-178).
    """
    return bool(state.marked(card, KEPT)) or (stays(card) and not state.marked(card, PASSING))


def reset_turn(work: Work) -> None:
    """Take the marks that last for a turn off the cards of the player whose turn ends, wherever they lie now."""
    for card, marks in work.state.marks.items():
        for mark in marks:
            if mark.owner == work.state.active and mark.name in {SERUM, PASSING, TO_PLAY}:
                work.emit(ev.Unmarked(card, mark.name))


def gather(work: Work) -> None:
    """Join each hand and deck again, as at level `deck`.

    This happens when the match is over or when less is followed.
    """
    for seat in work.state.seats:
        for card in (*work.state.zone(top_of(seat)), *work.state.zone(bottom_of(seat))):
            work.move(card, deck_of(seat))
        n = work.state.size(hand_of(seat))
        if n:
            work.emit(ev.PoolShifted(hand_of(seat), deck_of(seat), n))
