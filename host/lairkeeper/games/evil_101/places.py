"""Places of the cards, the role of Handler, and ways in which cards come and go, for all steps.

The app never reads a hand. It knows how many cards each hand holds, and which cards deck and hands hold together. Only
the app and its owner know a Plot that an antenna reads face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Facts, Label
from lairkeeper.core.ids import TABLE, Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Unverified
from lairkeeper.core.pool import may_hold
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import settle
from lairkeeper.core.showing import held_in
from lairkeeper.core.state import APP, State
from lairkeeper.core.views import COUNT, PUBLIC, SECRET
from lairkeeper.core.work import Work

from .cards import AGENT, CATALOG, CHASE, PLOT, TARGET, ZONES, sort_of
from .refusals import E1, refuse

ROW: Final = "targets"
"""Place of the Targets that lie out, left to right; the reader ``slot-2`` is the second of them."""
PLOT_HAND: Final = 5
"""Plots in a full hand (e1-3)."""
AGENT_HAND: Final = 7
"""Agents in the Handler's full hand (e1-3)."""
CHASE_COST: Final = 2
"""Points that a Chase card costs (e1-40)."""
GOAL: Final = 20
"""Points that end the game."""
DISCARDS: Final = {deck: f"{deck.removesuffix('-deck')}-discard" for deck in ZONES.values()}
DECK: Final = ZONES
HANDLER: Final = "handler"
"""Counter with the index of the Handler's seat, from 0."""
ROUND: Final = "round"
IDLE: Final = "idle"
"""Counter of rounds in a row without a Plot."""
TIES: Final = "ties"
"""Counter of the tie rounds begun."""


FOILED, ESCAPED, VOID, CAUGHT, POCKETED = "foiled", "escaped", "void", "caught", "pocketed"
OUTCOMES: Final = (FOILED, ESCAPED, VOID, CAUGHT, POCKETED)
"""Marks on a seat: the outcomes of its Plot in this round."""
TAKEN: Final = "plot"
"""Mark on a Target: its owner is the seat whose Plot lies there, as the meeple shows (e1-57)."""


def hand_of(seat: Seat) -> Path:
    """Return the place of a seat's Plots in hand."""
    return f"hand.{seat}"


def aside_of(seat: Seat) -> Path:
    """Return the place of the Plots that a Handler has laid aside."""
    return f"aside.{seat}"


def agents_of(seat: Seat) -> Path:
    """Return the place of the Handler's Agents in hand."""
    return f"agents-hand.{seat}"


def chase_of(seat: Seat) -> Path:
    """Return the place of a seat's Chase cards in hand."""
    return f"chase.{seat}"


def plot_of(seat: Seat) -> Path:
    """Return the place of a seat's Plot of this round, once it is read or turned up."""
    return f"plot.{seat}"


def unread_of(seat: Seat) -> Path:
    """Return the place of a seat's Plot of this round while no antenna has read it."""
    return f"unread.{seat}"


def agent_of(seat: Seat) -> Path:
    """Return the place of the Agent on a seat's Plot."""
    return f"agent.{seat}"


def chased_of(seat: Seat) -> Path:
    """Return the place of the Chase cards that both players played for a seat's Plot."""
    return f"chased.{seat}"


# Seats and turns ---------------------------------------------------------------------------------------------------


def handler(state: State) -> Seat:
    """Return the Handler's seat, exactly one at a time (e1-51; "Evil:101, The Setup")."""
    return state.seats[state.counters.get(HANDLER, 0)]


def set_handler(work: Work, seat: Seat) -> None:
    """Give the role of Handler to a seat."""
    work.count(HANDLER, work.state.seats.index(seat) - work.state.counters.get(HANDLER, 0))


def in_order(state: State) -> tuple[Seat, ...]:
    """Return all seats clockwise from the Handler's left (e1-6), with the Handler last."""
    turn = state.clockwise(handler(state))
    return (*turn[1:], turn[0])


def evil(state: State, among: Iterable[Seat] | None = None) -> tuple[Seat, ...]:
    """Return the Evil players in order: everybody but the Handler (e1-2; "Evil:101, Larry Plotter …").

    ``among`` limits them to the tied players of a tie round (e1-79).
    """
    players = in_order(state)[:-1]
    return players if among is None else tuple(seat for seat in players if seat in among)


def turn_to(work: Work, seat: Seat | None) -> None:
    """Make a seat active, or none; the number of the turn is the number of the round."""
    state = work.state
    if (state.active, state.turn) != (seat, state.counters.get(ROUND, 0)):
        work.emit(ev.SeatsOrdered(state.seats, seat, state.counters.get(ROUND, 0)))


def ask_seat(work: Work, seat: Seat, code: str, *, cite: str, **args: Any) -> None:
    """Make a seat active and ask it a question, unless it is asked already."""
    prompt = work.top.prompt
    if prompt is None or prompt.seats != (seat,):
        turn_to(work, seat)
        work.ask(code, seats=(seat,), cite=cite, seat=seat, **args)


# Targets -----------------------------------------------------------------------------------------------------------


def target_of(state: State, said: str | None) -> Component | None:
    """Return the Target that a component, a ``slot-2``, or the seat of the Plot on it means, else None."""
    row = state.zone(ROW)
    if said is None:
        return None
    if said in state.seats:
        return next((card for card in row if owner_at(state, card) == said), None)
    head, _, number = said.partition("-")
    if head == "slot" and number.isdecimal() and 1 <= int(number) <= len(row):
        return row[int(number) - 1]
    return said if said in row else None


def owner_at(state: State, target: Component) -> Seat | None:
    """Return the seat whose Plot lies on a Target, or None."""
    for mark in state.marks.get(target, ()):
        if mark.name == TAKEN:
            return mark.owner
    return None


def target_under(state: State, seat: Seat) -> Component | None:
    """Return the Target under a seat's Plot, or None."""
    return next((card for card in state.zone(ROW) if owner_at(state, card) == seat), None)


def slot_of(state: State, target: Component) -> str:
    """Return the reader beside a Target of the row."""
    return f"slot-{state.zone(ROW).index(target) + 1}"


def placed(state: State, seat: Seat) -> bool:
    """Return whether a seat has a Plot on the table, read or not."""
    return bool(state.zone(plot_of(seat)) or state.size(unread_of(seat)))


# Cards -------------------------------------------------------------------------------------------------------------


def facts_of(state: State, card: Label) -> Facts:
    """Return the printed values of a card in this match; empty if nobody has typed them."""
    return state.printed(card)


def is_sort(state: State, card: Label, sort: str, wrong: E1, cite: str) -> Refused | None:
    """Return why a card is not of a sort, or that it has no numbers in this match."""
    if sort_of(card) != sort:
        return refuse(wrong, cite, card=card)
    return None if facts_of(state, card) else refuse(E1.NO_NUMBERS, cite, card=kind_of(card))


def openly(state: State, card: Label) -> Path | None:
    """Return the place where everybody sees a card lie; None if it is hidden or in a deck."""
    at = state.where.get(card)
    if at is None or not (TABLE in state.known.get(card, ()) or sees(state, at, TABLE) == PUBLIC):
        return None
    return at


def hidden_elsewhere(state: State, card: Label) -> bool:
    """Return whether the app believes that a card lies face down somewhere."""
    return card in state.where and openly(state, card) is None


def may_come(state: State, place: Path, card: Label) -> bool:
    """Return whether a copy of a card can come from a hand or deck, as far as everybody can tell.

    A card that an antenna has read face down elsewhere can come too. The app was wrong about it and must not say so.
    """
    if int(card.partition("#")[2]) > facts_of(state, card).get("copies", 0):
        return False
    if state.where.get(card) == place:
        return True
    pool = pool_of(state, card)
    if pool is None or pool == state.pooled.get(place):
        return may_hold(state, place, card) or (hidden_elsewhere(state, card) and unread_in(state, place) > 0)
    # The card was seen once and shuffled into a deck. Players move Plots unseen, so a Plot can be in a hand again.
    return sort_of(card) == PLOT and unread_in(state, place) > 0


def pool_of(state: State, card: Label) -> Path | None:
    """Return the pool of a card that was seen once and has been shuffled back since, or None."""
    for name, pool in state.pools.items():
        if pool.contents.get(card):
            return name
    return None


def unread_in(state: State, place: Path) -> int:
    """Return how many cards of a place no antenna has read."""
    return state.size(place) - len(state.zone(place))


def pull(work: Work, card: Label, place: Path, target: Path) -> None:
    """Move a card out of a place, even if the app believed it to be elsewhere.

    If it was, an unread card now lies where the app believed the card to be.
    """
    at = work.state.where.get(card)
    if at is None:
        pool = pool_of(work.state, card)
        if pool is not None and pool != work.state.pooled.get(place):
            work.emit(ev.PoolsMerged((place, pool)))
        work.move(card, target, source=place)
        return
    work.move(card, target, source=at)
    settle(work, card)
    if at != place:
        seat = at.partition(".")[2]
        work.emit(ev.PoolShifted(place, unread_of(seat) if at == plot_of(seat) else at, 1))


def shift(work: Work, place: Path, target: Path, n: int = 1) -> None:
    """Move ``n`` unread cards from one place to another."""
    if n > 0:
        work.emit(ev.PoolShifted(place, target, n))


def carry(work: Work, source: Path, target: Path) -> None:
    """Move all cards of one place to another, read or not."""
    shift(work, source, target, unread_in(work.state, source))
    for card in work.state.zone(source):
        work.move(card, target)


def available(state: State, deck: Path) -> int:
    """Return how many cards can still be drawn: the deck, and its discards if the house rule reshuffles them."""
    again = state.rules.deck_exhaustion == "reshuffle"
    return state.size(deck) + (state.size(DISCARDS[deck]) if again else 0)


def draw(work: Work, deck: Path, hand: Path, n: int) -> None:
    """Draw up to ``n`` unseen cards.

    An empty deck is made anew from its discards, unless ``deck-exhaustion=stop-drawing``. Without cards in either, the
    hand stays short (e1-48).
    """
    few = min(n, work.state.size(deck))
    shift(work, deck, hand, few)
    if few < n and available(work.state, deck):
        reshuffle(work, deck)
        shift(work, deck, hand, min(n - few, work.state.size(deck)))


def reshuffle(work: Work, deck: Path) -> None:
    """Make the discards of a deck the deck again."""
    discards = DISCARDS[deck]
    for card in work.state.zone(discards):
        settle(work, card)
        work.move(card, deck)
    shift(work, discards, deck, work.state.size(discards))


def forget_notes(work: Work, hand: Path) -> None:
    """Delete the notes on the cards of a hand."""
    for card in work.state.zone(hand):
        for mark in work.state.marks.get(card, ()):
            work.emit(ev.Unmarked(card, mark.name, mark.owner))


def discard(work: Work, card: Label) -> None:
    """Move a played card to the discards of its own deck."""
    settle(work, card)
    work.move(card, DISCARDS[DECK[sort_of(card)]])


def copies(state: State, sort: str, place: Path, naming: Label | None = None) -> Iterator[Component]:
    """Yield the cards of a sort that may come from a place: the named one, or the first copy of each kind."""
    if naming is not None:
        if sort_of(naming) == sort and facts_of(state, naming):
            yield from ((naming,) if "#" in naming else first_copies(state, (naming,), place))
        return
    yield from first_copies(state, (kind for kind in CATALOG.kinds if sort_of(kind) == sort), place)


def first_copies(state: State, kinds: Iterable[str], place: Path) -> Iterator[Component]:
    """Yield the lowest copy of each kind that may come from a place."""
    for kind in kinds:
        n = facts_of(state, kind).get("copies", 0)
        found = (card for i in range(1, n + 1) if may_come(state, place, card := f"{kind}#{i}"))
        yield from list(found)[:1]


# Secrets -----------------------------------------------------------------------------------------------------------

_OPEN: Final = frozenset({ROW, *(path for deck, path in DISCARDS.items() if deck != DECK[PLOT])})
"""Places that lie open to everybody."""
_OPEN_HEADS: Final = frozenset({"agent", "chased"})
"""First words of open places: the Agent on a Plot (e1-15), and the Chase cards on the Agent (e1-63)."""


def sees(state: State, path: Path, viewer: str) -> str:
    """Return how much of a place a viewer sees: its cards, their number, or nothing.

    Cards in hands and laid-aside Plots are secret, their number is public (e1-52). At level ``score`` the app follows
    points only.
    """
    if state.level == "score":
        return SECRET
    return PUBLIC if path in _OPEN or path.partition(".")[0] in _OPEN_HEADS else COUNT


holder: Final = held_in("hand", "agents-hand", "chase", "aside", "unread")
"""Return the seat that knows the hidden cards of a place; an unread Plot came out of its owner's hand."""


def veiled(state: State, card: Label) -> bool:
    """Return whether nobody may learn which card an antenna reads: a Plot that is not turned up (e1-13)."""
    if state.level == "score" or sort_of(card) != PLOT or openly(state, card) is not None:
        return False
    top = state.top
    return top is None or top.kind != "show"


def known_to_owner(work: Work, card: Component, seat: Seat) -> None:
    """Record that the app and its owner know a card that an antenna has read face down."""
    work.emit(ev.Faced(card, (APP, seat)))


def unseen_hand() -> Unverified:
    """Return the verdict that a move is legal as far as the app can tell without looking into a hand."""
    return Unverified(("hand",))


__all__ = ["AGENT", "CHASE", "PLOT", "TARGET"]
