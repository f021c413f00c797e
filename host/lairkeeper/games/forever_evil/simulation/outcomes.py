"""The moves of cards and tokens at the simulated table of level ``full``, and how the app is told of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import PromptView
from lairkeeper.simulation.acts import Act, Tap

from .house import House
from .player import Player
from .sides import Sides
from .turn import TableTurn, Waiting

_NO_MATTER: Final = frozenset({"vp-1", "vp-2", "power-1", "power-2", "discount"})
"""Effects that give the same in any order, so that nobody asks which comes first."""
TRIGGERS: Final = {
    "steve-trevor": "steve-trevor",
    "emperor-penguin": "vp-2",
    "word-of-power": "discount",
    "venom-injector": "power-2",
}
"""The effect of destroying a card, for whoever destroys it."""


class Outcomes:
    """The cards and tokens of a simulated match, and how the players tell the app what becomes of them."""

    _rng: Random
    _seats: tuple[Seat, ...]
    _players: dict[Seat, Player]
    _villains: dict[Seat, Kind]
    _tokens: dict[Seat, int]
    _stacks: dict[str, list[Component]]
    _line_up: list[Component]
    _main_deck: list[Component]
    _destroyed: list[Component]
    _frozen: dict[Component, list[Seat]]
    _layout: str
    _in_turn: bool
    _turn_facts: TableTurn
    _current: Seat
    _prompt: Callable[[], PromptView | None]
    _move: Callable[..., Act]
    _seat_token: Callable[[Seat], Component]
    _tray: Callable[[Seat], str]
    _leave: Callable[[Component], None]
    _deal: Callable[[], Act]
    _take: Callable[[list[Component]], Component]
    _ended: bool
    _sides: Sides
    _house: House
    _added: set[Component]
    _happens: Callable[[Waiting], Iterator[Act]]

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._cost = self._house.cost
        self._is_a = self._house.is_a
        self._waiting: list[list[Waiting]] = []
        self._kept: set[Component] = set()
        self._idle: set[Component] = set()
        """Cards that were gained to be played and have not been played yet."""
        self._known: set[Component] = set()
        self.used: set[Kind] = set()
        """Whose text was carried out, and how: ``kind``, ``kind defends``, ``kind destroyed``, ``kind appears``."""

    # Taps ---------------------------------------------------------------------------------------------------------

    def _asked(self, *codes: str, seat: Seat | None = None, card: Component | None = None) -> bool:
        """Return True when the app asks one of these now, of this seat, about this card."""
        prompt = self._prompt()
        if prompt is None or prompt.code not in codes:
            return False
        about = prompt.args.get("card")
        waiting = prompt.args.get("waiting", ())
        return (seat is None or not waiting or seat in waiting) and (
            card is None or about is None or kind_of(about) == kind_of(card)
        )

    def _say(self, seat: Seat, *pieces: Component) -> Act:
        """On the seat's own tray; at one tap point after its token, unless it is the one who acts anyway."""
        if self._layout != "tap":
            return self._move(*(Tap(self._tray(seat), piece) for piece in pieces))
        prompt = self._prompt()
        waiting = prompt.args.get("waiting", ()) if prompt is not None else ()
        actor = waiting[0] if waiting else self._current if self._in_turn else None
        words = pieces if seat == actor else (self._seat_token(seat), *pieces)
        return self._move(*(Tap("tap", word) for word in words))

    # Waiting ------------------------------------------------------------------------------------------------------

    def _settled(self, body: Iterator[Act]) -> Iterator[Act]:
        """Something happens, and then what it has set off, in the order that whoever is at turn wants."""
        self._waiting.append([])
        yield from body
        yield from self._set_off()
        self._waiting.pop()

    def _set_off(self) -> Iterator[Act]:
        waiting = self._waiting[-1]
        while waiting:
            at = next((n for n, each in enumerate(waiting) if each.what in _NO_MATTER), None)
            if at is None:
                at = 0
                if self._asked("which-first"):
                    kinds = list(dict.fromkeys(each.kind for each in waiting))
                    kind = self._rng.choice(kinds)
                    at = next(n for n, each in enumerate(waiting) if each.kind == kind)
                    seat = self._current if self._in_turn else waiting[0].seat
                    about = waiting[at].card
                    yield self._say(seat, about if kind_of(about) == kind else f"{kind}#1")
            yield from self._happens(waiting.pop(at))

    def _wait(self, kind: Kind, what: str, seat: Seat, card: Component) -> None:
        self._waiting[-1].append(Waiting(kind, what, seat, card))

    def _is_turn(self, seat: Seat) -> bool:
        return self._in_turn and seat == self._current

    # What happens to tokens and cards ---------------------------------------------------------------------------

    def _power(self, seat: Seat, n: int) -> None:
        if self._is_turn(seat):
            self._turn_facts.power += n

    def _gain_vp(self, seat: Seat, n: int) -> None:
        if n > 0:
            self._tokens[seat] += n
            self._first_vp(seat)

    def _first_vp(self, seat: Seat) -> None:
        if self._villains.get(seat) == "sinestro" and self._is_turn(seat) and not self._turn_facts.first_vp:
            self._turn_facts.first_vp = True
            self._wait("sinestro", "draw", seat, "sinestro#1")

    def _steal_vp(self, thief: Seat, victim: Seat, n: int = 1) -> None:
        moved = min(n, self._tokens[victim])
        self._tokens[victim] -= moved
        self._tokens[thief] += moved
        if moved and self._house.rules.stolen_vp == "is-a-gain":
            self._first_vp(thief)

    def _gain_weaknesses(self, seat: Seat, n: int) -> None:
        for _ in range(min(n, len(self._stacks["weakness"]))):
            self._players[seat].discard.append(self._take(self._stacks["weakness"]))

    def _destroy(self, seat: Seat, card: Component) -> None:
        """``seat`` destroys a card, wherever it lies."""
        if card in self._line_up:
            self._leave(card)
        owner = next((player for player in self._players.values() if card in player.cards), None)
        in_deck = card in self._players[seat].deck
        if owner is not None:
            owner.remove(card)
        self._kept.discard(card)
        self._destroyed.append(card)
        if in_deck and not self._house.rules.deck_is_a_zone:
            return
        kind = kind_of(card)
        if kind in TRIGGERS:
            self.used.add(f"{kind} destroyed")
            self._wait(kind, TRIGGERS[kind], seat, card)
        if self._villains.get(seat) == "bizarro":
            self._wait("bizarro", "weakness", seat, card)
        if self._villains.get(seat) == "deathstroke" and self._is_turn(seat):
            self._wait("deathstroke", "power-1", seat, card)

    def _comes_to(self, seat: Seat, card: Component) -> None:
        """Bought, defeated or gained: to the discard pile; what a side fights is destroyed for tokens instead."""
        if self._sides.turned(seat, card):
            self._destroy(seat, card)
            self._gain_vp(seat, self._sides.worth(card, gained=True))
            return
        if card in self._line_up:
            self._leave(card)
        self._players[seat].discard.append(card)

    def _passed_to(self, seat: Seat, card: Component, pile: list[Component]) -> None:
        """Pass a card to a seat that does not gain it; destroy it when its side may not hold it."""
        if self._sides.refused(seat, card):
            self._destroy(seat, card)
            self._gain_vp(seat, self._sides.worth(card, gained=False))
        else:
            pile.append(card)

    def _discard(self, seat: Seat, card: Component) -> None:
        player = self._players[seat]
        player.hand.remove(card)
        player.discard.append(card)
        self._left_hand(seat)

    def _left_hand(self, seat: Seat) -> None:
        """Harley Quinn draws once in every player's turn, when she first discards or passes."""
        if self._villains.get(seat) == "harley-quinn" and self._in_turn and seat not in self._turn_facts.discarded:
            self._turn_facts.discarded.add(seat)
            self._wait("harley-quinn", "draw", seat, "harley-quinn#1")

    def _under_main_deck(self, card: Component) -> None:
        self._main_deck.insert(0, card)
        self._known.add(card)
        self._kept.discard(card)

    def _acquired(self, seat: Seat, card: Component, *, from_line_up: bool) -> Iterator[Act]:
        """Lex Luthor counts Heroes, Black Manta may put the card under his deck."""
        if self._is_turn(seat) and self._is_a(card, "hero"):
            self._turn_facts.heroes += 1
        if from_line_up and self._villains.get(seat) == "black-manta":
            self._wait("black-manta", "under-deck", seat, card)
        yield from ()
