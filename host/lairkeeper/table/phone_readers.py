"""Phones that read tags themselves: each is a reader of its own, and its taps go the way of all others."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Final

from lairkeeper.board import BoardEvent
from lairkeeper.board.events import TAPPED
from lairkeeper.core.ids import Component
from lairkeeper.store import Store
from lairkeeper.table.clocks import Clocks

DEVICE: Final = "phone-{n}"
"""The name of a phone's reader in the inbox; ``n`` is the number that the phone was let in by."""


class PhoneReaders:
    """Takes what phones read. ``received`` is told of events that are in the inbox by then."""

    def __init__(self, store: Store, clocks: Clocks, received: Callable[[Sequence[BoardEvent]], None]) -> None:
        self._store = store
        self._clocks = clocks
        self._received = received
        # A run is to the inbox what a boot is: numbers of an earlier one may come again.
        self._run = secrets.token_hex(4)
        self._start = clocks.steady()
        self._last: dict[str, int] = {}

    @staticmethod
    def piece_of(code: str) -> tuple[str, Component] | None:
        """Return the game and the piece that the code of a label names; None for a code that is not ours."""
        # What prints labels takes long to load, and few phones read them.
        from lairkeeper.tags.labels import LabelError, read_payload

        try:
            return read_payload(code)
        except LabelError:
            return None

    def tap(self, number: int, zone: str, uid: str) -> None:
        """Take the tap of a tag, with ``uid`` in hex, by phone ``number`` as the reader ``zone``.

        Raises ``StoreError``; then nothing was read.
        """
        device, now = DEVICE.format(n=number), self._clocks.steady()
        seq, ms = self._last.get(device, 0) + 1, int((now - self._start) * 1000)
        event = BoardEvent(device, self._run, seq, ms, self._clocks.wall(), TAPPED, zone, (uid.lower(),), now)
        self._store.inbox.receive([event])
        self._last[device] = seq
        self._received([event])
