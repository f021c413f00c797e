"""First Appearances: a new Super Hero attacks every player, outside any turn ("Forever Evil, The Super Heroes").

Where no text is carried out, each player tells what the attack did: Weaknesses gained, tokens lost, cards destroyed.
"""

from __future__ import annotations

from typing import Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import push

from .args import EVERYBODY, seat_if_waiting
from .catalog import CATALOG
from .effects.attack import begin_appearance_attack
from .gaining import GAIN
from .levels import FULL
from .owning import BOTTOM, DESTROY, PASS, PASS_UNSEEN, PUT_BACK
from .places import WEAKNESSES
from .refusals import FE, no
from .steps import Appearance, shared
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
    push(work, Appearance(hero, order, had={seat: worth(work.state, seat) for seat in order}, gained={}))


def _resume(work: Work, step: Appearance) -> None:
    if kind_of(step.hero) == STACK_VILLAIN:
        told = ask_each(work, ANOTHER_SET, step.seats, cite=VARIANT, card=step.hero)
    else:
        most = (CATALOG.get(step.hero).weaknesses or (0, 0))[1]
        told = ask_each(work, step.KIND, step.seats, cite=RULE, card=step.hero, n=most)
    if told is not None:
        work.pop()


def _half_told(now: Moment[Appearance], by: Seat) -> Verdict:
    """Refuse to go on after one Weakness where a player gains two or none (fe-64), unless the stack is empty."""
    hero = now.step.hero
    half = kind_of(hero) in _TWO_OR_NONE and now.step.gained.get(by, 0) == 1
    if half and now.state.size(WEAKNESSES):
        return no(FE.ONE_WEAKNESS_SHORT, RULE, card=hero, seat=by)
    return None


def _done(work: Work, step: Appearance, by: Seat) -> None:
    work.answer(by, option="seat-done")


APPEARANCE_STEP: Final = step_kind(
    Appearance,
    *shared(Appearance, (GAIN, LOSE, STEAL, DESTROY, PASS, PASS_UNSEEN, BOTTOM, PUT_BACK)),
    move("done", Appearance, _done, by=EVERYBODY, unless=_half_told, codes=(FE.ONE_WEAKNESS_SHORT,), rule=RULE,
         answers=Answer("seat-done", seat_if_waiting, even_refused=True)),
    resume=_resume,
    prompts=(PromptSpec(Appearance.KIND, ("seat-done",), RULE), PromptSpec(ANOTHER_SET, ("seat-done",), VARIANT)),
)  # fmt: skip
"""Step in which each player tells what the attack did; the next turn waits for all of them (fe-150)."""
