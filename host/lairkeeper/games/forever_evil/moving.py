"""Moving a card from one place to another, with what is noted of it and of the copy that it was taken for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CATALOG
from .places import (
    ADDED,
    ASSUMED,
    FROZEN,
    KEPT,
    LINE_UP,
    UNKNOWN,
    USED,
    Found,
    copy_at,
    facts_of,
    find,
    free_copy,
    locate,
)

_ORDERED: Final = frozenset({"top", "bottom"})
"""Heads of the places whose cards everybody knows in their order."""


def take(work: Work, found: Found, target: Path, index: int | None = None) -> Component:
    """Move a card that was found, and return the copy that it is; what lies on it goes back to the supply."""
    card = copy_at(work.state, found.card, found.place) if found.assumed else found.card
    if found.assumed and found.place in work.state.pooled and found.place.partition(".")[2] in work.state.seats:
        # Several copies were read once: which of them moves is open again, and so is which of them stay.
        for other in work.state.pools[work.state.pooled[found.place]].contents:
            if "#" in other and kind_of(other) == found.card and other != card:
                _guess(work, other, assumed=True)
    if found.place == LINE_UP:
        _clear(work, found.instead or card)
    if found.instead is not None:
        _stand_in(work, found)
        work.move(card, target, source=found.home, index=index)
    elif found.renamed:
        _rename(work, found)
        work.move(card, target, index=index)
    elif found.extra:
        work.move(UNKNOWN, "box.main-deck", source=found.place)
        work.place(card, target, facts_of(CATALOG.get(card)), index)
    else:
        work.move(card, target, source=found.place, index=index)
    _guess(work, card, assumed=found.assumed)
    return card


def _stand_in(work: Work, found: Found) -> None:
    """Move the other copy to where this one was thought to be."""
    other = found.instead
    assert other is not None
    work.move(other, found.home, source=found.place, index=_position(work.state, found.card, found.home))
    _guess(work, other, assumed="#" in other)
    _exchange_names(work, found.card, other)


def _position(state: State, card: Component, place: Path) -> int | None:
    """Return where a card lies in cards of known order: another copy that proves to lie there is put there too."""
    ordered = place.partition(".")[0] in _ORDERED and card in state.zone(place)
    return state.zone(place).index(card) if ordered else None


def _exchange_names(work: Work, one: Component, other: Label) -> None:
    """Exchange what was noted of two copies, because it was meant of the cards that lay there."""
    if "#" not in other:
        return
    marks = {each: work.state.marks.get(each, ()) for each in (one, other)}
    names = {one: other, other: one}
    for card, found in marks.items():
        for mark in found:
            if mark.name not in _OF_THE_COPY:
                work.emit(ev.Unmarked(card, mark.name))
    for card, found in marks.items():
        for mark in found:
            if mark.name not in _OF_THE_COPY:
                work.emit(ev.Marked(names[card], mark.name, mark.owner, mark.amount, mark.until))
    used = {each: work.state.counters.get(USED + each, 0) for each in names}
    for card, n in used.items():
        work.count(USED + card, used[names[card]] - n)
    for frame in work.state.frames:
        data = {key: _renamed(value, names) for key, value in frame.data.items()}
        changed = {key: value for key, value in data.items() if value != frame.data[key]}
        if changed:
            work.emit(ev.FrameSet(frame.id, changed))


_OF_THE_COPY: Final = frozenset({ASSUMED, FROZEN, ADDED})
"""Marks that stay with a number, or are taken off as a card leaves the Line-Up."""


def _renamed(value: Any, names: Mapping[Label, Label]) -> Any:
    """Return a frame's data with two copies exchanged wherever they are named."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_renamed(each, names) for each in value)
    if isinstance(value, Mapping):
        return {names.get(key, key): _renamed(each, names) for key, each in value.items()}
    return value


def _guess(work: Work, card: Component, *, assumed: bool) -> None:
    """Remember that a copy was only assumed: another one may prove to be it."""
    if assumed and not work.state.marked(card, ASSUMED):
        work.emit(ev.Marked(card, ASSUMED))


def _rename(work: Work, found: Found) -> None:
    """Take the copy from ``found.place``, and leave another one where it was thought to be."""
    where = work.state.where[found.card]
    other = free_copy(work.state, kind_of(found.card))
    if where == LINE_UP:
        _clear(work, found.card)
    work.move(other, where, source=found.place, index=_position(work.state, found.card, where))
    work.emit(ev.Marked(other, ASSUMED))
    _unmark(work, found.card, ASSUMED)
    _exchange_names(work, found.card, other)


def _clear(work: Work, card: Label) -> None:
    """Put the tokens on a card that leaves the Line-Up back into the supply (fe-181)."""
    _unmark(work, card, FROZEN)
    _unmark(work, card, ADDED)


def _unmark(work: Work, card: Label, name: str) -> None:
    if work.state.marked(card, name):
        work.emit(ev.Unmarked(card, name))


def identify(work: Work, label: Label, place: Path) -> None:
    """Note the number of an open card that was tapped where it lies, in exchange for the copy it was taken for."""
    found = find(work.state, label, (place,))
    if found is not None and found.instead is not None:
        bring(work, label, place, (place,), work.state.zone(place).index(found.instead))


@contextmanager
def unread(work: Work, card: Label) -> Iterator[None]:
    """Keep a copy assumed that the app moves by itself, because nobody reads its number."""
    assumed = work.state.marked(card, ASSUMED)
    yield
    if assumed:
        work.emit(ev.Marked(card, ASSUMED))


def bring(work: Work, label: Label, target: Path, places: Iterable[Path] = (), index: int | None = None) -> Component:
    """Move a card from one of the places, else from any place, else from outside the match; return the copy."""
    found = find(work.state, label, tuple(places)) or locate(work.state, label)
    if found is None:
        card = label if "#" in label else free_copy(work.state, label)
        work.place(card, target, facts_of(CATALOG.get(label)), index)
        return card
    if found.place == target == work.state.where.get(found.card):
        if found.card == label:
            _unmark(work, label, ASSUMED)
        return found.card
    card = take(work, found, target, index)
    if card == label:
        _unmark(work, card, ASSUMED)
    if found.place != target:
        _unmark(work, card, KEPT)  # A card that leaves play is kept no longer (fe-107).
    return card
