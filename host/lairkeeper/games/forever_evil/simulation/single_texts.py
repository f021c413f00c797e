"""Card by card, what only one card says: when played, when it hits, as a Defense, at a First Appearance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .card_texts import CardTexts
from .turn import LOCATION, junk_first

OVER_AT_ONCE: Final = frozenset(
    {
        "commissioner-gordon", "element-woman", "power-girl", "stargirl", "steve-trevor", "emperor-penguin",
        "johnny-quick", "man-bat", "giant-growth", "invulnerable", "ultra-strength", "word-of-power",
        "cosmic-staff", "power-armor", "venom-injector", "belle-reve", "blackgate-prison", "central-city",
        "earth-3", "happy-harbor", "star-labs", "martian-manhunter", "cyborg", "green-arrow", "swamp-thing",
    }
)  # fmt: skip
"""Kinds whose text asks nobody: of two cards that Shazam! has gained they are played first."""
WATCH: Final = {"blackgate-prison": ("vulnerability", "weakness"), "earth-3": ("punch",)}


class SingleTexts(CardTexts):
    """Each method is one card; its name says which and when."""

    # Heroes and Villains ------------------------------------------------------------------------------------------

    def _play_catwoman(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._attack_one(seat, source, "catwoman")

    def _hit_catwoman(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        self._steal_vp(by, seat)
        yield from ()

    def _play_dr_light(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(1)
        yield from self._attack_one(seat, source, "dr-light")

    def _hit_dr_light(self, seat: Seat, source: Component, by: Seat | None) -> Iterator[Act]:
        yield from self._push_back(seat, source)

    def _push_back(self, seat: Seat, source: Component) -> Iterator[Act]:
        """One Location, of the player's choice, goes to the discard pile."""
        player = self._players[seat]
        locations = [card for card in player.in_play if self._is_a(card, LOCATION)]

        def goes(card: Component) -> None:
            player.in_play.remove(card)
            player.discard.append(card)
            self._kept.discard(card)

        yield from self._choose("push-back", seat, source, locations[-1:], goes)

    def _play_firestorm(self, seat: Seat, source: Component) -> Iterator[Act]:
        player = self._players[seat]
        yield from self._reveal(seat, 1, source)
        if player.deck:
            player.on_villain.append(player.deck.pop())
        texts = self._house.texts_on_villain(player.on_villain)
        self._turn_facts.gang_texts += sum(kind_of(card) == "royal-flush-gang" for card in texts)
        for card in texts:
            yield from self._text(kind_of(card), seat, source)

    def _play_pandora(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._add_to_line_up(1)
        self._power(seat, len({self._cost(card) for card in self._line_up}))

    def _add_to_line_up(self, n: int) -> Iterator[Act]:
        for _ in range(min(n, len(self._main_deck))):
            self._added.add(self._main_deck[-1])
            yield self._deal()

    def _play_phantom_stranger(self, seat: Seat, source: Component) -> Iterator[Act]:
        player = self._players[seat]
        yield from self._may_destroy(seat, source, player.hand)
        yield from self._may_destroy(seat, source, player.discard)

    def _play_deathstorm(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._may_destroy(seat, source, self._players[seat].hand)

    def _play_despero(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(2)
        yield from self._attack_one(seat, source, "despero")

    def _hit_despero(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._discards(seat, source, 1, lambda card: self._cost(card) > 0)

    def _play_giganta(self, seat: Seat, source: Component) -> Iterator[Act]:
        cheap = any(self._cost(card) <= 3 for card in self._players[seat].discard)
        self._power(seat, 2 if cheap else 4)
        yield from ()

    def _play_johnny_quick(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(1)
        yield from ()

    def _play_royal_flush_gang(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(2)
        yield from self._discards(seat, source, 2)
        facts, itself = self._turn_facts, kind_of(source) == "royal-flush-gang"
        vp = self._house.gangs(facts.plays, self._players[seat].in_play, facts.gang_texts, itself=itself)
        self._gain_vp(seat, vp)

    # Super Powers and Equipment -----------------------------------------------------------------------------------

    def _play_bizarro_power(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._gain_weaknesses(seat, 1)
        yield from self._attack(source, seat, self._sides.foes(seat), "bizarro-power")

    def _hit_bizarro_power(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        self._gain_weaknesses(seat, 1)
        yield from ()

    def _play_constructs_of_fear(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._attack(source, seat, self._sides.foes(seat), "constructs-of-fear")

    def _hit_constructs_of_fear(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._discards(seat, source, 2)

    def _play_insanity(self, seat: Seat, source: Component) -> Iterator[Act]:
        """As the first card of a turn everybody passes a card to the left, openly or face down."""
        if len(self._turn_facts.plays) > 1:
            return
        at = self._seats.index(seat)
        order = [each for each in self._seats[at:] + self._seats[:at] if self._players[each].hand]
        passed = {}
        for each in order:
            card = min(self._players[each].hand, key=junk_first)
            passed[each] = card
            openly = self._rng.random() < 0.5 or self._sides.refused(self._left_of(each), card)
            yield self._say(each, card) if openly else self._say(each, "verb-pass#1")
        for each, card in passed.items():
            left = self._left_of(each)
            self._players[each].hand.remove(card)
            self._passed_to(left, card, self._players[left].hand)
            self._left_hand(each)

    def _left_of(self, seat: Seat) -> Seat:
        return self._seats[(self._seats.index(seat) + 1) % len(self._seats)]

    def _play_power_drain(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._attack_one(seat, source, "power-drain")

    def _hit_power_drain(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._discards(seat, source, 1, chooser=by)

    def _play_transmutation(self, seat: Seat, source: Component) -> Iterator[Act]:
        chosen = self._must(self._own(seat))
        yield from self._destroys(seat, source, chosen)
        if chosen:
            most = self._cost(chosen[0])
            there = [card for card in self._line_up if card not in self._frozen and self._cost(card) <= most]

            def gains(card: Component) -> Iterator[Act]:
                self._comes_to(seat, card)
                return self._acquired(seat, card, from_line_up=True)

            best = sorted(there, key=lambda card: (self._cost(card), card))[-1:]
            yield from self._choose("gain", seat, source, best if self._rng.random() < 0.9 else (), gains)
        self._gain_vp(seat, 1)

    def _play_ultra_strength(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(2)
        yield from ()

    def _play_broadsword(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._attack_one(seat, source, "broadsword")

    def _hit_broadsword(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        """Destroy a cheap card of the discard pile for the attacker, who has what comes of it."""
        there = [card for card in self._players[seat].discard if 1 <= self._cost(card) <= 3]
        chosen = sorted(there, key=lambda card: (self._cost(card), card))[-1:]
        yield from self._destroys(by, source, chosen)

    def _play_cold_gun(self, seat: Seat, source: Component) -> Iterator[Act]:
        used = sum(len(owners) for owners in self._frozen.values())
        if self._house.tokens_run_out(used) or not self._line_up:
            return
        chosen = [self._rng.choice(self._line_up)] if self._rng.random() < 0.9 else []
        yield from self._choose(
            "freeze", seat, source, chosen, lambda card: self._frozen.setdefault(card, []).append(seat)
        )

    def _play_firestorm_matrix(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Play the top card in any case; a cheap one may stay, for which the Matrix is destroyed."""
        player = self._players[seat]
        yield from self._reveal(seat, 1, source)
        if not player.deck:
            return
        card = player.deck.pop()
        player.in_play.append(card)
        yield from self._settled(self._played(seat, card, from_hand=False))
        if card in player.in_play and source in player.in_play and self._cost(card) <= 5:
            yes = self._cost(card) > 1 and self._rng.random() < 0.7
            yield self._say(seat, "verb-confirm#1" if yes else "verb-no#1")
            if yes:
                self._destroy(seat, source)
                self._kept.add(card)
                if kind_of(card) not in WATCH:
                    self._turn_facts.used.add(card)

    def _play_mallet(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Draw the top card of the deck, or pass it into anybody's discard pile."""
        player = self._players[seat]
        yield from self._reveal(seat, 1, source)
        if not player.deck:
            return
        card = player.deck.pop()
        if self._cost(card) > 0 or self._rng.random() < 0.2:
            player.hand.append(card)
            yield self._say(seat, "verb-confirm#1")
        else:
            target = self._rng.choice(self._seats)
            self._passed_to(target, card, self._players[target].discard)
            yield self._say(seat, self._seat_token(target))
            self._left_hand(seat)

    def _play_man_bat_serum(self, seat: Seat, source: Component) -> Iterator[Act]:
        if self._tokens[seat] >= 5:
            self._turn_facts.serum.add(source)
        self._power(seat, self._tokens[seat])
        yield from ()

    def _play_pandoras_box(self, seat: Seat, source: Component) -> Iterator[Act]:
        if self._main_deck:
            first = self._main_deck[-1]
            yield from self._add_to_line_up(1)
            yield from self._add_to_line_up(self._cost(first) - 1)

    # Super Heroes -------------------------------------------------------------------------------------------------

    def _play_the_flash(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._players[seat].draw(3)
        yield from self._discards(seat, source, 1)

    def _play_aquaman(self, seat: Seat, source: Component) -> Iterator[Act]:
        yield from self._on_top(seat, source, self._players[seat].discard, 0, 3)
        if not self._on_top_count:
            self._power(seat, 3)

    def _play_constantine(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Of three cards shown, one is drawn and one destroyed for its points."""
        player = self._players[seat]
        yield from self._reveal(seat, 3, source)
        shown = sorted(self._tops(seat, 3), key=junk_first)

        def drawn(card: Component) -> None:
            player.deck.remove(card)
            player.hand.append(card)

        yield from self._choose("draw", seat, source, shown[-1:], drawn)
        chosen = shown[:-1][:1]
        yield from self._destroys(seat, source, chosen)
        self._gain_vp(seat, max(0, sum(self._house.points(card) for card in chosen)))

    def _play_cyborg(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._pays_for(seat, "super-power", "equipment")
        yield from ()

    def _play_martian_manhunter(self, seat: Seat, source: Component) -> Iterator[Act]:
        self._pays_for(seat, "hero", "villain")
        yield from ()

    def _pays_for(self, seat: Seat, *wanted: str) -> None:
        """2 for each such card played this turn, before and after."""
        self._power(seat, 2 * sum(self._is_a(card, *wanted) for card in self._turn_facts.plays))
        if self._is_turn(seat):
            self._turn_facts.later.append(wanted)

    def _play_shazam(self, seat: Seat, source: Component) -> Iterator[Act]:
        """Two cards of the main deck are gained, then played; one of them is destroyed."""
        player = self._players[seat]
        taken, gained = [], []
        for _ in range(2):
            if not self._main_deck:
                break
            card = self._main_deck.pop()
            taken.append(card)
            yield self._say(seat, card)
            if self._sides.turned(seat, card):
                self._comes_to(seat, card)
            else:
                player.in_play.append(card)
                gained.append(card)
            yield from self._acquired(seat, card, from_line_up=False)
        self._idle.update(gained)
        for card in sorted(gained, key=lambda each: kind_of(each) not in OVER_AT_ONCE):
            self._idle.discard(card)
            if card in player.in_play:
                yield from self._settled(self._played(seat, card, from_hand=False))
        there = [card for card in taken if card in player.in_play]
        yield from self._destroys(seat, source, sorted(there, key=self._cost)[:1])

    def _play_swamp_thing(self, seat: Seat, source: Component) -> Iterator[Act]:
        locations = sum(self._is_a(card, LOCATION) for player in self._players.values() for card in player.in_play)
        self._power(seat, 2 * locations)
        yield from ()

    # Defenses -----------------------------------------------------------------------------------------------------

    def _defend_commissioner_gordon(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._discard(seat, card)
        self._gain_vp(seat, 1)
        yield from ()

    def _defend_man_bat(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._discard(seat, card)
        if by is not None:
            self._steal_vp(seat, by)
        yield from ()

    def _defend_stargirl(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._discard(seat, card)
        self._players[seat].draw(1)
        there = [each for each in self._destroyed if self._cost(each) > 0]
        chosen = [self._rng.choice(there)] if there else []

        def goes(each: Component) -> None:
            self._destroyed.remove(each)
            self._under_main_deck(each)

        yield from self._choose("bottom", seat, card, chosen, goes)

    def _defend_insanity(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._discard(seat, card)
        if by is None:
            return
        chosen = self._must(each for each in self._own(seat) if self._cost(each) == 0)

        def given(each: Component) -> None:
            self._players[seat].remove(each)
            self._players[by].hand.append(each)
            self._left_hand(seat)

        yield from self._choose("give", seat, card, chosen, given)

    def _defend_invulnerable(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        there = [each for each in self._own(seat) if kind_of(each) == "vulnerability"]
        chosen = there[:1] if self._rng.random() < 0.8 else []
        yield from self._destroys(seat, card, chosen)
        if not chosen:
            self._discard(seat, card)

    def _defend_cosmic_staff(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._discard(seat, card)
        if self._main_deck:
            taken = self._main_deck.pop()
            yield self._say(seat, taken)
            self._comes_to(seat, taken)
            yield from self._acquired(seat, taken, from_line_up=False)

    def _defend_power_armor(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        rest = [each for each in self._own(seat) if each != card]
        yield from self._may_destroy(seat, card, rest)

    # First Appearances --------------------------------------------------------------------------------------------

    def _appears_aquaman(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        free = [card for card in self._players[seat].discard if self._cost(card) == 0]
        yield from self._on_top(seat, hero, free, 4, 4)
        if not free:
            self._gain_weaknesses(seat, 1)

    def _destroys_one(self, seat: Seat, hero: Component, wanted: str, weaknesses: int = 1) -> Iterator[Act]:
        chosen = self._must(card for card in self._own(seat) if self._is_a(card, wanted))
        yield from self._destroys(seat, hero, chosen)
        if not chosen:
            self._gain_weaknesses(seat, weaknesses)

    def _appears_batman(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._destroys_one(seat, hero, "equipment")

    def _appears_green_lantern(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._destroys_one(seat, hero, "hero")

    def _appears_wonder_woman(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._destroys_one(seat, hero, "villain")

    def _appears_superman(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._destroys_one(seat, hero, "super-power", 2)

    def _appears_constantine(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        if self._tokens[seat]:
            self._tokens[seat] = max(0, self._tokens[seat] - 3)
        else:
            self._gain_weaknesses(seat, 1)
        yield from ()

    def _discards_each(self, seat: Seat, hero: Component, *wanted: str) -> Iterator[Act]:
        """One card of each type, as far as there are; an Element Woman alone will do."""
        hand = self._players[seat].hand
        chosen: list[Component] = []
        for type in wanted:
            fitting = [card for card in hand if self._is_a(card, type) and card not in chosen]
            plain = [card for card in fitting if not all(self._is_a(card, each) for each in wanted)]
            chosen += self._must(plain or fitting)
        for card in hand:
            if all(self._is_a(card, each) for each in wanted) and self._rng.random() < 0.5:
                chosen = [card]
        if self._house.rules.element_woman_discards == "is-enough":
            chosen = self._until_covered(chosen, wanted)
        yield from self._choose("discard", seat, hero, chosen, lambda card: self._discard(seat, card), 2)
        if not chosen:
            self._gain_weaknesses(seat, 1)

    def _until_covered(self, cards: list[Component], wanted: Iterable[str]) -> list[Component]:
        """Return the first of some cards, until there was one of each type that could be had."""
        left = set(wanted)
        for n, card in enumerate(cards, 1):
            left -= {type for type in left if self._is_a(card, type)}
            if not left:
                return cards[:n]
        return cards

    def _appears_cyborg(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._discards_each(seat, hero, "super-power", "equipment")

    def _appears_martian_manhunter(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        yield from self._discards_each(seat, hero, "hero", "villain")

    def _appears_green_arrow(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        had = sum(kind_of(card) == "punch" for card in self._players[seat].hand)
        yield from self._discards(seat, hero, 2, lambda card: kind_of(card) == "punch")
        self._gain_weaknesses(seat, max(0, 2 - had))

    def _appears_shazam(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        chosen = self._must(card for card in self._own(seat) if self._cost(card) >= 5)

        def goes(card: Component) -> None:
            self._players[seat].remove(card)
            self._under_main_deck(card)

        yield from self._choose("bottom", seat, hero, chosen, goes)
        if not chosen:
            self._gain_weaknesses(seat, 1)

    def _appears_swamp_thing(self, seat: Seat, hero: Component, by: None) -> Iterator[Act]:
        had = any(self._is_a(card, LOCATION) for card in self._players[seat].in_play)
        yield from self._push_back(seat, hero)
        if not had:
            self._gain_weaknesses(seat, 1)

    # Abilities ----------------------------------------------------------------------------------------------------

    def _use_location(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Blackgate Prison and Earth-3 show the top card of the deck, once in each own turn."""
        self._turn_facts.used.add(card)
        self.used.add(f"{kind_of(card)} watches")
        yield self._say(seat, card)
        yield from self._settled(self._watches(seat, card))

    def _watches(self, seat: Seat, card: Component) -> Iterator[Act]:
        yield from self._reveal(seat, 1, card)
        for top in self._tops(seat, 1):
            if kind_of(top) in WATCH[kind_of(card)]:
                yield from self._destroys(seat, card, [top])
                self._gain_vp(seat, 1)

    def _use_kept(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Play the card again that Firestorm Matrix has left in play."""
        self._turn_facts.used.add(card)
        yield self._say(seat, card)
        yield from self._settled(self._played(seat, card))
