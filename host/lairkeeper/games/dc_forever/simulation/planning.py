"""The Action Phase of a player at level ``full``: Schemes, the pool and what it buys, abilities."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Component, Seat
from lairkeeper.games.dc_forever.catalog import character_of
from lairkeeper.simulation.acts import Act

from .abilities import Abilities
from .rounds import Rounds
from .table import PLACES, GroundTruth, SeatedPlayer, cards_of, print_of
from .taps import Taps


class Planning:
    """Players before their characters fight."""

    def __init__(self, truth: GroundTruth, taps: Taps, abilities: Abilities, rounds: Rounds) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._abilities = abilities
        self._rounds = rounds

    def phase(self, seat: Seat | None) -> Iterator[Act]:
        """Play the Action Phase of a seat."""
        truth, player = self._truth, self._truth.named(seat or "")
        if player.rogue:
            yield from self._lay(player)
        pool: list[Component] = []
        have = 0
        for card in [c for c in player.hand if not print_of(c).get("modifier") and print_of(c)["icons"]]:
            if self._rng.random() < 0.6 and print_of(card).get("type") != "scheme":
                player.hand.remove(card)
                pool.append(card)
                have += print_of(card)["icons"]
                yield from self._taps.say(player.name, card)
        yield from self._spend(player, have)
        if not player.rogue:
            yield from self._abilities.empower(player)
        yield from self._abilities.use(player)
        player.discard += pool
        yield from self._taps.say(player.name, "verb-end-turn#1")
        if player.rogue and player is truth.side(rogue=True)[-1]:
            self._rounds.rogues_draw()

    def _lay(self, player: SeatedPlayer) -> Iterator[Act]:
        """Schemes of characters in play, face down where none lies."""
        truth = self._truth
        for card in [c for c in player.hand if print_of(c).get("type") == "scheme"]:
            free = [at for at in PLACES if at not in truth.schemes]
            if not free or character_of(card) not in player.team:
                continue
            place = self._rng.choice(free)
            player.hand.remove(card)
            truth.schemes[place] = card
            if place in self._taps.readers:
                yield self._taps.lay(place, card)
            else:
                yield from self._taps.say(player.name, "verb-play#1", card, truth.row[place])

    def _spend(self, player: SeatedPlayer, have: int) -> Iterator[Act]:
        """Recruit characters, or buy cards of those in play, for what the pool gives."""
        for card in list(player.reserve):
            character = "recruit" in print_of(card)
            cost = int(print_of(card)["recruit" if character else "buy"])
            if cost > have or (not character and character_of(card) not in player.team):
                continue
            have -= cost
            player.reserve.remove(card)
            if character:
                player.team.append(card)
                player.reserve += cards_of(card)
            else:
                player.discard.append(card)
            yield from self._taps.say(player.name, card)
