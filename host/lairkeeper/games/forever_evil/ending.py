"""End of the match: clean-up, count of every deck, and winners ("Forever Evil, End of Game")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Unverified, Verdict, seats_of
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .audit import begin_audit
from .catalog import CATALOG
from .end_effects import gather
from .levels import DECK, FULL
from .market import own_turn
from .owning import not_yours, own_cards
from .places import (
    DESTROYED,
    HEROES,
    KEPT,
    MAIN_DECK,
    bring,
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


def _end_check(state: State, command: Command) -> Verdict:
    if command.option not in ENDINGS:
        return Refused(FE.NOT_AN_ENDING, {"option": command.option}, RULE, invalid=True)
    if command.by is not None and command.by != state.active:
        return own_turn(state, command)
    if state.level in DECK:
        return _moment(state, command.option)
    return Unverified((f"end-{command.option}",))


_MOMENTS: Final = {"line-up": ("refill", MAIN_DECK), "super-heroes": ("flip", HEROES)}
"""Step in which each ending is said, and the stack that must have run out."""


def _moment(state: State, ending: str) -> Refused:
    """Refuse an ending where the stacks are followed, because the match ends by itself there.

    Players may insist, because they may know better what is left of a stack.
    """
    top = running(state)
    moment, stack = _MOMENTS[ending]
    if top.kind == moment:
        return no(FE.CARDS_LEFT, RULE, n=state.size(top.data.get("stack", stack)))
    return no(FE.NOT_THE_MOMENT, RULE, step=top.kind)


def _end(work: Work, command: Command) -> None:
    end_match(work, command.option or "")


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
        work.push("clean-up", ending=ending)


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


def _end_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    return (Command(move="end-game", by=state.active, option=ending) for ending in ENDINGS)


END_GAME = Move(
    "end-game",
    _end,
    _end_check,
    _end_offers,
    ("option",),
    ("by",),
    refusals=(FE.NOT_AN_ENDING, CoreRefusal.OUT_OF_TURN, FE.CARDS_LEFT, FE.NOT_THE_MOMENT),
    rule=RULE,
)
"""Move that says which of the two conditions has come true.

Only a level that follows the stacks can check it.
"""


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
    facts = CATALOG.get(kind)
    return (facts.copies or 0) + (rules.main_deck - PRINTED_MAIN_DECK if facts.zone == "main-deck" else 0)


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


def _destroy_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    if state.level not in DECK:
        return _card_check(state, card) or held_check(state, None, card)
    facts = CATALOG.find(card)
    if facts is None or not facts.in_deck:
        return Refused(FE.NOT_A_DECK_CARD, {"card": card}, RULE, invalid=True)
    if find(state, card, places_of(command.by or "")) is None:
        return not_yours(state, card, command.by, RULE)
    return None


def _destroy(work: Work, command: Command) -> None:
    label = command.card or ""
    assert command.by is not None
    if work.state.level in DECK:
        card = bring(work, label, DESTROYED, places_of(command.by))
    else:
        copy = copy_for(work.state, label)
        card = copy if copy is not None else label
        put(work, card, DESTROYED)
    if kind_of(card) == "emperor-penguin" and work.state.rules.emperor_penguin_clean_up:
        work.pay(BANK, command.by, _PENGUIN_VP)


def _deck_kinds(state: State, naming: Label | None) -> Iterable[Label]:
    """Return the named piece, or every kind that a deck may hold, to be offered."""
    if naming is not None:
        return (naming,)
    return deck_kinds(state.rules)


def _destroy_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    follows = state.level in DECK
    for seat in seats_of(state, viewer):
        for card in own_cards(state, seat, naming) if follows else _deck_kinds(state, naming):
            yield Command(move="destroy", by=seat, card=card)


def _too_early(state: State, command: Command) -> Verdict:
    return no(FE.CLEAN_UP_FIRST, RULE, card=command.card)


def _too_early_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Offer to sweep a tapped card, so that a player who sweeps too early is asked and loses no card."""
    facts = CATALOG.find(naming or "")
    if naming is not None and facts is not None and facts.in_deck:
        for seat in seats_of(state, viewer):
            yield Command(move="sweep", by=seat, card=naming)


def _clean_up_done(work: Work, command: Command) -> None:
    work.pop()
    _clean_up(work)
    if work.state.level in DECK:
        begin_audit(work)
    else:
        work.push("sweep")


def _clean_up_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("clean-up", cite=RULE)


def _done_offer(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = state.prompt
    yield Command(move="done", prompt=prompt.id if prompt else None)


def _clean_up_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", command) for command in _done_offer(state, viewer, None))


_CARD_CODES: Final = (FE.NOT_A_DECK_CARD, FE.NO_COPY_LEFT, FE.DESTROYED_CARD, FE.ALREADY_COUNTED)
_DESTROY_CODES: Final = (*_CARD_CODES[:3], FE.NOT_YOURS)

CLEAN_UP = FrameKind(
    "clean-up",
    table_of(
        Move(
            "destroy",
            _destroy,
            _destroy_check,
            _destroy_offers,
            ("by", "card"),
            spoken=True,
            refusals=(*_CARD_CODES[:3], FE.NOT_YOURS, FE.BANNED_CARD),
            rule=RULE,
        ),
        Move(
            "sweep",
            lambda work, command: None,
            _too_early,
            _too_early_offers,
            ("by", "card"),
            refusals=(FE.CLEAN_UP_FIRST,),
            rule=RULE,
        ),
        Move("done", _clean_up_done, candidates=_done_offer, takes=("by",), spoken=True, rule=RULE),
    ),
    _clean_up_resume,
    _clean_up_options,
    (PromptSpec("clean-up", ("done",), RULE),),
)
"""Step in which players destroy the cards on a Super-Villain and the card kept by Firestorm Matrix.

A bare tap means nothing here: the app asks about a deck that is swept too early, and no card is lost. The move
``sweep`` is here only to be refused with that reason.
"""


# The count --------------------------------------------------------------------------------------------------------


def _closed(state: State, seat: Seat | None) -> Refused | None:
    if seat not in question(state).waiting:
        return Refused(FE.DECK_CLOSED, {"seat": seat}, RULE)
    return None


def _sweep_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    return _card_check(state, card) or _closed(state, command.by) or held_check(state, command.by, card)


def _sweep(work: Work, command: Command) -> None:
    card = copy_for(work.state, command.card or "")
    assert card is not None
    assert command.by is not None
    put(work, card, counted_of(work.state, command.by))


def _sweep_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for card in _deck_kinds(state, naming):
        for seat in state.seats:
            yield Command(move="sweep", by=seat, card=card)


def _counted_copy(state: State, command: Command) -> Component | None:
    """Return the counted card that the command means; for a kind, the copy counted last."""
    assert command.by is not None
    cards = state.zone(counted_of(state, command.by))
    return next((each for each in reversed(cards) if command.card in {each, kind_of(each)}), None)


def _unsweep_check(state: State, command: Command) -> Verdict:
    if _counted_copy(state, command) is None:
        return Refused(FE.NOT_COUNTED, {"card": command.card, "seat": command.by}, RULE)
    return _closed(state, command.by)


def _unsweep(work: Work, command: Command) -> None:
    card = _counted_copy(work.state, command)
    assert card is not None
    work.move(card, RETURNED)


def _unsweep_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        cards = state.zone(counted_of(state, seat))
        for card in cards if naming is None else (naming,):
            yield Command(move="unsweep", by=seat, card=card)


def _seat_done_check(state: State, command: Command) -> Verdict:
    assert command.by is not None
    refused = waiting_check(state, command)
    if refused is None and not state.zone(counted_of(state, command.by)):
        return Refused(FE.NOTHING_COUNTED, {"seat": command.by}, RULE, forcible=True)
    return refused


def _seat_done(work: Work, command: Command) -> None:
    work.answer(command.by, option="done")


def _seat_done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state).id
    return (Command(move="done", by=seat, prompt=prompt) for seat in state.seats)


def _sweep_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("sweep", seats=work.state.seats, cite=RULE)
    elif not frame.prompt.waiting:
        work.pop()
        work.finish(winners(work.state))


def _sweep_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    waiting = frame.prompt.waiting if frame.prompt else ()
    offers = _seat_done_offers(state, viewer, None)
    return tuple(Option("deck-done", each, {"seat": each.by}) for each in offers if each.by in waiting)


SWEEP = FrameKind(
    "sweep",
    table_of(
        Move(
            "sweep",
            _sweep,
            _sweep_check,
            _sweep_offers,
            ("by", "card"),
            refusals=(*_CARD_CODES, FE.DECK_CLOSED, FE.BANNED_CARD, FE.ENEMY_TYPE),
            rule=RULE,
        ),
        Move(
            "unsweep",
            _unsweep,
            _unsweep_check,
            _unsweep_offers,
            ("by", "card"),
            spoken=True,
            refusals=(FE.NOT_COUNTED, FE.DECK_CLOSED),
            rule=RULE,
        ),
        Move(
            "done",
            _seat_done,
            _seat_done_check,
            _seat_done_offers,
            ("by",),
            refusals=(FE.NOTHING_COUNTED, CoreRefusal.NOT_ASKED),
            rule=RULE,
        ),
    ),
    _sweep_resume,
    _sweep_options,
    (PromptSpec("sweep", ("deck-done",), RULE),),
)
"""Step in which every player's deck passes a reader card by card (fe-111).

Players put hand, discard pile and cards in play back into it first.
"""
