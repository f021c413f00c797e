"""The Attacks of the simulated table at level ``full``: who is hit, who defends, and by what."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act

from .appearances import Appearances
from .choosing import Choices
from .defenses import Defenses
from .dialogue import Dialogue
from .hits import Hits
from .outcomes import Outcomes
from .table import GroundTruth


class Attacks:
    """Attacks of players and of Super Heroes that appear."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, choices: Choices, dialogue: Dialogue) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._outcomes = outcomes
        self._dialogue = dialogue
        self._hits = Hits(truth, outcomes, choices).by_kind
        self._appearances = Appearances(truth, outcomes, choices).by_kind
        self._defenses = Defenses(truth, outcomes, choices, dialogue).by_kind

    def attack_one(self, seat: Seat, source: Component, kind: Kind) -> Iterator[Act]:
        """Attack a foe of the player's choice by the text of a kind, on the card ``source``."""
        foes = self._truth.sides.foes(seat)
        foe = self._rng.choice(foes)
        if len(foes) > 1:
            yield self._dialogue.say_seat(seat, foe)
        yield from self._attack(source, seat, (foe,), kind)

    def attack_foes(self, seat: Seat, source: Component, kind: Kind) -> Iterator[Act]:
        """Attack every foe by the text of a kind, on the card ``source``."""
        yield from self._attack(source, seat, self._truth.sides.foes(seat), kind)

    def first_appearance(self, hero: Component, ended: Seat) -> Iterator[Act]:
        """Let a new Super Hero attack everybody, after the turn of ``ended``."""
        yield from self._attack(hero, None, self._truth.attacked(ended), kind_of(hero))

    def _attack(self, source: Component, by: Seat | None, targets: Sequence[Seat], kind: Kind) -> Iterator[Act]:
        """Let one after the other defend or be hit; Sinestro is paid once for all who were."""
        landed = nobody = False
        used: set[Seat] = set()
        for at, seat in enumerate(targets):
            if not nobody and self._may_defend(seat, used):
                nobody = not any(self._defenses_of(each, used) for each in targets[at:])
                if nobody and at + 1 < len(targets):
                    yield self._dialogue.say(seat, "verb-confirm#1")
                elif (yield from self._avoided(seat, by, used)):
                    continue
            before = self._footprint(seat)
            self._outcomes.used.add(f"{kind} {'appears' if by is None else 'hits'}")
            if by is None:
                yield from self._appearances[kind](seat, source)
            else:
                yield from self._hits[kind](seat, source, by)
            landed |= self._truth.house.rules.nothing_to_lose == "is-hit" or self._footprint(seat) != before
        if landed and by is not None and self._truth.villains.get(by) == "sinestro":
            self._outcomes.wait("sinestro", "vp-1", by, source)

    def _footprint(self, seat: Seat) -> tuple[int, ...]:
        """Return the numbers of a player that an Attack can change."""
        player = self._truth.players[seat]
        piles = (player.hand, player.discard, player.in_play)
        return (self._truth.tokens[seat], *map(len, piles), len(player.cards))

    def _may_defend(self, seat: Seat, used: set[Seat]) -> list[Seat]:
        """Return who may defend a player: itself and its mates who have not defended yet, if any of them has a card."""
        sides, players = self._truth.sides, self._truth.players
        may = [each for each in sides.mates(seat) if sides.one_for_each or each not in used]
        return may if any(players[each].hand for each in may) else []

    def _defenses_of(self, seat: Seat, used: set[Seat]) -> list[Component]:
        """Return the Defenses in the hands of those who may defend a player."""
        players = self._truth.players
        held = (card for each in self._may_defend(seat, used) for card in players[each].hand)
        return [card for card in held if CATALOG.get(card).defense]

    def _avoided(self, seat: Seat, by: Seat | None, used: set[Seat]) -> Generator[Act, None, bool]:
        """Play a Defense, mostly, and return True when one was played.

        The player attacked does so when the hand holds one, or else a mate who has used none in this Attack.
        """
        players = self._truth.players
        for each in sorted(self._may_defend(seat, used), key=lambda mate: mate != seat):
            held = [card for card in players[each].hand if CATALOG.get(card).defense]
            if held and self._rng.random() < (0.85 if each == seat else 0.5):
                used.add(each)
                yield from self._defends(each, self._rng.choice(held), by)
                return True
        yield self._dialogue.say(seat, "verb-no#1")
        return False

    def _defends(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        kind = kind_of(card)
        self._outcomes.used.add(f"{kind} defends")
        yield self._dialogue.say(seat, card)
        yield from self._defenses[kind](seat, card, by)
