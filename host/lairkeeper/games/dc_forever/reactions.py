"""Windows in which reactions may be played ("DC Forever, Glossary: Reaction, When, After").

A window opens only where a player may have a reaction to the moment, in play or in the hand. Everybody may know which
cards a hand can hold, since decks are made of open cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.core.kernel import Move, Verdict, seats_of
from lairkeeper.core.moves import table_of
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import push, replace, save

from .abilities import may_play, may_use, play_event, start_ability
from .catalog import CHARACTERS, sort_of
from .frames import current, typed
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


def _check(state: State, command: Command) -> Verdict:
    """Refuse seats that are not asked and cards that do not react to this moment."""
    step = current(Reacting, state)
    if command.by is None or command.by not in step.waiting:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, CITE)
    card, trigger = command.card, step.trigger
    if card is None:
        return None
    seat = command.by
    mine = card in _mine(state, seat)
    held = None if mine else in_hand(state, seat, card, CITE)
    if isinstance(held, Refused):  # the table cannot insist on a card that is not there
        return held
    if fact(state, card, "trigger") != trigger:
        return no(DC.NO_TRIGGER, CITE, card=card)
    if mine:
        if not _concerns(card, trigger, step.about):
            return no(DC.NO_TRIGGER, CITE, card=card)
        return may_use(state, seat, card, None, trigger)
    return may_play(state, seat, card, trigger)


def _react(work: Work, command: Command) -> None:
    """Resolve a reaction at once, before the next is played (df-40); the window stays open."""
    seat, card = command.by or "", command.card or ""
    about = current(Reacting, work.state).about
    work.again()
    if card in _mine(work.state, seat):
        start_ability(work, seat, card, None, about)
    else:
        play_event(work, seat, card, about)


def _pass(work: Work, command: Command) -> None:
    """End a player's part in the window: a player's own reactions are optional (df-38)."""
    step = current(Reacting, work.state)
    save(work, step, replace(step, waiting=tuple(each for each in step.waiting if each != command.by)))
    work.again()


def _react_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Return offers to react; players react in the order in which they play, not one player after the other (df-40)."""
    step, prompt = current(Reacting, state), question(state)
    for seat in step.waiting:  # all at once, not one player after the other
        if seat in seats_of(state, viewer):
            for card in _candidates(state, seat, step.trigger, naming, step.about):
                yield Command(move="react", by=seat, card=card, prompt=prompt.id)


def _pass_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    step, prompt = current(Reacting, state), question(state)
    if naming is None:
        for seat in step.waiting[:1] if viewer == TABLE else step.waiting:
            if seat in seats_of(state, viewer):
                yield Command(move="pass", by=seat, prompt=prompt.id)


def _options(state: State, step: Reacting, viewer: str) -> tuple[Option, ...]:
    cards = (Option("react", each, {"card": each.card}) for each in _react_offers(state, viewer, None))
    return (*cards, *(Option("no-reaction", each) for each in _pass_offers(state, viewer, None)))


_CODES: Final = (CoreRefusal.NOT_ASKED,)
_REACTIONS: Final = (*_CODES, DC.NO_TRIGGER, DC.NOT_IN_HAND, DC.NO_NUMBERS)
REACT: Final = typed(
    Reacting,
    table_of(
        Move("react", _react, _check, _react_offers, ("by", "card"), refusals=_REACTIONS, rule=CITE),
        Move("pass", _pass, _check, _pass_offers, ("by",), refusals=_CODES, rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("react", ("react", "no-reaction"), CITE),),
)  # fmt: skip
