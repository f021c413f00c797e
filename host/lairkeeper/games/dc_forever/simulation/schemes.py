"""The Schemes that Rogues complete at level ``full``, and who may know those that lie face down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lairkeeper.core.ids import Component, Seat
from lairkeeper.games.dc_forever.catalog import character_of
from lairkeeper.simulation.acts import Act

from .page import Page
from .table import GroundTruth, SeatedPlayer, print_of
from .taps import Taps


class Schemes:
    """The Schemes on the table."""

    def __init__(self, truth: GroundTruth, taps: Taps, page: Page) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._page = page

    def known(self) -> Mapping[Seat, frozenset[Component]]:
        """Face-down Schemes: their owner, by default the other Rogue player, and whoever looked at one may know them.

        Not while the page lists all cards that a hand may hold: face-down ones are on that list lest it tell.
        """
        prompt = self._page.prompt
        if prompt is not None and prompt.code in ("pay", "ask-discard"):
            return {}
        truth = self._truth
        cards = frozenset(truth.schemes.values())
        found = {p.name: cards & frozenset(truth.looked.get(p.name, ())) for p in truth.players}
        for player in truth.side(rogue=True):
            mine = frozenset(card for card in cards if _owns(player, card))
            found[player.name] = cards if truth.rules["mates-see"] else mine | found[player.name]
        return found

    def complete(self, seat: Seat | None) -> Iterator[Act]:
        """Complete the first Scheme that has enough citizens, or none."""
        truth = self._truth
        player = truth.named(seat or "")
        for at, card in list(truth.schemes.items()):
            if truth.advanced[at] < print_of(card)["threshold"]:
                continue
            del truth.schemes[at]
            truth.citizens[at] += truth.advanced[at] if truth.rules["scheme-citizens"] == "location" else 0
            truth.advanced[at] = 0
            truth.plan.append(card)
            owner = next(p for p in truth.side(rogue=True) if _owns(p, card))
            owner = player if truth.rules["completer"] == "first" else owner
            yield from self._taps.say(player.name, card)
            yield from self._reward(owner, card)
            return
        yield from self._taps.say(seat, "verb-confirm#1")

    def _reward(self, player: SeatedPlayer, card: Component) -> Iterator[Act]:
        facts = print_of(card)
        words = facts.get("effect") or () if facts["mode"] == "completed" else ()
        for word, n in words:
            if word == "draw":
                player.draw(n, self._rng)
            elif self._page.asks("ask-damage-exhausted"):
                target = self._rng.choice(self._truth.exhausted_heroes())
                self._truth.suffer(target, n, by_rogue=True)
                yield from self._taps.say(player.name, target)
        player.draw(facts["draw"], self._rng)


def _owns(player: SeatedPlayer, card: Component) -> bool:
    """Return True for a card of a character that a player has drafted, in play, fallen or waiting."""
    return character_of(card) in player.drafted
