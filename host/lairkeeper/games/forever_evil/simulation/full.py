"""A simulated match of Forever Evil at tracking level ``full``: sensible players with hands, Power and Attacks.

What the cards do is written here a second time, apart from the game's own scripts, and the table's truth (hands, the
order of decks, shuffles) is the table's alone. The players look at the app's question before they tap, as people do:
what it knows already it does not ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import View
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap

from . import compare
from .abilities import Abilities
from .attacks import Attacks
from .choosing import Choices
from .dialogue import Dialogue
from .outcomes import Outcomes
from .parts import Parts
from .party import Party
from .playing import Playing
from .purchases import Purchases
from .settling import Settling
from .table import GroundTruth
from .taps import MISTAKES, Taps
from .telling import Teller
from .turn import JUNK, TableTurn
from .turn_end import TurnEnd
from .unsaid import CardTurns

ROUNDS_AT_MOST: Final = 60
PLAYS_AT_MOST: Final = 40
"""Cards that somebody plays in one turn before the table loses patience."""


def _parts(party: Party, rng: Random, taps: Taps) -> Parts:
    truth = GroundTruth(party, rng)
    dialogue, outcomes = Dialogue(taps, truth), Outcomes(truth)
    choices = Choices(truth, outcomes, dialogue)
    return Parts(
        truth, Teller(taps, truth), dialogue, outcomes, choices,
        Settling(truth, outcomes, choices, dialogue), Attacks(truth, outcomes, choices, dialogue),
    )  # fmt: skip


class FullMatch:
    """Tracking level ``full``: every card that is played is tapped, and every question is answered by a tag."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        party = Party(seats, rng, ruleset)
        self._taps = Taps(seats, rng, layout)
        parts = _parts(party, rng, self._taps)
        self.truth = parts.truth
        self._teller = parts.teller
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._playing = Playing(parts)
        self._abilities = Abilities(parts, self._playing)
        self._purchases = Purchases(parts)
        self._turn_end = TurnEnd(parts, CardTurns(self._taps, party.house.rules.turn_end))
        self.readers = self._taps.readers
        self.header = party.header("full")
        self.more_cards = party.more_cards

    def watch(self, look: Callable[[], View]) -> None:
        """Implement ``ReadsView.watch``: keep the open page, which the players read before they act."""
        self._dialogue.watch(look)

    @property
    def used(self) -> frozenset[str]:
        """Return whose text was carried out, and how: ``kind``, ``kind defends``, ``kind hits``, ``kind appears``."""
        return frozenset(self._outcomes.used)

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody, but for cards that everybody saw go under the main deck."""
        return self.truth.unseen() - self._outcomes.known

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing: what is tapped is known to all."""
        return {}

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards."""
        return self.truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the truth of the table."""
        return self.truth.winners()

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise, as at ``deck``; of destroyed cards only the kind matters."""
        return compare.table(view, self.truth, alike=True)

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield turns until one of the two endings comes, then the audit: the app has done the clean-up."""
        truth = self.truth
        yield from self._teller.open()
        for _ in range(ROUNDS_AT_MOST * len(truth.seats)):
            yield from self._turn(truth.current)
            if truth.ended:
                break
        for seat in truth.seats:
            yield from self._teller.audit(seat, must_count=not self._dialogue.offers(seat))

    def _turn(self, seat: Seat) -> Iterator[Act]:
        self.truth.thaw(seat)
        self._outcomes.turn = TableTurn()
        yield from self._abilities.use(seat)
        yield from self._play_hand(seat)
        yield from self._abilities.use(seat)
        if self._rng.random() < MISTAKES:
            yield self._mistake()
        yield from self._purchases.buy(seat)
        yield from self._play_hand(seat)
        yield from self._turn_end.end(seat)

    def _play_hand(self, seat: Seat) -> Iterator[Act]:
        """Cards that draw or destroy first; Vulnerabilities and Weaknesses mostly stay in the hand."""
        player = self.truth.players[seat]
        for _ in range(PLAYS_AT_MOST):
            useful = [card for card in player.hand if kind_of(card) not in JUNK or self._rng.random() < 0.03]
            if not useful or self._rng.random() < 0.02:
                return
            card = max(useful, key=lambda each: (self._urgency(each), each))
            if self._rng.random() < MISTAKES / 3:
                yield self._mistake()
            yield from self._playing.from_hand(seat, card)

    def _urgency(self, card: Component) -> float:
        """Locations first, then what draws, then the rest; now and then otherwise."""
        facts = CATALOG.get(card)
        order = 3 if facts.ongoing else 2 if facts.power is None else 1
        return order + self._rng.random()

    def _mistake(self) -> Act:
        """Return a mistake: a foreign tag, a phone, a foe's card, a card frozen or too dear, a foe's end of turn."""
        truth, foe = self.truth, self.truth.foe()
        roll = self._rng.random()
        if roll < 0.35:
            return self._taps.foreign("stranger" if roll < 0.2 else "phone")
        # Starting cards and Weaknesses look all alike: until its tag was seen, one may be anybody's.
        alike = ("starters", "weaknesses")
        theirs = [card for card in truth.players[foe].discard if CATALOG.get(card).zone not in alike]
        if roll < 0.6 and theirs:
            return Act(Intent.MISTAKE, self._teller.at(truth.current, self._rng.choice(theirs)))
        if roll < 0.75 and truth.frozen:
            return Act(Intent.MISTAKE, self._teller.at(truth.current, self._rng.choice(sorted(truth.frozen))))
        if roll < 0.85 and truth.top is not None and self._purchases.too_dear(truth.top):
            return Act(Intent.MISTAKE, self._teller.at(truth.current, truth.top))
        if self._taps.trays:
            return Act(Intent.MISTAKE, (Tap(self._taps.tray(foe), "verb-end-turn#1"),))
        return Act(Intent.STRANGER, (Tap("tap", "stranger"),))
