"""Windows in which reactions may be played ("DC Forever, Glossary: Reaction, When, After").

A window opens only where a player may have a reaction to the moment, in play or in the hand. Everybody may know which
cards a hand can hold, since decks are made of open cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.core.kernel import Verdict, seats_of
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push, replace, save

from .abilities import may_play, may_use, play_event, start_ability
from .args import with_card
from .catalog import CHARACTERS, sort_of
from .hands import in_hand
from .places import area_of, fact, foes, hand_labels, on_of, players, side, team
from .refusals import DC, no
from .steps import Asking

CITE: Final = "reaction"


@quick
@dataclass(frozen=True, slots=True)
class Reacting(Asking):
    """A window for reactions; its seat is the player whose card the moment is about."""

    KIND: ClassVar[str] = "react"
    trigger: str
    """Moment that sets the reactions off."""
    about: Component | None
    """Card that the moment is about."""
    waiting: tuple[Seat, ...]
    """Players who may still react."""


def window(work: Work, trigger: str, about: Component | None, seat: Seat | None) -> None:
    """Open a window for the players who may react; ``seat`` is the player whose card the moment is about.

    The moment waits for the window (df-153), and an "After" window follows directly (df-154).
    """
    if work.state.level != "full":
        return
    waiting = tuple(each for each in _eligible(work.state, trigger, seat) if _has_any(work.state, each, trigger, about))
    if waiting:
        push(work, Reacting(seat, trigger, about, waiting))


def _eligible(state: State, trigger: str, seat: Seat | None) -> tuple[Seat, ...]:
    """Return the players whose reactions the moment can set off, the active side first."""
    if seat is None:
        return (*players(state, "rogue"), *players(state, "hero"))
    if trigger in ("after-attacks",):
        return (seat,)
    if trigger.endswith(("threatens", "rescues", "activates")):
        return foes(state, seat)
    if trigger.endswith(("attacked", "falls")):
        return players(state, side(state, seat))
    return (*players(state, "rogue"), *players(state, "hero"))


def _mine(state: State, seat: Seat) -> Iterator[Component]:
    """Return a player's own cards in play, not a team mate's (df-257)."""
    yield from team(state, seat)
    yield from state.zone(area_of(seat))
    yield from state.zone(on_of(seat))


def _has_any(state: State, seat: Seat, trigger: str, about: Component | None) -> bool:
    """Return True when a player may have a reaction to the moment: in play and usable, or perhaps in hand."""
    return any(True for _ in _candidates(state, seat, trigger, None, about))


def _concerns(card: Component, trigger: str, about: Component | None) -> bool:
    """Return False for a character's reaction to an attack that is not about itself."""
    return sort_of(card) != CHARACTERS or "attack" not in trigger or card == about


def _candidates(
    state: State, seat: Seat, trigger: str, naming: Label | None, about: Component | None
) -> Iterator[Label]:
    for card in _mine(state, seat):
        if not _concerns(card, trigger, about):
            continue
        if fact(state, card, "trigger") == trigger and not isinstance(
            may_use(state, seat, card, None, trigger), Refused
        ):
            yield card
    for label in hand_labels(state, seat) if naming is None else (naming,):
        if fact(state, label, "trigger") == trigger and not isinstance(may_play(state, seat, label, trigger), Refused):
            yield label


def _resume(work: Work, step: Reacting) -> None:
    """Keep the window open until no player can or wants to react; only then the match goes on (df-156)."""
    waiting = tuple(each for each in step.waiting if _has_any(work.state, each, step.trigger, step.about))
    if not waiting:
        work.pop()
        return
    prompt = work.top.prompt
    if prompt is None or prompt.args.get("waiting") != waiting:
        save(work, step, replace(step, waiting=waiting))
        first, about = waiting[0], step.about or ""
        work.ask("react", cite=CITE, trigger=step.trigger, seat=first, waiting=waiting, card=about)


def _not_waiting(now: Moment[Reacting], said: Any) -> Verdict:
    """Refuse seats that are not asked."""
    return None if said in now.step.waiting else Refused(CoreRefusal.NOT_ASKED, {"seat": said}, CITE)


def _cannot_react(now: Moment[Reacting], by: Seat, card: Label) -> Verdict:
    """Refuse cards that do not react to this moment."""
    state, trigger = now.state, now.step.trigger
    mine = card in _mine(state, by)
    held = None if mine else in_hand(state, by, card, CITE)
    if isinstance(held, Refused):  # the table cannot insist on a card that is not there
        return held
    if fact(state, card, "trigger") != trigger:
        return no(DC.NO_TRIGGER, CITE, card=card)
    if mine:
        if not _concerns(card, trigger, now.step.about):
            return no(DC.NO_TRIGGER, CITE, card=card)
        return may_use(state, by, card, None, trigger)
    return may_play(state, by, card, trigger)


def _react(work: Work, step: Reacting, by: Seat, card: Label) -> None:
    """Resolve a reaction at once, before the next is played (df-40); the window stays open."""
    work.again()
    if card in _mine(work.state, by):
        start_ability(work, by, card, None, step.about)
    else:
        play_event(work, by, card, step.about)


def _pass(work: Work, step: Reacting, by: Seat) -> None:
    """End a player's part in the window: a player's own reactions are optional (df-38)."""
    save(work, step, replace(step, waiting=tuple(each for each in step.waiting if each != by)))
    work.again()


def _reactions(now: Moment[Reacting]) -> Iterator[tuple[Value, ...]]:
    """Return offers to react; players react in the order in which they play, not one player after the other (df-40)."""
    state, step = now.state, now.step
    for seat in step.waiting:  # all at once, not one player after the other
        if seat in seats_of(state, now.viewer):
            yield from ((seat, card) for card in _candidates(state, seat, step.trigger, now.naming, step.about))


def _passing(now: Moment[Reacting]) -> Iterator[Seat]:
    """Offer the pass to each player's own page, at the table to one after the other."""
    waiting = now.step.waiting
    return (
        seat for seat in (waiting[:1] if now.viewer == TABLE else waiting) if seat in seats_of(now.state, now.viewer)
    )


_CODES: Final = (CoreRefusal.NOT_ASKED,)
REACT: Final = step_kind(
    Reacting,
    move("react", Reacting, _react, unless=_cannot_react, codes=(DC.NO_TRIGGER, DC.NOT_IN_HAND, DC.NO_NUMBERS),
         offers=_reactions, stamped=True, by=Arg(_passing, _not_waiting, _CODES),
         answers=Answer("react", with_card, cards=True, even_refused=True), rule=CITE),
    move("pass", Reacting, _pass, by=Arg(_passing, _not_waiting, _CODES),
         answers=Answer("no-reaction", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("react", ("react", "no-reaction"), CITE),),
)  # fmt: skip
