"""Final count of decks that were followed: each deck may pass a reader, and each difference is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict, seats_of
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .market import deck_card
from .owning import own_cards
from .places import (
    DESTROYED,
    MISSING,
    Found,
    bring,
    deck_of,
    discard_of,
    find,
    in_play_of,
    locate,
    owned,
    swept_of,
    take,
)
from .refusals import FE, no
from .standing import winners
from .team import held_check

RULE: Final = "end-of-game"
AUDIT: Final = "audit"
SWEPT: Final = "swept"
"""Answer that what has passed the reader is right."""
TRACKED: Final = "tracked"
"""Answer that what the app has followed is right."""


def begin_audit(work: Work) -> None:
    """Remember how many cards of each kind every deck should hold.

    Kinds are enough, because copies of a card are worth the same (fe-135).
    """
    expected: dict[Seat, Mapping[Kind, int] | None] = {}
    for seat in work.state.seats:
        cards = owned(work.state, seat)
        expected[seat] = None if cards is None else dict(Counter(kind_of(card) for card in cards))
    work.emit(ev.Shuffled(MISSING))
    work.push(AUDIT, expected=expected, sources={})


# What differs -----------------------------------------------------------------------------------------------------


def _left_places(seat: Seat) -> tuple[Path, ...]:
    """Return the places of a seat's cards that have not passed the reader: discard pile, in play, deck (fe-111)."""
    return (discard_of(seat), in_play_of(seat), deck_of(seat))


def _left(state: State, seat: Seat) -> int:
    return sum(state.size(place) for place in _left_places(seat))


def differences(state: State, seat: Seat) -> tuple[tuple[Kind, ...], tuple[Kind, ...]] | None:
    """Return the kinds missing from a count and the unexpected kinds, each sorted, or None.

    None means that the app does not know which cards the deck should hold.
    """
    frame = state.top
    expected = frame.data["expected"].get(seat) if frame is not None and frame.kind == AUDIT else None
    if expected is None:
        return None
    have = Counter(kind_of(card) for card in state.zone(swept_of(seat)))
    wanted = Counter(dict(expected))
    return tuple(sorted((wanted - have).elements())), tuple(sorted((have - wanted).elements()))


def report(state: State) -> dict[Seat, Any]:
    """Return the missing and the unexpected kinds of each deck whose count has begun, for the screen."""
    found: dict[Seat, Any] = {}
    for seat in state.seats:
        told = differences(state, seat) if state.zone(swept_of(seat)) else None
        if told is not None:
            found[seat] = {"missing": told[0], "unexpected": told[1]}
    return found


# Sweeping ---------------------------------------------------------------------------------------------------------


def _closed(state: State, seat: Seat | None) -> Refused | None:
    if seat not in question(state).waiting:
        return Refused(FE.DECK_CLOSED, {"seat": seat}, RULE)
    return None


def _meant(state: State, command: Command) -> Found | None:
    """Return the card that is swept, or None.

    The seat's own cards are searched first, then every other place where the app believes the card to be.
    """
    card = command.card or ""
    *open_places, deck = _left_places(command.by or "")
    return find(state, card, open_places) or find(state, card, (deck,)) or locate(state, card)


def _sweep_check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    refused = deck_card(card, RULE) or _closed(state, command.by)
    if refused is not None:
        return refused
    found = _meant(state, command)
    if found is not None and found.place.startswith("swept."):
        return no(FE.ALREADY_COUNTED, RULE, card=found.card, seat=found.place.partition(".")[2])
    if found is not None and found.place == DESTROYED:
        return no(FE.DESTROYED_CARD, RULE, card=found.card)
    return held_check(state, command.by, card)


def _sweep(work: Work, command: Command) -> None:
    assert command.by is not None
    found = _meant(work.state, command)
    mine = _left_places(command.by)
    here = (found.place,) if found is not None and found.place in mine else mine
    card = bring(work, command.card or "", swept_of(command.by), here)
    if found is None or found.place not in mine:
        sources = work.top.data["sources"]
        work.set(sources={**sources, card: found.place if found else MISSING})


def _sweep_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        cards: Iterable[Label] = own_cards(state, seat, None) if naming is None else (naming,)
        for card in cards:
            yield Command(move="sweep", by=seat, card=card)


def _counted_copy(state: State, command: Command) -> Component | None:
    """Return the counted card that the command means; for a kind, the copy counted last."""
    assert command.by is not None
    cards = state.zone(swept_of(command.by))
    return next((each for each in reversed(cards) if command.card in {each, kind_of(each)}), None)


def _unsweep_check(state: State, command: Command) -> Verdict:
    if _counted_copy(state, command) is None:
        return Refused(FE.NOT_COUNTED, {"card": command.card, "seat": command.by}, RULE)
    return _closed(state, command.by)


def _unsweep(work: Work, command: Command) -> None:
    assert command.by is not None
    card = _counted_copy(work.state, command)
    assert card is not None
    _give_back(work, command.by, card)


def _give_back(work: Work, seat: Seat, card: Component) -> None:
    """Move a counted card back to where the app believed it to be."""
    sources = work.top.data["sources"]
    work.move(card, sources.get(card, deck_of(seat)))
    work.set(sources={each: place for each, place in sources.items() if each != card})


def _unsweep_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in seats_of(state, viewer):
        for card in state.zone(swept_of(seat)) if naming is None else (naming,):
            yield Command(move="unsweep", by=seat, card=card)


# Settling ---------------------------------------------------------------------------------------------------------


def _done_check(state: State, command: Command) -> Verdict:
    assert command.by is not None
    seat = command.by
    refused = waiting_check(state, command)
    if refused is not None:
        return refused
    if command.option not in {None, SWEPT, TRACKED}:
        args = {"option": command.option, "allowed": f"{SWEPT}, {TRACKED}"}
        return Refused(CoreRefusal.UNKNOWN_OPTION, args, RULE)
    trusting = command.option == TRACKED or (command.option is None and not state.zone(swept_of(seat)))
    if trusting:
        return no(FE.COUNT_NEEDED, RULE, seat=seat) if owned(state, seat) is None else None
    if command.option is None:
        return _differs(state, seat)
    return None


def _differs(state: State, seat: Seat) -> Refused | None:
    told = differences(state, seat)
    if told is None:
        left = _left(state, seat)
        if not left and not any(card in state.zone(swept_of(seat)) for card in running(state).data["sources"]):
            return None
        return no(FE.DECK_DIFFERS, RULE, seat=seat, cards=(), kinds=(), n=left)
    if not any(told):
        return None
    return no(FE.DECK_DIFFERS, RULE, seat=seat, cards=told[0], kinds=told[1], n=len(told[0]) + len(told[1]))


def _done(work: Work, command: Command) -> None:
    assert command.by is not None
    seat = command.by
    if work.state.zone(swept_of(seat)):
        _exchange_twins(work, seat)
        if command.option == TRACKED:
            for card in work.state.zone(swept_of(seat)):
                if card in work.top.data["sources"]:
                    _give_back(work, seat, card)
        else:
            _write_off(work, seat)
    work.answer(seat, option=command.option or "done")


def _exchange_twins(work: Work, seat: Seat) -> None:
    """Exchange each unexpected copy with a missing copy of the same kind.

    The app had taken one of the two for the other.
    """
    for card in work.state.zone(swept_of(seat)):
        sources = work.top.data["sources"]
        twin = find(work.state, kind_of(card), _left_places(seat)) if card in sources else None
        if twin is not None:
            take(work, twin, sources[card])
            work.set(sources={each: place for each, place in sources.items() if each != card})


def _write_off(work: Work, seat: Seat) -> None:
    """Move every card of the deck that did not pass the reader to the missing cards."""
    for place in (discard_of(seat), in_play_of(seat)):
        for card in work.state.zone(place):
            work.move(card, MISSING)
    unseen = work.state.size(deck_of(seat))
    if unseen:
        work.emit(ev.PoolShifted(deck_of(seat), MISSING, unseen))


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    for seat in state.seats:
        yield Command(move="done", by=seat, prompt=prompt.id)
        if seat in prompt.waiting and state.zone(swept_of(seat)) and _differs(state, seat) is not None:
            for option in (SWEPT, TRACKED):
                yield Command(move="done", by=seat, option=option, prompt=prompt.id)


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask(AUDIT, seats=work.state.seats, cite=RULE)
    elif not frame.prompt.waiting:
        work.pop()
        work.finish(winners(work.state))


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    waiting = frame.prompt.waiting if frame.prompt else ()
    found = []
    for command in _done_offers(state, viewer, None):
        if command.by in waiting and not isinstance(_done_check(state, command), Refused):
            code = f"deck-{command.option}" if command.option else "deck-done"
            found.append(Option(code, command, {"seat": command.by}))
    return tuple(found)


AUDIT_STEP: Final = FrameKind(
    AUDIT,
    table_of(
        Move(
            "sweep",
            _sweep,
            _sweep_check,
            _sweep_offers,
            ("by", "card"),
            refusals=(
                *(FE.NOT_A_DECK_CARD, FE.DECK_CLOSED, FE.ALREADY_COUNTED, FE.DESTROYED_CARD),
                *(FE.BANNED_CARD, FE.ENEMY_TYPE),
            ),
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
            _done,
            _done_check,
            _done_offers,
            ("by",),
            ("option",),
            refusals=(CoreRefusal.NOT_ASKED, CoreRefusal.UNKNOWN_OPTION, FE.COUNT_NEEDED, FE.DECK_DIFFERS),
            rule=RULE,
        ),
    ),
    _resume,
    _options,
    (PromptSpec(AUDIT, ("deck-done", "deck-swept", "deck-tracked"), RULE),),
)
"""Step in which a player sweeps the deck or takes it as followed.

Players settle differences with further taps, or say which count is right.
"""
