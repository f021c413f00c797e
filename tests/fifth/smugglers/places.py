"""Places of the cards, the Captain, and ways in which cards and coins come and go, for all steps.

The app never reads a hand of goods. It knows how many cards each hand holds, and which cards deck and hands hold
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Facts, Label
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.pool import may_hold
from lairkeeper.core.purse import worth
from lairkeeper.core.showing import held_in
from lairkeeper.core.state import BANK, State
from lairkeeper.core.views import COUNT, PUBLIC, SECRET
from lairkeeper.core.work import Work

from .cards import CATALOG, COVES, GOODS, PORTER, kinds_of, place_of, sort_of

TAVERN: Final = "tavern"
"""Place of the crew that can be hired."""
ROW: Final = "row"
"""Place of the coves that lie out, from left to right."""
DISCARDS: Final = {GOODS: "goods-discard", COVES: "coves-discard"}
CAPTAIN: Final = "captain"
"""Counter with the index of the Captain's seat, from 0."""
ROUND: Final = "round"


def hand_of(seat: Seat) -> Path:
    """Return the place of a seat's goods in hand."""
    return f"hand.{seat}"


def courses_of(seat: Seat) -> Path:
    """Return the place of the course cards that a seat has not chosen."""
    return f"courses.{seat}"


def course_of(seat: Seat) -> Path:
    """Return the place of the course card that a seat has opened."""
    return f"course.{seat}"


def landed_of(seat: Seat) -> Path:
    """Return the place of the goods that a seat has landed in this round."""
    return f"landed.{seat}"


def crew_of(seat: Seat) -> Path:
    """Return the place of a seat's crew."""
    return f"crew.{seat}"


# Seats and turns ---------------------------------------------------------------------------------------------------


def captain(state: State) -> Seat:
    """Return the Captain's seat (sm-2)."""
    return state.seats[state.counters.get(CAPTAIN, 0)]


def set_captain(work: Work, seat: Seat) -> None:
    """Make a seat the Captain."""
    work.count(CAPTAIN, work.state.seats.index(seat) - work.state.counters.get(CAPTAIN, 0))


def in_order(state: State) -> tuple[Seat, ...]:
    """Return all seats clockwise, from the Captain on (sm-12)."""
    return state.clockwise(captain(state))


def turn_to(work: Work, seat: Seat | None) -> None:
    """Make a seat active, or none; the number of the turn is the number of the round."""
    state = work.state
    if (state.active, state.turn) != (seat, state.counters.get(ROUND, 0)):
        work.emit(ev.SeatsOrdered(state.seats, seat, state.counters.get(ROUND, 0)))


def ask_seat(work: Work, seat: Seat, code: str, *, cite: str, **args: Any) -> None:
    """Make a seat active and ask it a question, unless the same question is open."""
    prompt, args = work.top.prompt, {"seat": seat, **args}
    if prompt is None or prompt.seats != (seat,) or dict(prompt.args) != args:
        turn_to(work, seat)
        work.ask(code, seats=(seat,), cite=cite, **args)


# Coves -------------------------------------------------------------------------------------------------------------


def cove_of(state: State, seat: Seat) -> Component | None:
    """Return the cove to which a seat has sailed, or None."""
    course, row = state.zone(course_of(seat)), state.zone(ROW)
    return row[place_of(course[0])] if course and place_of(course[0]) < len(row) else None


def at_cove(state: State, cove: Component | None) -> tuple[Seat, ...]:
    """Return the seats that have sailed to a cove, in order."""
    return tuple(seat for seat in in_order(state) if cove is not None and cove_of(state, seat) == cove)


# Crew --------------------------------------------------------------------------------------------------------------


def has_crew(state: State, seat: Seat, card: Label) -> bool:
    """Return whether a seat has hired crew of this kind."""
    return any(kind_of(each) == kind_of(card) for each in state.zone(crew_of(seat)))


def hand_size(state: State, seat: Seat) -> int:
    """Return the goods in a seat's full hand: a Porter carries one more (sm-40)."""
    return int(state.rules.hand) + has_crew(state, seat, PORTER)


# Cards -------------------------------------------------------------------------------------------------------------


def facts_of(state: State, card: Label) -> Facts:
    """Return what is printed on a card in this match."""
    return state.printed(card)


def may_come(state: State, place: Path, card: Label) -> bool:
    """Return whether a copy of a card can come from a hand or deck, as far as everybody can tell."""
    kind, _, number = card.partition("#")
    copies = CATALOG.kinds[kind].copies or 0
    if not number or int(number) > copies:
        return False
    return state.where.get(card) == place or may_hold(state, place, card)


def copies(state: State, sort: str, place: Path, naming: Label | None = None) -> Iterator[Component]:
    """Yield the cards of a sort that may come from a place: the named one, or the first copy of each kind."""
    if naming is not None and "#" in naming:
        yield from (naming,) if sort_of(naming) == sort else ()
        return
    for each in kinds_of(sort):
        if naming in {None, each.kind}:
            found = (f"{each.kind}#{n}" for n in range(1, (each.copies or 0) + 1))
            yield from [card for card in found if may_come(state, place, card)][:1]


def shift(work: Work, place: Path, target: Path, n: int = 1) -> None:
    """Move ``n`` unread cards from one place to another."""
    if n > 0:
        work.emit(ev.PoolShifted(place, target, n))


def carry(work: Work, source: Path, target: Path) -> None:
    """Move all cards of one place to another, read or not."""
    shift(work, source, target, work.state.size(source) - len(work.state.zone(source)))
    for card in work.state.zone(source):
        work.move(card, target)


def take_out(work: Work, card: Component, place: Path, target: Path) -> None:
    """Move a card out of a hand or a deck, openly."""
    work.move(card, target, source=place)


def throw(work: Work, seat: Seat, card: Component) -> None:
    """Discard goods from a hand, face up."""
    take_out(work, card, hand_of(seat), DISCARDS[GOODS])


def reshuffle(work: Work, deck: Path) -> None:
    """Make the discards of a deck the deck again (sm-30)."""
    carry(work, DISCARDS[deck], deck)


def draw(work: Work, seat: Seat, n: int) -> None:
    """Draw up to ``n`` unseen goods; with deck and discards empty, the hand stays short (sm-30)."""
    few = min(n, work.state.size(GOODS))
    shift(work, GOODS, hand_of(seat), few)
    if few < n and work.state.size(DISCARDS[GOODS]):
        reshuffle(work, GOODS)
        shift(work, GOODS, hand_of(seat), min(n - few, work.state.size(GOODS)))


def fill_hands(work: Work) -> None:
    """Let everybody draw the goods that the hand lacks, from the Captain on (sm-29)."""
    for seat in in_order(work.state):
        draw(work, seat, max(0, hand_size(work.state, seat) - work.state.size(hand_of(seat))))


# Coins -------------------------------------------------------------------------------------------------------------


def earn(work: Work, seat: Seat, source: str, n: int) -> None:
    """Pay coins out of the bank and record their source."""
    if n:
        work.count(f"{source}.{seat}", n)
        work.pay(BANK, seat, n)


def rich(state: State, seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the seats that have coins."""
    return tuple(seat for seat in seats if worth(state, seat))


# Secrets -----------------------------------------------------------------------------------------------------------

_OPEN: Final = frozenset({ROW, TAVERN, "course", "landed", "crew", *DISCARDS.values()})
"""Places, or first words of places, that lie open to everybody."""


def sees(state: State, path: Path, viewer: str) -> str:
    """Return how much of a place a viewer sees: its cards, their number, or nothing.

    Hands are secret, and their number is public (sm-7). At level ``score`` the app follows coins only.
    """
    if state.level == "score":
        return SECRET
    return PUBLIC if path.partition(".")[0] in _OPEN else COUNT


holder: Final = held_in("hand", "courses")
"""Return the seat that knows the hidden cards of a place."""
