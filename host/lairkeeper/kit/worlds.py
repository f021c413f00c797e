"""Other states that a viewer cannot tell from the true one: the same match with hidden cards exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from lairkeeper.core.events import Label
from lairkeeper.core.game import Game
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.seen import owner_of
from lairkeeper.core.showing import Holder, in_box, in_hand, seat_of
from lairkeeper.core.state import Pool, State
from lairkeeper.core.views import PUBLIC

from .driver import Left, Trail


@dataclass(frozen=True, slots=True)
class World:
    """Another state, and which pieces stand for which in it; ``how`` says what was exchanged."""

    state: State
    turn: Mapping[Label, Label] = field(default_factory=dict)
    how: str = ""
    sums: bool = True
    """True when the unseen cards are worth the same, so that bounds of a score may not move."""


def worlds(game: Game, state: State, viewer: str, rng: Random, trail: Trail | None = None) -> Iterator[World]:
    """Yield states in which everything that a viewer may know is the same; none where nothing is hidden from it.

    ``trail`` leaves out what everybody could rule out: whose hand a card came from, and what was shown since then.
    """
    trail = trail or Trail()
    hidden = hidden_cards(game, state, viewer)
    from_hands = _from_hands(state, hidden, trail)
    turn: dict[Label, Label] = {}
    for look in dict.fromkeys((_back(state, card), from_hands.get(card)) for card in hidden):
        alike = [card for card in hidden if (_back(state, card), from_hands.get(card)) == look]
        turned = alike[1:] + alike[:1]
        rng.shuffle(turned)
        turn |= zip(alike, turned, strict=True)
    if len(turn) > 1:
        yield World(scrambled(state, turn), turn, "hidden cards among each other")
    yield from _for_unseen(state, hidden, rng, trail)
    yield from _hands(game, state, viewer)


def hidden_cards(game: Game, state: State, viewer: str) -> list[Label]:
    """Return the pieces that a viewer must not know: not lying open, and shown neither to it nor to everybody.

    Where a game does not say which places are open, they are those that its view leaves out.
    """
    openness = getattr(game, "sees", None)
    zones = game.view(state, viewer).zones if openness is None else {}
    found: list[Label] = []
    for path, cards in state.zones.items():
        if openness is None:
            shown = set(zones[path].cards or ()) if path in zones else set()
        elif openness(state, path, viewer) == PUBLIC:
            continue
        else:
            shown = {card for card in cards if {viewer, TABLE} & set(state.known.get(card, ()))}
        found.extend(card for card in cards if card not in shown and "#" in card)
    return found


def _could_have_left(card: Label, left: Left, trail: Trail) -> bool:
    """Return True for a card that may have been at the place that another one left, and was not shown since."""
    return card in left.others and trail.moved.get(card, 0) <= left.at


def _from_hands(state: State, hidden: list[Label], trail: Trail) -> dict[Label, str]:
    """Return the player of each hidden card, for the players who laid one: everybody saw from which hand it came."""
    left = {card: seat_of(state, trail.left[card].source) for card in hidden if card in trail.left}
    laid = {left[card] for card in left if seat_of(state, state.where[card]) is None}
    seats = {card: seat_of(state, state.where[card]) or left.get(card) for card in hidden}
    return {card: seat for card, seat in seats.items() if seat is not None and seat in laid}


def _for_unseen(state: State, hidden: list[Label], rng: Random, trail: Trail) -> Iterator[World]:
    """Yield states in which a hidden card is another one.

    The other one lies unseen among the cards that its owner could have taken it from. What does not take part, as
    the cards of a character that nobody drafted, is known to be in the box.
    """
    for card in rng.sample(hidden, min(2, len(hidden))):
        left = trail.left.get(card)
        owner = seat_of(state, state.where[card]) or (left and seat_of(state, left.source))
        for name, pool in state.pools.items():
            if all(in_box(place) for place in pool.places):
                continue
            if owner is not None and not any(seat_of(state, place) == owner for place in pool.places):
                continue
            possible = (each for each in pool.contents if left is None or _could_have_left(each, left, trail))
            other = next((each for each in possible if _alike(state, card, each)), None)
            if other is None:
                continue
            copy = other if "#" in other else _free(state, other)
            known_by_kind = "#" not in other
            back = kind_of(card) if known_by_kind else card
            pools = {**state.pools, name: Pool(pool.places, _exchanged(pool.contents, other, back))}
            turn = {card: copy}
            yield World(scrambled(state, turn)._replace(pools=pools), turn, f"{card} for {copy}", sums=False)
            break


def _alike(state: State, card: Label, other: Label) -> bool:
    """Return True when a card may lie where another one lies: another kind of the same type."""
    types = [state.printed(each).get("type") for each in (card, other)]
    return kind_of(card) != kind_of(other) and types[0] == types[1] and _stem(card) == _stem(other)


def _back(state: State, card: Label) -> str:
    """Return what everybody sees of a card: a Plot in hand is no Agent.

    Cards with printed types have one back for all.
    """
    return _stem(card) if state.printed(card).get("type") is None else ""


def _stem(card: Label) -> str:
    """Return the common name of numbered kinds of one sort: ``loot-7#2`` -> ``loot``.

    Others are all of one sort.
    """
    stem, dash, number = kind_of(card).rpartition("-")
    return stem if dash and number.isdecimal() else ""


def _free(state: State, kind: str) -> Label:
    n = 1
    while f"{kind}#{n}" in state.where:
        n += 1
    return f"{kind}#{n}"


def _hands(game: Game, state: State, viewer: str) -> Iterator[World]:
    """Yield states that exchange a card of a hand only its owner sees for one of the same player's deck."""
    holder: Holder = getattr(game, "holder", in_hand)
    for hand, pool in state.pools.items():
        seat = owner_of(state, pool)
        if seat in (None, viewer) or not any(n and holder(state, place) == seat for place, n in pool.places.items()):
            continue
        for deck, other in state.pools.items():
            if deck == hand or owner_of(state, other) != seat:
                continue
            pair = next(((a, b) for a in pool.contents for b in other.contents if kind_of(a) != kind_of(b)), None)
            if pair is not None:
                one, two = pair
                pools = {
                    **state.pools,
                    hand: Pool(pool.places, _exchanged(pool.contents, one, two)),
                    deck: Pool(other.places, _exchanged(other.contents, two, one)),
                }
                yield World(state._replace(pools=pools), {}, f"{one} in {hand} for {two} in {deck}")


def _exchanged(contents: Mapping[Label, int], out: Label, into: Label) -> dict[Label, int]:
    found = dict(contents)
    found[out] -= 1
    found[into] = found.get(into, 0) + 1
    return {card: n for card, n in found.items() if n}


def scrambled(state: State, turn: Mapping[Label, Label]) -> State:
    """Return the same match with hidden pieces exchanged one for another, everywhere."""
    frames = tuple(
        replace(
            frame,
            data=turned(dict(frame.data), turn),
            prompt=frame.prompt and replace(frame.prompt, answers=turned(dict(frame.prompt.answers), turn)),
        )
        for frame in state.frames
    )
    return state._replace(
        zones={zone: turned(cards, turn) for zone, cards in state.zones.items()},
        where={turn.get(card, card): zone for card, zone in state.where.items()},
        known={turn.get(card, card): to for card, to in state.known.items()},
        marks={turn.get(card, card): marks for card, marks in state.marks.items()},
        attached={turn.get(card, card): turned(to, turn) for card, to in state.attached.items()},
        frames=frames,
    )


def turned(value: Any, turn: Mapping[Label, Label]) -> Any:
    """Return a plain value with pieces exchanged."""
    if isinstance(value, str):
        return turn.get(value, value)
    if isinstance(value, tuple):
        return tuple(turned(each, turn) for each in value)
    if isinstance(value, dict):
        return {key: turned(each, turn) for key, each in value.items()}
    return value
