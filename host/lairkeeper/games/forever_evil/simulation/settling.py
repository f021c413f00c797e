"""The events that a card has set off, which happen once it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .choosing import Choices
from .dialogue import Dialogue
from .outcomes import Outcomes
from .table import GroundTruth
from .turn import Waiting

_NO_MATTER: Final = frozenset({"vp-1", "vp-2", "power-1", "power-2", "discount"})
"""Effects that give the same in any order, so that nobody asks which comes first."""


class Settling:
    """The order in which waiting events happen, and what each of them is."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, choices: Choices, dialogue: Dialogue) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._outcomes = outcomes
        self._choices = choices
        self._dialogue = dialogue

    def settled(self, body: Iterator[Act]) -> Iterator[Act]:
        """Let something happen, and then what it has set off, in the order that whoever is at turn wants."""
        self._outcomes.waiting.append([])
        yield from body
        yield from self._set_off()
        self._outcomes.waiting.pop()

    def _set_off(self) -> Iterator[Act]:
        truth, waiting = self._truth, self._outcomes.waiting[-1]
        while waiting:
            at = next((n for n, each in enumerate(waiting) if each.what in _NO_MATTER), None)
            if at is None:
                at = 0
                if self._dialogue.asked("which-first"):
                    kinds = list(dict.fromkeys(each.kind for each in waiting))
                    kind = self._rng.choice(kinds)
                    at = next(n for n, each in enumerate(waiting) if each.kind == kind)
                    about = waiting[at].card
                    yield self._dialogue.say(
                        truth.actor or waiting[0].seat, about if kind_of(about) == kind else f"{kind}#1"
                    )
            yield from self._happens(waiting.pop(at))

    def _happens(self, each: Waiting) -> Iterator[Act]:
        outcomes, seat, card = self._outcomes, each.seat, each.card
        match each.what:
            case "vp-1" | "vp-2":
                outcomes.gain_vp(seat, int(each.what[-1]))
            case "power-1" | "power-2":
                outcomes.power(seat, int(each.what[-1]))
            case "discount":
                if self._truth.is_turn(seat):
                    outcomes.turn.discount += 4
            case "weakness":
                outcomes.gain_weaknesses(seat, 1)
            case "draw":
                self._truth.players[seat].draw(1)
            case "reward":
                self._truth.players[seat].draw(1)
                outcomes.gain_vp(seat, 1)
            case "steve-trevor":
                self._truth.players[seat].draw(2)
                yield from self._choices.discards(seat, card, 1)
            case "destroy-played":
                yield from self._destroy_played(seat, card)
            case "under-deck":
                yield from self._black_manta(seat, card)

    # Super-Villains ---------------------------------------------------------------------------------------------

    def _destroy_played(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Pay Black Adam for the first Super Power of a turn, Bane for its first card if that costs anything."""
        if card not in self._truth.players[seat].in_play:
            return
        yes = kind_of(card) in ("kick", "word-of-power", "bizarro-power") or self._rng.random() < 0.2
        yield self._dialogue.say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            villain = self._truth.villains[seat]
            self._outcomes.used.add(villain)
            self._outcomes.destroy(seat, card)
            self._outcomes.wait(villain, "reward" if villain == "black-adam" else "power-2", seat, card)

    def _black_manta(self, seat: Seat, card: Component) -> Iterator[Act]:
        player = self._truth.players[seat]
        if card not in player.discard:
            return
        yes = self._rng.random() < 0.5
        yield self._dialogue.say(seat, "verb-confirm#1" if yes else "verb-no#1")
        if yes:
            self._outcomes.used.add("black-manta")
            player.discard.remove(card)
            player.deck.insert(0, card)
