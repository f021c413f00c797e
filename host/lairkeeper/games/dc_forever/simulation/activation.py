"""The activations of characters at level ``full``: where they go, their action, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Component, Seat
from lairkeeper.games.dc_forever.catalog import character_of, standee_of
from lairkeeper.simulation.acts import Act

from .abilities import Abilities
from .action import Action
from .locations import Locations
from .page import Page
from .rounds import Rounds
from .table import PLACES, GroundTruth, SeatedPlayer, print_of
from .taps import Taps


class Activation:
    """One character after the other."""

    def __init__(
        self, truth: GroundTruth, taps: Taps, page: Page, action: Action,
        locations: Locations, abilities: Abilities, rounds: Rounds,
    ) -> None:  # fmt: skip
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._page = page
        self._action = action
        self._locations = locations
        self._abilities = abilities
        self._rounds = rounds
        self._char: Component = ""
        self._acted = False

    def provoke(self, seat: Seat | None) -> Iterator[Act]:
        """Move a ready character to a Location, or pass."""
        truth = self._truth
        self._rounds.fought = True
        player = truth.named(seat or "")
        ready = [char for char in player.team if char not in truth.exhausted]
        prompt = self._page.prompt
        options = [option.code for option in prompt.options] if prompt else []
        if not ready or (self._rng.random() < 0.1 and "pass" in options and self._round_two()):
            yield from self._taps.say(seat, "verb-pass#1")
            return
        char = self._rng.choice(ready)
        place = self._place_for()
        truth.exhausted.add(char)
        truth.where[char] = place
        self._char, self._acted = char, False
        yield from self._locations.put(seat, standee_of(char), place)

    def _round_two(self) -> bool:
        """Return True when passing is allowed for sure: the first cycle of the game is over."""
        return int(self._page.view.extra.get("round", 0)) > 1

    def _place_for(self) -> str:
        """Where a Scheme is, mostly."""
        truth = self._truth
        wanted = [at for at in PLACES if at in truth.schemes and truth.citizens[at]]
        return self._rng.choice(wanted or PLACES) if self._rng.random() < 0.8 else self._rng.choice(PLACES)

    def activate(self, seat: Seat | None) -> Iterator[Act]:
        """Choose an action and carry it out; the second time do what Location and Unaligned character demand."""
        truth, char = self._truth, self._char
        player = truth.named(seat or "")
        if self._acted:
            truth.carry_out(char, truth.duties(char))
            yield from self._taps.say(seat, "verb-confirm#1")
            return
        self._acted = True
        actions = self._actions(player, char)
        if not actions:
            return
        name = self._rng.choice(actions)
        target = self._rng.choice(truth.foes(char)) if name == "attack" else ""
        self._action.begin(name, target)
        yield from self._taps.say(seat, target or f"do-{name}#1")
        yield from self._strike(player, char)

    def _actions(self, player: SeatedPlayer, char: Component) -> list[str]:
        truth = self._truth
        place = truth.where[char]
        only = any(word == "only-threaten" for word, _ in print_of(char).get("effect") or ())
        found = ["attack"] if truth.foes(char) and not only else []
        someone = place in truth.neutrals and truth.rules["rescue-at"] == "scheme-or-unaligned"
        anybody = truth.citizens[place] > 0 or truth.rules["empty-claim"] == "allowed"
        if player.rogue and place in truth.schemes and anybody:
            found += ["threaten"] * 3
        if not player.rogue and (place in truth.schemes or someone) and anybody:
            found += ["rescue"] * 3
        return found

    def _strike(self, player: SeatedPlayer, char: Component) -> Iterator[Act]:
        """Carry out the action as soon as the app asks for nothing more about it."""
        x = any(word == "value-random" for word, _ in print_of(char).get("effect") or ())
        if x and not player.hand:
            self._action.base = 0
        if x and player.hand:
            card = self._rng.choice(player.hand)
            player.throw(card)
            self._action.base = print_of(card)["icons"]
            yield from self._taps.say(player.name, card)
        yield from self._modify(player, char)
        self._hit(player, char)

    def _modify(self, player: SeatedPlayer, char: Component) -> Iterator[Act]:
        """Play modifiers of the acting character whose further effects need no choice."""
        yield from self._abilities.meanwhile()
        for card in list(player.hand):
            facts = print_of(card)
            fits = self._action.name in str(facts.get("modifier") or "").split("-")
            plain = all(word in {"draw", "proof"} for word, _ in facts.get("effect") or ())
            if fits and plain and character_of(card) == char and self._page.asks("modifiers"):
                player.hand.remove(card)
                self._action.mods.append(card)
                yield from self._taps.say(player.name, card)
        if self._page.asks("modifiers"):
            yield from self._taps.say(player.name, "verb-confirm#1")
        yield from self._abilities.before_the_hit()

    def extras(self, seat: Seat | None) -> Iterator[Act]:
        """Say which of several modifiers goes on first: as they were played."""
        card = self._action.next_extra()
        if card is not None:
            yield from self._taps.say(seat, card)

    def _hit(self, player: SeatedPlayer, char: Component) -> None:
        truth, action = self._truth, self._action
        place, total = truth.where[char], action.value(truth, char)
        if action.name == "attack":
            truth.suffer(action.target, total, by_rogue=player.rogue)
        else:
            truth.claim(place, total, truth.advanced if player.rogue else None)
        for card in [each for each in action.mods if each not in action.void]:
            draws = sum(n for word, n in print_of(card).get("effect") or () if word == "draw")
            player.draw(draws, self._rng)
        player.discard += action.mods
