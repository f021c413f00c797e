"""Where cards lie, who handles, and how cards come and go: the same words for all steps.

Hands are never read: the app knows how many cards each holds, and which cards deck and hands hold together. A Plot that
an antenna reads face down is known to the app and its owner alone.
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

from .catalog import AGENT, CATALOG, CHASE, PLOT, TARGET, ZONES, sort_of
from .refusals import E1, refuse

ROW: Final = "targets"
"""The Targets that lie out, left to right; the reader ``slot-2`` is the second of them."""
PLOT_HAND: Final = 5
AGENT_HAND: Final = 7
CHASE_COST: Final = 2
GOAL: Final = 20
DISCARDS: Final = {deck: f"{deck.removesuffix('-deck')}-discard" for deck in ZONES.values()}
DECK: Final = ZONES
HANDLER: Final = "handler"
"""The counter that keeps which seat, from 0, is the Handler."""
ROUND: Final = "round"
IDLE: Final = "idle"
"""The counter of rounds in a row without a Plot."""
TIES: Final = "ties"
"""The counter of tie rounds begun."""


FOILED, ESCAPED, VOID, CAUGHT, POCKETED = "foiled", "escaped", "void", "caught", "pocketed"
OUTCOMES: Final = (FOILED, ESCAPED, VOID, CAUGHT, POCKETED)
"""What became of a seat's Plot in this round, as marks on the seat."""
TAKEN: Final = "plot"
"""The mark on a Target that says whose Plot lies on it."""


def hand_of(seat: Seat) -> Path:
    return f"hand.{seat}"


def aside_of(seat: Seat) -> Path:
    """Plots that the Handler has laid aside."""
    return f"aside.{seat}"


def agents_of(seat: Seat) -> Path:
    """The Handler's Agents in hand."""
    return f"agents-hand.{seat}"


def chase_of(seat: Seat) -> Path:
    """Chase cards in hand."""
    return f"chase.{seat}"


def plot_of(seat: Seat) -> Path:
    """The seat's Plot of this round, read or turned up."""
    return f"plot.{seat}"


def unread_of(seat: Seat) -> Path:
    """The seat's Plot of this round when no antenna has read it."""
    return f"unread.{seat}"


def agent_of(seat: Seat) -> Path:
    """The Agent on the seat's Plot."""
    return f"agent.{seat}"


def chased_of(seat: Seat) -> Path:
    """Chase cards played in this round, by whoever played them."""
    return f"chased.{seat}"


# Who ---------------------------------------------------------------------------------------------------------------


def handler(state: State) -> Seat:
    """Exactly one seat at a time ("Evil:101, The Setup")."""
    return state.seats[state.counters.get(HANDLER, 0)]


def set_handler(work: Work, seat: Seat) -> None:
    """The role is that seat's now."""
    work.count(HANDLER, work.state.seats.index(seat) - work.state.counters.get(HANDLER, 0))


def in_order(state: State) -> tuple[Seat, ...]:
    """Everybody clockwise from the Handler's left; the Handler is last."""
    turn = state.clockwise(handler(state))
    return (*turn[1:], turn[0])


def evil(state: State, among: Iterable[Seat] | None = None) -> tuple[Seat, ...]:
    """The Evil players in order, in a tie round only the tied ones ("Evil:101, Larry Plotter …")."""
    players = in_order(state)[:-1]
    return players if among is None else tuple(seat for seat in players if seat in among)


def turn_to(work: Work, seat: Seat | None) -> None:
    """Who acts now; the number of the turn is that of the round."""
    state = work.state
    if (state.active, state.turn) != (seat, state.counters.get(ROUND, 0)):
        work.emit(ev.SeatsOrdered(state.seats, seat, state.counters.get(ROUND, 0)))


def ask_active(work: Work, code: str, *, cite: str, **args: Any) -> None:
    """A question to the seat whose turn it is."""
    seat = work.state.active or ""
    work.ask(code, seats=(seat,), cite=cite, seat=seat, **args)


# Targets -----------------------------------------------------------------------------------------------------------


def target_of(state: State, said: str | None) -> Component | None:
    """The Target that a component, a ``slot-2`` or the seat whose Plot lies on it means; None for anything else."""
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
    """Whose Plot lies on a Target."""
    return next((mark.owner for mark in state.marks.get(target, ()) if mark.name == TAKEN), None)


def target_under(state: State, seat: Seat) -> Component | None:
    """The Target that a seat's Plot lies on."""
    return next((card for card in state.zone(ROW) if owner_at(state, card) == seat), None)


def slot_of(state: State, target: Component) -> str:
    """The reader beside a Target of the row."""
    return f"slot-{state.zone(ROW).index(target) + 1}"


def placed(state: State, seat: Seat) -> bool:
    """Whether a seat has a Plot on the table, read or not."""
    return bool(state.zone(plot_of(seat)) or state.size(unread_of(seat)))


# Cards -------------------------------------------------------------------------------------------------------------


def facts_of(state: State, card: Label) -> Facts:
    """What is printed on a card of this match; empty for one whose numbers nobody has typed."""
    return state.printed(card)


def is_sort(state: State, card: Label, sort: str, wrong: E1, cite: str) -> Refused | None:
    """Why a card is not of a sort, or has no numbers in this match."""
    if sort_of(card) != sort:
        return refuse(wrong, cite, card=card)
    return None if facts_of(state, card) else refuse(E1.NO_NUMBERS, cite, card=kind_of(card))


def openly(state: State, card: Label) -> Path | None:
    """Where everybody sees a card lie; None for one that is hidden or in a deck."""
    at = state.where.get(card)
    if at is None or not (TABLE in state.known.get(card, ()) or sees(state, at, TABLE) == PUBLIC):
        return None
    return at


def hidden_elsewhere(state: State, card: Label) -> bool:
    """Whether the app believes that a card lies face down somewhere."""
    return card in state.where and openly(state, card) is None


def may_come(state: State, place: Path, card: Label) -> bool:
    """Whether a card, a copy and not a kind, can come from a hand or deck, as far as everybody can tell.

    A card that an antenna has read face down elsewhere can: the app was wrong about that one, and must not say so.
    """
    if int(card.partition("#")[2]) > facts_of(state, card).get("copies", 0):
        return False
    if state.where.get(card) == place:
        return True
    pool = pool_of(state, card)
    if pool is None or pool == state.pooled.get(place):
        return may_hold(state, place, card) or (hidden_elsewhere(state, card) and _unread(state, place) > 0)
    # It was seen once and shuffled into a deck: of Plots, which come and go unseen, that proves nothing.
    return sort_of(card) == PLOT and _unread(state, place) > 0


def pool_of(state: State, card: Label) -> Path | None:
    """The name of the pool in which a card lies that was seen once and shuffled back since."""
    return next((name for name, pool in state.pools.items() if pool.contents.get(card)), None)


def _unread(state: State, place: Path) -> int:
    return state.size(place) - len(state.zone(place))


def pull(work: Work, card: Label, place: Path, target: Path) -> None:
    """A card comes from a place, whatever the app believed of it: what lies where it was thought to lie is unread."""
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
    """Unread cards go from one place to another."""
    if n > 0:
        work.emit(ev.PoolShifted(place, target, n))


def carry(work: Work, source: Path, target: Path) -> None:
    """Everything of one place goes to another, read or not."""
    shift(work, source, target, _unread(work.state, source))
    for card in work.state.zone(source):
        work.move(card, target)


def available(state: State, deck: Path) -> int:
    """How many cards can still be drawn: the deck, and its discards where these are reshuffled."""
    again = state.rules.deck_exhaustion == "reshuffle"
    return state.size(deck) + (state.size(DISCARDS[deck]) if again else 0)


def draw(work: Work, deck: Path, hand: Path, n: int) -> None:
    """Up to ``n`` unseen cards; an empty deck is made of its discards, and when those are gone the hand stays short."""
    few = min(n, work.state.size(deck))
    shift(work, deck, hand, few)
    if few < n and available(work.state, deck):
        reshuffle(work, deck)
        shift(work, deck, hand, min(n - few, work.state.size(deck)))


def reshuffle(work: Work, deck: Path) -> None:
    """The discards of a deck become the deck again."""
    discards = DISCARDS[deck]
    for card in work.state.zone(discards):
        settle(work, card)
        work.move(card, deck)
    shift(work, discards, deck, work.state.size(discards))


def discard(work: Work, card: Label) -> None:
    """A card that was played goes to the discards of its own deck."""
    settle(work, card)
    work.move(card, DISCARDS[DECK[sort_of(card)]])


def copies(state: State, sort: str, place: Path, naming: Label | None = None) -> Iterator[Component]:
    """Cards of a sort that may come from a place: the named one, or the first copy of each kind."""
    if naming is not None:
        if sort_of(naming) == sort and facts_of(state, naming):
            yield from ((naming,) if "#" in naming else first_copies(state, (naming,), place))
        return
    yield from first_copies(state, (kind for kind in CATALOG.kinds if sort_of(kind) == sort), place)


def first_copies(state: State, kinds: Iterable[str], place: Path) -> Iterator[Component]:
    """The lowest copy of each kind that may come from a place."""
    for kind in kinds:
        n = facts_of(state, kind).get("copies", 0)
        found = (card for i in range(1, n + 1) if may_come(state, place, card := f"{kind}#{i}"))
        yield from list(found)[:1]


# What may be seen --------------------------------------------------------------------------------------------------

_OPEN: Final = frozenset({ROW, *(path for deck, path in DISCARDS.items() if deck != DECK[PLOT])})
_OPEN_HEADS: Final = frozenset({"agent", "chased"})


def sees(state: State, path: Path, viewer: str) -> str:
    """Targets, Agents and Chase cards on the table lie open; hands, Plots and their discards are counted.

    Numbers of cards are public, cards in hand are not. At `score` nothing but the points is followed.
    """
    if state.level == "score":
        return SECRET
    return PUBLIC if path in _OPEN or path.partition(".")[0] in _OPEN_HEADS else COUNT


holder: Final = held_in("hand", "agents-hand", "chase", "aside", "unread")
"""Who knows the cards of a place that nobody else sees: a Plot that lies unread came out of its owner's hand."""


def veiled(state: State, card: Label) -> bool:
    """Whether what an antenna reads of a card may be told to nobody: a Plot, until it is turned up."""
    if state.level == "score" or sort_of(card) != PLOT or openly(state, card) is not None:
        return False
    top = state.top
    return top is None or top.kind != "show"


def known_to_owner(work: Work, card: Component, seat: Seat) -> None:
    """An antenna has read a card face down: the app and its owner know it."""
    work.emit(ev.Faced(card, (APP, seat)))


def unseen_hand() -> Unverified:
    """The app does not look into hands."""
    return Unverified(("hand",))


__all__ = ["AGENT", "CHASE", "PLOT", "TARGET"]
