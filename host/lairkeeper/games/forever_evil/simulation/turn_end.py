"""The end of a turn at level ``full``, and the end of the match."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act

from .parts import Parts
from .player import HAND
from .table import FIRST_HERO
from .unsaid import CardTurns


class TurnEnd:
    """Clean-up, refill, draw, and the next card of the stack."""

    def __init__(self, parts: Parts, ends: CardTurns) -> None:
        self._truth = parts.truth
        self._teller = parts.teller
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._settling = parts.settling
        self._attacks = parts.attacks
        self._ends = ends

    def end(self, seat: Seat) -> Iterator[Act]:
        """End a turn, and with it the match when the Line-Up or the stack has run out."""
        truth, player = self._truth, self._truth.players[seat]
        yield from self._ends.over()
        # Of a hand that is not empty the app asks for the cards. Without a card to be dealt, nothing tells the end.
        if player.hand or not 0 < truth.empty_slots() <= len(truth.main_deck) or self._asks(seat):
            yield from self._ends.spoken()
        for card in tuple(player.hand):
            if self._dialogue.asked("discard-hand"):
                yield self._dialogue.say(seat, card)
        player.discard += player.hand
        player.hand = []
        yield from self._settling.settled(self._end_effects(seat))
        self._clear(seat)
        while truth.empty_slots():
            if truth.empty_slots() > len(truth.main_deck):
                self._end_match()
                return
            yield self._ends.telling(self._teller.deal())
        player.draw(HAND)
        if truth.mine() is None:
            if truth.next_appears():
                truth.in_turn = False
                yield self._teller.shown()
                yield from self._settling.settled(self._first_appears(seat))
                truth.in_turn = True
            elif truth.over():
                self._end_match()
                return
        truth.pass_turn()

    def _asks(self, seat: Seat) -> bool:
        """Return True when a text of the turn's end may ask for something, or change what is to be dealt."""
        return self._truth.villains.get(seat) == "lex-luthor" or bool(self._outcomes.turn.serum)

    def _end_effects(self, seat: Seat) -> Iterator[Act]:
        """Lex Luthor draws for his Heroes; a Man-Bat Serum of five tokens is used up."""
        truth, outcomes = self._truth, self._outcomes
        if truth.villains.get(seat) == "lex-luthor":
            truth.players[seat].draw(outcomes.turn.heroes)
        serums = outcomes.turn.serum
        for card in tuple(truth.players[seat].in_play):
            if card in serums:
                outcomes.destroy(seat, card)
        if truth.house.rules.man_bat_serum == "is-destroyed":
            for card in [card for card in truth.main_deck if card in serums]:
                truth.main_deck.remove(card)
                outcomes.known.discard(card)
                outcomes.destroy(seat, card)
        yield from ()

    def _clear(self, seat: Seat) -> None:
        """Discard what does not stay in play."""
        player = self._truth.players[seat]
        for card in tuple(player.in_play):
            stays = CATALOG.get(card).ongoing and card not in self._outcomes.turn.passing
            if (card not in self._outcomes.kept and not stays) or kind_of(card) == "firestorm-matrix":
                player.in_play.remove(card)
                player.discard.append(card)

    def _end_match(self) -> None:
        """Destroy what may not be counted, before the count."""
        truth = self._truth
        truth.ended = True
        truth.in_turn = False
        for seat, player in truth.players.items():
            apart = [*player.on_villain, *(card for card in player.in_play if card in self._outcomes.kept)]
            truth.tokens[seat] += truth.house.penguin(apart)
            left_out = [card for card in player.in_play if card not in apart and truth.house.is_left_out(card)]
            for card in (*apart, *left_out):
                player.remove(card)
                truth.destroyed.append(card)

    def _first_appears(self, ended: Seat) -> Iterator[Act]:
        """Let the new Super Hero attack everybody, clockwise from whose turn has ended."""
        hero = self._truth.mine() or ""
        if hero == self._truth.other_top:
            yield from self._teller.first_appearance(ended)
        elif hero != FIRST_HERO:
            yield from self._attacks.first_appearance(hero, ended)
