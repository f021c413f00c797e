"""Bugs in what is kept and shown: pieces, history and log, scores and secrets, scans."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lairkeeper.core import codec, evolve, history, kernel, views, work
from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.kernel import FrameKind, Kernel
from lairkeeper.core.result import Offer, Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.scans import Listener, Presence, Sighting
from lairkeeper.scans.sighting import PLACED

from ..driver import header, offers
from .planting import Patches, bug, case

# Pieces -----------------------------------------------------------------------------------------------------------


@bug("a moved card stays where it was")
def _doubled(game: Kernel, patches: Patches) -> Kernel:
    case(patches, ev.Moved, lambda state, e: evolve._add(state, e.card, e.target, e.index))
    return game


@bug("a moved card is lost")
def _vanished(game: Kernel, patches: Patches) -> Kernel:
    case(patches, ev.Moved, lambda state, e: evolve._take(state, e.card, e.source))
    return game


@bug("the index of places is not kept")
def _unindexed(game: Kernel, patches: Patches) -> Kernel:
    moved = evolve._CASES[ev.Moved]
    case(patches, ev.Moved, lambda state, e: moved(state, e)._replace(where=state.where))
    return game


@bug("a card counts twice")
def _counted_twice(game: Kernel, patches: Patches) -> Kernel:
    placed = evolve._CASES[ev.Placed]
    case(patches, ev.Placed, lambda state, e: placed(placed(state, e), e))
    return game


# History and log --------------------------------------------------------------------------------------------------


@bug("undo takes one command more")
def _too_far(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def eager(self: history.History, record: history.Record, after: State | None = None) -> None:
        append(self, record, after)
        if record.kind == history.UNDO and len(self._states) > 2:
            self._states[-1] = self._states[-2]

    patches.set(history.History, "_append", eager)
    return game


@bug("redo does the command twice")
def _redo_twice(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def double(self: history.History, record: history.Record, after: State | None = None) -> None:
        append(self, record, after)
        if record.kind == history.REDO:
            self._states[-1] = self._states[-1]._replace(turn=self._states[-1].turn + 1)

    patches.set(history.History, "_append", double)
    return game


@bug("a command after an undo leaves the old future open")
def _old_future(game: Kernel, patches: Patches) -> Kernel:
    append = history.History._append

    def keeping(self: history.History, record: history.Record, after: State | None = None) -> None:
        undone = list(self._undone)
        append(self, record, after)
        if record.kind == history.COMMAND:
            self._undone[:] = undone

    patches.set(history.History, "_append", keeping)
    return game


@bug("the log forgets denominations")
def _flat_tokens(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json

    def flat(event: Any) -> Any:
        found = to_json(event)
        if isinstance(event, ev.Paid):
            found["tokens"] = {"1": sum(value * n for value, n in event.tokens.items())}
        return found

    patches.set(codec, "event_to_json", flat)
    return game


@bug("the log forgets what was answered")
def _mute(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json
    patches.set(codec, "event_to_json", lambda event: {k: v for k, v in to_json(event).items() if k != "answer"})
    return game


@bug("the log leaves out who won")
def _no_winner(game: Kernel, patches: Patches) -> Kernel:
    to_json = codec.event_to_json

    def modest(event: Any) -> Any:
        return {**to_json(event), "winners": []} if isinstance(event, ev.Finished) else to_json(event)

    patches.set(codec, "event_to_json", modest)
    return game


# Scores and secrets -----------------------------------------------------------------------------------------------


@bug("the score leaves out the tokens")
def _no_tokens(game: Kernel, patches: Patches) -> Kernel:
    def poor(state: State, viewer: str) -> Any:
        return game.scoreboard(state._replace(purses={name: {} for name in state.purses}), viewer)

    return replace(game, scoreboard=poor)


@bug("only the first of those tied wins")
def _one_winner(game: Kernel, patches: Patches) -> Kernel:
    finish = work.Work.finish
    patches.set(work.Work, "finish", lambda self, winners: finish(self, winners[:1]))
    return game


@bug("everybody sees every card")
def _open_hands(game: Kernel, patches: Patches) -> Kernel:
    patches.set(views, "knows", lambda state, viewer, card: True)
    return game


@bug("the log tells sealed cards")
def _loose_tongue(game: Kernel, patches: Patches) -> Kernel:
    def telling(command: Command, events: Any) -> Any:
        return {"by": command.by, "card": command.card, "moved": 0}

    patches.set(kernel, "said", telling)
    return game


@bug("the choices of a sealed question are shown to all")
def _open_choices(game: Kernel, patches: Patches) -> Kernel:
    def showing(kind: FrameKind) -> FrameKind:
        def options(state: State, frame: Frame, viewer: str) -> Any:
            return tuple(option for seat in state.seats for option in kind.options(state, frame, seat))

        return replace(kind, options=options)

    return replace(game, frames={name: showing(kind) for name, kind in game.frames.items()})


@bug("a refusal to one seat tells what another holds")
def _telling_refusal(game: Kernel, patches: Patches) -> Kernel:
    offers = Kernel.offers

    def leaking(self: Kernel, state: State, viewer: str, naming: str | None = None) -> Any:
        held = [card for zone, cards in sorted(state.zones.items()) if zone.startswith("hand.") for card in cards]
        extra = Command(move="peek", card=held[0]) if held else None
        found = offers(self, state, viewer, naming)
        return (*found, Offer(extra, Refused("unknown-move"))) if extra else found

    patches.set(Kernel, "offers", leaking)
    return game


# Scans ------------------------------------------------------------------------------------------------------------


@bug("a tag that is only seen again counts again")
def _seen_again(game: Kernel, patches: Patches) -> Kernel:
    see = Presence.see

    def forgetful(self: Presence, sighting: Sighting) -> str | None:
        old = see(self, sighting)
        return None if sighting.kind == PLACED else old

    patches.set(Presence, "see", forgetful)
    return game


@bug("of two scans close together one is lost")
def _one_at_a_time(game: Kernel, patches: Patches) -> Kernel:
    hear = Listener.hear
    last: dict[Listener, Sighting] = {}

    def busy(self: Listener, sighting: Sighting, *, past: bool = False) -> None:
        before = last.get(self)
        if sighting.kind == PLACED:
            last[self] = sighting
            if before is not None and before.zone != sighting.zone and abs(sighting.at - before.at) < 0.5:
                return
        hear(self, sighting, past=past)

    patches.set(Listener, "hear", busy)
    return game


@bug("an unknown tag is taken for a known one")
def _mistaken(game: Kernel, patches: Patches) -> Kernel:
    hear = Listener.hear
    begun = History.start(game, header(game, 0, game.levels[0]))
    bare = [] if isinstance(begun, Refused) else [each for each in offers(game, begun.state) if not each.spoken]
    card = next((each.command.card for each in bare if each.command.card and each.refusal is None), None)

    def trusting(self: Listener, sighting: Sighting, *, past: bool = False) -> None:
        if sighting.component is None and card is not None:
            sighting = replace(sighting, game=game.id, component=card if "#" in card else f"{card}#1")
        hear(self, sighting, past=past)

    patches.set(Listener, "hear", trusting)
    return game
