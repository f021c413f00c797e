"""Check 11: what a viewer must not know changes nothing of what it sees, is offered or can read in the log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import State
from lairkeeper.core.views import PUBLIC

from .driver import Recording, steps, viewers

_SAMPLE: Final = 14


def secrets_do_not_show(recording: Recording) -> str | None:
    """11: scramble what a viewer must not know: its view, questions, offers and score stay the same."""
    game = recording.game
    rng = Random(recording.seed)
    for at in recording.sample(_SAMPLE):
        state = recording.states[at]
        for viewer in viewers(state):
            view = game.view(state, viewer)
            hidden = hidden_from(recording, state, viewer)
            if len(hidden) < 2:
                continue
            turned = hidden[1:] + hidden[:1]
            rng.shuffle(turned)
            other = scrambled(state, dict(zip(hidden, turned, strict=True)))
            if game.view(other, viewer) != view:
                return f"position {at}: what {viewer} sees depends on hidden cards"
            if game.offers(other, viewer) != game.offers(state, viewer):
                return f"position {at}: what {viewer} is offered depends on hidden cards"
    return None


def hidden_from(recording: Recording, state: State, viewer: str) -> list[Label]:
    """The pieces that a viewer must not know: not lying open, and shown neither to it nor to everybody.

    Of a game that does not say which places are open, those that its view leaves out.
    """
    openness = getattr(recording.game, "sees", None)
    zones = recording.game.view(state, viewer).zones if openness is None else {}
    found: list[Label] = []
    for path, cards in state.zones.items():
        if openness is None:
            shown = set(zones[path].cards or ()) if path in zones else set()
        elif openness(state, path, viewer) == PUBLIC:
            continue
        else:
            shown = {card for card in cards if {viewer, TABLE} & set(state.known.get(card, ()))}
        found.extend(card for card in cards if card not in shown and "#" in card)
    return found


def scrambled(state: State, turn: Mapping[Label, Label]) -> State:
    """The same match with hidden pieces exchanged one for another, everywhere."""

    def swap(value: Any) -> Any:
        if isinstance(value, str):
            return turn.get(value, value)
        if isinstance(value, tuple):
            return tuple(swap(each) for each in value)
        if isinstance(value, dict):
            return {key: swap(each) for key, each in value.items()}
        return value

    frames = tuple(
        replace(
            frame,
            data=swap(dict(frame.data)),
            prompt=frame.prompt and replace(frame.prompt, answers=swap(dict(frame.prompt.answers))),
        )
        for frame in state.frames
    )
    return state._replace(
        zones={zone: swap(cards) for zone, cards in state.zones.items()},
        where={turn.get(card, card): zone for card, zone in state.where.items()},
        known={turn.get(card, card): to for card, to in state.known.items()},
        marks={turn.get(card, card): marks for card, marks in state.marks.items()},
        attached={turn.get(card, card): swap(to) for card, to in state.attached.items()},
        frames=frames,
    )


def logs_do_not_tell(recording: Recording) -> str | None:
    """11: a log line names no card that the table does not know at that moment."""
    for _, record, after in steps(recording):
        if record.command is None:
            continue
        _, args = recording.game.log(record.command, record.events)
        hidden = set(hidden_from(recording, after, TABLE))
        told = [value for value in args.values() if isinstance(value, str) and value in hidden]
        if told:
            return f"record {record.n}: the log tells {', '.join(told)}"
    return None
