"""End of the match: clean-up, count of every deck, and winners ("Forever Evil, End of Game")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Unverified, Verdict, seats_of
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push

from .args import EVERYBODY, seat_if_waiting
from .audit import begin_audit
from .catalog import CATALOG
from .end_effects import gather
from .levels import DECK, FULL
from .market import own_turn
from .moving import bring
from .owning import not_yours, own_cards
from .places import (
    DESTROYED,
    HEROES,
    KEPT,
    MAIN_DECK,
    MISSING,
    facts_of,
    find,
    followed,
    in_play_of,
    places_of,
    set_apart,
)
from .refusals import FE, no
from .ruleset import Ruleset
from .set_aside import may_be_set_aside
from .standing import counted_of, winners
from .steps import flipping
from .team import held_check

RULE: Final = "end-of-game"
ENDINGS: Final = ("super-heroes", "line-up")
"""Conditions that end the match: no Super Hero is left to flip, or the Line-Up cannot be filled again."""
PRINTED_MAIN_DECK: Final = 106
"""Cards of the main deck that are on record."""
_COUNTED: Final = ("deck.", "swept.")
RETURNED: Final = "returned"
"""Place of a card that was counted by mistake."""
_PENGUIN_VP: Final = 2


# When it ends -----------------------------------------------------------------------------------------------------


def _not_over(now: Moment[StepData], option: str, by: Seat | None = None) -> Verdict:
    if option not in ENDINGS:
        return Refused(FE.NOT_AN_ENDING, {"option": option}, RULE, invalid=True)
    if by is not None and by != now.state.active:
        return own_turn(now.state, by)
    return _moment(now.state, option) if now.state.level in DECK else Unverified((f"end-{option}",))


_MOMENTS: Final = {"line-up": ("refill", MAIN_DECK), "super-heroes": ("flip", HEROES)}
"""Step in which each ending is said, and the stack that must have run out."""


def _moment(state: State, ending: str) -> Refused:
    """Refuse an ending where the stacks are followed, because the match ends by itself there.

    Players may insist, because they may know better what is left of a stack.
    """
    top = running(state)
    moment, stack = _MOMENTS[ending]
    if top.kind == moment:
        flip = flipping(state)
        return no(FE.CARDS_LEFT, RULE, n=state.size(flip.stack if flip is not None and flip.stack else stack))
    return no(FE.NOT_THE_MOMENT, RULE, step=top.kind)


def _end(work: Work, step: StepData, option: str, by: Seat | None = None) -> None:
    end_match(work, option)


def end_match(work: Work, ending: str) -> None:
    """End the match at once: no further turn is played (fe-43).

    Nothing more of the turn's end happens, neither a draw nor a First Appearance (fe-39).
    """
    for _ in work.state.frames:
        work.pop()
    work.turn_of(None)
    if work.state.level in DECK and work.state.rules.in_play_at_end == "locations":
        _leave_out_what_is_no_location(work)
    if work.state.level in FULL:
        gather(work)
        _clean_up(work)
        begin_audit(work)
    elif work.state.level in DECK and not may_be_set_aside(work.state):
        begin_audit(work)
    else:
        push(work, CleaningUp(ending))


def _leave_out_what_is_no_location(work: Work) -> None:
    """Leave cards in play that are no Locations out of the count, by a house rule (fe-112).

    This concerns Green Arrow, because the books name Locations only. Without the house rule he counts too.
    """
    for seat in work.state.seats:
        for card in work.state.zone(in_play_of(seat)):
            if "location" not in CATALOG.get(card).types and not work.state.marked(card, KEPT):
                work.move(card, DESTROYED)


def _clean_up(work: Work) -> None:
    """Destroy the cards that may not be counted (fe-113).

    Nothing is triggered, so that Bizarro gains no Weakness (fe-114). By a house rule Emperor Penguin still pays
    (fe-115).
    """
    for seat in work.state.seats:
        for card in set_apart(work.state, seat):
            work.move(card, DESTROYED)
            if kind_of(card) == "emperor-penguin" and work.state.rules.emperor_penguin_clean_up:
                work.pay(BANK, seat, _PENGUIN_VP)


END_GAME: Final = move(
    "end-game", StepData, _end, unless=_not_over, rule=RULE,
    codes=(FE.NOT_AN_ENDING, CoreRefusal.OUT_OF_TURN, FE.CARDS_LEFT, FE.NOT_THE_MOMENT),
    offers=lambda now: ((ending, now.state.active) for ending in ENDINGS),
).move  # fmt: skip
"""Move that says which of the two conditions has come true.

Only a level that follows the stacks can check it.
"""


@quick
@dataclass(frozen=True, slots=True)
class CleaningUp(StepData):
    """Players destroy the cards that may not be counted."""

    KIND: ClassVar[str] = "clean-up"
    ending: str
    """Condition that has ended the match."""


@quick
@dataclass(frozen=True, slots=True)
class Counting(StepData):
    """Every player's deck passes a reader card by card."""

    KIND: ClassVar[str] = "sweep"


# The clean-up -----------------------------------------------------------------------------------------------------


def copy_for(state: State, label: Label) -> Component | None:
    """Return the component that a label means, or None.

    It is the copy itself, or the first copy of a kind that is not in the match yet.
    """
    if "#" in label:
        return label
    copies = copies_of(state.rules, label)
    return next((f"{label}#{n}" for n in range(1, copies + 1) if is_free(state, f"{label}#{n}")), None)


def copies_of(rules: Ruleset, kind: str) -> int:
    """Return how many copies of a kind there can be."""
    return copies_in(rules.main_deck, kind)


def copies_in(main_deck: int, kind: str) -> int:
    """Return how many copies of a kind there can be with a main deck of this size."""
    facts = CATALOG.get(kind)
    return (facts.copies or 0) + (main_deck - PRINTED_MAIN_DECK if facts.zone == "main-deck" else 0)


def deck_kinds(rules: Ruleset) -> Iterable[str]:
    """Return the kinds of which a deck can hold a card, in the order of the printed lists."""
    return (kind for kind, facts in CATALOG.kinds.items() if facts.in_deck and copies_of(rules, kind) > 0)


def is_free(state: State, card: Component) -> bool:
    """Return whether a card has neither been counted nor destroyed."""
    place = state.where.get(card, RETURNED)
    return place != DESTROYED and not place.startswith(_COUNTED)


def _card_check(state: State, card: Label) -> Refused | None:
    """Return why a card cannot be counted into a deck or destroyed before the count, or None."""
    facts = CATALOG.find(card)
    if facts is None or not facts.in_deck:
        return Refused(FE.NOT_A_DECK_CARD, {"card": card}, RULE, invalid=True)
    found = copy_for(state, card)
    if found is None:
        return Refused(FE.NO_COPY_LEFT, {"card": card, "n": copies_of(state.rules, card)}, RULE)
    place = state.where.get(found, RETURNED)
    if place == DESTROYED:
        return no(FE.DESTROYED_CARD, RULE, card=found)
    if place.startswith(_COUNTED):
        return Refused(FE.ALREADY_COUNTED, {"card": found, "seat": place.partition(".")[2]}, RULE)
    return None


def put(work: Work, card: Component, zone: str) -> None:
    """Put a card that was not followed so far at a place."""
    if followed(work.state):
        bring(work, card, zone)
    elif card in work.state.where:
        work.move(card, zone)
    else:
        work.place(card, zone, facts_of(CATALOG.get(card)))


def _stays(now: Moment[CleaningUp], by: Seat, card: Label) -> Verdict:
    """Return why a card is not destroyed before the count."""
    state = now.state
    if state.level not in DECK:
        return _card_check(state, card) or held_check(state, None, card)
    facts = CATALOG.find(card)
    if facts is None or not facts.in_deck:
        return Refused(FE.NOT_A_DECK_CARD, {"card": card}, RULE, invalid=True)
    return not_yours(state, card, by, RULE) if find(state, card, places_of(by)) is None else None


def _destroy(work: Work, step: CleaningUp, by: Seat, card: Label) -> None:
    if work.state.level in DECK:
        gone = bring(work, card, DESTROYED, places_of(by))
    else:
        copy = copy_for(work.state, card)
        gone = copy if copy is not None else card
        if followed(work.state):
            # The level was lowered: where it has lain since nobody knows, so an undo must not send it to its old place.
            bring(work, gone, MISSING)
        put(work, gone, DESTROYED)
    if kind_of(gone) == "emperor-penguin" and work.state.rules.emperor_penguin_clean_up:
        work.pay(BANK, by, _PENGUIN_VP)


def _deck_kinds(state: State, naming: Label | None) -> Iterable[Label]:
    """Return the named piece, or every kind that a deck may hold, to be offered."""
    if naming is not None:
        return (naming,)
    return deck_kinds(state.rules)


def _destroyable(now: Moment[CleaningUp]) -> Iterable[tuple[Seat, Label]]:
    follows = now.state.level in DECK
    for seat in seats_of(now.state, now.viewer):
        for card in own_cards(now.state, seat, now.naming) if follows else _deck_kinds(now.state, now.naming):
            yield seat, card


def _too_early(now: Moment[CleaningUp], by: Seat, card: Label) -> Verdict:
    return no(FE.CLEAN_UP_FIRST, RULE, card=card)


def _swept_too_early(work: Work, step: CleaningUp, by: Seat, card: Label) -> None:
    """Change nothing, even if the table insists: the clean-up comes first."""


def _too_early_offers(now: Moment[CleaningUp]) -> Iterable[tuple[Seat, Label]]:
    """Offer to sweep a tapped card, so that a player who sweeps too early is asked and loses no card."""
    facts = CATALOG.find(now.naming) if now.naming is not None else None
    if now.naming is not None and facts is not None and facts.in_deck:
        for seat in seats_of(now.state, now.viewer):
            yield seat, now.naming


def _clean_up_done(work: Work, step: CleaningUp, by: Seat | None = None) -> None:
    work.pop()
    _clean_up(work)
    if work.state.level in DECK:
        begin_audit(work)
    else:
        push(work, Counting())


def _clean_up_resume(work: Work, step: CleaningUp) -> None:
    if work.top.prompt is None:
        work.ask(step.KIND, cite=RULE)


_CARD_CODES: Final = (FE.NOT_A_DECK_CARD, FE.NO_COPY_LEFT, FE.DESTROYED_CARD, FE.ALREADY_COUNTED)

CLEAN_UP: Final = step_kind(
    CleaningUp,
    move("destroy", CleaningUp, _destroy, unless=_stays, codes=(*_CARD_CODES[:3], FE.NOT_YOURS, FE.BANNED_CARD),
         offers=_destroyable, spoken=True, rule=RULE),
    move("sweep", CleaningUp, _swept_too_early, unless=_too_early, codes=(FE.CLEAN_UP_FIRST,),
         offers=_too_early_offers, rule=RULE),
    move("done", CleaningUp, _clean_up_done, by=ANYBODY, spoken=True, answers=Answer("done"), rule=RULE),
    resume=_clean_up_resume,
    prompts=(PromptSpec(CleaningUp.KIND, ("done",), RULE),),
)  # fmt: skip
"""Step in which players destroy the cards on a Super-Villain and the card kept by Firestorm Matrix.

A bare tap means nothing here: the app asks about a deck that is swept too early, and no card is lost. The move
``sweep`` is here only to be refused with that reason.
"""


# The count --------------------------------------------------------------------------------------------------------


def _closed(now: Moment[Counting], seat: Seat) -> Refused | None:
    return None if seat in now.waiting else Refused(FE.DECK_CLOSED, {"seat": seat}, RULE)


def _not_to_be_counted(now: Moment[Counting], by: Seat, card: Label) -> Verdict:
    return _card_check(now.state, card) or _closed(now, by) or held_check(now.state, by, card)


def _sweep(work: Work, step: Counting, by: Seat, card: Label) -> None:
    copy = copy_for(work.state, card)
    assert copy is not None
    put(work, copy, counted_of(work.state, by))


def _sweeps(now: Moment[Counting]) -> Iterable[tuple[Seat, Label]]:
    return ((seat, card) for card in _deck_kinds(now.state, now.naming) for seat in now.state.seats)


def _counted_copy(state: State, seat: Seat, card: Label) -> Component | None:
    """Return the counted card that a label means; for a kind, the copy counted last."""
    cards = state.zone(counted_of(state, seat))
    return next((each for each in reversed(cards) if card in {each, kind_of(each)}), None)


def _not_counted(now: Moment[Counting], by: Seat, card: Label) -> Verdict:
    if _counted_copy(now.state, by, card) is None:
        return Refused(FE.NOT_COUNTED, {"card": card, "seat": by}, RULE)
    return _closed(now, by)


def _unsweep(work: Work, step: Counting, by: Seat, card: Label) -> None:
    counted = _counted_copy(work.state, by, card)
    assert counted is not None
    work.move(counted, RETURNED)


def _unsweeps(now: Moment[Counting]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        cards = now.state.zone(counted_of(now.state, seat))
        for card in cards if now.naming is None else (now.naming,):
            yield seat, card


def _nothing_counted(now: Moment[Counting], by: Seat) -> Verdict:
    if now.state.zone(counted_of(now.state, by)):
        return None
    return Refused(FE.NOTHING_COUNTED, {"seat": by}, RULE, forcible=True)


def _seat_done(work: Work, step: Counting, by: Seat) -> None:
    work.answer(by, option="done")


def _sweep_resume(work: Work, step: Counting) -> None:
    if ask_each(work, step.KIND, work.state.seats, cite=RULE) is not None:
        work.pop()
        work.finish(winners(work.state))


SWEEP: Final = step_kind(
    Counting,
    move("sweep", Counting, _sweep, unless=_not_to_be_counted, offers=_sweeps, rule=RULE,
         codes=(*_CARD_CODES, FE.DECK_CLOSED, FE.BANNED_CARD, FE.ENEMY_TYPE)),
    move("unsweep", Counting, _unsweep, unless=_not_counted, codes=(FE.NOT_COUNTED, FE.DECK_CLOSED), offers=_unsweeps,
         spoken=True, rule=RULE),
    move("done", Counting, _seat_done, by=EVERYBODY, unless=_nothing_counted, first_codes=(FE.NOTHING_COUNTED,),
         codes=(FE.NOTHING_COUNTED,), answers=Answer("deck-done", seat_if_waiting, even_refused=True), rule=RULE),
    resume=_sweep_resume,
    prompts=(PromptSpec(Counting.KIND, ("deck-done",), RULE),),
)  # fmt: skip
"""Step in which every player's deck passes a reader card by card (fe-111).

Players put hand, discard pile and cards in play back into it first.
"""
