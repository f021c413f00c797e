"""First Appearances: a new Super Hero attacks every player, outside any turn ("Forever Evil, The Super Heroes").

Where no text is carried out, each player tells what the attack did: Weaknesses gained, tokens lost, cards destroyed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of, waiting_check
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CATALOG
from .effects.attack import begin_appearance_attack
from .gaining import APPEARANCE, GAIN
from .levels import FULL
from .owning import BOTTOM, DESTROY, PASS, PASS_UNSEEN, PUT_BACK
from .places import WEAKNESSES
from .refusals import FE, no
from .team import RULE as VARIANT
from .team import STACK_VILLAIN, in_teams, side
from .tokens import LOSE, STEAL

RULE: Final = "super-heroes"
ANOTHER_SET: Final = "first-appearance-another-set"
"""Question about a Super-Villain whose text the app does not know."""
_TWO_OR_NONE: Final = frozenset({"superman"})
"""Super Heroes that give a player two Weaknesses or none."""


def begin_appearance(work: Work, hero: Component, ended: Seat) -> None:
    """Ask every player, clockwise from the player whose turn has ended (fe-55).

    A house rule begins with the next player instead (fe-58). In teams the attack hits only the side that defeated the
    previous card (fe-127).
    """
    order = work.state.clockwise(ended)
    if work.state.rules.first_appearance == "from-next-turn":
        order = work.state.clockwise(order[1])
    if in_teams(work.state):
        order = tuple(seat for seat in order if seat in side(work.state, ended))
    if work.state.level in FULL and kind_of(hero) != STACK_VILLAIN:
        begin_appearance_attack(work, hero, order)
        return
    tell_by_hand(work, hero, order)


def tell_by_hand(work: Work, hero: Component, order: tuple[Seat, ...]) -> None:
    """Ask each seat of ``order`` to tell what the attack did to it, where no text is carried out."""
    had = {seat: worth(work.state, seat) for seat in order}
    work.push(APPEARANCE, hero=hero, seats=order, had=had, gained={})


def _resume(work: Work, frame: Frame) -> None:
    hero: Component = frame.data["hero"]
    if frame.prompt is None:
        seats = tuple(frame.data["seats"])
        if kind_of(hero) == STACK_VILLAIN:
            work.ask(ANOTHER_SET, seats=seats, cite=VARIANT, card=hero)
            return
        most = (CATALOG.get(hero).weaknesses or (0, 0))[1]
        work.ask(APPEARANCE, seats=seats, cite=RULE, card=hero, n=most)
    elif not frame.prompt.waiting:
        work.pop()


def _done_check(state: State, command: Command) -> Verdict:
    """Refuse to go on after one Weakness where a player gains two or none (fe-64), unless the stack is empty."""
    refused, top = waiting_check(state, command), running(state)
    if refused is not None:
        return refused
    half = kind_of(top.data["hero"]) in _TWO_OR_NONE and top.data["gained"].get(command.by, 0) == 1
    if half and state.size(WEAKNESSES):
        return no(FE.ONE_WEAKNESS_SHORT, RULE, card=top.data["hero"], seat=command.by)
    return None


def _done(work: Work, command: Command) -> None:
    work.answer(command.by, option="seat-done")


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state).id
    return (Command(move="done", by=seat, prompt=prompt) for seat in state.seats)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    waiting = frame.prompt.waiting if frame.prompt else ()
    offers = _done_offers(state, viewer, None)
    return tuple(Option("seat-done", each, {"seat": each.by}) for each in offers if each.by in waiting)


APPEARANCE_STEP: Final = FrameKind(
    APPEARANCE,
    table_of(
        GAIN,
        LOSE,
        STEAL,
        DESTROY,
        PASS,
        PASS_UNSEEN,
        BOTTOM,
        PUT_BACK,
        Move(
            "done",
            _done,
            _done_check,
            _done_offers,
            ("by",),
            refusals=(CoreRefusal.NOT_ASKED, FE.ONE_WEAKNESS_SHORT),
            rule=RULE,
        ),
    ),
    _resume,
    _options,
    (PromptSpec(APPEARANCE, ("seat-done",), RULE), PromptSpec(ANOTHER_SET, ("seat-done",), VARIANT)),
)
"""Step in which each player tells what the attack did; the next turn waits for all of them (fe-150)."""
