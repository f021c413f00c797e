"""The fold: one event makes one new state. Total over the closed set, the same for every game, without a rule in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from . import events as ev
from .events import Event, Label
from .ids import Path, kind_of
from .quick import replace
from .state import BANK, Frame, Mark, Pool, Prompt, State

K = TypeVar("K")
V = TypeVar("V")


def fold(state: State, events: Iterable[Event]) -> State:
    """Return the state after all events, applied in order."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """Return the state after one event. Raises ``ValueError`` for an event that cannot be true (a broken log)."""
    return _CASES[type(event)](state, event)


def _copied(mapping: Mapping[K, V]) -> dict[K, V]:
    """Return a copy.

    ``dict(mapping)`` enters each key anew after an entry was taken out of the mapping; its own method copies ten times
    faster then.
    """
    return mapping.copy() if type(mapping) is dict else dict(mapping)


def _with(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy with one entry set."""
    copy = _copied(mapping)
    copy[key] = value
    return copy


def _without(mapping: Mapping[K, V], key: K) -> Mapping[K, V]:
    """Return a copy without one entry."""
    if key not in mapping:
        return mapping
    copy = _copied(mapping)
    del copy[key]
    return copy


# Pieces -----------------------------------------------------------------------------------------------------------


def _insert(cards: tuple[Label, ...], card: Label, index: int | None) -> tuple[Label, ...]:
    if index is None:
        return (*cards, card)
    return (*cards[:index], card, *cards[index:])


def _add(state: State, card: Label, zone: Path, index: int | None) -> State:
    """Put a known piece at a place; in a pool its place is known only together with the others."""
    if zone in state.pooled:
        return _pour(state, zone, {card: 1})
    zones = _with(state.zones, zone, _insert(state.zones.get(zone, ()), card, index))
    return replace(state, zones=zones, where=_with(state.where, card, zone))


def _take(state: State, card: Label, zone: Path) -> State:
    """Lift a piece off a place; raises ``ValueError`` when it cannot lie there."""
    cards = state.zones.get(zone, ())
    if card in cards:
        at = cards.index(card)
        rest = cards[:at] + cards[at + 1 :]
        where = state.where if card in rest else _without(state.where, card)
        return replace(state, zones=_with(state.zones, zone, rest), where=where)
    at_pool = state.pooled.get(zone)
    if at_pool is None:
        raise ValueError(f"{card} is not at {zone}")
    pool = state.pools[at_pool]
    label = card if card in pool.contents else kind_of(card)
    if not pool.contents.get(label) or not pool.places.get(zone):
        raise ValueError(f"{card} cannot be at {zone}")
    shrunk = Pool(_less(pool.places, zone, 1, keep=True), _less(pool.contents, label, 1))
    return replace(state, pools=_with(state.pools, at_pool, shrunk))


def _less(counts: Mapping[K, int], key: K, n: int, *, keep: bool = False) -> dict[K, int]:
    """Return counts with ``n`` fewer of one key; drop an empty entry unless ``keep``."""
    left = counts.get(key, 0) - n
    if left < 0:
        raise ValueError(f"{n} from {counts.get(key, 0)} at {key}")
    copy = _copied(counts)
    if left or keep:
        copy[key] = left
    else:
        copy.pop(key, None)
    return copy


def _pour(state: State, zone: Path, cards: Mapping[Label, int]) -> State:
    """Add known pieces to the pool that a place belongs to.

    Viewers who knew them cannot tell them from the others there.
    """
    if not state.known.keys().isdisjoint(cards):
        known = {card: to for card, to in state.known.items() if card not in cards}
        state = replace(state, known=known)
    at = state.pooled[zone]
    pool = state.pools[at]
    contents = _copied(pool.contents)
    for card, n in cards.items():
        contents[card] = contents.get(card, 0) + n
    places = _with(pool.places, zone, pool.places[zone] + sum(cards.values()))
    return replace(state, pools=_with(state.pools, at, Pool(places, contents)))


def _placed(state: State, e: ev.Placed) -> State:
    if e.facts:
        state = replace(state, facts=_with(state.facts, e.card, e.facts))
    return _add(state, e.card, e.zone, e.index)


def _moved(state: State, e: ev.Moved) -> State:
    card, target = e.card, e.target
    cards = state.zones.get(e.source, ())
    if card in cards and target not in state.pooled:
        at = cards.index(card)
        zones, where = _copied(state.zones), _copied(state.where)
        zones[e.source] = cards[:at] + cards[at + 1 :]
        zones[target] = _insert(zones.get(target, ()), card, e.index)
        where[card] = target
        return replace(state, zones=zones, where=where)
    return _add(_take(state, e.card, e.source), e.card, e.target, e.index)


def _faced(state: State, e: ev.Faced) -> State:
    return replace(state, known=_with(state.known, e.card, e.to))


# Pools ------------------------------------------------------------------------------------------------------------


def _shuffled(state: State, e: ev.Shuffled) -> State:
    cards = state.zones.get(e.zone, ())
    if e.zone not in state.pooled:
        state = _pooled(state, (), (Pool({e.zone: 0}, {}),))
    counts: dict[Label, int] = {}
    where = _copied(state.where)
    for card in cards:
        counts[card] = counts.get(card, 0) + 1
        where.pop(card, None)
    state = replace(state, zones=_with(state.zones, e.zone, ()), where=where)
    return _pour(state, e.zone, counts) if counts else state


def _pooled(state: State, old: Iterable[Path], new: Iterable[Pool]) -> State:
    """Replace some pools by others; name each new pool after its first place."""
    pools, pooled = _copied(state.pools), _copied(state.pooled)
    for name in old:
        for place in pools.pop(name).places:
            del pooled[place]
    for pool in new:
        name = next(iter(pool.places))
        pools[name] = pool
        pooled.update(dict.fromkeys(pool.places, name))
    return replace(state, pools=pools, pooled=pooled)


def _pool_shifted(state: State, e: ev.PoolShifted) -> State:
    if e.source not in state.pooled:
        raise ValueError(f"no unseen cards at {e.source}")
    names = _names(state, (e.source, e.target))
    pool = _together([state.pools[name] for name in names])
    places = _less(pool.places, e.source, e.count, keep=True)
    places[e.target] = places.get(e.target, 0) + e.count
    if len(names) == 1 and len(places) == len(pool.places) and 0 not in places.values():
        pools = _copied(state.pools)
        del pools[names[0]]  # the pool that changed last comes last
        pools[names[0]] = Pool(places, pool.contents)
        return replace(state, pools=pools)
    # Places that have run empty leave the pool, so that what is left is known as closely as it can be.
    full = {place: n for place, n in places.items() if n}
    new = [Pool({place: 0}, {}) for place, n in places.items() if not n]
    return _pooled(state, names, (*new, *((Pool(full, pool.contents),) if full else ())))


def _names(state: State, places: Iterable[Path]) -> tuple[Path, ...]:
    """Return the names of the pools that these places belong to, each once."""
    return tuple(dict.fromkeys(state.pooled[place] for place in places if place in state.pooled))


def _together(pools: Sequence[Pool]) -> Pool:
    """Return pools as one; a single one stays as it is."""
    first, *others = pools
    if not others:
        return first
    places, contents = _copied(first.places), _copied(first.contents)
    for pool in others:
        places.update(pool.places)
        for card, n in pool.contents.items():
            contents[card] = contents.get(card, 0) + n
    return Pool(places, contents)


def _pools_merged(state: State, e: ev.PoolsMerged) -> State:
    names = _names(state, e.places)
    if len(names) < 2:
        return state
    return _pooled(state, names, (_together([state.pools[name] for name in names]),))


# Numbers and marks ------------------------------------------------------------------------------------------------


def _paid(state: State, e: ev.Paid) -> State:
    purses = _copied(state.purses)
    for name, sign in ((e.payer, -1), (e.payee, 1)):
        if name == BANK and BANK not in purses:
            continue
        purse = _copied(purses.get(name, {}))
        for value, n in e.tokens.items():
            left = purse.get(value, 0) + sign * n
            if left < 0:
                raise ValueError(f"{name} has no {n} tokens of {value}")
            if left:
                purse[value] = left
            else:
                purse.pop(value, None)
        purses[name] = purse
    return replace(state, purses=purses)


def _counted(state: State, e: ev.Counted) -> State:
    counters = _with(state.counters, e.counter, state.counters.get(e.counter, 0) + e.amount)
    return replace(state, counters=counters)


def _marked(state: State, e: ev.Marked) -> State:
    marks = (*state.marks.get(e.target, ()), Mark(e.name, e.owner, e.amount, e.until))
    return replace(state, marks=_with(state.marks, e.target, marks))


def _unmarked(state: State, e: ev.Unmarked) -> State:
    marks = state.marks.get(e.target, ())
    left = tuple(m for m in marks if m.name != e.name or e.owner not in {None, m.owner})
    return replace(state, marks=_with(state.marks, e.target, left) if left else _without(state.marks, e.target))


def _attached(state: State, e: ev.Attached) -> State:
    attached = _without(state.attached, e.card) if e.to is None else _with(state.attached, e.card, e.to)
    return replace(state, attached=attached)


# Frames -----------------------------------------------------------------------------------------------------------


def _frame_at(state: State, id: int) -> int:
    for at, frame in enumerate(reversed(state.frames), 1):
        if frame.id == id:
            return len(state.frames) - at
    raise ValueError(f"no frame {id}")


def _swapped(frames: tuple[Frame, ...], at: int, frame: Frame) -> tuple[Frame, ...]:
    return (*frames[:at], frame, *frames[at + 1 :])


def _set_frame(state: State, at: int, frame: Frame) -> State:
    return replace(state, frames=_swapped(state.frames, at, frame))


def _frame_pushed(state: State, e: ev.FramePushed) -> State:
    frames = state.frames
    at = len(frames)
    if e.queued and at:
        at -= 1
        while at and frames[at - 1].queued:
            at -= 1
    frame = Frame(e.id, e.kind, e.data, e.queued)
    return replace(state, frames=(*frames[:at], frame, *frames[at:]), next_id=max(state.next_id, e.id + 1))


def _frame_set(state: State, e: ev.FrameSet) -> State:
    at = _frame_at(state, e.id)
    frame = state.frames[at]
    return _set_frame(state, at, Frame(frame.id, frame.kind, {**frame.data, **e.data}, False, frame.prompt))


def _frame_popped(state: State, e: ev.FramePopped) -> State:
    at = _frame_at(state, e.id)
    return replace(state, frames=state.frames[:at] + state.frames[at + 1 :])


def _asked(state: State, e: ev.Asked) -> State:
    at = _frame_at(state, e.frame)
    frame = state.frames[at]
    prompt = Prompt(e.prompt, e.code, e.args, e.seats, e.sealed, e.cite)
    frames = _swapped(state.frames, at, Frame(frame.id, frame.kind, frame.data, False, prompt))
    return replace(state, frames=frames, next_id=max(state.next_id, e.prompt + 1))


def _answered(state: State, e: ev.Answered) -> State:
    for at, frame in enumerate(state.frames):
        prompt = frame.prompt
        if prompt is not None and prompt.id == e.prompt:
            answers = _with(prompt.answers, e.seat or "", e.answer)
            asked = Prompt(prompt.id, prompt.code, prompt.args, prompt.seats, prompt.sealed, prompt.cite, answers)
            answered = Frame(frame.id, frame.kind, frame.data, frame.queued, asked)
            return _set_frame(state, at, answered)
    raise ValueError(f"no question {e.prompt}")


# The match --------------------------------------------------------------------------------------------------------


def _seats_ordered(state: State, e: ev.SeatsOrdered) -> State:
    return replace(state, seats=e.seats, active=e.active, turn=e.turn)


def _level_set(state: State, e: ev.LevelSet) -> State:
    return replace(state, level=e.level)


def _told(state: State, e: ev.Adjusted | ev.Overruled) -> State:
    """Return the state unchanged: this is a remark for the log, and the events that follow do the work."""
    return state


def _finished(state: State, e: ev.Finished) -> State:
    return replace(state, winners=e.winners, active=None, frames=())


_CASES: Mapping[type[Event], Callable[[State, Any], State]] = {
    ev.Placed: _placed,
    ev.Moved: _moved,
    ev.Faced: _faced,
    ev.Shuffled: _shuffled,
    ev.PoolShifted: _pool_shifted,
    ev.PoolsMerged: _pools_merged,
    ev.Paid: _paid,
    ev.Counted: _counted,
    ev.Marked: _marked,
    ev.Unmarked: _unmarked,
    ev.Attached: _attached,
    ev.FramePushed: _frame_pushed,
    ev.FrameSet: _frame_set,
    ev.FramePopped: _frame_popped,
    ev.Asked: _asked,
    ev.Answered: _answered,
    ev.SeatsOrdered: _seats_ordered,
    ev.LevelSet: _level_set,
    ev.Adjusted: _told,
    ev.Overruled: _told,
    ev.Finished: _finished,
}
