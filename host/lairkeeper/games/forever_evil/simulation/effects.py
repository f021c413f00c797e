"""The effects that cards have at level ``deck``: the app follows what moves, not which card moved it."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act

from .table import GroundTruth
from .taps import Taps
from .telling import Teller
from .tokens import TokenChanges

FROZEN_TOKENS: Final = 6
"""Copies of the token that a box has."""


def gets(truth: GroundTruth, seat: Seat, card: Component) -> None:
    """Give a card to a seat that bought, defeated or gained it; one that its side fights is destroyed for tokens."""
    if truth.sides.turned(seat, card):
        truth.destroyed.append(card)
        truth.tokens[seat] = max(0, truth.tokens[seat] + truth.sides.worth(card, gained=True))
    else:
        truth.players[seat].discard.append(card)


class Effects:
    """The random effects of the cards of a turn."""

    def __init__(self, truth: GroundTruth, taps: Taps, teller: Teller) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._teller = teller
        self.tells = False
        self._tokens = TokenChanges(truth.tokens, truth.sides, taps, truth.rng, passes=True)

    def one(self) -> Act | None:
        """Do one thing that a card of the current player may do; return None when it comes to nothing.

        ``tells`` is True after something that as a rule is done in a turn of one's own.
        """
        self.tells = False
        effects = (
            (4, self._change_of_tokens),
            (3, self._weaken),
            (3, self._destroy_own),
            (1, self._destroy_in_line_up),
            (2, self._gain_from_line_up),
            (2, self._pass_on),
            (2, self._freeze),
            (1, self._add),
        )
        (chosen,) = self._rng.choices([each for _, each in effects], [n for n, _ in effects])
        return chosen()

    def _change_of_tokens(self) -> Act:
        return self._tokens.change(self._truth.current).act

    def _weaken(self) -> Act | None:
        """Let a foe gain a Weakness."""
        return self._teller.gain_weakness(self._truth.foe())

    def _destroy_own(self) -> Act | None:
        seat = self._truth.current
        player = self._truth.players[seat]
        if not player.hand:
            return None
        card = self._rng.choice(player.hand)
        player.remove(card)
        self._truth.destroyed.append(card)
        return self._teller.say(seat, "verb-destroy#1", card)

    def _destroy_in_line_up(self) -> Act | None:
        truth = self._truth
        if not truth.line_up:
            return None
        card = self._rng.choice(truth.line_up)
        truth.leave(card)
        truth.destroyed.append(card)
        return self._teller.say(truth.current, "verb-destroy#1", card)

    def _gain_from_line_up(self) -> Act | None:
        truth = self._truth
        open_cards = [card for card in truth.line_up if card not in truth.frozen]
        if not open_cards:
            return None
        card = self._rng.choice(open_cards)
        truth.leave(card)
        gets(truth, truth.current, card)
        # Bought or gained, it goes to the same place: where every tap counts, nobody says which.
        verb = ("verb-gain#1",) if self._teller.taps_dealt else ()
        self.tells = not verb
        return self._teller.say(truth.current, *verb, card)

    def _pass_on(self) -> Act | None:
        """Pass a card from hand to hand; with two players nobody needs to say to whom."""
        truth, sides = self._truth, self._truth.sides
        player = truth.players[truth.current]
        if not player.hand:
            return None
        foe = truth.foe()
        card = self._rng.choice(player.hand)
        player.remove(card)
        if sides.refused(foe, card):
            truth.destroyed.append(card)
            truth.tokens[foe] = max(0, truth.tokens[foe] + sides.worth(card, gained=False))
        else:
            truth.players[foe].hand.append(card)
        target = (self._taps.seat_token(foe),) if len(truth.seats) > 2 else ()
        return self._teller.say(truth.current, "verb-pass#1", card, *target)

    def _freeze(self) -> Act | None:
        truth, used = self._truth, self._truth.frozen_tokens()
        if len(truth.line_up) < 2 or truth.house.tokens_run_out(used):
            return None
        card = self._rng.choice(truth.line_up)
        truth.frozen.setdefault(card, []).append(truth.current)
        return self._teller.say(truth.current, f"frozen-token#{used % FROZEN_TOKENS + 1}", card)

    def _add(self) -> Act | None:
        """Pandora adds a card to the Line-Up."""
        return self._teller.add_to_line_up() if self._truth.main_deck else None
