"""What may be chosen for each word of an effect, and what the choice does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .abilities import PLAYING, push_effect, words_of
from .acts import note, whole
from .catalog import ASSET, ATTACHMENT, CATALOG, CHARACTERS, EVENT, MINION, side_of, sort_of
from .citizens import SANCTUARY, citizens, shift
from .hands import discard_from_hand, take
from .harm import heal, recover, suffer
from .locations import emptied
from .places import (
    AT,
    CAPTURED,
    EXHAUSTED,
    KNOCKED_OUT,
    REMOVED,
    area_of,
    damage_on,
    deck_of,
    discard_of,
    everybody,
    exhausted,
    fact,
    foes,
    hand_labels,
    has_scheme,
    location,
    mark,
    marked,
    may_come,
    neutral,
    on_of,
    owner_of,
    scheme,
    scheme_at,
    side,
    team,
    unmark,
)
from .refusals import DC, no

ONE_BY_ONE: Final = frozenset({"exhaust", "ready", "retrieve", "recover", "discard", "sacrifice"})
"""Words whose number says how many; of the others it says how much."""
OBVIOUS: Final = frozenset({"ignore-modifier", "ignore-number"})
"""Words that ask nothing where only one thing may be chosen."""
TRAIT: Final = "gift"
"""The trait that the one known search asks for ("DC Forever, Glossary: Trait")."""


def kinds(state: State) -> Mapping[str, Any]:
    return CATALOG.kinds


def _targets(state: State, seat: Seat, cards: Iterable[Component], *guards: str) -> Iterator[Component]:
    """Cards that a foe's effect may choose: what a card protects from targeting is none of them."""
    for card in cards:
        if side_of(card) == side(state, seat) or not any(marked(state, card, name) for name in ("no-target", *guards)):
            yield card


def _enemies(state: State, seat: Seat) -> Iterator[Component]:
    yield from everybody(state, *foes(state, seat))
    yield from (card for at in AT if (card := neutral(state, at)) is not None)


def _own(state: State, seat: Seat) -> Iterator[Component]:
    """A player's cards in play."""
    yield from (*team(state, seat), *state.zone(area_of(seat)), *state.zone(on_of(seat)))


def _foes(state: State, seat: Seat) -> Iterator[Component]:
    return everybody(state, *foes(state, seat))


def _to_damage(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, _enemies(state, seat), "no-damage")


def _exhausted_foes(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, (card for card in _foes(state, seat) if exhausted(state, card)), "no-damage")


def _to_heal(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (card for card in _mates(state, seat) if damage_on(state, card))


def _to_exhaust(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, (card for card in _foes(state, seat) if not exhausted(state, card)), "no-exhaust")


def _to_ready(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (card for card in _own(state, seat) if exhausted(state, card))


def _schemes(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at))


def _full_schemes(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at) and citizens(state, scheme_at(at)))


def _to_advance(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at) and citizens(state, at))


def _to_save(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (at for at in AT if citizens(state, at))


def _discarded(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return iter(state.zone(discard_of(seat)))


def _to_recover(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    fallen = (*state.zone(KNOCKED_OUT), *state.zone(CAPTURED))
    return (card for card in fallen if owner_of(state, card) == seat)


def _in_hand(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return iter(hand_labels(state, seat))


def _to_sacrifice(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (card for card in (*_own(state, seat), *hand_labels(state, seat)) if sort_of(card) != CHARACTERS)


def _to_fetch(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return (label for label in _searched(state, seat) if TRAIT in fact(state, label, "traits", ()))


def open_to(state: State, frame: Frame, word: str) -> Iterator[str]:
    """Everything that may be chosen for a word: components, kinds in a hand, places or seats."""
    return OPEN[word](state, frame, frame.data["seat"])


def _mates(state: State, seat: Seat) -> Iterator[Component]:
    """Characters in play of a side."""
    for each in state.seats:
        if side(state, each) == side(state, seat):
            yield from team(state, each)


def _searched(state: State, seat: Seat) -> Iterator[Label]:
    """Deck and discard pile; what lies in the deck or in the hand the app cannot tell apart."""
    yield from state.zone(discard_of(seat))
    at = state.pooled.get(deck_of(seat))
    if at is not None and state.size(deck_of(seat)):
        yield from state.pools[at].contents


def _forced(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    """First a player is chosen, then that player chooses an own character."""
    asker = frame.data["asker"]
    if asker == frame.data["seat"]:
        yield from (seat for seat in foes(state, asker) if team(state, seat))
    else:
        yield from team(state, asker)


def _modifiers(state: State, frame: Frame, seat: Seat) -> Iterator[str]:
    return iter(whole(state))


OPEN: Final[Mapping[str, Callable[[State, Frame, Seat], Iterator[str]]]] = {
    "damage": _to_damage,
    "damage-exhausted": _exhausted_foes,
    "heal": _to_heal,
    "exhaust": _to_exhaust,
    "ready": _to_ready,
    "free": _full_schemes,
    "look": _schemes,
    "advance": _to_advance,
    "save": _to_save,
    "retrieve": _discarded,
    "recover": _to_recover,
    "discard": _in_hand,
    "sacrifice": _to_sacrifice,
    "fetch": _to_fetch,
    "forced": _forced,
    "ignore-modifier": _modifiers,
    "ignore-number": _modifiers,
}


def why_protected(state: State, frame: Frame, word: str, chosen: str) -> Refused | None:
    """A card that a "cannot" keeps out of the choice."""
    names = {"damage": "no-damage", "damage-exhausted": "no-damage", "exhaust": "no-exhaust"}
    guarded = any(marked(state, chosen, name) for name in ("no-target", names.get(word, "")))
    return no(DC.PROTECTED, "cannot", card=chosen) if guarded else None


def shown(state: State, command: Command) -> dict[str, Any]:
    """What an option says."""
    if command.card is not None:
        return {"card": command.card}
    if command.target in state.seats:
        return {"seat": command.target}
    return {"card": location(state, command.target or "") or ""}


# What a choice does -----------------------------------------------------------------------------------------------


def _damage(work: Work, frame: Frame, chosen: str, n: int) -> None:
    suffer(work, chosen, n, frame.data["seat"])


def _heal(work: Work, frame: Frame, chosen: str, n: int) -> None:
    heal(work, chosen, n)


def _exhaust(work: Work, frame: Frame, chosen: str, n: int) -> None:
    mark(work, chosen, EXHAUSTED)


def _ready(work: Work, frame: Frame, chosen: str, n: int) -> None:
    unmark(work, chosen, EXHAUSTED)


def _look(work: Work, frame: Frame, chosen: str, n: int) -> None:
    """Whoever looks knows it from then on; it lies face down again ("DC Forever, Glossary: Look At")."""
    card = scheme(work.state, chosen)
    if card is not None:
        known = work.state.known.get(card, ())
        work.emit(ev.Faced(card, tuple(dict.fromkeys((*known, frame.data["seat"])))))


def _free(work: Work, frame: Frame, chosen: str, n: int) -> None:
    """A look at a Scheme, and citizens from it to Sanctuary: moved, not claimed."""
    _look(work, frame, chosen, n)
    shift(work, scheme_at(chosen), SANCTUARY, n)


def _advance(work: Work, frame: Frame, chosen: str, n: int) -> None:
    shift(work, chosen, scheme_at(chosen), n)
    emptied(work, chosen)


def _save(work: Work, frame: Frame, chosen: str, n: int) -> None:
    shift(work, chosen, SANCTUARY, n)
    emptied(work, chosen)


def _retrieve(work: Work, frame: Frame, chosen: str, n: int) -> None:
    work.move(chosen, f"hand.{frame.data['seat']}")


def _recover(work: Work, frame: Frame, chosen: str, n: int) -> None:
    recover(work, chosen)


def _discard(work: Work, frame: Frame, chosen: str, n: int) -> None:
    discard_from_hand(work, frame.data["seat"], chosen)


def sacrifice(work: Work, seat: Seat, chosen: str) -> None:
    """A card leaves the game for good; it is never reshuffled and never recovers."""
    if chosen in work.state.where and not work.state.where[chosen].startswith("scheme-"):
        if chosen in work.state.attached:
            work.emit(ev.Attached(chosen, None))
        for name in dict.fromkeys(note.name for note in work.state.marks.get(chosen, ())):
            work.emit(ev.Unmarked(chosen, name))
        work.move(chosen, REMOVED)
    elif may_come(work.state, f"hand.{seat}", chosen):
        take(work, chosen, f"hand.{seat}", REMOVED)


def _sacrifice(work: Work, frame: Frame, chosen: str, n: int) -> None:
    sacrifice(work, frame.data["seat"], chosen)


def _fetch(work: Work, frame: Frame, chosen: str, n: int) -> None:
    """The card that was found is played at once; the deck is shuffled, which it is to the app anyway."""
    seat = frame.data["seat"]
    if chosen in work.state.zone(discard_of(seat)):
        work.move(chosen, PLAYING)
        card = chosen
    else:
        card = take(work, chosen, deck_of(seat), PLAYING)
    if fact(work.state, card, "type") == EVENT:
        push_effect(work, seat, card, words_of(work.state, card), char=frame.data["char"], event=True)
    else:
        put_into_play(work, seat, card, frame.data["char"])


def put_into_play(work: Work, seat: Seat, card: Component, host: Component | None) -> None:
    """A card that stays goes where its type belongs; without a character for it, to the discard pile."""
    if fact(work.state, card, "type") in (ASSET, MINION):
        work.move(card, area_of(seat))
    elif fact(work.state, card, "type") == ATTACHMENT and host is not None:
        work.move(card, on_of(seat))
        work.emit(ev.Attached(card, host))
    else:
        work.move(card, discard_of(seat))


def _ignore_modifier(work: Work, frame: Frame, chosen: str, n: int) -> None:
    """The whole modifier: its number and what it does to the attacked ("DC Forever, Glossary: Ignore")."""
    note(work, "ignored", 1, chosen)


def _ignore_number(work: Work, frame: Frame, chosen: str, n: int) -> None:
    """The number alone; further effects stay ("DC Forever, Glossary: Modifiers")."""
    note(work, "number-ignored", 1, chosen)


DO: Final[Mapping[str, Callable[[Work, Frame, str, int], None]]] = {
    "damage": _damage,
    "damage-exhausted": _damage,
    "forced": _damage,
    "heal": _heal,
    "exhaust": _exhaust,
    "ready": _ready,
    "free": _free,
    "look": _look,
    "advance": _advance,
    "save": _save,
    "retrieve": _retrieve,
    "recover": _recover,
    "discard": _discard,
    "sacrifice": _sacrifice,
    "fetch": _fetch,
    "ignore-modifier": _ignore_modifier,
    "ignore-number": _ignore_number,
}
