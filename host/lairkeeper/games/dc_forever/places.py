"""Zones and places: play areas, hands, the three Locations, and the owners of cards.

The app never reads hands and decks: it knows their sizes and all their cards together. Of a Scheme that an antenna
reads face down only the app and the Rogue side know which card it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Facts, Label
from lairkeeper.core.ids import TABLE, Component, Path, Seat, kind_of
from lairkeeper.core.pool import may_hold
from lairkeeper.core.state import APP, State
from lairkeeper.core.views import COUNT, PUBLIC, SECRET
from lairkeeper.core.work import Work

from .catalog import (
    CARDS,
    CHARACTERS,
    NEUTRALS,
    PLACES,
    RESOURCE,
    SCHEME,
    STANDEES,
    character_of,
    sort_of,
    standee_of,
)
from .roster import HERO, ROGUE

AT: Final = ("place-1", "place-2", "place-3")
"""Places of the three Locations in the central row, left to right; each may have a reader."""
LOCATION_DECK, LOCATION_DISCARD = "location-deck", "location-discard"
UNALIGNED_DECK: Final = "unaligned-deck"
REMOVED: Final = "removed"
"""Zone of pieces removed from the game (df-88, df-176).

These are sacrificed cards, and Unaligned characters that a Hero defeated. "DC Forever, Glossary: Sacrifice".
"""
MASTER_PLAN: Final = "master-plan"
KNOCKED_OUT, CAPTURED = "knocked-out", "captured"
HOME: Final = "standees"
BOX: Final = "box"
"""Zone of characters whom nobody has drafted; they are out of the game (df-2)."""
UNUSED: Final = "box.cards"
"""Zone of the cards of these characters (df-2)."""
SPARE: Final = "box.resources"
"""Zone of Hero Resource Cards that nobody has; one copy is as good as another."""
SANCTUARY: Final = "sanctuary"
EXHAUSTED, USED, SWAYED, FACE_UP, RECRUITED, LAID = "exhausted", "used", "swayed", "face-up", "recruited", "laid"
BLANK, GUARD, CONTROL = "blank", "guard", "control"
PROTECTIONS: Final = ("no-damage", "no-target", "no-exhaust")
"""Marks on a card about which another card says "cannot" ("DC Forever, Glossary: Cannot")."""
ROUND, GAME = "round", "game"


# Each zone has one seat in its name: team mates keep all cards apart, also without characters (df-136).


def deck_of(seat: Seat) -> Path:
    """Return the zone of a player's deck."""
    return f"deck.{seat}"


def hand_of(seat: Seat) -> Path:
    """Return the zone of a player's hand."""
    return f"hand.{seat}"


def discard_of(seat: Seat) -> Path:
    """Return the zone of a player's discard pile."""
    return f"discard.{seat}"


def reserve_of(seat: Seat) -> Path:
    """Return the zone of a player's reserve (df-5)."""
    return f"reserve.{seat}"


def team_of(seat: Seat) -> Path:
    """Return the zone of a player's characters in play."""
    return f"team.{seat}"


def area_of(seat: Seat) -> Path:
    """Return the zone of a player's Assets and Minions in play."""
    return f"area.{seat}"


def on_of(seat: Seat) -> Path:
    """Return the zone of a player's attachments, also of those on an opponent's character (df-25)."""
    return f"attached.{seat}"


def under_of(seat: Seat) -> Path:
    """Return the zone of a player's empowering cards; they give icons and nothing else there (df-197)."""
    return f"empower.{seat}"


def pool_of(seat: Seat) -> Path:
    """Return the zone of a player's resource pool."""
    return f"pool.{seat}"


def scheme_at(place: Path) -> Path:
    """Return the zone of a Location's Scheme; the purse of that name has the citizens on it.

    Every citizen in it advances the Scheme, claimed or moved (df-92, df-207).
    """
    return f"scheme-{place[-1]}"


def unread_at(place: Path) -> Path:
    """Return the zone of a Scheme that no antenna has read."""
    return f"unread-{place[-1]}"


def neutral_at(place: Path) -> Path:
    """Return the purse of citizens on the Unaligned character of a Location."""
    return f"neutral-{place[-1]}"


# Sides ------------------------------------------------------------------------------------------------------------


def rogues(state: State) -> tuple[Seat, ...]:
    """Return the Rogue players ("DC Forever, Multiplayer Setup").

    They sit first; of three players the one who plays alone sits first.
    """
    return rogue_seats(state.seats, state.rules.solo_side)


def rogue_seats(seats: tuple[Seat, ...], solo_side: str) -> tuple[Seat, ...]:
    """Return the Rogue players' seats: half of them, or the chosen side of three players (df-247)."""
    return seats[1:] if len(seats) == 3 and solo_side == HERO else seats[: len(seats) // 2]


def side(state: State, seat: Seat | None) -> str:
    """Return the side of a seat."""
    return side_at(state.seats, state.rules.solo_side, seat)


@lru_cache(256)
def side_at(seats: tuple[Seat, ...], solo_side: str, seat: Seat | None) -> str:
    """Return the side of a seat; it never changes during a match."""
    return ROGUE if seat in rogue_seats(seats, solo_side) else HERO


def players(state: State, which: str) -> tuple[Seat, ...]:
    """Return the players of a side in the order of this round ("DC Forever, Multiplayer Game")."""
    return ordered(state, tuple(seat for seat in state.seats if side(state, seat) == which))


def ordered(state: State, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return a pair of seats, its first player of this round first (df-252)."""
    if len(seats) < 2:
        return seats
    at = state.counters.get(f"first.{side(state, seats[0])}", 0)
    return seats[at:] + seats[:at]


def solo(state: State, seat: Seat) -> bool:
    """Return True for a player alone against two."""
    return len(state.seats) == 3 and len([each for each in state.seats if side(state, each) == side(state, seat)]) == 1


def foes(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the players of the other side."""
    return players(state, HERO if side(state, seat) == ROGUE else ROGUE)


# Cards ------------------------------------------------------------------------------------------------------------


def fact(state: State, card: Label, name: str, default: Any = None) -> Any:
    """Return a printed value of a card, or the default."""
    facts = state.facts.get(card)
    found = (state.printed(card) if facts is None else facts).get(name)
    return default if found is None else found


def facts_of(state: State, card: Label) -> Facts:
    """Return all printed values of a card."""
    return state.printed(card)


def owner_of(state: State, card: Component) -> Seat | None:
    """Return the owner of a card, or None.

    Characters and their cards belong to the player who drafted the character, other cards to the player with whom they
    lie.
    """
    character = character_of(card) or (card if sort_of(card) == CHARACTERS else None)
    if character is not None:
        at = state.counters.get(f"owner.{kind_of(character)}", 0)
        return state.seats[at - 1] if at else None
    head, _, seat = state.where.get(card, "").partition(".")
    return seat if seat in state.seats and head != BOX else None


def controller_of(state: State, card: Component) -> Seat | None:
    """Return the seat that decides for a card: its owner, unless an effect says otherwise (df-51, df-164).

    "DC Forever, Glossary: Gain Control".
    """
    taken = next((mark.owner for mark in reversed(state.marks.get(card, ())) if mark.name == CONTROL), None)
    return taken or owner_of(state, card)


def char_label(card: Label | None) -> Component | None:
    """Return the character that a card, its standee or its kind means, or None."""
    if card is None:
        return None
    sort = sort_of(card)
    if sort == STANDEES:
        return character_of(card)
    return f"{kind_of(card)}#1" if sort == CHARACTERS else None


def in_play(state: State, character: Component) -> bool:
    """Return True for a character in play."""
    return state.where.get(character, "").startswith("team.")


def team(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return a player's characters in play."""
    return state.zone(team_of(seat))


def everybody(state: State, *seats: Seat) -> Iterator[Component]:
    """Return all characters in play, or those of some players."""
    for seat in seats or state.seats:
        yield from state.zone(team_of(seat))


def place_of(state: State, character: Component) -> Path | None:
    """Return the Location where a character is, or None: a character that was not activated is nowhere (df-66).

    "DC Forever, Activate". An Unaligned character has no standee: its card lies at the Location (df-239).
    """
    at = state.where.get(character if sort_of(character) == NEUTRALS else standee_of(character))
    return at if at in AT else None


def location(state: State, place: Path) -> Component | None:
    """Return the Location card at a place, or None."""
    return next((card for card in state.zone(place) if sort_of(card) == PLACES), None)


def words_at(state: State, place: Path, of: str) -> tuple[tuple[str, int], ...]:
    """Return what the Location at a place does for one side (df-9), while the card lies in the row (df-174).

    A blank Location does nothing (df-49).
    """
    card = location(state, place)
    found: tuple[tuple[str, int], ...] = fact(state, card, of, ()) if card and not marked(state, card, BLANK) else ()
    return found


def thresholds(state: State, place: Path) -> tuple[tuple[str, int], ...]:
    """Return the abilities of the Unaligned character at a place, each with the citizens that it takes (df-95).

    A blank one has none (df-160).
    """
    card = neutral(state, place)
    found: tuple[tuple[str, int], ...] = ()
    if card and not marked(state, card, BLANK):
        found = fact(state, card, "thresholds", ())
    return found


def neutral(state: State, place: Path) -> Component | None:
    """Return the Unaligned character at a Location, swayed or not, or None."""
    return next((card for card in state.zone(place) if sort_of(card) == NEUTRALS), None)


def standing(state: State, place: Path) -> Iterator[Component]:
    """Return the characters of both sides at a Location."""
    for card in state.zone(place):
        if sort_of(card) == STANDEES:
            yield character_of(card) or card


def scheme(state: State, place: Path) -> Component | None:
    """Return the Scheme at a Location as far as the app has read it, or None."""
    return next(iter(state.zone(scheme_at(place))), None)


def has_scheme(state: State, place: Path) -> bool:
    """Return True when a Scheme lies at a Location, read or not."""
    return bool(state.zone(scheme_at(place))) or bool(state.size(unread_at(place)))


def place_named(state: State, target: str | None) -> Path | None:
    """Return the place that a reader's name or a Location card means, or None."""
    if target in AT:
        return target
    if target is not None and sort_of(target) == PLACES:
        return next((at for at in AT if kind_of(location(state, at) or "") == kind_of(target)), None)
    return None


def damage_on(state: State, card: Component) -> int:
    """Return the damage on a character."""
    return state.counters.get(f"damage.{kind_of(card)}", 0)


def marked(state: State, card: str, name: str) -> bool:
    """Return True when a card has a mark of this name."""
    marks = state.marks.get(card)
    return marks is not None and any(mark.name == name for mark in marks)


def mark(
    work: Work, card: str, name: str, owner: Seat | None = None, until: str | None = None, amount: int = 1
) -> None:
    """Put a mark on a card, until the named moment or for good."""
    work.emit(ev.Marked(card, name, owner, amount, until))


def unmark(work: Work, card: str, name: str) -> None:
    """Take a mark off a card."""
    if marked(work.state, card, name):
        work.emit(ev.Unmarked(card, name))


def exhausted(state: State, card: str) -> bool:
    """Return True for an exhausted card."""
    return marked(state, card, EXHAUSTED)


def openly(state: State, card: Label) -> bool:
    """Return True when everybody sees where a card lies."""
    at = state.where.get(card)
    return at is not None and (TABLE in state.known.get(card, ()) or sees(state, at, TABLE) == PUBLIC)


# Hands ------------------------------------------------------------------------------------------------------------


def hand_labels(state: State, seat: Seat) -> tuple[Label, ...]:
    """Return the cards that may be in a hand, as far as the app knows."""
    at = state.pooled.get(hand_of(seat))
    if at is None or not state.pools[at].places.get(hand_of(seat)):
        return ()
    contents, sealed = state.pools[at].contents, sealed_of(state, seat)
    return (
        tuple(sorted({*contents, *sealed})) if sealed else tuple(contents)
    )  # sorted, so that the order does not tell which one was laid


def may_come(state: State, place: Path, card: Label) -> bool:
    """Return True when a card can come from a hand or deck, as far as everybody can tell.

    A Scheme that an antenna has read face down can come, too. The app was wrong about it then, and must not say so.
    It was laid from the hand, so it comes from a deck only where deck and hand are not told apart (df-30).
    """
    if may_hold(state, place, card):
        return True
    head, _, seat = place.partition(".")
    hand = hand_of(seat)
    mixed = not state.size(hand) or state.pooled.get(place) == state.pooled.get(hand)
    return (
        head in ("hand", "deck")
        and mixed
        and bool(state.size(place))
        and sealed_at(state, card) is not None
        and _may_have_laid(state, seat, card)
    )


def _may_have_laid(state: State, seat: Seat, card: Label) -> bool:
    """Return True for who laid a card face down, and for a team mate whose hand nobody tells apart from that hand.

    An empty hand is told apart by its deck: that is where its cards are now.
    """
    layer, pool = layer_of(state, card), state.pooled.get(hand_of(seat))
    if layer is None or layer == seat or pool is None:
        return layer == seat
    mine = hand_of(layer) if state.size(hand_of(layer)) else deck_of(layer)
    return state.pooled.get(mine) == pool


def layer_of(state: State, card: Component) -> Seat | None:
    """Return who laid a face-down Scheme (df-30): its owner, unless the card had been given to a team mate."""
    return next((mark.owner for mark in state.marks.get(card, ()) if mark.name == LAID), None) or owner_of(state, card)


def faced_down(work: Work, seat: Seat, card: Component) -> None:
    """Let the app and the Rogue side know a Scheme that ``seat`` lays face down (df-30, df-262)."""
    for old in work.state.marks.get(card, ()):
        if old.name == LAID:
            work.emit(ev.Unmarked(card, LAID, old.owner))
    work.emit(ev.Faced(card, (APP, *(rogues(work.state) if work.state.rules.mates_see else (seat,)))))
    if seat != owner_of(work.state, card):
        mark(work, card, LAID, seat)


def sealed_at(state: State, card: Label) -> Path | None:
    """Return the place where a card lies face down, as far as the app has read, or None."""
    at = state.where.get(card, "")
    return f"place-{at[-1]}" if at.startswith("scheme-") and TABLE not in state.known.get(card, ()) else None


def sealed_of(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return the Schemes that lie face down at Locations, have been read, and may be out of this player's hand."""
    cards = (card for at in AT for card in state.zone(scheme_at(at)))
    return tuple(card for card in cards if sealed_at(state, card) is not None and _may_have_laid(state, seat, card))


def hand_is_known(state: State, seat: Seat) -> bool:
    """Return True when the pool of a hand is that hand and nothing else."""
    at = state.pooled.get(hand_of(seat))
    return at is not None and state.pools[at].places.get(hand_of(seat), 0) == state.pools[at].total


def numbered(state: State, label: Label) -> Component:
    """Return a component for a label of a pool: the lowest copy that lies nowhere else.

    Raises ``ValueError`` when no copy is left.
    """
    if "#" in label:
        return label
    for n in range(1, 99):
        card = f"{label}#{n}"
        if card not in state.where and not any(card in pool.contents for pool in state.pools.values()):
            return card
    raise ValueError(f"no copy of {label} is left")


# Sight ------------------------------------------------------------------------------------------------------------

_COUNTED: Final = frozenset({"deck", "hand"})
_COUNT_PATHS: Final = frozenset(
    {LOCATION_DECK, UNALIGNED_DECK, *(scheme_at(at) for at in AT), *(unread_at(at) for at in AT)}
)


def sees(state: State, path: Path, viewer: str) -> str:
    """Return how much of a zone a viewer sees ("DC Forever, Glossary: Open Information").

    Reserves, discard piles, the Master Plan and removed cards are open to all (df-166). Of hands, decks and Schemes at
    Locations only the number is shown (df-30, df-167); so a team mate's hand is hidden (df-262).
    """
    if path in (SPARE, UNUSED):
        return SECRET
    return COUNT if path in _COUNT_PATHS or path.partition(".")[0] in _COUNTED else PUBLIC


def veiled(state: State, card: Label) -> bool:
    """Return True for a Scheme that not everybody sees: nobody may be told what an antenna reads of it."""
    return sort_of(card) == CARDS and fact(state, card, "type") == SCHEME and not openly(state, card)


__all__ = ["HERO", "RESOURCE", "ROGUE"]
