"""Cards that texts take from the main deck: added to the Line-Up, gained, or gained and played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import FrameKind, Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from ..args import of_a_deck
from ..costs import cost_of
from ..market import unseen_cards
from ..moving import bring
from ..places import ADDED, LINE_UP, MAIN_DECK, find, in_play_of
from ..refusals import FE, no
from ..team import turned_into_tokens
from . import acts
from .carry_out import Text, note_last
from .playing import TO_PLAY, asks_nobody, do_text, lay_down
from .vocabulary import AddToLineUp, TakeFromMainDeck

RULE: Final = "cards"


@dataclass(frozen=True, init=False)
class _FromMainDeck(StepData):
    """Base of the data of a step in which cards of the main deck are tapped."""

    __slots__ = ()
    seat: Seat
    n: int
    """Cards that are still to come."""
    into: int
    """Frame of the text, which is told which cards came."""


@quick
@dataclass(frozen=True, slots=True)
class Adding(_FromMainDeck):
    """Cards of the main deck are added to the Line-Up."""

    KIND: ClassVar[str] = "add-to-line-up"


@quick
@dataclass(frozen=True, slots=True)
class Taking(_FromMainDeck):
    """A player gains cards of the main deck."""

    KIND: ClassVar[str] = "take-from-main-deck"
    play: bool
    """True if they are played, once all of them were gained."""
    taken: tuple[Component, ...]
    waiting: tuple[Component, ...]
    """Cards that are still to be played."""


T = TypeVar("T", Adding, Taking)


def add_to_line_up(work: Work, step: Text, verb: AddToLineUp, at: int) -> None:
    """Add cards to the Line-Up, as many as the main deck still has (fe-155).

    The card shown first counts as one of them ("Forever Evil, Specific Card Clarifications") (fe-98).
    """
    n = verb.n
    if verb.last_cost:
        n = sum(cost_of(card, work.state.rules) for card in step.last) - 1
    if n > 0 and work.state.size(MAIN_DECK):
        push(work, Adding(step.seat, n, work.top.id))


def take_from_main_deck(work: Work, step: Text, verb: TakeFromMainDeck, at: int) -> None:
    """Let the player gain cards of the main deck, as many as it still has (fe-155)."""
    if work.state.size(MAIN_DECK):
        push(work, Taking(step.seat, verb.n, work.top.id, verb.play, taken=(), waiting=()))


def _asks(work: Work, step: _FromMainDeck, *, play: bool) -> bool:
    """Ask for the next card, and return whether one is still to come."""
    if not step.n or not work.state.size(MAIN_DECK):
        return False
    prompt = work.top.prompt
    if prompt is None or prompt.args["n"] != step.n:
        work.ask(step.KIND, cite=RULE, seat=step.seat, n=step.n, play=play)
    return True


def _add_resume(work: Work, step: Adding) -> None:
    if not _asks(work, step, play=False):
        work.pop()


def _take_resume(work: Work, step: Taking) -> None:
    if _asks(work, step, play=step.play):
        return
    if step.waiting:
        _play_next(work, step)
    else:
        work.pop()


def _not_there(now: Moment[_FromMainDeck], card: Label, by: Seat | None = None) -> Verdict:
    return no(FE.NOT_IN_MAIN_DECK, RULE, card=card) if find(now.state, card, (MAIN_DECK,)) is None else None


def _offers(now: Moment[_FromMainDeck]) -> Iterable[tuple[Label, Seat]]:
    return ((card, now.step.seat) for card in unseen_cards(now.state, MAIN_DECK, now.naming))


def _add(work: Work, step: Adding, card: Label, by: Seat | None = None) -> None:
    added = bring(work, card, LINE_UP, (MAIN_DECK,))
    work.emit(ev.Marked(added, ADDED))
    now = read(Adding, work.top)
    save(work, now, replace(now, n=step.n - 1))
    note_last(work, step.into, (added,))
    work.again()


def _take(work: Work, step: Taking, card: Label, by: Seat | None = None) -> None:
    """Gain the tapped card, which does not come from the Line-Up.

    A card that is played then goes into play, not to the discard pile (fe-16).
    """
    id, seat = work.top.id, step.seat
    save(work, step, replace(step, n=step.n - 1))
    work.again()
    if step.play and not turned_into_tokens(work.state, seat, card):
        found = lay_down(work, seat, card, (MAIN_DECK,), from_hand=False)
        work.emit(ev.Marked(found, TO_PLAY, seat, 1, "turn"))
        acts.gained(work, seat, found)
        now = read(Taking, work.top)
        save(work, now, replace(now, waiting=(*step.waiting, found)))
    else:
        found = acts.gain(work, seat, card, (MAIN_DECK,))
    taken = (*step.taken, found)
    work.emit(ev.FrameSet(id, {"taken": taken}))
    work.emit(ev.FrameSet(step.into, {"shown": taken, "last": (found,)}))


def _play_next(work: Work, step: Taking) -> None:
    """Play one of the gained cards, after all of them were gained.

    A card whose text asks nobody comes first, because it is over at once.
    """
    card = next((each for each in step.waiting if asks_nobody(each)), step.waiting[0])
    save(work, step, replace(step, waiting=tuple(each for each in step.waiting if each != card)))
    work.again()
    if card in work.state.zone(in_play_of(step.seat)):
        work.emit(ev.Unmarked(card, TO_PLAY))
        do_text(work, step.seat, card)


def _step(
    kind: type[T], name: str, do: Callable[[Work, T, Label, Seat | None], None], resume: Callable[[Work, T], None]
) -> FrameKind:
    return step_kind(
        kind,
        move(name, kind, do, card=of_a_deck(RULE), unless=_not_there, codes=(FE.NOT_IN_MAIN_DECK,), offers=_offers,
             stamped=True, rule=RULE),
        resume=resume,
        prompts=(PromptSpec(kind.KIND, (), RULE),),
    )  # fmt: skip


ADD_STEP: Final = _step(Adding, "deal", _add, _add_resume)
TAKE_STEP: Final = _step(Taking, "reveal", _take, _take_resume)
