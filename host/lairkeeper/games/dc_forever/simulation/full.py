"""A whole simulated match of DC Forever at level ``full``: the players read the open page and tap what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import PromptView, View
from lairkeeper.games.dc_forever.catalog import character_of, standee_of
from lairkeeper.games.dc_forever.roster import FIRST_LOCATIONS, FIRST_UNALIGNED, HERO, ROGUE
from lairkeeper.games.dc_forever.words import ASKED
from lairkeeper.simulation.acts import Act, Intent, Tap

from .abilities import REACTED, USED, AbilityMatch
from .score import ACTS_AT_MOST, compare
from .table import PLACES, SeatedPlayer, cards_of, print_of


class FullMatch(AbilityMatch):
    """Tracking level ``full``: pools, purchases, Schemes, activations with modifiers, Resolution, Maintenance."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        super().__init__(seats, rng, layout, ruleset)
        self._char: Component | None = None
        self._action: str | None = None
        self._target: Component = ""
        self._base: int | None = None
        self._draws: list[tuple[SeatedPlayer, int | None]] = []
        self._acted = False
        self._fought = False
        self._resolved: set[Component] = set()
        self._neutral_wanted = not self._first_game
        if self._first_game:
            self._begin_first_game()

    def _begin_first_game(self) -> None:
        """Locations and the Unaligned character of the suggested first game lie there already."""
        truth, neutral = self._truth, f"{FIRST_UNALIGNED}#1"
        for place, kind in zip(PLACES, FIRST_LOCATIONS, strict=True):
            truth.locations.remove(f"{kind}#1")
            truth.reveal(f"{kind}#1", place)
        truth.unaligned.remove(neutral)
        truth.neutrals[PLACES[-1]] = neutral

    def _setup(self) -> dict[str, Any]:
        setup: dict[str, Any] = {}
        for player in self._players:
            setup[f"team.{player.name}"] = [*player.team, *player.reserve]
            setup[f"starters.{player.name}"] = list(player.team)
        for side in {p.rogue for p in self._players}:
            pair = [p.name for p in self._players if p.rogue == side]
            if len(pair) == 2:
                setup[f"first.{ROGUE if side else HERO}"] = pair[0]
        return setup

    # The truth ----------------------------------------------------------------------------------------------------

    def scores(self) -> Mapping[Seat, int]:
        """Return the completed Schemes for a Rogue player, the citizens in Sanctuary for a Hero player."""
        truth = self._truth
        return {p.name: len(truth.plan) if p.rogue else truth.sanctuary for p in self._players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Face-down Schemes: their owner, by default the other Rogue player, and whoever looked at one may know them.

        Not while the page lists all cards that a hand may hold: face-down ones are on that list lest it tell.
        """
        prompt = self._view.prompt
        if prompt is not None and prompt.code in ("pay", "ask-discard"):
            return {}
        truth = self._truth
        cards = frozenset(truth.schemes.values())
        found = {p.name: cards & frozenset(truth.looked.get(p.name, ())) for p in self._players}
        for player in truth.side(rogue=True):
            mine = frozenset(card for card in cards if _owns(player, card))
            found[player.name] = cards if self.rules["mates-see"] else mine | found[player.name]
        return found

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: results, citizens, sizes of zones, damage."""
        truth = self._truth
        found = compare(self, view)
        told = view.extra.get("citizens", {})
        for at in PLACES:
            for purse, n in ((at, truth.citizens[at]), (f"scheme-{at[-1]}", truth.advanced[at]),
                             (f"neutral-{at[-1]}", truth.claimed[at])):  # fmt: skip
                if told.get(purse, 0) != n:
                    found.append(f"citizens.{purse}: table {n}, app {told.get(purse, 0)}")
        for player in self._players:
            for head, cards in (("hand", player.hand), ("deck", player.deck), ("discard", player.discard),
                                ("team", player.team), ("empower", truth.beneath(player))):  # fmt: skip
                zone = view.zones.get(f"{head}.{player.name}")
                if (zone.count if zone else 0) != len(cards):
                    found.append(f"{head}.{player.name}: table {len(cards)}, app {zone.count if zone else 0}")
        hurt = {card: n for card, n in truth.damage.items() if n and any(card in p.team for p in self._players)}
        if dict(view.extra.get("damage", {})) != hurt:
            found.append(f"damage: table {hurt}, app {dict(view.extra.get('damage', {}))}")
        return found

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Whatever the open page asks for, until the match is over."""
        for _ in range(ACTS_AT_MOST):
            view = self._view
            if view.finished or view.prompt is None:
                return
            if self._fought and self._round_is_over(view.prompt):
                self._maintain()  # nobody had a card to discard, so that nobody was asked
            yield from HANDLERS[view.prompt.code](self, view.prompt.args.get("seat"))

    @staticmethod
    def _round_is_over(prompt: PromptView) -> bool:
        """Return True when Maintenance has begun, or is over, without a question before its draws."""
        return prompt.code in ("plotting", "first", "trim") or prompt.args.get("trigger") == "after-round"

    def _at(self, seat: Seat | None, piece: Component, place: str) -> Iterator[Act]:
        """Put a piece at a Location: on its reader, or followed by the Location card."""
        if place in self.readers:
            yield Act(Intent.MOVE, (Tap(place, piece),))
        else:
            yield from self._say(seat, piece, self._truth.row[place])

    def _on_next_unaligned(self, seat: Seat | None) -> Iterator[Act]:
        truth = self._truth
        if self._neutral_wanted:
            self._neutral_wanted = False
            place = max(PLACES, key=lambda at: (truth.citizens[at], at))
        else:
            place = self._rng.choice(truth.free() or PLACES)  # by a house rule there may be several at a Location
        yield from self._at(seat, truth.place(place), place)

    def _on_plotting(self, seat: Seat | None) -> Iterator[Act]:
        yield from self._action_phase(self._truth.named(seat or ""))

    _on_planning = _on_plotting

    def _action_phase(self, player: SeatedPlayer) -> Iterator[Act]:
        truth = self._truth
        if player.rogue:
            yield from self._lay(player)
        pool: list[Component] = []
        have = 0
        for card in [c for c in player.hand if not print_of(c).get("modifier") and print_of(c)["icons"]]:
            if self._rng.random() < 0.6 and print_of(card).get("type") != "scheme":
                player.hand.remove(card)
                pool.append(card)
                have += print_of(card)["icons"]
                yield from self._say(player.name, card)
        yield from self._spend(player, have)
        if not player.rogue:
            yield from self._empower(player)
        yield from self._abilities(player)
        player.discard += pool
        yield from self._say(player.name, "verb-end-turn#1")
        if player.rogue and player is truth.side(rogue=True)[-1]:
            self._draws = [(each, 4 if each.alone else 3) for each in truth.side(rogue=True)]
            self._settle()

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
            if place in self.readers:
                yield Act(Intent.MOVE, (Tap(place, card),))
            else:
                yield from self._say(player.name, "verb-play#1", card, truth.row[place])

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
            yield from self._say(player.name, card)

    def _settle(self) -> None:
        """Draws that are due, one player after the other; whoever holds too much discards first."""
        while self._draws:
            player, n = self._draws.pop(0)
            player.draw(max(0, player.most - len(player.hand)) if n is None else n, self._rng)
            trims = player.rogue or self.rules["big-hand"] == "discard"
            if trims and len(player.hand) > player.most:
                return

    def _on_first(self, seat: Seat | None) -> Iterator[Act]:
        """From round 2 on each pair says who is first: its token."""
        truth = self._truth
        waiting = self._view.prompt.args["waiting"] if self._view.prompt else ()
        first = self._rng.choice(waiting)
        truth.first(first)
        yield Act(Intent.MOVE, (Tap("tap", f"seat-{self._seats.index(first) + 1}#1"),))

    def _on_trim(self, seat: Seat | None) -> Iterator[Act]:
        player = self._truth.named(seat or "")
        card = self._rng.choice(player.hand)
        player.throw(card)
        yield from self._say(seat, card)
        if len(player.hand) <= player.most:
            self._settle()

    def _on_hero_discards(self, seat: Seat | None) -> Iterator[Act]:
        truth = self._truth
        heroes = [p for p in truth.side(rogue=False) if p.hand]
        yield from self._say(seat, "verb-confirm#1")
        if truth.named(seat or "") is heroes[-1]:
            self._maintain()

    def _maintain(self) -> None:
        truth = self._truth
        self._fought = False
        truth.exhausted.clear()
        truth.used.clear()
        truth.where.clear()
        self._draws = [(p, 2 if p.alone else 3) for p in truth.side(rogue=True)]
        self._draws += [(p, None) for p in truth.side(rogue=False)]
        self._settle()

    def _on_provoke(self, seat: Seat | None) -> Iterator[Act]:
        truth = self._truth
        self._fought = True
        player = truth.named(seat or "")
        ready = [char for char in player.team if char not in truth.exhausted]
        options = [option.code for option in self._view.prompt.options] if self._view.prompt else []
        if not ready or (self._rng.random() < 0.1 and "pass" in options and self._round_two()):
            yield from self._say(seat, "verb-pass#1")
            return
        char = self._rng.choice(ready)
        place = self._place_for(player)
        truth.exhausted.add(char)
        truth.where[char] = place
        self._char, self._action, self._acted = char, None, False
        yield from self._at(seat, standee_of(char), place)

    _on_oppose = _on_provoke

    def _round_two(self) -> bool:
        """Return True when passing is allowed for sure: the first cycle of the game is over."""
        return int(self._view.extra.get("round", 0)) > 1

    def _place_for(self, player: SeatedPlayer) -> str:
        """Where a Scheme is, mostly."""
        truth = self._truth
        wanted = [at for at in PLACES if at in truth.schemes and truth.citizens[at]]
        return self._rng.choice(wanted or PLACES) if self._rng.random() < 0.8 else self._rng.choice(PLACES)

    def _on_activation(self, seat: Seat | None) -> Iterator[Act]:
        truth, char = self._truth, self._char or ""
        player = truth.named(seat or "")
        if self._acted:
            duties = truth.duties(char)
            truth.carry_out(char, duties)
            yield from self._say(seat, "verb-confirm#1")
            return
        self._acted = True
        actions = self._actions(player, char)
        if not actions:
            return
        self._action = self._rng.choice(actions)
        self._mods, self._base, self._less = [], None, 0
        self._void, self._numberless, self._resolved = set(), set(), set()
        if self._action == "attack":
            self._target = self._rng.choice(truth.foes(char))
            yield from self._say(seat, self._target)
        else:
            self._target = ""
            yield from self._say(seat, f"do-{self._action}#1")
        yield from self._strike(player, char)

    def _actions(self, player: SeatedPlayer, char: Component) -> list[str]:
        truth = self._truth
        place = truth.where[char]
        only = any(word == "only-threaten" for word, _ in print_of(char).get("effect") or ())
        found = ["attack"] if truth.foes(char) and not only else []
        someone = place in truth.neutrals and self.rules["rescue-at"] == "scheme-or-unaligned"
        anybody = truth.citizens[place] > 0 or self.rules["empty-claim"] == "allowed"
        if player.rogue and place in truth.schemes and anybody:
            found += ["threaten"] * 3
        if not player.rogue and (place in truth.schemes or someone) and anybody:
            found += ["rescue"] * 3
        return found

    def _strike(self, player: SeatedPlayer, char: Component) -> Iterator[Act]:
        """Carry out the action as soon as the app asks for nothing more about it."""
        x = any(word == "value-random" for word, _ in print_of(char).get("effect") or ())
        if x and not player.hand:
            self._base = 0
        if x and player.hand:
            card = self._rng.choice(player.hand)
            player.throw(card)
            self._base = print_of(card)["icons"]
            yield from self._say(player.name, card)
        yield from self._modify(player, char)
        self._hit(player, char)

    def _modify(self, player: SeatedPlayer, char: Component) -> Iterator[Act]:
        """Play modifiers of the acting character whose further effects need no choice."""
        yield from self._meanwhile()
        for card in list(player.hand):
            facts = print_of(card)
            fits = self._action in str(facts.get("modifier") or "").split("-")
            plain = all(word in {"draw", "proof"} for word, _ in facts.get("effect") or ())
            if fits and plain and character_of(card) == char and self._asks("modifiers"):
                player.hand.remove(card)
                self._mods.append(card)
                yield from self._say(player.name, card)
        if self._asks("modifiers"):
            yield from self._say(player.name, "verb-confirm#1")
        yield from self._before_the_hit()

    def _on_extras(self, seat: Seat | None) -> Iterator[Act]:
        """Which of several modifiers goes on first: as they were played."""
        for card in self._mods:
            goes_on = any(n for _, n in print_of(card).get("effect") or ())
            if goes_on and card not in self._void | self._resolved:
                self._resolved.add(card)
                yield from self._say(seat, card)
                return

    def _hit(self, player: SeatedPlayer, char: Component) -> None:
        truth = self._truth
        place = truth.where[char]
        proof = truth.proof(char, self._mods)
        mods = [card for card in self._mods if proof or card not in self._void | self._numberless]
        total = truth.value(char, self._action or "", self._base, mods)
        if self._action == "attack":
            total -= 0 if proof else truth.taken_off(self._target, mods) + self._less
            truth.suffer(self._target, total, by_rogue=player.rogue)
        else:
            truth.claim(place, total, truth.advanced if player.rogue else None)
        for card in [each for each in self._mods if each not in self._void]:
            draws = sum(n for word, n in print_of(card).get("effect") or () if word == "draw")
            player.draw(draws, self._rng)
        player.discard += self._mods

    def _on_aftermath(self, seat: Seat | None) -> Iterator[Act]:
        yield from self._say(seat, "verb-confirm#1")

    def _on_complete(self, seat: Seat | None) -> Iterator[Act]:
        truth = self._truth
        player = truth.named(seat or "")
        for at, card in list(truth.schemes.items()):
            if truth.advanced[at] < print_of(card)["threshold"]:
                continue
            del truth.schemes[at]
            truth.citizens[at] += truth.advanced[at] if self.rules["scheme-citizens"] == "location" else 0
            truth.advanced[at] = 0
            truth.plan.append(card)
            owner = next(p for p in truth.side(rogue=True) if _owns(p, card))
            owner = player if self.rules["completer"] == "first" else owner
            yield from self._say(player.name, card)
            yield from self._reward(owner, card)
            return
        yield from self._say(seat, "verb-confirm#1")

    def _reward(self, player: SeatedPlayer, card: Component) -> Iterator[Act]:
        facts = print_of(card)
        words = facts.get("effect") or () if facts["mode"] == "completed" else ()
        for word, n in words:
            if word == "draw":
                player.draw(n, self._rng)
            elif self._asks("ask-damage-exhausted"):
                target = self._rng.choice(self._exhausted_heroes())
                self._truth.suffer(target, n, by_rogue=True)
                yield from self._say(player.name, target)
        player.draw(facts["draw"], self._rng)

    def _exhausted_heroes(self) -> list[Component]:
        truth = self._truth
        return [char for player in truth.side(rogue=False) for char in player.team if char in truth.exhausted]


def _owns(player: SeatedPlayer, card: Component) -> bool:
    """Return True for a card of a character that a player has drafted, in play, fallen or waiting."""
    return character_of(card) in player.drafted


HANDLERS: Final[Mapping[str, Callable[[FullMatch, Seat | None], Iterator[Act]]]] = {
    "deal": FullMatch._on_deal,
    "next-unaligned": FullMatch._on_next_unaligned,
    "lot": FullMatch._on_first,
    "first": FullMatch._on_first,
    "plotting": FullMatch._on_plotting,
    "planning": FullMatch._on_planning,
    "trim": FullMatch._on_trim,
    "hero-discards": FullMatch._on_hero_discards,
    "provoke": FullMatch._on_provoke,
    "oppose": FullMatch._on_oppose,
    "activation": FullMatch._on_activation,
    "extras": FullMatch._on_extras,
    "react": FullMatch._on_react,
    "aftermath": FullMatch._on_aftermath,
    "complete": FullMatch._on_complete,
}
"""Who answers which question of the open page."""
WITHIN: Final = frozenset(
    {
        "modifiers",
        "random",
        "pay",
        *(f"ask-{word}" for word in ((USED | REACTED) & set(ASKED)) - {"reduce"}),
        "ask-damage-exhausted",
    }
)
"""Questions that are answered in one go with what led to them."""
NEVER: Final[Mapping[str, str]] = {
    "draft": "teams were drafted before the match",
    "starters": "starting characters were chosen before the match",
    "tally": "level score",
    "choose-replacement": "no two cards of this game replace the same event",
    "by-hand": "these players use no card that the app cannot read",
    "by-hand-open": "these players use no card that the app cannot read",
    "ask-forced-hero": "these players use no such card",
    **{f"ask-{word}": "these players use no such card" for word in set(ASKED) - USED - REACTED - {"damage-exhausted"}},
}
"""Questions that these players never lead to, and why."""
