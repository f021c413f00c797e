"""Resources that players lose, to Captain Hammer ("Evil League, Captain Hammer's Location") or to an effect."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..cards import LOOT, PARTS, sort_of
from ..loot import discard, hand_size, may_play, playable
from ..parts import spare, to_bag
from ..places import labels, spare_of, to_act
from ..powers import lose_power, power
from ..refusals import EL, no

RULE: Final = "hammer"
POWER_TOKEN: Final = "take-power"
ALL: Final = (PARTS, LOOT, "power")


@quick
@dataclass(frozen=True, slots=True)
class Losing(StepData):
    """Players lose resources in any mix: Loot goes to the discard pile, Parts to the bag, Power down (el-116)."""

    KIND: ClassVar[str] = "lose"
    seats: tuple[Seat, ...]
    """Players who still lose something."""
    left: int
    """Resources that the first of them still loses."""
    n: int
    """Resources that each of them loses."""
    what: tuple[str, ...]
    """Sorts of resources that may be lost."""
    code: str
    """Code of the question."""


def lose(work: Work, seats: tuple[Seat, ...], n: int, what: tuple[str, ...] = ALL, code: str = "beaten") -> None:
    """Let each of these seats lose ``n`` resources of its choice (el-69), or as many as it has (el-70)."""
    push(work, Losing(seats, n, n, what, code))


def _can(state: State, seat: Seat, what: tuple[str, ...]) -> int:
    """Return how many resources a seat could lose; equipped Parts do not count (el-32)."""
    have = {PARTS: state.size(spare_of(seat)), LOOT: hand_size(state, seat), "power": power(state, seat)}
    return sum(have[sort] for sort in what)


def _resume(work: Work, step: Losing) -> None:
    seats, left, table = step.seats, step.left, work.state.rules.beating_order == "table"
    while seats and (not left or not _can(work.state, seats[0], step.what)):
        seats, left = seats[1:], step.n
    if not seats:
        work.pop()
        return
    if table:
        seats = (seats[0], *(seat for seat in seats[1:] if _can(work.state, seat, step.what)))
    save(work, step, replace(step, seats=seats, left=left), "seats", "left")
    in_order = not table or len(seats) == 1
    to_act(work, seats[0] if in_order else None)
    work.ask(step.code, seats=() if in_order else seats, cite=RULE, seat=seats[0], n=left)


def _may(now: Moment[Losing]) -> tuple[Seat, ...]:
    """Return the seats that may lose something now.

    It is the next seat in order; by the house rule ``beating-order`` any seat, unless one has begun.
    """
    begun = now.step.left != now.step.n
    return now.step.seats[:1] if begun or now.state.rules.beating_order == "reputation" else now.step.seats


def _not_asked(now: Moment[Losing], said: Any) -> Verdict:
    return None if said in _may(now) else Refused(CoreRefusal.NOT_ASKED, {"seat": said}, RULE)


def _cannot_lose(now: Moment[Losing], by: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat cannot lose this; Power has no piece, or its token."""
    sort = "power" if card is None or kind_of(card) == POWER_TOKEN else sort_of(card)
    if sort not in now.step.what:
        return no(EL.NOT_ENOUGH, RULE, seat=by)
    if card is None or sort == "power":
        return None if power(now.state, by) else no(EL.NOT_ENOUGH, RULE, seat=by)
    if sort == PARTS:
        return None if spare(now.state, by, card) else no(EL.NO_SPARE_PART, RULE, card=card, seat=by)
    return None if may_play(now.state, by, card) else no(EL.NOT_IN_HAND, RULE, card=card, seat=by)


def _losses(now: Moment[Losing]) -> Iterable[tuple[Seat, Label | None]]:
    """Offer to each seat what it can lose."""
    state, what, naming = now.state, now.step.what, now.naming
    for seat in _may(now):
        if "power" in what and power(state, seat):
            yield from ((seat, label) for label in ((None,) if naming is None else labels((POWER_TOKEN,), naming)))
        if PARTS in what:
            yield from ((seat, label) for label in labels(state.zone(spare_of(seat)), naming))
        if LOOT in what:
            yield from ((seat, label) for label in labels(playable(state, now.viewer, seat), naming))


def _lose(work: Work, step: Losing, by: Seat, card: Label | None = None) -> None:
    others = tuple(each for each in step.seats if each != by)
    save(work, step, replace(step, seats=(by, *others), left=step.left - 1), "seats")
    if card is None or kind_of(card) == POWER_TOKEN:
        lose_power(work, by, 1)
    elif sort_of(card) == PARTS:
        to_bag(work, card, by)
    else:
        discard(work, card, by)
    work.again()


def _said(now: Moment[Losing], command: Command) -> Args:
    return {"seat": command.by, "card": command.card} if command.card is not None else {"seat": command.by}


LOSE_STEP: Final = step_kind(
    Losing,
    move("lose", Losing, _lose, by=Arg(_may, _not_asked, (CoreRefusal.NOT_ASKED,)), unless=_cannot_lose,
         codes=(EL.NOT_ENOUGH, EL.NO_SPARE_PART, EL.NOT_IN_HAND), offers=_losses, stamped=True, rule=RULE,
         answers=Answer(lambda now, command: "lose-power" if command.card is None else "lose", _said, cards=True)),
    resume=_resume,
    prompts=tuple(PromptSpec(code, ("lose", "lose-power"), RULE) for code in ("beaten", "lose-some")),
)  # fmt: skip
