"""Places of the table, and finding a card in them.

At level `deck` the app knows a player's hand, deck and cards played this turn together, not one by one. It knows the
main deck that way too. It cannot tell the face-down Super Heroes in the stack from those left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Kind, Path, Seat, kind_of
from lairkeeper.core.pool import exactly
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State

from .catalog import CATALOG, CardFacts

LINE_UP: Final = "line-up"
SLOTS: Final = 5
UNREAD: Final = "line-up.unread"
"""Place of the cards of the Line-Up that nobody has tapped, known together with the main deck."""
MAIN_DECK: Final = "main-deck"
KICKS: Final = "kicks"
WEAKNESSES: Final = "weaknesses"
HERO: Final = "super-hero"
"""Place of the Super Hero on top, face up; empty while the next one waits face down."""
HEROES: Final = "super-heroes"
"""Place of the Super Heroes below, face down."""
TOP_VILLAIN: Final = "super-villain"
"""In teams, place of the Super-Villain on top of the other stack."""
VILLAINS: Final = "villain-stack"
"""In teams, place of the Super-Villains below."""
SET_ASIDE: Final = "set-aside"
"""Place of the Super Heroes left out of the match, which nobody may know."""
DESTROYED: Final = "destroyed"
"""Place of the destroyed pile, which all players share and may read (fe-90)."""
MISSING: Final = "missing"
"""Place of cards that a deck should have held and that nobody has found at the count."""
UNKNOWN: Final = "unknown-card"
"""Kind of a card of the main deck beyond those on record."""
_SHUFFLED: Final = frozenset({MAIN_DECK, UNREAD})
"""Places of cards of the main deck that nobody has read."""
STACKS: Final[dict[str, Path]] = {"kicks": KICKS, "weaknesses": WEAKNESSES}
"""Places of cards that lie face up in a stack, by catalog zone."""
FROZEN: Final = "frozen"
ADDED: Final = "added"
"""Mark of a card of the Line-Up that was added to it during a turn."""
ASSUMED: Final = "assumed"
"""Mark of a copy that was named by its kind alone: any other copy may prove to be the one."""
KEPT: Final = "kept"
"""Mark of the card that Firestorm Matrix has left in play for the rest of the game."""
USED: Final = "turn.used."
"""Prefix of the counter of an ability that was used in this turn; the card's name follows."""


def deck_of(seat: Seat) -> Path:
    """Return the place of a player's deck: at `score` as counted, at `deck` with hand and cards played."""
    return f"deck.{seat}"


def discard_of(seat: Seat) -> Path:
    """Return the place of a player's open discard pile, at `deck` only as filled since the last draw (fe-12)."""
    return f"discard.{seat}"


def in_play_of(seat: Seat) -> Path:
    """Return the place of the tapped cards in play: Locations, and others until the turn ends."""
    return f"in-play.{seat}"


def hand_of(seat: Seat) -> Path:
    """Return the place of a hand at `full`, a hidden number of cards known together with the deck (fe-12)."""
    return f"hand.{seat}"


def top_of(seat: Seat) -> Path:
    """Return the place of cards on top of a player's deck that everybody has seen, uppermost first."""
    return f"top.{seat}"


def bottom_of(seat: Seat) -> Path:
    """Return the place of cards that everybody has seen go under a player's deck, the lowest one last."""
    return f"bottom.{seat}"


def on_villain_of(seat: Seat) -> Path:
    """Return the place of cards that Firestorm has put on a Super-Villain: in no zone, out of reach (fe-85)."""
    return f"on-villain.{seat}"


def swept_of(seat: Seat) -> Path:
    """Return the place of a deck's cards that have passed the reader in the audit."""
    return f"swept.{seat}"


@cache
def places_of(seat: Seat) -> tuple[Path, ...]:
    """Return all places whose cards belong to a seat."""
    return (
        deck_of(seat),
        hand_of(seat),
        discard_of(seat),
        in_play_of(seat),
        top_of(seat),
        bottom_of(seat),
        on_villain_of(seat),
        swept_of(seat),
    )


def holder(state: State, path: Path) -> Seat | None:
    """Return the seat whose hidden hand a place is, or None; without hands the decks are meant (fe-136)."""
    head, _, seat = path.partition(".")
    hands = "hand" if hand_of(seat) in state.pooled else "deck"
    return seat if head == hands and seat in state.seats else None


def followed(state: State) -> bool:
    """Return whether the places of level `deck` have been laid out in this match."""
    return MAIN_DECK in state.pooled


def facts_of(facts: CardFacts) -> dict[str, object]:
    """Return the printed numbers that a match keeps, so that a later correction does not rewrite it."""
    return {"cost": facts.cost, "vp": facts.vp, "types": facts.types}


# Finding ----------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Found:
    """Card and the place where it lies.

    ``assumed``: only its kind was said, and some copy will stand for it. ``instead``: the copy that was taken for this
    one so far; the two change places.
    """

    card: Label
    place: Path
    assumed: bool = False
    instead: Label | None = None
    home: Path = ""
    """Place where the copy was thought to be, which the other one takes."""
    renamed: bool = False
    """True if this copy stood for one that lies elsewhere; another number must do that from now on."""
    extra: bool = False
    """True for a copy beyond the printed ones, from a main deck that is larger than what is on record."""


def find(state: State, label: Label, places: Collection[Path]) -> Found | None:
    """Return the card that a kind or a copy's number means, at the first place where it can lie, or None (fe-135)."""
    where = state.where.get(label)
    if where is not None and where in places and not state.marks.get(label):
        return Found(label, where)
    zones, pooled = state.zones, state.pooled
    if UNREAD in pooled:
        places = [each for place in places for each in ((place, UNREAD) if place == LINE_UP else (place,))]
    candidates = [place for place in places if place in pooled or zones.get(place)]
    look = _at if "#" in label else _any_copy
    for place in candidates:
        found = look(state, label, place)
        if found is not None:
            return found
    return _exchange(state, label, candidates) if look is _at else None


def _exchange(state: State, label: Component, candidates: Iterable[Path]) -> Found | None:
    """Return a copy taken for this one because its number was never read; the two change places."""
    home = _home(state, label)
    if home is None:
        return None
    for place in candidates:
        twin: Label | None = next((each for each in state.zone(place) if _stands_for(state, each, label)), None)
        if twin is not None:
            return Found(label, place, instead=twin, home=home)
    for place in candidates:
        twin = _unseen_twin(state, label, place) if place != home else None
        if twin is not None:
            return Found(label, place, instead=twin, home=home)
    return None


def _home(state: State, label: Component) -> Path | None:
    """Return the place where a copy is thought to be, if it need not be there, or None."""
    where = state.where.get(label)
    if where is not None:
        return where if state.marked(label, ASSUMED) else None
    place = _pool_of(state, label)
    return None if place is not None and _was_read(state, label, place) else place


def _was_read(state: State, card: Component, place: Path) -> bool:
    """Return whether a player's unseen copy was tapped on its way there, so that it can be nowhere else."""
    owned = place.partition(".")[2] in state.seats
    return owned and identified(state, card) and not state.marked(card, ASSUMED)


def _unseen_twin(state: State, label: Component, place: Path) -> Label | None:
    """Return a copy among the unseen cards of a place that may as well be this one, or None."""
    name = state.pooled.get(place)
    if name is None or not state.pools[name].places.get(place):
        return None
    contents = state.pools[name].contents
    if contents.get(kind_of(label)):
        return kind_of(label)
    alike = [each for each in contents if each != label and kind_of(each) == kind_of(label)]
    # A card of the Line-Up tapped twice is likelier than a second copy of a card whose number nobody has read.
    sure = place in _SHUFFLED or not state.marked(label, ASSUMED)
    return next((each for each in alike if not sure or state.marked(each, ASSUMED)), None)


def _stands_for(state: State, card: Label, other: Component) -> bool:
    return kind_of(card) == kind_of(other) and bool(state.marked(card, ASSUMED))


def _at(state: State, label: Component, place: Path) -> Found | None:
    where = state.where.get(label)
    if where == place:
        return Found(label, place)
    name = state.pooled.get(place)
    if name is None or not state.pools[name].places.get(place):
        return None
    contents = state.pools[name].contents
    if where is not None:
        renamed = state.marked(label, ASSUMED) and contents.get(kind_of(label))
        return Found(label, place, renamed=True) if renamed else None
    if contents.get(label) or (contents.get(kind_of(label)) and not identified(state, label)):
        return Found(label, place)
    if contents.get(UNKNOWN) and place in _SHUFFLED and is_extra(label) and not identified(state, label):
        return Found(label, place, extra=True)
    return None


def _any_copy(state: State, kind: Kind, place: Path) -> Found | None:
    for card in state.zone(place):
        if kind_of(card) == kind:
            return Found(card, place)
    name = state.pooled.get(place)
    if name is None or not state.pools[name].places.get(place):
        return None
    contents = state.pools[name].contents
    if contents.get(kind) or not copies_of(kind).keys().isdisjoint(contents):
        return Found(kind, place, assumed=True)
    return None


_MORE: Final = 5
"""Cards that a main deck may have beyond those on record, which may all be of one kind."""


@cache
def copies_of(kind: Kind) -> dict[Component, None]:
    """Return the copies of a kind in their order."""
    return dict.fromkeys(f"{kind}#{n}" for n in range(1, (CATALOG.get(kind).copies or 0) + _MORE + 1))


def copy_at(state: State, kind: Kind, place: Path) -> Component:
    """Return a number for a copy that is only known to be among the unseen cards of a place."""
    contents = state.pools[state.pooled[place]].contents
    held = next((copy for copy in copies_of(kind) if copy in contents), None)
    return held if held is not None and not contents.get(kind) else free_copy(state, kind)


def free_copy(state: State, kind: Kind) -> Component:
    """Return the first copy number that stands for no card yet."""
    where, unseen = state.where, tuple(pool.contents for pool in state.pools.values())
    n = 1
    while (copy := f"{kind}#{n}") in where or any(copy in contents for contents in unseen):
        n += 1
    return copy


def identified(state: State, card: Component) -> bool:
    """Return whether this very copy is known to be among unseen cards."""
    return any(card in pool.contents for pool in state.pools.values())


def is_extra(card: Component) -> bool:
    """Return whether a copy number is beyond what is on record for a main-deck kind."""
    kind, _, copy = card.partition("#")
    facts = CATALOG.find(kind)
    return facts is not None and facts.zone == "main-deck" and int(copy) > (facts.copies or 0)


def _pool_of(state: State, card: Component) -> Path | None:
    """Return a place among unseen cards where a copy can lie, or None."""
    for pool in state.pools.values():
        if pool.contents.get(card) or (pool.contents.get(kind_of(card)) and not identified(state, card)):
            return next((place for place, n in pool.places.items() if n), None)
    return None


def locate(state: State, label: Label) -> Found | None:
    """Return where a card is, at any place, or None."""
    if label in state.where:
        return Found(label, state.where[label])
    return find(state, label, tuple(everywhere(state)))


def everywhere(state: State) -> Iterator[Path]:
    """Yield all places, open ones first."""
    yield from (LINE_UP, HERO, TOP_VILLAIN, DESTROYED, KICKS, WEAKNESSES)
    for seat in state.seats:
        yield from places_of(seat)
    yield from (MAIN_DECK, HEROES, VILLAINS, SET_ASIDE)
    yield from (place for place in state.pooled if place.startswith(("box.", MISSING)))


def owner_of(state: State, label: Label) -> Seat | None:
    """Return the seat that owns a card, as far as can be told, or None."""
    return next((seat for seat in state.seats if find(state, label, places_of(seat)) is not None), None)


def owned(state: State, seat: Seat) -> tuple[Label, ...] | None:
    """Return all cards of a seat, or None where unscanned passes leave open which they are."""
    unseen = exactly(state, (deck_of(seat), hand_of(seat)))
    if unseen is None:
        return None
    return (*known_cards(state, seat), *(card for card, n in sorted(unseen.items()) for _ in range(n)))


def known_cards(state: State, seat: Seat) -> tuple[Label, ...]:
    """Return the cards of a seat that lie open or were counted."""
    return tuple(card for place in places_of(seat) for card in state.zone(place))


def set_apart(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return a seat's cards that are destroyed before the count: on its Super-Villain, or kept in play (fe-113)."""
    kept = (card for card in state.zone(in_play_of(seat)) if state.marked(card, KEPT))
    return (*state.zone(on_villain_of(seat)), *kept)


def deck_size(state: State, seat: Seat) -> int:
    """Return how many cards a seat has in all."""
    return sum(state.size(place) for place in places_of(seat))


def empty_slots(state: State) -> int:
    """Return how many cards the refill needs ("Forever Evil, Ending Your Turn").

    A frozen card fills its slot (fe-44), and five cards or more leave no slot empty (fe-41). A card that was added
    fills a slot too, unless a house rule says otherwise (fe-145).
    """
    filled = state.size(LINE_UP) + unread_slots(state)
    if state.rules.refill == "empty-slots":
        filled -= sum(bool(state.marked(card, ADDED)) for card in state.zone(LINE_UP))
    return max(0, SLOTS - filled)


def unread_slots(state: State) -> int:
    """Return how many cards of the Line-Up nobody has tapped."""
    return state.size(UNREAD)


def seen_later(state: State) -> bool:
    """Return whether cards are dealt to the Line-Up without a tap: each is known when it leaves."""
    return bool(state.level == "deck" and state.rules.dealt_cards == "seen-later")


def frozen_left(state: State) -> int | None:
    """Return the number of Frozen tokens in the supply, or None when there is no limit (fe-182)."""
    if state.rules.frozen_tokens is None:
        return None
    return int(state.rules.frozen_tokens) - sum(state.marked(card, FROZEN) for card in state.zone(LINE_UP))
