"""A whole simulated match of DC Forever at level ``full``: the players read the open page and tap what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.games.dc_forever.words import ASKED, BY_HAND
from lairkeeper.simulation.acts import Act

from . import compare
from .abilities import REACTED, USED, Abilities
from .action import Action
from .activation import Activation
from .locations import Locations
from .page import Page
from .party import Party
from .planning import Planning
from .rounds import Rounds
from .schemes import Schemes
from .table import GroundTruth
from .taps import Taps

ANSWERS_AT_MOST: Final = 4_000


@dataclass(frozen=True, slots=True)
class Parts:
    """A match at level ``full``: its truth, and those who answer the questions of the page."""

    truth: GroundTruth
    taps: Taps
    locations: Locations
    rounds: Rounds
    abilities: Abilities
    planning: Planning
    activation: Activation
    schemes: Schemes


def _parts(party: Party, rng: Random, taps: Taps, page: Page) -> Parts:
    truth, action = GroundTruth(party.players, rng, party.rules), Action()
    if party.first_game:
        truth.begin_first_game()
    locations = Locations(truth, taps, first_game=party.first_game)
    rounds = Rounds(truth, taps, page)
    abilities = Abilities(truth, taps, page, action, locations)
    return Parts(
        truth, taps, locations, rounds, abilities,
        Planning(truth, taps, abilities, rounds),
        Activation(truth, taps, page, action, locations, abilities, rounds),
        Schemes(truth, taps, page),
    )  # fmt: skip


class FullMatch:
    """Tracking level ``full``: pools, purchases, Schemes, activations with modifiers, Resolution, Maintenance."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        party = Party(seats, rng, ruleset)
        taps = Taps(seats, rng, layout)
        self.readers = taps.readers
        self.header = party.header("full", party.drafted())
        self._page = Page()
        self._parts = _parts(party, rng, taps, self._page)
        self._truth = self._parts.truth

    def watch(self, look: Callable[[], View]) -> None:
        """Implement ``ReadsView.watch``: keep ``look``, with which the players read the open page."""
        self._page.watch(look)

    def scores(self) -> Mapping[Seat, int]:
        """Return the completed Schemes for a Rogue player, the citizens in Sanctuary for a Hero player."""
        truth = self._truth
        return {p.name: len(truth.plan) if p.rogue else truth.sanctuary for p in truth.players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners()

    def unseen(self) -> frozenset[Component]:
        """Return nothing: cards of decks and hands are told by number alone."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the Schemes that lie face down, by the seats that may know them."""
        return self._parts.schemes.known()

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: results, citizens, sizes of zones, damage."""
        return [*compare.result(view, self.scores(), self.winners()), *compare.table(view, self._truth)]

    def acts(self) -> Iterator[Act]:
        """Answer what the open page asks for, until the match is over."""
        for _ in range(ANSWERS_AT_MOST):
            view = self._page.view
            if view.finished or view.prompt is None:
                return
            self._parts.rounds.maintain_if_over(view.prompt)
            yield from HANDLERS[view.prompt.code](self._parts, view.prompt.args.get("seat"))


HANDLERS: Final[Mapping[str, Callable[[Parts, Seat | None], Iterator[Act]]]] = {
    "deal": lambda parts, seat: parts.locations.deal(),
    "next-unaligned": lambda parts, seat: parts.locations.next_unaligned(seat),
    "lot": lambda parts, seat: parts.rounds.first(),
    "first": lambda parts, seat: parts.rounds.first(),
    "plotting": lambda parts, seat: parts.planning.phase(seat),
    "planning": lambda parts, seat: parts.planning.phase(seat),
    "trim": lambda parts, seat: parts.rounds.trim(seat),
    "hero-discards": lambda parts, seat: parts.rounds.hero_discards(seat),
    "provoke": lambda parts, seat: parts.activation.provoke(seat),
    "oppose": lambda parts, seat: parts.activation.provoke(seat),
    "activation": lambda parts, seat: parts.activation.activate(seat),
    "extras": lambda parts, seat: parts.activation.extras(seat),
    "react": lambda parts, seat: parts.abilities.react(seat),
    "aftermath": lambda parts, seat: parts.taps.say(seat, "verb-confirm#1"),
    "complete": lambda parts, seat: parts.schemes.complete(seat),
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
    BY_HAND: "these players use no card that the app cannot read",
    f"{BY_HAND}-open": "these players use no card that the app cannot read",
    "ask-forced-hero": "these players use no such card",
    **{f"ask-{word}": "these players use no such card" for word in set(ASKED) - USED - REACTED - {"damage-exhausted"}},
}
"""Questions that these players never lead to, and why."""
