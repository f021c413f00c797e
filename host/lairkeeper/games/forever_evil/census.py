"""Census: players show what lies on the table, so that a match of tokens alone goes on card by card."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Moment
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind
from lairkeeper.rules.step import StepData, save

from .args import of_a_deck
from .ending import deck_kinds
from .levels import DECK
from .market import deck_card, stack_card, stack_under
from .moving import bring
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
    deck_of,
    in_play_of,
    places_of,
)
from .refusals import FE
from .team import STACK_VILLAIN, held_check

RULE: Final = "contents"


@quick
@dataclass(frozen=True, slots=True)
class Census(StepData):
    """Players show every card that does not lie where it lay before the first turn."""

    KIND: ClassVar[str] = "census"
    decks: bool = False
    """True once the open cards of the table were shown."""


OPEN_CARDS: Final = "census-line-up"
DECKS: Final = "census"
"""Second question of a census; ``OPEN_CARDS`` is the first one."""


def _show(work: Work, card: Label, place: Path, own: tuple[Path, ...] = ()) -> None:
    """Put a card there, wherever the app believed it to be.

    The card shown is the copy that the seat held unread, not one copy more.
    """
    bring(work, card, place, own if "#" in card else _unseen_places())


def _sweep(work: Work, step: Census, by: Seat, card: Label) -> None:
    _show(work, card, deck_of(by), places_of(by))


def _play(work: Work, step: Census, by: Seat, card: Label) -> None:
    _show(work, card, in_play_of(by), places_of(by))


def _destroy(work: Work, step: Census, by: Seat, card: Label) -> None:
    _show(work, card, DESTROYED)


def _deal(work: Work, step: Census, card: Label) -> None:
    _show(work, card, LINE_UP)


def _flip(work: Work, step: Census, card: Label) -> None:
    top, below = stack_under(card)
    for each in work.state.zone(top):
        work.move(each, below)
    _show(work, card, top)


def _not_held(now: Moment[Census], by: Seat, card: Label) -> Verdict:
    return held_check(now.state, by, card)


def _left_out(now: Moment[Census], card: Label) -> Verdict:
    return held_check(now.state, None, card)


def _left_out_too(now: Moment[Census], by: Seat, card: Label) -> Verdict:
    return held_check(now.state, None, card)


def _of_a_stack(now: Moment[Census], card: Label) -> Verdict:
    return stack_card(now.state, card)


def _with_seat(now: Moment[Census]) -> Iterable[tuple[Seat, Label]]:
    seats = tuple(seats_of(now.state, now.viewer))
    return ((seat, card) for card in _cards(now) for seat in seats)


def _alone(now: Moment[Census]) -> Iterable[tuple[Label]]:
    return ((card,) for card in _cards(now))


def _stacked(now: Moment[Census]) -> Iterable[tuple[Label]]:
    return ((card,) for card in _cards(now) if stack_card(now.state, card) is None)


def _shows(declared: DeclaredMove[Census]) -> DeclaredMove[Census]:
    """Return a move of the levels that follow cards; only what a bare tap means answers the question."""
    plain = declared.move

    def candidates(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        prompt = question(state).id
        for each in plain.candidates(state, viewer, naming):
            yield replace(each, prompt=prompt) if plain.name in _bare(state, each.card) else each

    def spoken(state: State, command: Command) -> bool:
        return plain.name not in _bare(state, command.card)

    return DeclaredMove(replace(plain, candidates=candidates, levels=DECK, spoken=spoken))


def _bare(state: State, card: Label | None) -> tuple[str, ...]:
    """Return the moves that a bare tap means.

    Players first show the open cards of the table, then the cards of the decks.
    """
    if question(state).code == DECKS:
        return ("sweep",)
    return ("deal",) if card is None or stack_card(state, card) is not None else ("flip",)


def _unseen_places() -> tuple[Path, ...]:
    """Return the places of unseen copies; a card named by its kind is taken to be one of these."""
    return (MAIN_DECK, KICKS, WEAKNESSES, HEROES, HERO, VILLAINS, SET_ASIDE)


def _cards(now: Moment[Census]) -> Iterable[Label]:
    naming = now.naming
    if naming is not None:
        return (naming,) if deck_card(naming, RULE) is None or kind_of(naming) == STACK_VILLAIN else ()
    return deck_kinds(now.state.rules)


def _done(work: Work, step: Census, by: Seat | None = None) -> None:
    if step.decks:
        work.pop()
    else:
        save(work, step, replace(step, decks=True))
        work.again()


def _resume(work: Work, step: Census) -> None:
    code, prompt = DECKS if step.decks else OPEN_CARDS, work.top.prompt
    if prompt is None or prompt.code != code:
        work.ask(code, cite=RULE)


_CODES: Final = (FE.BANNED_CARD, FE.ENEMY_TYPE)
CENSUS: Final = step_kind(
    Census,
    _shows(move("sweep", Census, _sweep, card=of_a_deck("setup"), unless=_not_held, codes=_CODES, offers=_with_seat,
                rule="setup")),
    _shows(move("play", Census, _play, card=of_a_deck("locations"), unless=_not_held, codes=_CODES, offers=_with_seat,
                rule="locations")),
    _shows(move("deal", Census, _deal, card=of_a_deck("line-up"), unless=_left_out, codes=_CODES, offers=_alone,
                rule="line-up")),
    _shows(move("flip", Census, _flip, unless=_of_a_stack, codes=(FE.NOT_A_SUPER_HERO,), offers=_stacked,
                rule="super-heroes")),
    _shows(move("destroy", Census, _destroy, card=of_a_deck("destroying"), unless=_left_out_too, codes=_CODES,
                offers=_with_seat, rule="destroying")),
    move("done", Census, _done, by=ANYBODY, answers=Answer("done"), rule=RULE),
    resume=_resume,
    prompts=tuple(PromptSpec(code, ("done",), RULE) for code in (OPEN_CARDS, DECKS)),
)  # fmt: skip
"""Step in which players show every card that does not lie where it lay before the first turn.

The app works out the stacks from the cards that have left them.
"""
