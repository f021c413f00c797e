"""Check 11: what a viewer must not know changes nothing of what it sees, is offered, is asked or reads in the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Event, Label
from lairkeeper.core.game import Game
from lairkeeper.core.history import Record
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.showing import Holder, in_hand, seat_of, shows, words
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, View

from .driver import Recording, steps, viewers
from .worlds import World, hidden_cards, scrambled, worlds

_SAMPLE: Final = 14
_DECK: Final = "deck."
"""Where the hand is part of the deck, nobody can tell whether a card went openly to the discard pile."""
_FEW: Final = 5
_WORLDS: Final = 20
"""Draws of other worlds in which a card that was named lies elsewhere."""
_TAPS: Final = 3
"""Hidden cards that are tapped in each position, to see what the app says."""


def secrets_do_not_show(recording: Recording) -> str | None:
    """11: exchange what a viewer must not know: its view, questions, offers, score and refusals stay the same."""
    return next(differences(recording, recording.sample(_SAMPLE)), None)


def facts_do_not_tell(recording: Recording) -> str | None:
    """11: exchange what a viewer must not know: all that it is shown, asked and offered stays the same.

    Also in the matches of plays, where hands are known to the app. What follows a command is not looked at there: a
    Defense is still asked for, or a choice from a hand passed over, by what the app knows.
    """
    return next(differences(recording, recording.sample(_FEW), follow=False), None)


def differences(recording: Recording, positions: tuple[int, ...], *, follow: bool = True) -> Iterator[str]:
    """Yield what changes for a viewer with what it must not know; ``follow``: what comes of the next command, too."""
    game, states = recording.game, recording.states
    rng = Random(recording.seed)
    for at in positions:
        state, trail = states[at], recording.trail(at)
        for viewer in viewers(state):
            seen: Mapping[str, Any] | None = None
            for world in worlds(game, state, viewer, rng, trail):
                seen = seen or observed(game, state, viewer, world)
                for what, value in observed(game, world.state, viewer, world).items():
                    if value != seen[what]:
                        yield f"position {at}: what {viewer} {what} depends on hidden cards ({world.how})"
                follows = _what_follows(recording, at, world, viewer) if follow else None
                if follows is not None:
                    yield f"position {at}: {follows} for {viewer} ({world.how})"
                seen = None


def observed(game: Game, state: State, viewer: str, world: World) -> dict[str, Any]:
    """Return everything that reaches a viewer's pages, lights and ears at one moment, by its effect on the viewer."""
    hidden = [card for card in sorted({*world.turn, *world.turn.values()}) if "#" in card][:_TAPS]
    view = game.view(state, viewer)
    return {
        "is shown as facts": dict(view.extra),
        "sees at the places": view.zones,
        "is asked": view.prompt,
        "reads as the score": (view.scoreboard, game.score(state, viewer)) if world.sums else None,
        "sees": _but_the_score(view),
        "is offered": game.offers(state, viewer),
        "is told of a tag": [game.veiled(state, card) for card in hidden if card in state.where],
    }


def _what_follows(recording: Recording, at: int, world: World, viewer: str) -> str | None:
    """Return a complaint when the next command is answered otherwise, or another question follows, in the other world.

    A command that shows something, or is about one of the exchanged cards, may well differ.
    """
    live = recording.history.live
    command = live[at + 1].command if at + 1 < len(live) else None
    if command is None or command.card is not None or command.force is not None:
        return None
    game, state = recording.game, recording.states[at]
    one, other = game.decide(state, command), game.decide(world.state, command)
    if isinstance(one, Refused) or isinstance(other, Refused):
        return None if one == other else f"{command.move} is answered otherwise"
    if shows(game, state, command, one.events) or shows(game, world.state, command, other.events):
        return None
    if one.after is None or other.after is None or _moves_by_name(one.events):
        return None
    same = _but_the_score(game.view(one.after, viewer)) == _but_the_score(game.view(other.after, viewer))
    return None if same else f"what follows {command.move} is another thing"


def _but_the_score(view: View) -> View:
    return replace(view, scoreboard=Scoreboard(()))


def _moves_by_name(events: tuple[Event, ...]) -> bool:
    """Return True when these events move a card that is known by name: the other world moves another one."""
    return any(isinstance(event, ev.Moved | ev.Faced) for event in events)


def hidden_from(recording: Recording, state: State, viewer: str) -> list[Label]:
    """Return the pieces that a viewer must not know (``worlds.hidden_cards``)."""
    return hidden_cards(recording.game, state, viewer)


def logs_do_not_tell(recording: Recording) -> str | None:
    """11: a log line, which everybody may read for ever, names no card that the table does not know at that moment.

    Neither one that lies hidden, nor one that went by name from a hand into another one.
    """
    holder: Holder = getattr(recording.game, "holder", in_hand)
    for before, record, after in steps(recording):
        if record.command is None:
            continue
        _, args = recording.game.log(record.command, record.events)
        hidden = set(hidden_cards(recording.game, after, TABLE))
        secret = {
            *hidden,
            *(kind_of(card) for card in _touched(record.events) & hidden),
            *_passed(before, after, record.events, holder),
        }
        named = sorted(secret.intersection(words(args)) - _open(recording.game, after))
        told = [card for card in named if not only_said(recording.game, before, record, card)]
        if told:
            return f"record {record.n}: the log tells {', '.join(told)}"
    return None


def _touched(events: tuple[Event, ...]) -> set[Label]:
    return {each.card for each in events if isinstance(each, ev.Moved | ev.Faced | ev.Attached)}


def only_said(game: Game, before: State, record: Record, card: Label) -> bool:
    """Return True for a card face down on the table that a player named as one of the own hand or deck.

    That says nothing of the one on the table where the line is the same wherever the card lies unseen: the player said
    it aloud, and that the app has read it elsewhere stays the app's secret. If it can lie nowhere else, everybody knows
    it. A card of a hand, or one that this very command moves or shows, is no such card.
    """
    command = record.command
    if command is None or command.card != card or card in _touched(record.events):
        return False
    if card not in hidden_cards(game, before, TABLE) or seat_of(before, before.where[card]) is not None:
        return False
    elsewhere = (
        world.state
        for n in range(_WORLDS)
        for world in worlds(game, before, TABLE, Random(n))
        if world.turn.get(card, card) != card
    )
    decided = (found for state in elsewhere if isinstance(found := game.decide(state, command), Accepted))
    line = game.log(command, record.events)
    return all(game.log(command, each.events) == line for each in decided)


def _passed(before: State, after: State, events: tuple[Event, ...], holder: Holder) -> set[Label]:
    """Return the cards that went from one hand straight into another, where nobody else sees them."""
    return {
        name
        for event in events
        if isinstance(event, ev.Moved) and event.target in after.pooled and event.card not in after.where
        for one, other in [(holder(before, event.source), holder(after, event.target))]
        if one is not None and other is not None and one != other and not event.target.startswith(_DECK)
        for name in (event.card, kind_of(event.card))
    }


def _open(game: Game, state: State) -> set[Label]:
    """Return the kinds and copies of which the table sees one."""
    cards = {card for zone in game.view(state, TABLE).zones.values() for card in zone.cards or ()}
    return cards | {kind_of(card) for card in cards}


__all__ = ["hidden_from", "logs_do_not_tell", "observed", "only_said", "scrambled", "secrets_do_not_show"]
