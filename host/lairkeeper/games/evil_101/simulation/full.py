"""A simulated match of Evil:101: real hands, real bluffs, Agents that guess, chases, purchases.

Its own arithmetic is kept apart from the game's on purpose. The app is told by taps alone; at the end both must have
the same table. The cards have the invented numbers of the proxy set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.ruleset import build
from lairkeeper.core.view import View
from lairkeeper.games.evil_101 import GAME
from lairkeeper.games.evil_101.cards import PRINTED
from lairkeeper.games.evil_101.ruleset import Ruleset
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import BEATEN_BY, GroundTruth, SeatedPlayer

MISTAKES: Final = 0.05
JIGGLES: Final = 0.04
ROUNDS_AT_MOST: Final = 150
BUYS: Final = 0.3
SPARES: Final = 0.1
"""How often a Plot is held back or no more Agents are laid, where the house allows it."""
RUNS: Final = 0.7
"""How often somebody plays on in a chase."""


class FullMatch:
    """Tracking level ``full``: every card that is placed is tapped. Nobody throws Chase cards away, allowed or not."""

    level = "full"

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._layout = layout
        self._seats = tuple(seats)
        self.readers = readers_of(layout, len(seats))
        rules = build(Ruleset, ruleset)
        self._rules = rules if isinstance(rules, Ruleset) else Ruleset()
        self._truth = GroundTruth(self._seats, rng, PRINTED.proxy, self._rules)
        drawn = {"handler": self._truth.handler.name} if self._rules.first_handler == "random" else {}
        self.header = Header(GAME.id, self._seats, self.level, ruleset, drawn, GAME.version)

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Cards in decks and hands, and Plots that have been thrown away face down."""
        return self._truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the Plots that lie face down on Targets: their owner's page alone may name them."""
        return self._truth.face_down()

    def scores(self) -> Mapping[Seat, int]:
        """Return the points of each player on the table."""
        return {seat.name: seat.points for seat in self._truth.players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners

    def differences(self, view: View) -> list[str]:
        """Points, Handler, winners and, at `full`, places that the app has otherwise."""
        scores = self.scores()
        found = [
            f"score.{score.seat}: table {scores[score.seat]}, app {score.low}"
            for score in view.scoreboard.seats
            if score.low != scores[score.seat]
        ]
        if set(view.scoreboard.winners) != set(self.winners()):
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if view.extra["handler"] != self._truth.handler.name:
            found.append(f"handler: table {self._truth.handler.name}, app {view.extra['handler']}")
        if not view.finished:
            found.append(f"finished: the app still waits for something: {view.step}")
        return found + list(self._places(view))

    def _places(self, view: View) -> Iterator[str]:
        row = view.zones["targets"].cards
        if list(row or ()) != [card for card in self._truth.row if card]:
            yield f"targets: table {self._truth.row}, app {row}"
        for path, n in self._truth.sizes().items():
            count = view.zones[path].count if path in view.zones else 0
            if count != n:
                yield f"{path}: table {n}, app {count}"

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._deal()
        for _ in range(ROUNDS_AT_MOST):
            yield from self._round()
            if not self._truth.winners:
                yield from self._cleaners()
            if self._truth.winners:
                return

    def _round(self) -> Iterator[Act]:
        truth = self._truth
        for player in truth.in_order():
            yield from self._place(player)
        yield from self._handle()
        yield from self._reveal(truth.in_order())
        yield from self._chases()
        yield from self._hoard()
        if not truth.dry(seen=self.level == "full") and self._rules.game_end != "end-of-round":
            truth.look_for_the_end()

    def _place(self, player: SeatedPlayer) -> Iterator[Act]:
        """Place a Plot that fits, by exchange if need be; now and then try one that does not."""
        truth = self._truth
        left = truth.plots.available
        if self._rules.hold_back and truth.free() and player.plots and self._rng.random() < SPARES:
            self._turn_up_if_through(player)
            yield from self._say(player, "verb-no#1")
            return
        while player.plots and truth.free():
            choices = truth.fitting(player)
            bluff = self._rng.random() < MISTAKES and self.level == "full"
            if choices or bluff:
                plot, target = self._rng.choice(choices or [(player.plots[0], self._rng.choice(truth.free()))])
                if bluff:
                    plot = self._rng.choice(player.plots)
                yield from self._wrong_target(player, plot)
                truth.place(player, plot, target)
                self._turn_up_if_through(player)
                yield from self._say_plot(player, plot, target)
                return
            if not left:
                self._turn_up_if_through(player)
                yield from self._say(player, "verb-no#1")
                return
            left -= 1
            truth.exchange(truth.plots, player.plots, self._rng)
            yield from self._say(player, "verb-discard#1")

    def _handle(self) -> Iterator[Act]:
        """Lay an Agent on each Plot, a guess among the Target's symbols, by exchange if need be."""
        truth, handler = self._truth, self._truth.handler
        left = truth.agents.available
        while truth.open_plots():
            if truth.stuck():
                return
            choices = truth.agents_that_fit()
            if self._rules.agents == "may-leave" and self._rng.random() < SPARES:
                truth.turn_up()
                yield from self._say(handler, "verb-confirm#1")
                return
            if choices:
                agent, player = self._rng.choice(choices)
                yield from self._wrong_agent()
                self._several = len(truth.open_plots()) > 1
                truth.block(agent, player)
                if self._rules.reveal == "one-by-one":
                    truth.show(player)
                self._turn_up_if_through()
                yield from self._say_agent(agent, player)
                if self._rules.reveal == "one-by-one":
                    yield from self._reveal([player])
                continue
            if not left:
                truth.turn_up()
                yield from self._say(handler, "verb-confirm#1")
                return
            left -= 1
            truth.exchange(truth.agents, handler.agents, self._rng)
            yield from self._say(handler, "verb-discard#1")

    _several = False
    """True when an Agent could lie on more than one Plot: with one left, the Agent says it all."""

    def _turn_up_if_through(self, player: SeatedPlayer | None = None) -> None:
        """Turn all Plots up once no more Agents can come: after an Agent, or after the turn of the last Evil player."""
        truth = self._truth
        if player is not None and (not truth.stuck() or truth.waits_after(player)):
            return
        if truth.stuck() or not truth.open_plots():
            truth.turn_up()

    def _reveal(self, players: Iterable[SeatedPlayer]) -> Iterator[Act]:
        """Turn Plots up; by house rule the table says of each that does not match whether it counts."""
        for player in players:
            self._truth.show(player)
            if player.judged and self._rules.illegal_plot == "table-decides":
                yield self._move(Tap("tap", "verb-no#1" if player.worthless else "verb-confirm#1"))
            player.judged = False

    def _chases(self) -> Iterator[Act]:
        """One chase after the other, clockwise or as the Handler likes."""
        left = [player for player in self._truth.in_order() if player.foiled and player.chases]
        while left:
            player = left[0]
            if len(left) > 1 and self._rules.chase_order == "handler-chooses":
                player = self._rng.choice(left)
                yield from self._say_first(player)
            left.remove(player)
            yield from self._chase(player)

    def _say_first(self, player: SeatedPlayer) -> Iterator[Act]:
        yield self._move(Tap("tap", f"seat-{self._seats.index(player.name) + 1}#1"))

    def _chase(self, player: SeatedPlayer) -> Iterator[Act]:
        """Cards round the circle, by turns, until somebody cannot or will not go on."""
        if not player.foiled or not player.chases:
            return
        truth, last, mover = self._truth, "", player
        while mover.chases:
            fits = [card for card in mover.chases if not last or BEATEN_BY[kind_of(card)] == last]
            if not fits or self._rng.random() > RUNS:
                yield from self._wrong_chase(mover, fits, last)
                yield from self._say(mover, "verb-no#1")
                break
            card = self._rng.choice(fits)
            truth.chase(mover, card)
            yield from self._say_chase(mover, card)
            last, mover = kind_of(card), truth.handler if mover is player else player
        if last and mover is not player:
            player.foiled = False
        elif last and self._rules.pocket_the_evidence:
            yield from self._evidence(player)

    def _evidence(self, player: SeatedPlayer) -> Iterator[Act]:
        """Let the Handler who has won a chase take the points of the Plot, or leave them."""
        player.pocketed = self._rng.random() < RUNS
        yield from self._say(self._truth.handler, "verb-confirm#1" if player.pocketed else "verb-no#1")

    def _hoard(self) -> Iterator[Act]:
        for player in self._truth.in_order():
            if self._truth.collect(player):
                yield from self._say(self._truth.handler if player.pocketed else player, "verb-confirm#1")
            if self._over_at_once():
                return

    def _over_at_once(self) -> bool:
        return self._rules.game_end == "at-once" and self._truth.reached()

    def _cleaners(self) -> Iterator[Act]:
        truth = self._truth
        truth.clear_away()
        late = self._rules.game_end == "end-of-round" and (bool(truth.tied) or truth.reached())
        if late:
            yield from self._buy()
            truth.look_for_the_end()
            if truth.winners:
                return
        changed = truth.pass_on()
        chases = self._rules.chase_cards == "may-discard" and truth.handler.chases
        if changed and (chases or len(self._seats) == 2):
            yield from self._throw_away()
        truth.fill_hands()
        if not late and (not truth.tied or self._rules.tie_purchases):
            yield from self._buy()
        truth.take_used()
        yield from self._deal()

    def _throw_away(self) -> Iterator[Act]:
        """Of two players the new Handler may throw Agents away, unseen."""
        truth, handler = self._truth, self._truth.handler
        for _ in range(self._rng.randint(0, min(2, len(handler.agents))) if len(self._seats) == 2 else 0):
            card = handler.agents.pop(self._rng.randrange(len(handler.agents)))
            truth.agents.discards.append(card)
            yield from self._say(handler, "verb-discard#1")
        yield from self._say(handler, "verb-confirm#1")

    def _buy(self) -> Iterator[Act]:
        """Chase cards, from the Handler's left; one tap ends it when nobody wants more."""
        truth = self._truth
        buyers = [player for player in truth.all_in_order() if player.points >= 2 and self._for_sale()]
        for n, player in enumerate(buyers):
            if not self._for_sale():
                return
            if self._rng.random() < 0.5:
                if any(each.points >= 2 for each in buyers[n:]):
                    yield self._move(Tap("tap", "verb-end-turn#1"))
                return
            while player.points >= 2 and self._for_sale():
                picks = self._rules.purchase == "buyer-picks" and self.level == "full"
                there = truth.chases.cards if picks else truth.chases.available
                if self._rng.random() > BUYS or not there:
                    yield from self._say(player, "verb-no#1")
                    break
                card = self._rng.choice(truth.chases.cards) if picks else None
                truth.buy(player, card)
                yield from self._say(player, card or "verb-buy#1")

    def _for_sale(self) -> bool:
        """Return True when the app thinks that there is anything to buy."""
        return bool(self._truth.chases.available)

    def _deal(self) -> Iterator[Act]:
        for at, card in self._truth.deal():
            yield from self._say_target(card, at)

    # How they say it ----------------------------------------------------------------------------------------------

    def _move(self, *taps: Tap) -> Act:
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def _say(self, player: SeatedPlayer, *pieces: Component) -> Iterator[Act]:
        """On one's own tray, or at the tap point by whoever is asked anyway."""
        stranger = self._rng.random() < MISTAKES
        yield self._move(*(Tap(self._tray(player), piece) for piece in pieces))
        if stranger:  # not before: what is said here has happened on the table already
            yield self._stranger()

    def _say_plot(self, player: SeatedPlayer, plot: Component, target: Component) -> Iterator[Act]:
        yield from self._say_on(player, plot, target, target)

    def _say_agent(self, agent: Component, player: SeatedPlayer) -> Iterator[Act]:
        """With its Target, or with the seat token of the Plot's owner."""
        handler, target = self._truth.handler, player.target or ""
        token = f"seat-{self._seats.index(player.name) + 1}#1"
        word = target if self._layout != "tap" else token
        yield from self._say_on(handler, agent, target, *([word] if self._several else []))

    def _say_on(self, player: SeatedPlayer, card: Component, target: Component, *words: Component) -> Iterator[Act]:
        slot = f"slot-{self._truth.place_of(target)}"
        if slot in self.readers:
            yield self._move(Tap(slot, card))
        else:
            yield self._move(*(Tap(self._tray(player), each) for each in (card, *words)))

    def _say_chase(self, player: SeatedPlayer, card: Component) -> Iterator[Act]:
        yield from self._say(player, card)

    def _say_target(self, card: Component, at: int) -> Iterator[Act]:
        slot = f"slot-{at}"
        yield self._move(Tap(slot if slot in self.readers else "tap", card))

    def _tray(self, player: SeatedPlayer) -> str:
        tray = f"seat-{self._seats.index(player.name) + 1}"
        return tray if tray in self.readers else "tap"

    def _who(self, player: SeatedPlayer) -> tuple[Tap, ...]:
        """At the tap point it must be said who speaks, unless everybody speaks there in turn."""
        lacks_tray = self._layout != "tap" and self._tray(player) == "tap"
        return (Tap("tap", f"seat-{self._seats.index(player.name) + 1}#1"),) if lacks_tray else ()

    # Mistakes -----------------------------------------------------------------------------------------------------

    def _stranger(self) -> Act:
        """Return an act with a tag that is none of the game's, or with a phone."""
        if self._rng.random() < 0.4:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "stranger"),))
        return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "phone"),))

    def _wrong_target(self, player: SeatedPlayer, plot: Component) -> Iterator[Act]:
        """Yield, now and then, a second Plot on a Target."""
        taken = [each.target for each in self._truth.in_order() if each.target]
        if taken and self._rng.random() < MISTAKES * 2:
            yield Act(Intent.MISTAKE, tuple(Tap(self._tray(player), each) for each in (plot, self._rng.choice(taken))))

    def _wrong_agent(self) -> Iterator[Act]:
        """Yield, now and then, an Agent whose symbol is not on the Target."""
        wrong = self._truth.agents_that_do_not_fit()
        if wrong and self._rng.random() < MISTAKES:
            agent, player = self._rng.choice(wrong)
            self._truth.shown.add(agent)
            tray = self._tray(self._truth.handler)
            yield Act(Intent.MISTAKE, (Tap(tray, agent), Tap(tray, player.target or "")))

    def _wrong_chase(self, mover: SeatedPlayer, fits: Sequence[Component], last: str) -> Iterator[Act]:
        """Yield, now and then, a Chase card that does not beat the last one."""
        wrong = [card for card in mover.chases if card not in fits]
        if last and wrong and self._rng.random() < 0.3:
            card = self._rng.choice(wrong)
            self._truth.shown.add(card)
            yield Act(Intent.MISTAKE, (Tap(self._tray(mover), card),))
