"""Places and the cards on them in words: rows of slots, stacks and piles, and what lies before each seat.

Nothing here knows a game. A place is one of the view's zones; its title is ``zone.<head>``, its order that of the
game's own list of paths. The view's ``extra`` may say more: ``slots`` (how many cards a place is laid out for) and,
under any other name, numbers by component: marks that lie on these cards (text ``mark.<name>``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import COMPONENT, Path, Seat, kind_of
from lairkeeper.core.view import View, ZoneView

from .card_faces import BLANK, CardFace, face_of
from .card_facts import card_facts
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Game, Laid

PLACE: Final = "place"
"""The card type of a card that is a place."""
SLOTS: Final = "slots"
UNREAD: Final = "unread"
"""In a view's ``extra``: by place, where its cards are that nobody has tapped."""
OWNERS: Final = "owners"
"""In a view's ``extra``: whose piece lies on which card."""
EVERYBODYS: Final = "cards"
"""The type by which a game declares a place whose cards all may see; it is shown while it is empty, too."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card that may be seen. ``label`` is its component, or its kind where that is all one can tell."""

    label: str
    name: str
    marks: tuple[str, ...] = ()
    facts: str = ""
    """The facts printed on it, where they are not public."""
    face: CardFace = BLANK
    """The look that a page gives it."""
    counts: tuple[tuple[str, int], ...] = ()
    """The numbers that lie on it, each with its name; ``marks`` has them as well."""
    owner: int | None = None
    """The crest of the seat whose piece lies on it; the name is the first of ``marks``."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place: how many cards lie there and those that may be seen, the top one first."""

    path: Path
    title: str
    count: int
    cards: tuple[Card, ...] = ()
    slots: int = 0
    only: Card | None = None
    """The kind of a stack whose cards are all of one kind."""
    spread: bool = False
    """True for a location of the board, all of whose pieces are to be seen at a glance."""
    under: Path = ""
    """The stack on which its one open card lies; empty for other places."""

    @property
    def hidden(self) -> int:
        """The number of its cards that may not be seen."""
        return self.count - len(self.cards)

    @property
    def top(self) -> Card | None:
        """The card that lies open on it."""
        return self.cards[0] if self.cards else self.only

    @property
    def itself(self) -> Card | None:
        """The card that is the place: a Location that lies there."""
        return next((card for card in self.cards if card.face.type == PLACE), None)

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards that lie at the place, without the card that is the place."""
        return tuple(card for card in self.cards if card is not self.itself)

    @property
    def empty(self) -> range:
        """Its empty slots by number, from 1."""
        return range(self.count + 1, self.slots + 1)

    @property
    def names(self) -> str:
        """The first of its cards, as far as a line holds them."""
        return ", ".join(card.name for card in self.cards[:8])


@dataclass(frozen=True, slots=True)
class Layout:
    """All places of a match by where they lie."""

    shared: tuple[Place, ...] = ()
    seats: Mapping[Seat, tuple[Place, ...]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[Seat | None, Place]]:
        """Every place with the seat that it belongs to."""
        yield from ((None, place) for place in self.shared)
        yield from ((seat, place) for seat, places in self.seats.items() for place in places)


def layout_of(table: Laid, view: View, t: Translator) -> Layout:
    """Return the places of a view; every seat has the same ones, even when they are empty."""
    game = table.game
    order = {spec.path: n for n, spec in enumerate(game.paths)}
    counts = _counts(view, t)
    only = _only_kinds(table, view, t)
    shared = _shared(game, view)
    heads = {path.partition(".")[0] for path in view.zones if _seat_of(path, view) and path not in view.extra}

    def made(path: Path) -> Place:
        place = _place(path, view, t, only, lambda label: _card(table, view, label, counts, t))
        return replace(place, spread=path in game.locations, under=game.tops.get(path, ""))

    return Layout(
        tuple(made(path) for path in sorted(shared, key=lambda path: (order.get(path, len(order)), path))),
        {
            seat: tuple(
                made(f"{head}.{seat}")
                for head in sorted(heads, key=lambda head: (order.get(f"{head}.SEAT", len(order)), head))
            )
            for seat in view.seats
        },
    )


def _shared(game: Game, view: View) -> Iterable[Path]:
    """Places of the table. Those whose name has a dot and no seat are a game's own bookkeeping."""
    found = dict.fromkeys(path for path in view.zones if "." not in path)
    if found.keys() & set(game.locations):
        found |= dict.fromkeys(game.locations)
    found |= dict.fromkeys(top for top, stack in game.tops.items() if stack in found)
    if _slots(view):
        found |= dict.fromkeys(spec.path for spec in game.paths if spec.type == EVERYBODYS and "." not in spec.path)
    return found


def _seat_of(path: Path, view: View) -> Seat | None:
    seat = path.partition(".")[2]
    return seat if seat in view.seats else None


def _slots(view: View) -> Mapping[Path, int]:
    slots = view.extra.get(SLOTS)
    return slots if isinstance(slots, Mapping) else {}


def _card(
    table: Laid, view: View, label: str, counts: Mapping[str, tuple[tuple[str, int], ...]], t: Translator
) -> Card:
    """Return a card with what lies on it: whose piece, and marks with their numbers."""
    owner = view.extra.get(OWNERS, {}).get(label)
    on_it = counts.get(label, ())
    marks = ((owner,) if owner else ()) + tuple(f"{said} ×{n}" if n > 1 else said for said, n in on_it)
    crest = table.crests.get(owner)
    return Card(label, t.name(label), marks, card_facts(table, label, t), face_of(table, view, label, t), on_it, crest)


def _place(
    path: Path, view: View, t: Translator, only: Mapping[str, Card], card: Callable[[str], Card]
) -> Place:  # fmt: skip
    zone = view.zones.get(path, ZoneView(0, ()))
    cards = tuple(card(label) for label in zone.cards or ())
    head = path.partition(".")[0]
    one = only.get(path) if zone.count and not cards else None
    unread = view.zones.get(view.extra.get(UNREAD, {}).get(path, ""), ZoneView(0, ()))
    return Place(path, t.zone(head), zone.count + unread.count, cards, _slots(view).get(path, 0), one)


def _counts(view: View, t: Translator) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return for each card its marks in words with their numbers."""
    found: dict[str, tuple[tuple[str, int], ...]] = {}
    for name, value in view.extra.items():
        if name != SLOTS and isinstance(value, Mapping):
            for card, n in value.items():
                if isinstance(n, int) and n and COMPONENT.fullmatch(str(card)):
                    found[card] = (*found.get(card, ()), (t.mark(name), n))
    return found


def _only_kinds(table: Laid, view: View, t: Translator) -> dict[str, Card]:
    """Return the stacks of the box that hold copies of one kind only, with that kind."""
    kinds: dict[str, list[str]] = {}
    for kind, facts in table.game.catalog.kinds.items():
        kinds.setdefault(facts.zone, []).append(kind)
    return {
        zone: Card(each[0], t.name(each[0]), face=face_of(table, view, each[0], t))
        for zone, each in kinds.items()
        if len(each) == 1
    }


def where_is(layout: Layout, label: str, t: Translator) -> tuple[str, Card] | None:
    """Where a card lies open, in words, and the card; None when it lies nowhere in sight."""
    for seat, place in layout:
        for card in place.cards:
            if card.label == label:
                return title_of(seat, place, t), card
        if place.only is not None and place.only.label == kind_of(label) == label:
            return title_of(seat, place, t), place.only
    return None


def title_of(seat: Seat | None, place: Place, t: Translator) -> str:
    """``Line-Up``, or ``Bo: Discard pile``."""
    return t.ui("now.command", seat=seat, what=place.title) if seat else place.title


def find_place(layout: Layout, path: Any) -> tuple[Seat | None, Place] | None:
    """Return the place at ``path`` with its seat; None when there is no such place."""
    return next(((seat, place) for seat, place in layout if place.path == path), None)
