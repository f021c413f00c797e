"""Changing how much is followed: down at once, up with a census of what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict, seats_of
from lairkeeper.core.moves import set_level, table_of
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .effects.turn_facts import forget
from .end_effects import gather
from .ending import deck_kinds
from .hands import begin_hands
from .layout import lay_out
from .levels import DECK, FULL
from .market import deck_card, stack_card, stack_under
from .places import (
    DESTROYED,
    HERO,
    HEROES,
    KICKS,
    LINE_UP,
    MAIN_DECK,
    SET_ASIDE,
    VILLAINS,
    WEAKNESSES,
    bring,
    deck_of,
    followed,
    in_play_of,
)
from .refusals import FE, no
from .team import STACK_VILLAIN, held_check

RULE: Final = "contents"


def level_move(levels: tuple[str, ...]) -> Move:
    """The move ``set-level``, which waits for a turn: within the end of one too much is under way."""
    move = set_level(levels, _changed)
    core_check = move.check

    def check(state: State, command: Command) -> Verdict:
        refused = core_check(state, command)
        step = state.top.kind if state.top is not None else ""
        return no(FE.LEVEL_LATER, RULE, step=step) if refused is None and step != "turn" else refused

    return replace(move, check=check, refusals=(*move.refusals, FE.LEVEL_LATER))


def _changed(work: Work, before: str, after: str) -> None:
    if before in FULL and followed(work.state):
        forget(work)
        gather(work)
    if after in DECK:
        if not followed(work.state):
            lay_out(work, work.state.seats)
        work.push("census")


def _put(move: str, place: Callable[[Command], Path], needs: tuple[str, ...], rule: str) -> Move:
    """A card is shown and lies there, wherever the app believed it to be."""

    def check(state: State, command: Command) -> Verdict:
        card = command.card or ""
        if move == "flip":
            return stack_card(state, card)
        return deck_card(card, rule) or held_check(state, command.by if move in _HELD else None, card)

    def apply(work: Work, command: Command) -> None:
        if move == "flip":
            top, below = stack_under(command.card or "")
            for card in work.state.zone(top):
                work.move(card, below)
        bring(work, command.card or "", place(command), () if "#" in (command.card or "") else _unseen_places())

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        prompt = state.prompt.id if state.prompt else None
        for card in _cards(state, naming):
            if move == "flip" and stack_card(state, card) is not None:
                continue
            for seat in seats_of(state, viewer) if "by" in needs else (None,):
                yield Command(move=move, by=seat, card=card, prompt=prompt if move == _BARE else None)

    codes = (FE.NOT_A_SUPER_HERO,) if move == "flip" else (FE.NOT_A_DECK_CARD, FE.BANNED_CARD, FE.ENEMY_TYPE)
    return Move(move, apply, check, candidates, needs, levels=DECK, spoken=move != _BARE, refusals=codes, rule=rule)


_HELD: Final = ("sweep", "play")
"""What shows a card as somebody's."""
_BARE: Final = "sweep"
"""What a bare tap means: most cards of a census are those of the decks."""


def _unseen_places() -> tuple[Path, ...]:
    """Of a card named by its kind, a copy that has not been seen yet is meant."""
    return (MAIN_DECK, KICKS, WEAKNESSES, HEROES, HERO, VILLAINS, SET_ASIDE)


def _cards(state: State, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None or kind_of(naming) == STACK_VILLAIN else ()
    return deck_kinds(state.rules)


def _done(work: Work, command: Command) -> None:
    work.pop()
    if work.state.level in FULL:
        begin_hands(work, work.state.seats)


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="done", prompt=state.prompt.id if state.prompt else None)


def _resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        work.ask("census", cite=RULE)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", command) for command in _done_offers(state, viewer, None))


CENSUS: Final = FrameKind(
    "census",
    table_of(
        _put("sweep", lambda command: deck_of(command.by or ""), ("by", "card"), "setup"),
        _put("play", lambda command: in_play_of(command.by or ""), ("by", "card"), "locations"),
        _put("deal", lambda command: LINE_UP, ("card",), "line-up"),
        _put("flip", lambda command: stack_under(command.card or "")[0], ("card",), "super-heroes"),
        _put("destroy", lambda command: DESTROYED, ("by", "card"), "destroying"),
        Move("done", _done, candidates=_done_offers, takes=("by",), rule=RULE),
    ),
    _resume,
    _options,
    (PromptSpec("census", ("done",), RULE),),
)
"""Everything that does not lie where it lay before the first turn is shown; stacks follow from what has left them."""
