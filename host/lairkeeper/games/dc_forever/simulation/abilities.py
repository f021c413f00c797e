"""The abilities that simulated players of DC Forever use: they empower, pay, use and react, as real ones would."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.games.dc_forever.catalog import character_of
from lairkeeper.simulation.acts import Act

from .action import Action
from .locations import Locations
from .page import Page
from .table import GroundTruth, SeatedPlayer, print_of
from .taps import Taps

ONE_BY_ONE: Final = frozenset({"exhaust", "retrieve", "discard"})
"""Words whose number says how many; of the others it says how much."""
USED: Final = frozenset({"heal", "free", "retrieve", "exhaust", "draw"})
"""Limited abilities that these players use."""
REACTED: Final = frozenset({"reduce", "ignore-modifier", "ignore-number", "advance", "save", "draw", "discard", "to"})
"""Reactions that these players play."""
EMPOWERS: Final = 0.35
USES: Final = 0.7
REACTS: Final = 0.6
KEEPS: Final = 2
"""A Rogue pays from the hand no further than down to so many cards."""


class Abilities:
    """Everything that costs or answers something."""

    def __init__(self, truth: GroundTruth, taps: Taps, page: Page, action: Action, locations: Locations) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._page = page
        self._action = action
        self._locations = locations

    def meanwhile(self) -> Iterator[Act]:
        """Replace an emptied Location, by a house rule in the middle of something else.

        Not yet when the action has emptied it that these players are still counting.
        """
        while self._page.asks("deal") and self._truth.gaps():
            yield from self._locations.deal()

    # In the own Action Phase --------------------------------------------------------------------------------------

    def empower(self, player: SeatedPlayer) -> Iterator[Act]:
        """Put cards under Heroes whose ability costs something."""
        mates = self._truth.rules["empower-whom"] == "mates"
        whose = self._truth.side(rogue=False) if mates else [player]
        all_heroes = [char for each in whose for char in each.team]
        heroes = [char for char in all_heroes if int(print_of(char).get("cost") or 0)]
        for card in [each for each in player.hand if print_of(each)["icons"]]:
            if heroes and self._rng.random() < EMPOWERS:
                hero = self._rng.choice(heroes)
                player.hand.remove(card)
                self._truth.under.setdefault(hero, []).append(card)
                self._truth.giver[card] = player
                whom = (hero,) if len(all_heroes) > 1 else ()  # the only Hero needs no tap
                yield from self._taps.say(player.name, "verb-gain#1", card, *whom)

    def use(self, player: SeatedPlayer) -> Iterator[Act]:
        """Use limited abilities that can be paid and have something to do."""
        for char in list(player.team):
            facts = print_of(char)
            words = facts.get("effect") or ()
            fit = facts.get("cost") and not facts.get("trigger") and all(word in USED for word, _ in words)
            if not fit or char in self._truth.used or self._rng.random() > USES or not self._useful(player, words):
                continue
            payment = self._payment(player, char, int(facts["cost"]))
            if payment:
                yield from self._pay(player, char, payment)
                yield from self._carry_out(player, words)

    def _useful(self, player: SeatedPlayer, words: Sequence[tuple[str, int]]) -> bool:
        return all(word in ("draw", "retrieve") or self._targets(player, word) for word, _ in words)

    def _payment(self, player: SeatedPlayer, char: Component, cost: int) -> list[Component]:
        """Cards that are just enough, in the order in which they are discarded; none when it cannot be paid."""
        if player.rogue and self._truth.rules["rogue-pays"] != "hand":
            return []  # these players attach nothing
        cards = player.hand[KEEPS:] if player.rogue else self._truth.under.get(char, [])
        found: list[Component] = []
        for card in cards:
            if print_of(card)["icons"] and sum(int(print_of(each)["icons"]) for each in found) < cost:
                found.append(card)
        return found if sum(int(print_of(each)["icons"]) for each in found) >= cost else []

    def _pay(self, player: SeatedPlayer, char: Component, payment: Sequence[Component]) -> Iterator[Act]:
        """Tap the character, then each card that its ability costs."""
        self._truth.used.add(char)
        yield from self._taps.say(player.name, char)
        for card in payment:
            (player.hand if player.rogue else self._truth.under[char]).remove(card)
            self._truth.giver.pop(card, player).discard.append(card)
            yield from self._taps.say(player.name, card)

    # Reactions ----------------------------------------------------------------------------------------------------

    def before_the_hit(self) -> Iterator[Act]:
        """React before an action happens; reactions after it are asked for later."""
        for _ in range(20):
            yield from self.meanwhile()
            prompt = self._page.prompt
            if prompt is None or prompt.code != "react" or not prompt.args["trigger"].startswith("when-"):
                return
            yield from self.react(prompt.args["seat"])

    def react(self, seat: Seat | None) -> Iterator[Act]:
        """Play a reaction of the own characters and hand, or none."""
        prompt = self._page.prompt
        assert prompt is not None
        player = self._truth.named(seat or "")
        cards = self._reactions(player, prompt.args["trigger"], prompt.args["card"])
        if not cards or self._rng.random() > REACTS:
            yield from self._taps.say(seat, "verb-no#1")
            return
        card = self._rng.choice(cards)
        words = print_of(card).get("effect") or ()
        if card in player.team:
            cost = int(print_of(card).get("cost") or 0)
            if cost:
                yield from self._pay(player, card, self._payment(player, card, cost))
            else:
                yield from self._taps.say(seat, card)
            yield from self._carry_out(player, words)
        else:
            player.hand.remove(card)
            yield from self._taps.say(seat, card)
            yield from self._carry_out(player, words)
            player.discard.append(card)

    def _reactions(self, player: SeatedPlayer, trigger: str, about: Component) -> list[Component]:
        """Own characters and cards of the hand that answer this moment."""
        found = []
        for card in (*player.team, *player.hand):
            facts = print_of(card)
            words = facts.get("effect") or ()
            if facts.get("trigger") != trigger or not all(word in REACTED for word, _ in words):
                continue
            if card in player.hand:
                fits = character_of(card) in player.team
            else:
                paid = not facts.get("cost") or self._payment(player, card, int(facts["cost"]))
                fits = bool(paid) and card not in self._truth.used and ("attack" not in trigger or card == about)
            if fits:
                found.append(card)
        return found

    # What the words do --------------------------------------------------------------------------------------------

    def _carry_out(self, player: SeatedPlayer, words: Sequence[tuple[str, int]]) -> Iterator[Act]:
        done = True
        for word, n in words:
            match word:
                case "to":
                    if not done:
                        return
                case "draw":
                    player.draw(n, self._rng)
                case "reduce":
                    self._action.less += n
                case "ignore-modifier" | "ignore-number":
                    yield from self._ignore(player, word)
                case _:
                    done = bool(n)
                    for _ in range(n if word in ONE_BY_ONE else 1):
                        targets = self._targets(player, word)
                        done = bool(targets)
                        if targets:
                            target = self._rng.choice(targets)
                            self._do(player, word, target, n)
                            yield from self._taps.say(player.name, self._truth.row.get(target, target))
                            yield from self.meanwhile()

    def _ignore(self, player: SeatedPlayer, word: str) -> Iterator[Act]:
        """One modifier that is still whole; asked for only where there are several."""
        whole = self._action.whole()
        if whole:
            card = self._rng.choice(whole)
            (self._action.void if word == "ignore-modifier" else self._action.numberless).add(card)
            if len(whole) > 1:
                yield from self._taps.say(player.name, card)

    def _targets(self, player: SeatedPlayer, word: str) -> list[Component]:
        """Pieces, or places of the row, that a word may be about."""
        truth = self._truth
        side = [char for each in truth.side(rogue=player.rogue) for char in each.team]
        foes = [char for each in truth.side(rogue=not player.rogue) for char in each.team]
        match word:
            case "heal":
                return [char for char in side if truth.damage.get(char, 0)]
            case "free":
                return [at for at in truth.schemes if truth.advanced[at]]
            case "advance":
                return [at for at in truth.schemes if truth.citizens[at]]
            case "save":
                return [at for at in truth.row if truth.citizens[at]]
            case "retrieve":
                return list(player.discard)
            case "exhaust":
                return [char for char in foes if char not in truth.exhausted]
            case "discard":
                return list(player.hand)
        return []

    def _do(self, player: SeatedPlayer, word: str, target: Component, n: int) -> None:
        truth = self._truth
        match word:
            case "heal":
                truth.damage[target] -= min(n, truth.damage[target])
            case "free":
                truth.looked.setdefault(player.name, set()).add(truth.schemes[target])
                n = min(n, truth.advanced[target])
                truth.advanced[target] -= n
                truth.sanctuary += n
            case "advance":
                truth.claim(target, n, truth.advanced)
            case "save":
                truth.claim(target, n, None)
            case "retrieve":
                player.discard.remove(target)
                player.hand.append(target)
            case "exhaust":
                truth.exhausted.add(target)
            case "discard":
                player.throw(target)
