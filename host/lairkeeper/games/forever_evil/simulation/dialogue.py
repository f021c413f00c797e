"""The page as the players of level ``full`` read it before they tap: what the app knows already it does not ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import PromptView, View
from lairkeeper.simulation.acts import Act

from .table import GroundTruth
from .taps import Taps

_TURNED_OVER: Final = ("top", "on-villain", "in-play")
"""Heads of the places of a seat where a card comes that was turned over."""


class Dialogue:
    """Questions of the app, and the players' answers."""

    def __init__(self, taps: Taps, truth: GroundTruth) -> None:
        self._taps = taps
        self._truth = truth
        self._look: Callable[[], View] | None = None
        self._texts: dict[Component, Component] = {}

    def watch(self, look: Callable[[], View]) -> None:
        """Keep the open page."""
        self._look = look

    def _prompt(self) -> PromptView | None:
        return self._look().prompt if self._look is not None else None

    @contextmanager
    def borrows(self, source: Component, text: Component) -> Iterator[None]:
        """Let ``source`` carry out the text of another card, which is the one that the app names when it asks."""
        self._texts[source] = text
        try:
            yield
        finally:
            self._texts.pop(source, None)

    def asked(self, *codes: str, seat: Seat | None = None, card: Component | None = None) -> bool:
        """Return True when the app asks one of these now, of this seat, about this card."""
        prompt = self._prompt()
        if prompt is None or prompt.code not in codes:
            return False
        about, card = prompt.args.get("card"), self._texts.get(card, card) if card is not None else None
        waiting = prompt.args.get("waiting", ())
        return (seat is None or not waiting or seat in waiting) and (
            card is None or about is None or kind_of(about) == kind_of(card)
        )

    def shows(self, seat: Seat, card: Component) -> bool:
        """Return True when the page shows a card already that a seat turns over: the app knew the last one of the deck.

        A question to reveal one is then about the next card, which a text below the same card asks for.
        """
        zones = self._look().zones if self._look is not None else {}
        there = (zones.get(f"{head}.{seat}") for head in _TURNED_OVER)
        return any(card in (zone.cards or ()) for zone in there if zone is not None)

    def offers(self, seat: Seat) -> bool:
        """Return True when the page has an option for this very seat."""
        prompt = self._prompt()
        return prompt is not None and any(option.command.by == seat for option in prompt.options)

    def say(self, seat: Seat, *pieces: Component) -> Act:
        """Tap on the seat's own tray; at one tap point after its token, unless it is the one who acts anyway."""
        actor = None if self._taps.trays else self._actor()
        return self._taps.move(*self._taps.at(seat, *pieces, actor=actor))

    def _actor(self) -> Seat | None:
        prompt = self._prompt()
        waiting: Sequence[Seat] = prompt.args.get("waiting", ()) if prompt is not None else ()
        return waiting[0] if waiting else self._truth.actor

    def say_seat(self, seat: Seat, named: Seat) -> Act:
        """Let a seat name another by its token."""
        return self.say(seat, self._taps.seat_token(named))
