"""Choices for the words of an effect, and the actions that follow a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
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
from .steps import Effect

ONE_BY_ONE: Final = frozenset({"exhaust", "ready", "retrieve", "recover", "discard", "sacrifice"})
"""Words whose number counts pieces; the number of other words is an amount."""
OBVIOUS: Final = frozenset({"ignore-modifier", "ignore-number"})
"""Words that ask nothing where only one thing may be chosen."""
TRAIT: Final = "gift"
"""Trait that the one known search asks for; other traits do nothing (df-150; "DC Forever, Glossary: Trait")."""


def kinds(state: State) -> Mapping[str, Any]:
    """Return all kinds of the catalog."""
    return CATALOG.kinds


def _targets(state: State, seat: Seat, cards: Iterable[Component], *guards: str) -> Iterator[Component]:
    """Return the cards that a foe's effect may choose, without those protected from it (df-151, df-159)."""
    for card in cards:
        if side_of(card) == side(state, seat) or not any(marked(state, card, name) for name in ("no-target", *guards)):
            yield card


def _enemies(state: State, seat: Seat) -> Iterator[Component]:
    """Return the characters of the other side in play, and the Unaligned ones at the Locations."""
    yield from everybody(state, *foes(state, seat))
    yield from (card for at in AT if (card := neutral(state, at)) is not None)


def _own(state: State, seat: Seat) -> Iterator[Component]:
    """Return a player's cards in play."""
    yield from (*team(state, seat), *state.zone(area_of(seat)), *state.zone(on_of(seat)))


def _foes(state: State, seat: Seat) -> Iterator[Component]:
    return everybody(state, *foes(state, seat))


def _to_damage(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, _enemies(state, seat), "no-damage")


def _exhausted_foes(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, (card for card in _foes(state, seat) if exhausted(state, card)), "no-damage")


def _to_heal(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (card for card in _mates(state, seat) if damage_on(state, card))


def _to_exhaust(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return _targets(state, seat, (card for card in _foes(state, seat) if not exhausted(state, card)), "no-exhaust")


def _to_ready(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (card for card in _own(state, seat) if exhausted(state, card))


def _schemes(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at))


def _full_schemes(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at) and citizens(state, scheme_at(at)))


def _to_advance(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (at for at in AT if has_scheme(state, at) and citizens(state, at))


def _to_save(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (at for at in AT if citizens(state, at))


def _discarded(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return iter(state.zone(discard_of(seat)))


def _to_recover(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    fallen = (*state.zone(KNOCKED_OUT), *state.zone(CAPTURED))
    return (card for card in fallen if owner_of(state, card) == seat)


def _in_hand(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return iter(hand_labels(state, seat))


def _to_sacrifice(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (card for card in (*_own(state, seat), *hand_labels(state, seat)) if sort_of(card) != CHARACTERS)


def _to_fetch(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return (label for label in _searched(state, seat) if TRAIT in fact(state, label, "traits", ()))


def open_to(state: State, step: Effect, word: str) -> Iterator[str]:
    """Return everything that may be chosen for a word: components, kinds in a hand, places or seats.

    Only cards in play may be chosen, unless the word names another area (df-45).
    """
    return OPEN[word](state, step, step.seat)


def _mates(state: State, seat: Seat) -> Iterator[Component]:
    """Return the characters in play of a side."""
    for each in state.seats:
        if side(state, each) == side(state, seat):
            yield from team(state, each)


def _searched(state: State, seat: Seat) -> Iterator[Label]:
    """Return the cards of deck and discard pile; the app cannot tell those of the deck from those of the hand."""
    yield from state.zone(discard_of(seat))
    at = state.pooled.get(deck_of(seat))
    if at is not None and state.size(deck_of(seat)):
        yield from state.pools[at].contents


def _forced(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    """Return the players to choose from; later the characters from which the chosen player chooses (df-141)."""
    if step.asker == step.seat:
        yield from (each for each in foes(state, step.asker) if team(state, each))
    else:
        yield from team(state, step.asker)


def _modifiers(state: State, step: Effect, seat: Seat) -> Iterator[str]:
    return iter(whole(state))


OPEN: Final[Mapping[str, Callable[[State, Effect, Seat], Iterator[str]]]] = {
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


def why_protected(state: State, word: str, chosen: str) -> Refused | None:
    """Return the refusal of a card that a "cannot" keeps out of the choice, or None."""
    names = {"damage": "no-damage", "damage-exhausted": "no-damage", "exhaust": "no-exhaust"}
    guarded = any(marked(state, chosen, name) for name in ("no-target", names.get(word, "")))
    return no(DC.PROTECTED, "cannot", card=chosen) if guarded else None


def shown(state: State, command: Command) -> dict[str, Any]:
    """Return the arguments of an option."""
    if command.card is not None:
        return {"card": command.card}
    if command.target in state.seats:
        return {"seat": command.target}
    return {"card": "" if command.target is None else location(state, command.target) or ""}


# Actions after a choice -------------------------------------------------------------------------------------------


def _damage(work: Work, step: Effect, chosen: str, n: int) -> None:
    suffer(work, chosen, n, step.seat)


def _heal(work: Work, step: Effect, chosen: str, n: int) -> None:
    heal(work, chosen, n)


def _exhaust(work: Work, step: Effect, chosen: str, n: int) -> None:
    mark(work, chosen, EXHAUSTED)


def _ready(work: Work, step: Effect, chosen: str, n: int) -> None:
    unmark(work, chosen, EXHAUSTED)


def _look(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Show a Scheme to the player who looks, and nobody else (df-53); it lies face down again (df-165).

    "DC Forever, Glossary: Look At".
    """
    card = scheme(work.state, chosen)
    if card is not None:
        known = work.state.known.get(card, ())
        work.emit(ev.Faced(card, tuple(dict.fromkeys((*known, step.seat)))))


def _free(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Look at a Scheme and move citizens from it to Sanctuary; only a text can do so (df-75)."""
    _look(work, step, chosen, n)
    shift(work, scheme_at(chosen), SANCTUARY, n)


def _advance(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Move citizens from a Location onto its Scheme: no claim, so modifiers add nothing (df-91)."""
    shift(work, chosen, scheme_at(chosen), n)
    emptied(work, chosen)


def _save(work: Work, step: Effect, chosen: str, n: int) -> None:
    shift(work, chosen, SANCTUARY, n)
    emptied(work, chosen)


def _retrieve(work: Work, step: Effect, chosen: str, n: int) -> None:
    work.move(chosen, f"hand.{step.seat}")


def _recover(work: Work, step: Effect, chosen: str, n: int) -> None:
    recover(work, chosen)


def _discard(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Discard a card of the hand; the player chose which (df-52)."""
    discard_from_hand(work, step.seat, chosen)


def sacrifice(work: Work, seat: Seat, chosen: str) -> None:
    """Remove a card from the game (df-50); it is never reshuffled and never recovers (df-176)."""
    if chosen in work.state.where and not work.state.where[chosen].startswith("scheme-"):
        if chosen in work.state.attached:
            work.emit(ev.Attached(chosen, None))
        for name in dict.fromkeys(note.name for note in work.state.marks.get(chosen, ())):
            work.emit(ev.Unmarked(chosen, name))
        work.move(chosen, REMOVED)
    elif may_come(work.state, f"hand.{seat}", chosen):
        take(work, chosen, f"hand.{seat}", REMOVED)


def _sacrifice(work: Work, step: Effect, chosen: str, n: int) -> None:
    sacrifice(work, step.seat, chosen)


def _fetch(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Play the card that was found at once; the deck needs no shuffle, since the app never knows its order."""
    seat = step.seat
    if chosen in work.state.zone(discard_of(seat)):
        work.move(chosen, PLAYING)
        card = chosen
    else:
        card = take(work, chosen, deck_of(seat), PLAYING)
    if fact(work.state, card, "type") == EVENT:
        push_effect(work, seat, card, words_of(work.state, card), char=step.char, event=True)
    else:
        put_into_play(work, seat, card, step.char)


def put_into_play(work: Work, seat: Seat, card: Component, host: Component | None) -> None:
    """Put a card that stays where its type belongs; without a character for it, on the discard pile."""
    if fact(work.state, card, "type") in (ASSET, MINION):
        work.move(card, area_of(seat))
    elif fact(work.state, card, "type") == ATTACHMENT and host is not None:
        work.move(card, on_of(seat))
        work.emit(ev.Attached(card, host))
    else:
        work.move(card, discard_of(seat))


def _ignore_modifier(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Ignore a whole modifier ("DC Forever, Glossary: Ignore").

    Its number and its further effects on the attacked character are ignored (df-83).
    """
    note(work, "ignored", 1, chosen)


def _ignore_number(work: Work, step: Effect, chosen: str, n: int) -> None:
    """Ignore the number of a modifier; its further effects stay (df-83; "DC Forever, Glossary: Modifiers")."""
    note(work, "number-ignored", 1, chosen)


DO: Final[Mapping[str, Callable[[Work, Effect, str, int], None]]] = {
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
