"""The match as one viewer could note it down: what it may not tell apart lies together in one pool.

What may be done is worked out from this for everybody but the app, so that no offer, no answer and no reason depends on
a card that the viewer must not know. The cards that it could think of are then offered, held or not, just as where the
app itself does not know a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from .events import Label
from .ids import Path, Seat
from .showing import Holder, seat_of
from .state import Pool, State
from .views import COUNT, knows


def as_seen(state: State, viewer: str, sees: Callable[[State, Path, str], str], holder: Holder) -> State:
    """Return the same match with each hand hidden that the viewer does not look into.

    Such a hand is unseen among the cards that it could consist of.
    """
    found = _Groups(state)
    for seat in state.seats:
        if seat != viewer:
            found.join(_with_hand(state, seat, holder))
    for path, cards in state.zones.items():
        if not cards or seat_of(state, path) is None or holder(state, path) == viewer:
            continue
        if sees(state, path, viewer) != COUNT:
            continue
        hidden = [card for card in cards if not knows(state, viewer, card)]
        if hidden:
            found.hide(path, hidden)
    return found.state()


def _with_hand(state: State, seat: Seat, holder: Holder) -> list[Path]:
    """Return the pools that only this player's cards lie in, if cards of the hand are among them."""
    own = {name: pool for name, pool in state.pools.items() if owner_of(state, pool) == seat}
    held = any(n and holder(state, place) == seat for pool in own.values() for place, n in pool.places.items())
    return list(own) if held else []


def owner_of(state: State, pool: Pool) -> Seat | None:
    """Return the seat to which all the cards of a pool belong; None when they belong to several."""
    owners = {seat_of(state, place) for place, n in pool.places.items() if n}
    return owners.pop() if len(owners) == 1 else None


@dataclass(slots=True)
class _Groups:
    """Pools that become one, and cards that leave their zones for a pool."""

    before: State
    into: dict[Path, Path] = field(default_factory=dict)
    hidden: dict[Path, list[Label]] = field(default_factory=dict)
    heads: dict[str, Path] = field(default_factory=dict)

    def _root(self, name: Path) -> Path:
        while name in self.into:
            name = self.into[name]
        return name

    def join(self, names: Iterable[Path]) -> None:
        roots = dict.fromkeys(self._root(name) for name in names)
        first, *rest = roots or ("",)
        for name in rest:
            self.into[name] = first

    def hide(self, place: Path, cards: list[Label]) -> None:
        """Hide cards of a hand or deck among those of the same sort, or the same player's."""
        self.hidden[place] = cards
        pool = self._pool(place)
        if pool not in self.before.pools or owner_of(self.before, self.before.pools[pool]) is None:
            self.join((self.heads.setdefault(place.partition(".")[0], pool), pool))

    def _pool(self, place: Path) -> Path:
        return self.before.pooled.get(place, place)

    def state(self) -> State:
        before = self.before
        if not self.into and not self.hidden:
            return before
        places: dict[Path, dict[Path, int]] = {}
        contents: dict[Path, dict[Label, int]] = {}
        for name, pool in before.pools.items():
            root = self._root(name)
            _add(places.setdefault(root, {}), pool.places)
            _add(contents.setdefault(root, {}), pool.contents)
        for place, cards in self.hidden.items():
            root = self._root(self._pool(place))
            _add(places.setdefault(root, {}), {place: len(cards)})
            _add(contents.setdefault(root, {}), dict.fromkeys(cards, 1))
        gone = {card for cards in self.hidden.values() for card in cards}
        return before._replace(
            zones={path: tuple(c for c in cards if c not in gone) for path, cards in before.zones.items()},
            where={card: path for card, path in before.where.items() if card not in gone},
            pools={name: Pool(places[name], dict(sorted(contents[name].items()))) for name in places},
            pooled={place: root for root, at in places.items() for place in at},
        )


def _add(to: dict[str, int], more: Mapping[str, int]) -> None:
    for name, n in more.items():
        to[name] = to.get(name, 0) + n
