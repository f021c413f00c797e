"""Census: players show what lies on the table, so that a match of tokens alone goes on card by card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict, seats_of
from lairkeeper.core.moves import table_of
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .ending import deck_kinds
from .levels import DECK
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
    in_play_of,
    places_of,
)
from .refusals import FE
from .team import STACK_VILLAIN, held_check

RULE: Final = "contents"
OPEN_CARDS: Final = "census-line-up"
DECKS: Final = "census"
"""Second question of a census; ``OPEN_CARDS`` is the first one."""


def _put(move: str, place: Callable[[Command], Path], needs: tuple[str, ...], rule: str) -> Move:
    """Return a move that shows a card at a place.

    The app puts the card there, wherever it believed the card to be.
    """

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
        # The card shown is the copy that the seat held unread, not one copy more.
        own = places_of(command.by) if command.by is not None and move in _HELD else ()
        bring(work, command.card or "", place(command), own if "#" in (command.card or "") else _unseen_places())

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        prompt = question(state).id
        for card in _cards(state, naming):
            if move == "flip" and stack_card(state, card) is not None:
                continue
            for seat in seats_of(state, viewer) if "by" in needs else (None,):
                yield Command(move=move, by=seat, card=card, prompt=prompt if move in _bare(state, card) else None)

    codes = (FE.NOT_A_SUPER_HERO,) if move == "flip" else (FE.NOT_A_DECK_CARD, FE.BANNED_CARD, FE.ENEMY_TYPE)

    def spoken(state: State, command: Command) -> bool:
        return command.move not in _bare(state, command.card)

    return Move(move, apply, check, candidates, needs, levels=DECK, spoken=spoken, refusals=codes, rule=rule)


_HELD: Final = ("sweep", "play")
"""Moves that show a card as a player's own."""


def _bare(state: State, card: Label | None) -> tuple[str, ...]:
    """Return the moves that a bare tap means.

    Players first show the open cards of the table, then the cards of the decks.
    """
    if question(state).code == DECKS:
        return ("sweep",)
    return ("deal",) if stack_card(state, card or "") is not None else ("flip",)


def _unseen_places() -> tuple[Path, ...]:
    """Return the places of unseen copies; a card named by its kind is taken to be one of these."""
    return (MAIN_DECK, KICKS, WEAKNESSES, HEROES, HERO, VILLAINS, SET_ASIDE)


def _cards(state: State, naming: Label | None) -> Iterable[Label]:
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None or kind_of(naming) == STACK_VILLAIN else ()
    return deck_kinds(state.rules)


def _done(work: Work, command: Command) -> None:
    if work.top.data.get("decks"):
        work.pop()
    else:
        work.set(decks=True)
        work.again()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="done", prompt=question(state).id)


def _resume(work: Work, frame: Frame) -> None:
    code = DECKS if frame.data.get("decks") else OPEN_CARDS
    if frame.prompt is None or frame.prompt.code != code:
        work.ask(code, cite=RULE)


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
    tuple(PromptSpec(code, ("done",), RULE) for code in (OPEN_CARDS, DECKS)),
)
"""Step in which players show every card that does not lie where it lay before the first turn.

The app works out the stacks from the cards that have left them.
"""
