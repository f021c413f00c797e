"""The table of a simulated match of Evil:101 as it truly is: decks, hands, what lies where, and the points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.games.evil_101.ruleset import Ruleset

BEATEN_BY: Final = {
    "chase-helicopter": "chase-submarine",
    "chase-car": "chase-helicopter",
    "chase-submarine": "chase-car",
}
"""Which card each may be played on."""


@dataclass
class Pile:
    """A deck, the next card last, and its discards."""

    cards: list[Component]
    rng: Random
    again: bool = True
    """True when the discards become the deck once it is empty."""
    discards: list[Component] = field(default_factory=list)

    @property
    def available(self) -> int:
        """Return how many cards can still be drawn, with the discards if they become the deck."""
        return len(self.cards) + len(self.discards) * self.again

    def draw(self) -> Component | None:
        """Draw the top card and return it, or None; an empty deck is made of its discards."""
        if not self.cards and self.again:
            self.cards, self.discards = self.discards, []
            self.rng.shuffle(self.cards)
        return self.cards.pop() if self.cards else None


@dataclass
class SeatedPlayer:
    """One player: points, hands, and what lies on the table this round."""

    name: Seat
    points: int = 0
    plots: list[Component] = field(default_factory=list)
    agents: list[Component] = field(default_factory=list)
    chases: list[Component] = field(default_factory=list)
    plot: Component | None = None
    target: Component | None = None
    agent: Component | None = None
    chased: list[Component] = field(default_factory=list)
    foiled: bool = False
    turned: bool = False
    """True when everybody has seen the Plot."""
    judged: bool = False
    """True when the Plot has turned out not to match."""
    worthless: bool = False
    pocketed: bool = False
    """True when the Handler takes the points of the foiled Plot."""


class GroundTruth:
    """Everything that lies on the table; it knows the rules in its own words."""

    def __init__(
        self, seats: Sequence[Seat], rng: Random, numbers: Mapping[str, Mapping[str, Any]], rules: Ruleset
    ) -> None:
        self.rules = rules
        self.players = [SeatedPlayer(name) for name in seats]
        self.handler = rng.choice(self.players) if rules.first_handler == "random" else self.players[0]
        self._numbers = numbers
        self.plots, self.targets = self._pile("plot", rng), self._pile("target", rng)
        self.agents, self.chases = self._pile("agent", rng), self._pile("chase", rng)
        self.row: list[Component | None] = [None] * len(seats)
        self.tied: tuple[Seat, ...] = ()
        self.winners: tuple[Seat, ...] = ()
        self._ties = 0
        self._idle = 0
        self._rng = rng
        self.shown: set[Component] = set()
        """Cards that somebody has shown out of turn."""
        self.fill_hands()
        for _ in range(5):
            self._into(self.handler.plots, self.plots)

    def _pile(self, sort: str, rng: Random) -> Pile:
        cards = [
            f"{kind}#{n}"
            for kind, facts in self._numbers.items()
            if kind.rpartition("-")[0] == sort
            for n in range(1, facts["copies"] + 1)
        ]
        rng.shuffle(cards)
        return Pile(cards, rng, self.rules.deck_exhaustion == "reshuffle")

    def _into(self, hand: list[Component], pile: Pile) -> None:
        card = pile.draw()
        if card is not None:
            hand.append(card)

    def symbols(self, card: Component) -> list[str]:
        """Return the symbols on a card, a Target's without their points."""
        return [each if isinstance(each, str) else each[0] for each in self._numbers[kind_of(card)]["symbols"]]

    # Who

    def all_in_order(self) -> list[SeatedPlayer]:
        """Clockwise from the Handler's left, the Handler last."""
        at = self.players.index(self.handler)
        return self.players[at + 1 :] + self.players[: at + 1]

    def in_order(self) -> list[SeatedPlayer]:
        """Return the Evil players of this round, clockwise from the Handler's left."""
        others = self.all_in_order()[:-1]
        return [each for each in others if not self.tied or each.name in self.tied]

    # Plots and Agents

    def free(self) -> list[Component]:
        """Return the Targets of the row on which no Plot was placed."""
        taken = {player.target for player in self.players}
        return [card for card in self.row if card and card not in taken]

    def place_of(self, target: Component) -> int:
        """Which of the row a Target is, from 1."""
        return [card for card in self.row if card].index(target) + 1

    def _wanted(self, plot: Component) -> list[str]:
        """Return the symbols that a Target must show; by house rule of equal symbols one only."""
        symbols = self.symbols(plot)
        return sorted(set(symbols)) if self.rules.same_symbol == "once" else symbols

    def matches(self, plot: Component, target: Component) -> bool:
        """Return True when a Target shows each symbol that a Plot wants, as often as it does."""
        left = self.symbols(target)
        for symbol in self._wanted(plot):
            if symbol not in left:
                return False
            left.remove(symbol)
        return True

    def target_that_does_not_fit(self, plot: Component) -> Component | None:
        """Return the first Target of the row that a Plot does not match, or None."""
        return next((card for card in self.row if card and not self.matches(plot, card)), None)

    def fitting(self, player: SeatedPlayer) -> list[tuple[Component, Component]]:
        """Return the pairs of a player's Plot and a free Target that it matches."""
        return [(plot, target) for plot in player.plots for target in self.free() if self.matches(plot, target)]

    def place(self, player: SeatedPlayer, plot: Component, target: Component) -> None:
        """Move a Plot from a player's hand onto a Target."""
        player.plots.remove(plot)
        player.plot, player.target = plot, target

    def exchange(self, pile: Pile, hand: list[Component], rng: Random) -> None:
        """One card away, one drawn: the discarded one may come back."""
        pile.discards.append(hand.pop(rng.randrange(len(hand))))
        self._into(hand, pile)

    def open_plots(self) -> list[SeatedPlayer]:
        """Return the Evil players of this round whose Plot has no Agent yet."""
        return [player for player in self.in_order() if player.plot and not player.agent]

    def stuck(self) -> bool:
        """Return True when the Handler has no Agent and can draw none."""
        return not self.handler.agents and not self.agents.available

    def waits_after(self, player: SeatedPlayer) -> bool:
        """Return True when another Evil player still has to place a Plot after this one."""
        order = self.in_order()
        return bool(self.free()) and any(each.plots for each in order[order.index(player) + 1 :])

    def agents_that_fit(self) -> list[tuple[Component, SeatedPlayer]]:
        """Return the pairs of a Handler's Agent and a player whose Target shows its symbol."""
        return [each for each in self._pairs() if self._fits(*each)]

    def agents_that_do_not_fit(self) -> list[tuple[Component, SeatedPlayer]]:
        """Return the pairs of a Handler's Agent and a player whose Target lacks its symbol."""
        return [each for each in self._pairs() if not self._fits(*each)]

    def _pairs(self) -> list[tuple[Component, SeatedPlayer]]:
        return [(agent, player) for agent in self.handler.agents for player in self.open_plots()]

    def _fits(self, agent: Component, player: SeatedPlayer) -> bool:
        return player.target is not None and self.symbols(agent)[0] in self.symbols(player.target)

    def block(self, agent: Component, player: SeatedPlayer) -> None:
        """Move an Agent from the Handler's hand onto a player's Plot."""
        self.handler.agents.remove(agent)
        player.agent = agent

    def turn_up(self) -> None:
        """All Plots are shown."""
        for player in self.in_order():
            self.show(player)

    def show(self, player: SeatedPlayer) -> None:
        """One Plot is turned up: what it is worth, and whether its Agent has foiled it."""
        if not player.turned:
            player.turned = True
            if player.plot and player.target:
                player.judged = not self.matches(player.plot, player.target)
                player.worthless = player.judged and not self._lets_count()
                hit = player.agent is not None and self.symbols(player.agent)[0] in self.symbols(player.plot)
                player.foiled = hit and not player.worthless

    def _lets_count(self) -> bool:
        """By house rule the table decides what a Plot is worth that does not match."""
        return self.rules.illegal_plot == "table-decides" and self._rng.random() < 0.5

    def chase(self, mover: SeatedPlayer, card: Component) -> None:
        """Move a Chase card from a player's hand to those played in this round."""
        mover.chases.remove(card)
        mover.chased.append(card)

    # Points

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player."""
        return {player.name: player.points for player in self.players}

    def collect(self, player: SeatedPlayer) -> bool:
        """Add the points of a Plot to the tracker and return True, or return False when it does not pay."""
        if not player.plot or not player.target or player.worthless or (player.foiled and not player.pocketed):
            return False
        who = self.handler if player.pocketed else player
        left = sorted(self._numbers[kind_of(player.target)]["symbols"], key=lambda pair: -pair[1])
        for symbol in self._wanted(player.plot):
            found = next((pair for pair in left if pair[0] == symbol), None)
            if found is not None:
                left.remove(found)
                who.points += found[1]
        who.points += self._numbers[kind_of(player.plot)]["points"]
        return True

    def dry(self, *, seen: bool) -> bool:
        """By house rule the most points win once the role has gone round without a Plot, the decks having run out.

        ``seen``: whether the app follows the decks; where it does not, rounds without a Plot are all it has to go by.
        """
        self._idle = 0 if any(player.plot for player in self.players) else self._idle + 1
        empty = not self.plots.cards or not self.targets.cards or not seen
        if self.plots.again or not empty or self._idle < len(self.players):
            return False
        self.winners = self._level()
        return True

    def _level(self) -> tuple[Seat, ...]:
        """Return the players with the most points, in a tie round among the tied."""
        among = [each for each in self.players if not self.tied or each.name in self.tied]
        best = max(each.points for each in among)
        return tuple(each.name for each in among if each.points == best)

    def look_for_the_end(self) -> None:
        """At 20 the most points win; of the tied the most after one more round."""
        if not self.tied and not self.reached():
            return
        level = self._level()
        if len(level) == 1 or (self.rules.tie_rounds is not None and self._ties >= self.rules.tie_rounds):
            self.winners = level
        else:
            self.tied = level
            self._ties += 1

    # After the round

    def reached(self) -> bool:
        """Return True when a player has at least 20 points."""
        return any(each.points >= 20 for each in self.players)

    def over_at_once(self) -> bool:
        """By house rule the match is over as soon as somebody has 20 points."""
        return self.rules.game_end == "at-once" and self.reached()

    def clear_away(self) -> None:
        """Discard the Plots, Agents and Chase cards that were played."""
        for player in self.players:
            if player.plot:
                self.plots.discards.append(player.plot)
            if player.agent:
                self.agents.discards.append(player.agent)
            self.chases.discards += player.chased
            player.chased, player.plot, player.agent = [], None, None
            player.foiled = player.judged = player.worthless = player.turned = player.pocketed = False

    def pass_on(self) -> bool:
        """Pass the role to the left, but for tie rounds; return True when the Handler has changed."""
        old, new = self.handler, self.all_in_order()[0]
        if self.tied:
            untied = [each for each in self.all_in_order() if each.name not in self.tied]
            if old.name not in self.tied or self.rules.tied_handler == "stays" or not untied:
                return False
            new = untied[0]
        new.agents, old.agents = old.agents, []
        self.handler = new
        return True

    def fill_hands(self) -> None:
        """Five Plots, or seven Agents."""
        for player in self.all_in_order():
            hand, pile, n = (player.plots, self.plots, 5)
            if player is self.handler:
                hand, pile, n = player.agents, self.agents, 7
            for _ in range(n - len(hand)):
                self._into(hand, pile)

    def buy(self, player: SeatedPlayer, card: Component | None = None) -> None:
        """Buy the top card, or by house rule the one that the buyer picks out of the deck."""
        player.points -= 2
        if card is None:
            self._into(player.chases, self.chases)
            return
        self.chases.cards.remove(card)
        player.chases.append(card)
        self.shown.add(card)

    def take_used(self) -> None:
        """Discard each Target on which a Plot was placed, and empty its place in the row."""
        for player in self.players:
            if player.target:
                self.row[self.row.index(player.target)] = None
                self.targets.discards.append(player.target)
                player.target = None

    def deal(self) -> Iterator[tuple[int, Component]]:
        """Fill the empty places of the row: which place, from 1, and the card; what stays empty is closed up."""
        few = self.tied and self.rules.tie_targets == "tied"
        wanted = len(self.tied) if few else len(self.players)
        for at, card in enumerate(self.row):
            if card is None and sum(card is not None for card in self.row) < wanted:
                self.row[at] = self.targets.draw()
                if self.row[at] is not None:
                    yield at + 1, self.row[at] or ""
        self.row.sort(key=lambda card: card is None)

    # What may be seen

    def unseen(self) -> frozenset[Component]:
        """Return the cards of decks, and the Plots and Chase cards of hands, that nobody has shown."""
        hidden = [*self.plots.cards, *self.targets.cards, *self.agents.cards, *self.chases.cards]
        for player in self.players:
            hidden += [*player.plots, *player.chases]
        return frozenset(card for card in hidden if card not in self.shown)

    def face_down(self) -> dict[Seat, frozenset[Component]]:
        """Return, by seat, the Plot that was placed and is not turned up yet."""
        return {each.name: frozenset([each.plot]) for each in self.players if each.plot and not each.turned}

    def sizes(self) -> dict[str, int]:
        """Return the number of cards at each place, by the app's names."""
        found = {"plots": len(self.plots.cards), "agents": len(self.agents.cards), "chases": len(self.chases.cards)}
        found |= {"plots-discard": len(self.plots.discards), "agents-discard": len(self.agents.discards)}
        for player in self.players:
            aside = player is self.handler
            found[f"aside.{player.name}" if aside else f"hand.{player.name}"] = len(player.plots)
            found[f"chase.{player.name}"] = len(player.chases)
            found[f"agents-hand.{player.name}"] = len(player.agents)
        return found
