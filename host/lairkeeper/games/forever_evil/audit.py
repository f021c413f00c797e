"""Final count of decks that were followed: each deck may pass a reader, and each difference is settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from .args import EVERYBODY, of_a_deck, seat_if_waiting
from .moving import bring, take
from .owning import own_cards
from .places import DESTROYED, MISSING, Found, deck_of, discard_of, find, in_play_of, locate, owned, swept_of
from .refusals import FE, no
from .standing import winners
from .team import held_check

RULE: Final = "end-of-game"
SWEPT: Final = "swept"
"""Answer that what has passed the reader is right."""
TRACKED: Final = "tracked"
"""Answer that what the app has followed is right."""


_COUNTS: Final = frozenset({"sweep", "unsweep", "hand"})
"""Moves by which players tell which cards they have: each card lies where it lay."""


def only_counts(command: Command, events: tuple[Event, ...]) -> bool:
    """Return True when a command only told which cards are there, or that some are missing."""
    lost = (each for each in events if isinstance(each, ev.Moved | ev.PoolShifted))
    return command.move in _COUNTS or any(MISSING in (each.source, each.target) for each in lost)


@quick
@dataclass(frozen=True, slots=True)
class Auditing(StepData):
    """Each player sweeps the deck or takes it as followed."""

    KIND: ClassVar[str] = "audit"
    expected: Mapping[Seat, Mapping[Kind, int] | None]
    """Cards of each kind that each deck should hold; None where it is not known."""
    sources: Mapping[Component, Path]
    """Where a swept card lay, if not with its seat."""


def begin_audit(work: Work) -> None:
    """Remember how many cards of each kind every deck should hold.

    Kinds are enough, because copies of a card are worth the same (fe-135).
    """
    expected: dict[Seat, Mapping[Kind, int] | None] = {}
    for seat in work.state.seats:
        cards = owned(work.state, seat)
        expected[seat] = None if cards is None else dict(Counter(kind_of(card) for card in cards))
    work.emit(ev.Shuffled(MISSING))
    push(work, Auditing(expected, sources={}))


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
    top = state.top
    expected = read(Auditing, top).expected.get(seat) if top is not None and top.kind == Auditing.KIND else None
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


def _closed(now: Moment[Auditing], said: Any) -> Verdict:
    return None if said in now.waiting else Refused(FE.DECK_CLOSED, {"seat": said}, RULE)


def _meant(state: State, seat: Seat, card: Label) -> Found | None:
    """Return the card that is swept, or None.

    The seat's own cards are searched first, then every other place where the app believes the card to be.
    """
    *open_places, deck = _left_places(seat)
    return find(state, card, open_places) or find(state, card, (deck,)) or locate(state, card)


def _elsewhere(now: Moment[Auditing], by: Seat, card: Label) -> Verdict:
    found = _meant(now.state, by, card)
    if found is not None and found.place.startswith("swept."):
        return no(FE.ALREADY_COUNTED, RULE, card=found.card, seat=found.place.partition(".")[2])
    if found is not None and found.place == DESTROYED:
        return no(FE.DESTROYED_CARD, RULE, card=found.card)
    return held_check(now.state, by, card)


def _sweep(work: Work, step: Auditing, by: Seat, card: Label) -> None:
    found = _meant(work.state, by, card)
    mine = _left_places(by)
    here = (found.place,) if found is not None and found.place in mine else mine
    swept = bring(work, card, swept_of(by), here)
    if found is None or found.place not in mine:
        now = read(Auditing, work.top)
        _note_sources(work, {**now.sources, swept: found.place if found else MISSING})


def _note_sources(work: Work, sources: Mapping[Component, Path]) -> None:
    now = read(Auditing, work.top)
    save(work, now, replace(now, sources=sources), "sources")


def _sweeps(now: Moment[Auditing]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        for card in own_cards(now.state, seat, None) if now.naming is None else (now.naming,):
            yield seat, card


def _counted_copy(state: State, seat: Seat, card: Label) -> Component | None:
    """Return the counted card that a label means; for a kind, the copy counted last."""
    return next((each for each in reversed(state.zone(swept_of(seat))) if card in {each, kind_of(each)}), None)


def _not_counted(now: Moment[Auditing], by: Seat, card: Label) -> Verdict:
    if _counted_copy(now.state, by, card) is None:
        return Refused(FE.NOT_COUNTED, {"card": card, "seat": by}, RULE)
    return _closed(now, by)


def _unsweep(work: Work, step: Auditing, by: Seat, card: Label) -> None:
    counted = _counted_copy(work.state, by, card)
    assert counted is not None
    _give_back(work, by, counted)


def _give_back(work: Work, seat: Seat, card: Component) -> None:
    """Move a counted card back to where the app believed it to be."""
    sources = read(Auditing, work.top).sources
    work.move(card, sources.get(card, deck_of(seat)))
    _note_sources(work, {each: place for each, place in sources.items() if each != card})


def _unsweeps(now: Moment[Auditing]) -> Iterable[tuple[Seat, Label]]:
    for seat in seats_of(now.state, now.viewer):
        for card in now.state.zone(swept_of(seat)) if now.naming is None else (now.naming,):
            yield seat, card


# Settling ---------------------------------------------------------------------------------------------------------


def _unknown_count(now: Moment[Auditing], said: Any) -> Verdict:
    if said in {None, SWEPT, TRACKED}:
        return None
    return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": said, "allowed": f"{SWEPT}, {TRACKED}"}, RULE)


def _unsettled(now: Moment[Auditing], by: Seat, option: str | None = None) -> Verdict:
    """Return why a deck is not settled: it must be counted if nobody knows it, or the count differs."""
    if option == TRACKED or (option is None and not now.state.zone(swept_of(by))):
        return no(FE.COUNT_NEEDED, RULE, seat=by) if owned(now.state, by) is None else None
    return _differs(now.state, now.step, by) if option is None else None


def _differs(state: State, step: Auditing, seat: Seat) -> Refused | None:
    told = differences(state, seat)
    if told is None:
        left = _left(state, seat)
        if not left and not any(card in state.zone(swept_of(seat)) for card in step.sources):
            return None
        return no(FE.DECK_DIFFERS, RULE, seat=seat, cards=(), kinds=(), n=left)
    if not any(told):
        return None
    return no(FE.DECK_DIFFERS, RULE, seat=seat, cards=told[0], kinds=told[1], n=len(told[0]) + len(told[1]))


def _done(work: Work, step: Auditing, by: Seat, option: str | None = None) -> None:
    if work.state.zone(swept_of(by)):
        _exchange_twins(work, by)
        if option == TRACKED:
            for card in work.state.zone(swept_of(by)):
                if card in read(Auditing, work.top).sources:
                    _give_back(work, by, card)
        else:
            _write_off(work, by)
    work.answer(by, option=option or "done")


def _exchange_twins(work: Work, seat: Seat) -> None:
    """Exchange each unexpected copy with a missing copy of the same kind.

    The app had taken one of the two for the other.
    """
    for card in work.state.zone(swept_of(seat)):
        sources = read(Auditing, work.top).sources
        twin = find(work.state, kind_of(card), _left_places(seat)) if card in sources else None
        if twin is not None:
            take(work, twin, sources[card])
            _note_sources(work, {each: place for each, place in sources.items() if each != card})


def _write_off(work: Work, seat: Seat) -> None:
    """Move every card of the deck that did not pass the reader to the missing cards."""
    for place in (discard_of(seat), in_play_of(seat)):
        for card in work.state.zone(place):
            work.move(card, MISSING)
    unseen = work.state.size(deck_of(seat))
    if unseen:
        work.emit(ev.PoolShifted(deck_of(seat), MISSING, unseen))


def _counts(now: Moment[Auditing]) -> Iterable[tuple[Seat, str | None]]:
    for seat in now.state.seats:
        yield seat, None
        swept = seat in now.waiting and now.state.zone(swept_of(seat))
        if swept and _differs(now.state, now.step, seat) is not None:
            yield seat, SWEPT
            yield seat, TRACKED


def _code(now: Moment[Auditing], command: Command) -> str:
    return f"deck-{command.option}" if command.option else "deck-done"


def _resume(work: Work, step: Auditing) -> None:
    if ask_each(work, step.KIND, work.state.seats, cite=RULE) is not None:
        work.pop()
        work.finish(winners(work.state))


AUDIT_STEP: Final = step_kind(
    Auditing,
    move("sweep", Auditing, _sweep, card=of_a_deck(RULE), by=Arg(lambda now: (), _closed, (FE.DECK_CLOSED,)),
         unless=_elsewhere, codes=(FE.ALREADY_COUNTED, FE.DESTROYED_CARD, FE.BANNED_CARD, FE.ENEMY_TYPE),
         offers=_sweeps, rule=RULE),
    move("unsweep", Auditing, _unsweep, unless=_not_counted, codes=(FE.NOT_COUNTED, FE.DECK_CLOSED),
         offers=_unsweeps, spoken=True, rule=RULE),
    move("done", Auditing, _done, by=EVERYBODY,
         option=Arg(lambda now: (), _unknown_count, (CoreRefusal.UNKNOWN_OPTION,)), unless=_unsettled,
         codes=(FE.COUNT_NEEDED, FE.DECK_DIFFERS), offers=_counts, answers=Answer(_code, seat_if_waiting), rule=RULE),
    resume=_resume,
    prompts=(PromptSpec(Auditing.KIND, ("deck-done", "deck-swept", "deck-tracked"), RULE),),
)  # fmt: skip
"""Step in which a player sweeps the deck or takes it as followed.

Players settle differences with further taps, or say which count is right.
"""
