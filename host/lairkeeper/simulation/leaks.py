"""A check that the pages of a simulated table name no card, nor its tag, that their readers must not know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.table import Table, demo_uid

from .acts import Act, SimulatedMatch

_COMPONENT: Final = re.compile(r"[a-z0-9-]+#[0-9]+")
_UID: Final = re.compile(r"04[0-9A-F]{12}")


class Watch:
    """Somebody who reads every page after each act and knows what each reader may know.

    What was said before may name a card that has gone back into a deck since: only what is said anew is judged, and
    only of cards that were hidden before this act, too. Whoever lays a hidden card on a reader, by mistake or not, has
    shown it: what the app says of that tap names it. Views and log lines must not: the card is still where it was.
    """

    def __init__(self, simulated: SimulatedMatch) -> None:
        self._game = simulated.header.game
        self._seats = simulated.header.seats
        self._simulated = simulated
        self._hidden: frozenset[Component] = frozenset()
        self._said: frozenset[str] = frozenset()

    def look(self, table: Table, act: Act, lines: int, said: Iterable[Any]) -> list[str]:
        """One sentence for each leak. ``lines``: how many of the log are new; ``said``: scans, questions, words."""
        unseen, own = self._simulated.unseen(), self._simulated.own()
        everybody = unseen.union(*own.values())
        since, self._hidden = everybody & self._hidden, everybody
        words = frozenset(repr(each) for each in said)
        new, self._said = " ".join(sorted(words - self._said)), words
        found = [("everybody", name) for name in self._named(new, since - {tap.component for tap in act.taps})]
        for viewer in (TABLE, *self._seats):
            known = own.get(viewer, frozenset())
            found += [(viewer, name) for name in self._named(repr(table.view(viewer)), everybody - known)]
            log = repr(table.log(viewer, lines)) if lines else ""
            found += [(viewer, name) for name in self._named(log, since - known)]
        return [f"{viewer} sees {name}" for viewer, name in dict.fromkeys(found)]

    def _named(self, text: str, hidden: frozenset[Component]) -> Iterator[str]:
        # Whoever is called like a card is named all the time: that card is known by its tag alone.
        yield from sorted((set(_COMPONENT.findall(text)) & hidden).difference(self._seats))
        tags: Mapping[str, Seat] = {demo_uid(self._game, card): card for card in hidden}
        yield from (f"the tag of {tags[uid]}" for uid in sorted(set(_UID.findall(text)) & set(tags)))
