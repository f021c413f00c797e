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

PREFIX: Final = "phone-"
"""Begins the names of phones' readers in the inbox; the number follows that the phone was let in by."""
SETTING: Final = "phones-read"


def is_phone(device: str) -> bool:
    """Return True for the reader of a phone: what it says that it has read is believed like a word, not like a tag."""
    return device.startswith(PREFIX)


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

    @property
    def on(self) -> bool:
        """Return True when the phones of seats may read: it is off until the host switches it on."""
        return bool(self._store.settings.get(SETTING, False))

    def switch(self, on: bool) -> None:
        """Keep whether the phones of seats may read."""
        self._store.settings.set(SETTING, on)

    def tap(self, number: int, zone: str, uid: str) -> None:
        """Take the tap of a tag, with ``uid`` in hex, by phone ``number`` as the reader ``zone``.

        Raises ``StoreError``; then nothing was read.
        """
        device, now = f"{PREFIX}{number}", self._clocks.steady()
        seq, ms = self._last.get(device, 0) + 1, int((now - self._start) * 1000)
        event = BoardEvent(device, self._run, seq, ms, self._clocks.wall(), TAPPED, zone, (uid.lower(),), now)
        self._store.inbox.receive([event])
        self._last[device] = seq
        self._received([event])
