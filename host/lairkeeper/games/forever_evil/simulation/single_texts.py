"""The texts of single cards of the main deck, one method a card: what each does when it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .choosing import must
from .parts import Parts, Plays, Text
from .turn import junk_first

WATCH: Final = {"blackgate-prison": ("vulnerability", "weakness"), "earth-3": ("punch",)}
"""Locations that show the top card of the deck, and the kinds that are destroyed for a token then."""


class SingleTexts:
    """The text of each card; Super Heroes are in ``HeroTexts``, texts that several cards have in ``SharedTexts``."""

    def __init__(self, parts: Parts, plays: Plays) -> None:
        self._truth = parts.truth
        self._rng = parts.truth.rng
        self._teller = parts.teller
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._choices = parts.choices
        self._settling = parts.settling
        self._attacks = parts.attacks
        self._plays = plays
        self._cost = parts.truth.house.cost
        self.by_kind: Mapping[Kind, Text] = {
            **self._heroes_and_villains(),
            **self._powers_and_equipment(),
            "unlisted": self._unlisted,
        }

    def _unlisted(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Confirm a card that nobody has on record: its text has happened at the table, and was nothing."""
        yield self._dialogue.say(seat, "verb-confirm#1")

    # Heroes and Villains ------------------------------------------------------------------------------------------

    def _heroes_and_villains(self) -> dict[Kind, Text]:
        return {
            "catwoman": lambda seat, source: self._attacks.attack_one(seat, source, "catwoman"),
            "deathstorm": self._deathstorm,
            "despero": lambda seat, source: self._draws_and_attacks(seat, source, 2, "despero"),
            "dr-light": lambda seat, source: self._draws_and_attacks(seat, source, 1, "dr-light"),
            "firestorm": self._firestorm,
            "giganta": self._giganta,
            "johnny-quick": lambda seat, source: self._draws(seat, 1),
            "pandora": self._pandora,
            "phantom-stranger": self._phantom_stranger,
            "royal-flush-gang": self._royal_flush_gang,
        }

    def _draws(self, seat: Seat, n: int) -> Iterator[Act]:
        self._truth.players[seat].draw(n)
        yield from ()

    def _draws_and_attacks(self, seat: Seat, source: Component, n: int, kind: Kind) -> Iterator[Act]:
        self._truth.players[seat].draw(n)
        yield from self._attacks.attack_one(seat, source, kind)

    def _deathstorm(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._choices.may_destroy(seat, source, self._truth.players[seat].hand)

    def _firestorm(self, seat: Seat, source: Component) -> Iterator[Act]:
        player = self._truth.players[seat]
        yield from self._choices.reveal(seat, 1, source)
        if player.deck:
            player.on_villain.append(player.deck.pop())
        texts = self._truth.house.texts_on_villain(player.on_villain)
        self._outcomes.turn.gang_texts += sum(kind_of(card) == "royal-flush-gang" for card in texts)
        for card in texts:
            with self._dialogue.borrows(source, card):
                yield from self._plays.text(kind_of(card), seat, source)

    def _giganta(self, seat: Seat, source: Component) -> Iterator[Act]:
        cheap = any(self._cost(card) <= 3 for card in self._truth.players[seat].discard)
        self._outcomes.power(seat, 2 if cheap else 4)
        yield from ()

    def _pandora(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._add_to_line_up(1)
        self._outcomes.power(seat, len({self._cost(card) for card in self._truth.line_up}))

    def _add_to_line_up(self, n: int) -> Iterator[Act]:
        for _ in range(min(n, len(self._truth.main_deck))):
            yield self._teller.add_to_line_up()

    def _phantom_stranger(self, seat: Seat, source: Component) -> Iterator[Act]:
        player = self._truth.players[seat]
        yield from self._choices.may_destroy(seat, source, player.hand)
        yield from self._choices.may_destroy(seat, source, player.discard)

    def _royal_flush_gang(self, seat: Seat, source: Component) -> Iterator[Act]:
        player, facts = self._truth.players[seat], self._outcomes.turn
        player.draw(2)
        yield from self._choices.discards(seat, source, 2)
        itself = kind_of(source) == "royal-flush-gang"
        vp = self._truth.house.gangs(facts.plays, player.in_play, facts.gang_texts, itself=itself)
        self._outcomes.gain_vp(seat, vp)

    # Super Powers and Equipment -----------------------------------------------------------------------------------

    def _powers_and_equipment(self) -> dict[Kind, Text]:
        return {
            "bizarro-power": self._bizarro_power,
            "broadsword": lambda seat, source: self._attacks.attack_one(seat, source, "broadsword"),
            "cold-gun": self._cold_gun,
            "constructs-of-fear": lambda seat, source: self._attacks.attack_foes(seat, source, "constructs-of-fear"),
            "firestorm-matrix": self._firestorm_matrix,
            "insanity": self._insanity,
            "mallet": self._mallet,
            "man-bat-serum": self._man_bat_serum,
            "pandoras-box": self._pandoras_box,
            "power-drain": lambda seat, source: self._attacks.attack_one(seat, source, "power-drain"),
            "transmutation": self._transmutation,
            "ultra-strength": lambda seat, source: self._draws(seat, 2),
        }

    def _bizarro_power(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._outcomes.gain_weaknesses(seat, 1)
        yield from self._attacks.attack_foes(seat, source, "bizarro-power")

    def _cold_gun(self, seat: Seat, source: Component) -> Iterator[Act]:
        truth = self._truth
        if truth.house.tokens_run_out(truth.frozen_tokens()) or not truth.line_up:
            return
        chosen = [self._rng.choice(truth.line_up)] if self._rng.random() < 0.9 else []
        yield from self._choices.choose(
            "freeze", seat, source, chosen, lambda card: truth.frozen.setdefault(card, []).append(seat)
        )

    def _firestorm_matrix(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Play the top card in any case; a cheap one may stay, for which the Matrix is destroyed."""
        player = self._truth.players[seat]
        yield from self._choices.reveal(seat, 1, source)
        if not player.deck:
            return
        card = player.deck.pop()
        player.in_play.append(card)
        yield from self._settling.settled(self._plays.played(seat, card, from_hand=False))
        if card in player.in_play and source in player.in_play and self._cost(card) <= 5:
            yes = self._cost(card) > 1 and self._rng.random() < 0.7
            yield self._dialogue.say(seat, "verb-confirm#1" if yes else "verb-no#1")
            if yes:
                self._outcomes.destroy(seat, source)
                self._outcomes.kept.add(card)
                if kind_of(card) not in WATCH:
                    self._outcomes.turn.used.add(card)

    def _insanity(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Let everybody pass a card to the left, openly or face down, if it is the first card of a turn."""
        if len(self._outcomes.turn.plays) > 1:
            return
        truth, players = self._truth, self._truth.players
        at = truth.seats.index(seat)
        order = [each for each in truth.seats[at:] + truth.seats[:at] if players[each].hand]
        passed = {}
        for each in order:
            card = min(players[each].hand, key=junk_first)
            passed[each] = card
            openly = self._rng.random() < 0.5 or truth.sides.refused(self._left_of(each), card)
            yield self._dialogue.say(each, card) if openly else self._dialogue.say(each, "verb-pass#1")
        for each, card in passed.items():
            left = self._left_of(each)
            players[each].hand.remove(card)
            self._outcomes.passed_to(left, card, players[left].hand)
            self._outcomes.left_hand(each)

    def _left_of(self, seat: Seat) -> Seat:
        seats = self._truth.seats
        return seats[(seats.index(seat) + 1) % len(seats)]

    def _mallet(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Draw the top card of the deck, or pass it into anybody's discard pile."""
        player = self._truth.players[seat]
        yield from self._choices.reveal(seat, 1, source)
        if not player.deck:
            return
        card = player.deck.pop()
        if self._cost(card) > 0 or self._rng.random() < 0.2:
            player.hand.append(card)
            yield self._dialogue.say(seat, "verb-confirm#1")
        else:
            target = self._rng.choice(self._truth.seats)
            self._outcomes.passed_to(target, card, self._truth.players[target].discard)
            yield self._dialogue.say_seat(seat, target)
            self._outcomes.left_hand(seat)

    def _man_bat_serum(self, seat: Seat, source: Component) -> Iterator[Act]:
        tokens = self._truth.tokens[seat]
        if tokens >= 5:
            self._outcomes.turn.serum.add(source)
        self._outcomes.power(seat, tokens)
        yield from ()

    def _pandoras_box(self, seat: Seat, source: Component) -> Iterator[Act]:
        if self._truth.main_deck:
            first = self._truth.main_deck[-1]
            yield from self._add_to_line_up(1)
            yield from self._add_to_line_up(self._cost(first) - 1)

    def _transmutation(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Destroy a card, and gain one of the Line-Up that costs no more."""
        chosen = must(self._choices.own(seat))
        yield from self._choices.destroys(seat, source, chosen)
        if chosen:
            truth, most = self._truth, self._cost(chosen[0])
            there = [card for card in truth.line_up if card not in truth.frozen and self._cost(card) <= most]

            def gains(card: Component) -> None:
                self._outcomes.comes_to(seat, card)
                self._outcomes.acquired(seat, card, from_line_up=True)

            best = sorted(there, key=lambda card: (self._cost(card), card))[-1:]
            yield from self._choices.choose("gain", seat, source, best if self._rng.random() < 0.9 else (), gains)
        self._outcomes.gain_vp(seat, 1)
