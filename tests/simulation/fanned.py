"""The same match with hands fanned out: each player lays all that is to be played in one sweep, and then answers.

Where cards are counted, they are swept in handfuls.

A first pass plays every card by itself and notes what was done. The second one takes the cards that lay in the hand
together, and leaves the answers in their order: both must give the same commands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.view import View
from lairkeeper.scans import PlayScanner
from lairkeeper.simulation.acts import Act, SimulatedMatch, Tap

from .listening import Listening

TRAY: Final = "seat-"
FANS: Final = {
    "forever-evil": {
        "score": frozenset({"sweep"}),
        "deck": frozenset({"sweep"}),
        "full": frozenset({"play", "sweep"}),
    }
}
"""Moves for which several cards may be fanned over a tray, by game and level."""
COUNTS: Final = frozenset({"sweep"})
"""Moves that count a card."""
HANDFUL: Final = 10
"""Cards that are swept at once where they are counted."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An act of the first pass: the step before it, the cards of the hand it came out of, and the commands it made."""

    act: Act
    step: str
    hand: frozenset[Component]
    commands: tuple[Command, ...]


def noted(match: Listening[SimulatedMatch], acts: Iterator[Act]) -> list[Noted]:
    """Play a match, card by card, and return what was done."""
    found: list[Noted] = []
    for act in acts:
        step, records = match.view().step, len(match.history.records)
        # The simulated players take a card out of the hand before they give the act that plays it.
        hand = frozenset(_hand(match)) | {tap.component for tap in act.taps}
        match.act(act)
        commands = (each.command for each in match.history.records[records:])
        found.append(Noted(act, step, hand, tuple(each for each in commands if each is not None)))
    return found


def _hand(match: Listening[SimulatedMatch]) -> Sequence[Component]:
    """Return the hand of the player whose turn it is, where the players of this level know their hands."""
    truth: Any = getattr(match.evening, "truth", None)
    hand: Sequence[Component] = truth.players[truth.current].hand if truth is not None else ()
    return hand


def fanned(acts: Sequence[Noted], plays: frozenset[str]) -> list[Act]:
    """Return the acts with fans in them.

    The cards that were played out of one hand, and asked for answers only, are laid at once; cards that are counted are
    swept in handfuls. ``plays`` are the moves of either kind.
    """
    found: list[Act] = []
    head: Noted | None = None
    at = 0
    for each in acts:
        card = _played(each, plays)
        if head is not None and card is not None and _joins(head, found[at], each, card):
            found[at] = replace(found[at], taps=(*found[at].taps, card), swept=True)
            continue
        if card is not None:
            head, at = each, len(found)
        elif head is not None and (each.step == head.step or head.commands[-1].move in COUNTS):
            head = None  # something else was done in the turn
        found.append(each.act)
    return found


def _played(each: Noted, plays: frozenset[str]) -> Tap | None:
    if len(each.act.taps) != 1 or not each.commands or each.commands[-1].move not in plays:
        return None
    tap = each.act.taps[0]
    return tap if tap.reader.startswith(TRAY) else None


def _joins(head: Noted, fan: Act, each: Noted, card: Tap) -> bool:
    move = each.commands[-1].move
    if each.act.ends or each.act.choose or card.reader != head.act.taps[0].reader or move != head.commands[-1].move:
        return False
    if move in COUNTS:
        return len(fan.taps) < HANDFUL and card not in fan.taps
    return card.component in head.hand


class FannedMatch:
    """The second pass."""

    def __init__(self, match: Listening[SimulatedMatch]) -> None:
        history = History.start(match.game, match.evening.header)
        assert not isinstance(history, Refused)
        self.again = Listening(match.evening)
        self.again.history = history
        self.again.scanner = PlayScanner(history)

    @property
    def history(self) -> History:
        """Return the match as it stands."""
        return self.again.history

    @property
    def asked(self) -> int:
        """Return how many questions the app has asked."""
        return self.again.asked

    def view(self) -> View:
        """Return what the open page shows."""
        return self.again.view()

    def act(self, act: Act) -> Act:
        """Make one act, and return it with the number of commands that it made."""
        before, player = len(self.again.history.records), self.again.scanner.player
        if act.swept:
            self.again.scanner.sweep(act.taps[0].reader, [tap.component for tap in act.taps])
            self.again.act(replace(act, taps=()))
        else:
            self.again.act(act)
        player.until(player.now)  # what waits for an answer is played at once
        return replace(act, made=len(self.again.history.records) - before)


class Replayed:
    """A simulated match of which everything is known: for the firmware, with nothing left to hide."""

    def __init__(self, match: Listening[SimulatedMatch], acts: Sequence[Act]) -> None:
        self._match = match
        self._acts = acts
        self.header = match.evening.header
        self.readers = match.evening.readers

    def acts(self) -> Iterator[Act]:
        """Yield the acts, each with the commands that it made in memory."""
        yield from self._acts

    def unseen(self) -> frozenset[Component]:
        """Return nothing: the players have played this match before."""
        return frozenset()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing, either."""
        return {}

    def scores(self) -> Mapping[Seat, int]:
        """Return the scores of the table."""
        return self._match.evening.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners at the table."""
        return self._match.evening.winners()

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise than the table."""
        return self._match.evening.differences(view)
