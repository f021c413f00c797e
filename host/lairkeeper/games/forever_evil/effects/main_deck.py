"""Cards that texts take from the main deck: added to the Line-Up, gained, or gained and played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from ..costs import cost_of
from ..market import deck_card, unseen_cards
from ..places import ADDED, LINE_UP, MAIN_DECK, bring, find, in_play_of
from ..refusals import FE, no
from ..team import turned_into_tokens
from . import acts
from .playing import TO_PLAY, asks_nobody, do_text, lay_down
from .vocabulary import AddToLineUp, TakeFromMainDeck

RULE: Final = "cards"
ADD: Final = "add-to-line-up"
TAKE: Final = "take-from-main-deck"


def add_to_line_up(work: Work, frame: Frame, verb: AddToLineUp, at: int) -> None:
    """Add cards to the Line-Up, as many as the main deck still has (fe-155).

    The card shown first counts as one of them ("Forever Evil, Specific Card Clarifications") (fe-98).
    """
    n = verb.n
    if verb.last_cost:
        n = sum(cost_of(card, work.state.rules) for card in frame.data.get("last", ())) - 1
    if n > 0 and work.state.size(MAIN_DECK):
        work.push(ADD, seat=frame.data["seat"], n=n, into=frame.id)


def take_from_main_deck(work: Work, frame: Frame, verb: TakeFromMainDeck, at: int) -> None:
    """Let the player gain cards of the main deck, as many as it still has (fe-155)."""
    if work.state.size(MAIN_DECK):
        work.push(TAKE, seat=frame.data["seat"], n=verb.n, play=verb.play, into=frame.id, taken=(), waiting=())


def _asking(code: str) -> Callable[[Work, Frame], None]:
    def resume(work: Work, frame: Frame) -> None:
        n = frame.data["n"]
        if not n or not work.state.size(MAIN_DECK):
            if frame.data.get("waiting"):
                _play_next(work, frame)
            else:
                work.close(frame)
        elif frame.prompt is None or frame.prompt.args["n"] != n:
            work.ask(code, cite=RULE, seat=frame.data["seat"], n=n, play=bool(frame.data.get("play")))

    return resume


def _check(state: State, command: Command) -> Verdict:
    card = command.card or ""
    refused = deck_card(card, RULE)
    if refused is None and find(state, card, (MAIN_DECK,)) is None:
        return no(FE.NOT_IN_MAIN_DECK, RULE, card=card)
    return refused


def _offers(move: str) -> Callable[[State, str, Label | None], Iterable[Command]]:
    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        seat, prompt = running(state).data["seat"], question(state).id
        for card in unseen_cards(state, MAIN_DECK, naming):
            yield Command(move=move, by=seat, card=card, prompt=prompt)

    return offers


def _add(work: Work, command: Command) -> None:
    frame = work.top
    card = bring(work, command.card or "", LINE_UP, (MAIN_DECK,))
    work.emit(ev.Marked(card, ADDED))
    work.set(n=frame.data["n"] - 1)
    work.emit(ev.FrameSet(frame.data["into"], {"last": (card,)}))
    work.again()


def _take(work: Work, command: Command) -> None:
    """Gain the tapped card, which does not come from the Line-Up.

    A card that is played then goes into play, not to the discard pile (fe-16).
    """
    frame = work.top
    seat = frame.data["seat"]
    label = command.card or ""
    work.set(n=frame.data["n"] - 1)
    work.again()
    if frame.data["play"] and not turned_into_tokens(work.state, seat, label):
        card = lay_down(work, seat, label, (MAIN_DECK,), from_hand=False)
        work.emit(ev.Marked(card, TO_PLAY, seat, 1, "turn"))
        acts.gained(work, seat, card)
        work.set(waiting=(*frame.data.get("waiting", ()), card))
    else:
        card = acts.gain(work, seat, label, (MAIN_DECK,))
    taken = (*frame.data["taken"], card)
    work.emit(ev.FrameSet(frame.id, {"taken": taken}))
    work.emit(ev.FrameSet(frame.data["into"], {"shown": taken, "last": (card,)}))


def _play_next(work: Work, frame: Frame) -> None:
    """Play one of the gained cards, after all of them were gained.

    A card whose text asks nobody comes first, because it is over at once.
    """
    seat = frame.data["seat"]
    waiting: tuple[Component, ...] = tuple(frame.data["waiting"])
    card = next((each for each in waiting if asks_nobody(each)), waiting[0])
    work.set(waiting=tuple(each for each in waiting if each != card))
    work.again()
    if card in work.state.zone(in_play_of(seat)):
        work.emit(ev.Unmarked(card, TO_PLAY))
        do_text(work, seat, card)


def _step(code: str, move: str, apply: Callable[[Work, Command], None]) -> FrameKind:
    refusals = (FE.NOT_A_DECK_CARD, FE.NOT_IN_MAIN_DECK)
    moves = table_of(Move(move, apply, _check, _offers(move), ("card",), ("by",), refusals=refusals, rule=RULE))
    return FrameKind(code, moves, _asking(code), prompts=(PromptSpec(code, (), RULE),))


ADD_STEP: Final = _step(ADD, "deal", _add)
TAKE_STEP: Final = _step(TAKE, "reveal", _take)
