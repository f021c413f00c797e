"""The effects of cards at the simulated table of level ``full``, step by step with the taps that tell the app."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act

from .choosing import Choosing
from .turn import LOCATION, Waiting

_BONUS: Final = {
    "belle-reve": "villain",
    "central-city": "super-power",
    "happy-harbor": "hero",
    "star-labs": "equipment",
}
_FOR_COST: Final = {
    "amanda-waller": "villain",
    "the-blight": "super-power",
    "super-intellect": "equipment",
    "secret-society-communicator": "hero",
}
_TRASH: Final = {
    "steel": "hero",
    "atomica": "villain",
    "expert-marksman": "super-power",
    "sledgehammer": "equipment",
}
_COUNTS: Final = {
    "owlman": ("equipment", "equipment"),
    "power-ring": ("hero", "hero"),
    "superwoman": ("villain", "villain"),
    "ultraman": (None, "super-power"),
}
_AGAIN: Final = {
    "batman": ("equipment", 3, 6, 1),
    "green-lantern": ("hero", 3, 6, 1),
    "wonder-woman": ("villain", 3, 6, 1),
    "superman": ("super-power", 4, 99, 2),
}
_TO_TOP: Final = {"vibe": ("hero", "super-power"), "grid": ("villain", "equipment")}


class CardTexts(Choosing):
    """The cards of a simulated match. Every method that lets something happen yields the taps that tell it."""

    def _happens(self, each: Waiting) -> Iterator[Act]:
        seat, card = each.seat, each.card
        match each.what:
            case "vp-1" | "vp-2":
                self._gain_vp(seat, int(each.what[-1]))
            case "power-1" | "power-2":
                self._power(seat, int(each.what[-1]))
            case "discount":
                if self._is_turn(seat):
                    self._turn_facts.discount += 4
            case "weakness":
                self._gain_weaknesses(seat, 1)
            case "draw":
                self._players[seat].draw(1)
            case "reward":
                self._players[seat].draw(1)
                self._gain_vp(seat, 1)
            case "steve-trevor":
                self._players[seat].draw(2)
                yield from self._discards(seat, card, 1)
            case "destroy-played":
                yield from self._destroy_played(seat, card)
            case "under-deck":
                yield from self._black_manta(seat, card)

    # Super-Villains ---------------------------------------------------------------------------------------------

    def _destroy_played(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Black Adam is paid for the first Super Power of a turn, Bane for its first card if that costs anything."""
        player = self._players[seat]
        if card not in player.in_play:
            return
        yes = kind_of(card) in ("kick", "word-of-power", "bizarro-power") or self._rng.random() < 0.2
        yield self._say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            villain = self._villains[seat]
            self.used.add(villain)
            self._destroy(seat, card)
            self._wait(villain, "reward" if villain == "black-adam" else "power-2", seat, card)

    def _black_manta(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._players[seat]
        if card not in player.discard:
            return
        yes = self._rng.random() < 0.5
        yield self._say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            self.used.add("black-manta")
            player.discard.remove(card)
            player.deck.insert(0, card)

    def _use_the_joker(self, seat: Seat) -> Iterator[Act]:
        """Destroy a Villain that was played this turn, for a card and an Attack on every foe."""
        player, plays = self._players[seat], {kind_of(card) for card in self._turn_facts.plays}
        there = [card for card in player.in_play if self._is_a(card, "villain") and kind_of(card) in plays]
        if there and self._rng.random() < 0.7:
            self.used.add("the-joker")
            self._turn_facts.used.add("the-joker#1")
            yield self._say(seat, "the-joker#1")
            yield from self._settled(self._jokes(seat, self._rng.choice(there)))

    def _jokes(self, seat: Seat, card: Component) -> Iterator[Act]:
        yield from self._destroys(seat, "the-joker#1", [card])
        self._players[seat].draw(1)
        yield from self._attack("the-joker#1", seat, self._sides.foes(seat), "the-joker")

    def _hit_the_joker(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        self._gain_weaknesses(seat, 1)
        yield from ()

    def _weaknesses_in_discard(self, seat: Seat) -> int:
        return sum(kind_of(card) == "weakness" for card in self._players[seat].discard)

    def _use_bizarro(self, seat: Seat) -> Iterator[Act]:
        self.used.add("bizarro")
        yield self._say(seat, "bizarro#1")
        weaknesses = [card for card in self._players[seat].discard if kind_of(card) == "weakness"]
        yield from self._settled(self._puts_back(seat, weaknesses))

    def _puts_back(self, seat: Seat, weaknesses: list[Component]) -> Iterator[Act]:
        for card in self._rng.sample(weaknesses, 2):
            if self._asked("pick-put-back", seat=seat):
                yield self._say(seat, card)
            self._players[seat].discard.remove(card)
            self._stacks["weakness"].append(card)
        self._players[seat].draw(1)

    # Playing ------------------------------------------------------------------------------------------------------

    def _play_from_hand(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._players[seat]
        player.hand.remove(card)
        player.in_play.append(card)
        yield self._say(seat, card)
        yield from self._settled(self._played(seat, card))

    def _played(self, seat: Seat, card: Component, *, from_hand: bool = True) -> Iterator[Act]:
        """Carry out a card in play, then Locations, then what the Super-Villain makes of it."""
        facts = self._turn_facts
        facts.plays.append(card)
        if not from_hand and self._is_a(card, LOCATION) and self._house.rules.locations == "from-hand-stay":
            facts.passing.add(card)
        self._power(seat, sum(2 for wanted in facts.later if self._is_a(card, *wanted)))
        self.used.add(kind_of(card))
        yield from self._text(kind_of(card), seat, card)
        if self._is_turn(seat):
            self._power(seat, self._bonus(seat, card))
            self._first_of(seat, card)

    def _first_of(self, seat: Seat, card: Component) -> None:
        """Let some Super-Villains destroy the first card of a kind, or the first of all."""
        villain, facts = self._villains.get(seat), self._turn_facts
        if facts.first_of or villain not in ("black-adam", "bane"):
            return
        fits = self._is_a(card, "super-power") if villain == "black-adam" else self._cost(card) > 0
        facts.first_of = fits or villain == "bane"
        if fits and card in self._players[seat].in_play:
            self._wait(villain, "destroy-played", seat, card)

    def _bonus(self, seat: Seat, card: Component) -> int:
        player = self._players[seat]
        lasting = [each for each in player.in_play if each != card and each not in self._idle]
        if any(kind_of(each) == "firestorm" for each in lasting):
            lasting += player.on_villain
        total = 0
        for each in lasting:
            kind = kind_of(each)
            if kind == "green-arrow":
                total += kind_of(card) == "punch"
            elif (
                kind in _BONUS and self._is_a(card, _BONUS[kind]) and (kind, kind_of(card)) != ("central-city", "kick")
            ):
                total += each not in self._turn_facts.paid
                if self._house.rules.location_bonus == "once-a-turn":
                    self._turn_facts.paid.add(each)
        return total

    def _text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        """Carry out the text of a kind, played by ``seat`` as the card ``source``."""
        power = CATALOG.get(kind).power
        if power:
            self._power(seat, power)
        if kind in _FOR_COST:
            yield from self._destroy_for_cost(seat, source, _FOR_COST[kind])
        elif kind in _TRASH:
            yield from self._trash(seat, source, _TRASH[kind])
        elif kind in _COUNTS:
            yield from self._count_names(seat, source, *_COUNTS[kind])
        elif kind in _AGAIN:
            yield from self._play_destroyed(seat, source, *_AGAIN[kind][:3])
        elif kind in _TO_TOP:
            fitting = [c for c in self._players[seat].discard if self._cost(c) <= 5 and self._is_a(c, *_TO_TOP[kind])]
            yield from self._on_top(seat, source, fitting, 0, 1)
        else:
            yield from self._own_text(kind, seat, source)

    def _own_text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        text = getattr(self, f"_play_{kind.replace('-', '_')}", None)
        if text is not None:
            yield from text(seat, source)

    def _play_unlisted(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Confirm a card that nobody has on record: its text has happened at the table, and was nothing."""
        yield self._say(seat, "verb-confirm#1")

    # Texts that several cards have ----------------------------------------------------------------------------------

    def _destroy_for_cost(self, seat: Seat, source: Component, wanted: str) -> Iterator[Act]:
        chosen = yield from self._may_destroy(seat, source, self._own(seat))
        if chosen:
            self._power(seat, self._cost(chosen[0]) if self._is_a(chosen[0], wanted) else 0)
        else:
            self._power(seat, 2)

    def _trash(self, seat: Seat, source: Component, kept: str) -> Iterator[Act]:
        chosen = yield from self._may_destroy(seat, source, self._own(seat), lambda card: not self._is_a(card, kept))
        if chosen and self._cost(chosen[0]) > 0:
            self._gain_vp(seat, 1)

    def _count_names(self, seat: Seat, source: Component, goes: str | None, counted: str) -> Iterator[Act]:
        there = [card for card in self._line_up if goes is None or self._is_a(card, goes, owned=False)]
        chosen = [self._rng.choice(there)] if there and self._rng.random() < 0.7 else []
        yield from self._destroys(seat, source, chosen)
        self._power(seat, len({kind_of(card) for card in self._destroyed if self._is_a(card, counted, owned=False)}))

    def _play_destroyed(self, seat: Seat, source: Component, wanted: str, power: int, most: int) -> Iterator[Act]:
        """Up to three destroyed cards are played, and go under the main deck when all is done."""
        player = self._players[seat]
        played: list[Component] = []
        while len(played) < 3:
            there = [c for c in self._destroyed if self._is_a(c, wanted, owned=False) and self._cost(c) <= most]
            if not there or self._rng.random() < 0.15:
                break
            card = self._rng.choice(there)
            if not self._asked("may-play", seat=seat, card=source):
                break
            yield self._say(seat, card)
            self._destroyed.remove(card)
            player.in_play.append(card)
            played.append(card)
            yield from self._settled(self._played(seat, card, from_hand=False))
        if self._asked("may-play", seat=seat, card=source):
            yield self._say(seat, "verb-confirm#1")
        for card in played:
            if card in player.in_play:
                player.in_play.remove(card)
                self._under_main_deck(card)
        if not played:
            self._power(seat, power)
