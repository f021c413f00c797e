"""Schemes phase: completed Schemes, their order, and the picking of rewards ("Evil League, Schemes")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..args import TOKEN, in_turn, is_token, with_token
from ..cards import CORNERS, HAMMER, LOOT, PARTS, REWARDS, SCHEMES, sort_of
from ..places import BOOST, DOWN, RESOURCE, SCHEMES_OUT, hammer_at, labels, scheme_at, seats_at, to_act
from ..powers import gain_power, lose_power, power
from ..refusals import EL, no
from ..steps import order_of
from ..track import gain, order, reverse, space
from .taking import choose_item, draw

RULE: Final = "schemes"
PICK: Final = "schemes-completed"
S = TypeVar("S", bound=StepData)


@quick
@dataclass(frozen=True, slots=True)
class Schemes(StepData):
    """The completed Schemes, one after the other."""

    KIND: ClassVar[str] = "schemes"
    left: tuple[Path, ...]
    """Corners of the Schemes that are still to be completed."""


@quick
@dataclass(frozen=True, slots=True)
class Rewards(StepData):
    """The villains of a Scheme pick their rewards."""

    KIND: ClassVar[str] = "rewards"
    place: Path
    card: Component
    """The Scheme."""
    seats: tuple[Seat, ...]
    """Villains that still pick, in their order."""
    rewards: tuple[str, ...]
    """Rewards that are left, such as ``power-2``."""


def difficulty(state: State, place: Path) -> int:
    """Return the printed difficulty of the Scheme at a corner."""
    scheme = scheme_at(state, place)
    return int(state.printed(scheme).get("difficulty", 0)) if scheme is not None else 0


def together(state: State, place: Path) -> int:
    """Return the Power of all villains at a location, with the boosts of this round."""
    return sum(power(state, seat) for seat in seats_at(state, place)) + boost(state, place)


def boost(state: State, place: Path) -> int:
    """Return the Power that effects have added at a Scheme for this round."""
    scheme = scheme_at(state, place)
    return state.marked(scheme, BOOST) if scheme is not None else 0


def blocks(state: State) -> bool:
    """Return whether Captain Hammer stops his Scheme and beats villains.

    He always does while he stands. He also does when he lies down, unless a house rule says no (el-72).
    """
    return not state.marked(HAMMER, DOWN) or bool(state.rules.hammer_down_blocks)


def wrong_scheme(state: State, place: Path) -> Refused | None:
    """Return why the Scheme at a location is not completed.

    The Lair has none (el-73). Captain Hammer stops his own (el-58). Somebody must be there (el-57), and the villains
    there must have at least its difficulty in Power together (el-56).
    """
    if place not in CORNERS or scheme_at(state, place) is None:
        return no(EL.NO_SCHEME, RULE, kind=place)
    if place == hammer_at(state) and blocks(state):
        return no(EL.HAMMER_BLOCKS, "hammer", kind=place)
    have, need = together(state, place), difficulty(state, place)
    if not seats_at(state, place) or have < need:
        return no(EL.TOO_LITTLE_POWER, RULE, kind=place, have=have, need=need)
    return None


def due(state: State) -> tuple[Path, ...]:
    """Return the corners whose Schemes are completed this round, in their order.

    The lowest difficulty comes first (el-60). Of equal ones, the one with the lowest villain comes first (el-61). The
    list is made once: no villain is in two Schemes, so completing one changes no other (el-111).
    """
    found = [place for place in CORNERS if wrong_scheme(state, place) is None]
    lowest = {place: min(space(state, seat) for seat in seats_at(state, place)) for place in found}
    return tuple(sorted(found, key=lambda place: (difficulty(state, place), lowest[place])))


def begin_schemes(work: Work) -> None:
    """Begin the completed Schemes, or discard the Scheme at Captain Hammer's location if none is completed (el-67).

    If any is completed, his Scheme stays (el-68). So each round uses up a Scheme (el-84). The last one left is always
    his, and that round is the last (el-122).
    """
    found = due(work.state)
    if found:
        push(work, Schemes(found))
        return
    scheme = scheme_at(work.state, hammer_at(work.state))
    if scheme is not None:
        work.move(scheme, SCHEMES_OUT)


def _schemes_resume(work: Work, step: Schemes) -> None:
    """Ask for the rewards of the next Scheme: the lowest reputation picks first (el-62).

    By default the current reputation decides (el-63).
    """
    if not step.left:
        work.pop()
        return
    place, state = step.left[0], work.state
    save(work, step, replace(step, left=step.left[1:]))
    ranking = order_of(state) if state.rules.reward_order == "round" else order(state)
    seats = reverse(state, seats_at(state, place), ranking)
    if state.rules.scheme_cost == "paid":
        _pay(work, place, seats)
    scheme = scheme_at(state, place)
    assert scheme is not None
    rewards = tuple(f"{name}-{n}" for name, n in state.printed(scheme).get("rewards", ()))
    push(work, Rewards(place, scheme, seats, rewards))


SCHEMES_STEP: Final = step_kind(Schemes, resume=_schemes_resume)


def _pay(work: Work, place: Path, seats: tuple[Seat, ...]) -> None:
    """Spend Power in picking order until the difficulty is paid, by the house rule ``scheme-cost`` (el-59)."""
    left = difficulty(work.state, place) - boost(work.state, place)
    for seat in seats:
        paid = max(0, min(left, power(work.state, seat)))
        lose_power(work, seat, paid)
        left -= paid


# A tapped Scheme --------------------------------------------------------------------------------------------------


def _not_completed(now: Moment[StepData], card: Any) -> Verdict:
    """Return why a tapped Scheme is not completed now; its own phase completes it without a tap."""
    place = now.state.where.get(f"{kind_of(card)}#1", "") if sort_of(card) == SCHEMES else ""
    return wrong_scheme(now.state, place) or no(EL.SCHEME_LATER, RULE, step=now.step.KIND)


def _lying(now: Moment[StepData]) -> Iterable[Label]:
    schemes = (scheme_at(now.state, place) for place in CORNERS)
    return labels((scheme for scheme in schemes if scheme is not None), now.naming)


def _never(work: Work, step: StepData, by: Seat, card: Label) -> None:
    """Do nothing: the move is always refused."""


_CODES: Final = (EL.NO_SCHEME, EL.HAMMER_BLOCKS, EL.TOO_LITTLE_POWER, EL.SCHEME_LATER)


def complete(kind: type[S]) -> DeclaredMove[S]:
    """Return the move that asks for a Scheme; the refusal says why it is not completed now."""
    by: Arg[StepData] = Arg(lambda now: (now.state.active,))
    return move("complete", kind, _never, by=by, card=Arg(_lying, _not_completed, _CODES), rule=RULE)


# Rewards ----------------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Rewards) -> None:
    """Ask the next villain for a reward; discard the Scheme when villains or rewards run out (el-66)."""
    if not step.seats or not step.rewards:
        work.pop()
        work.move(step.card, SCHEMES_OUT)
        return
    to_act(work, step.seats[0])
    work.ask("reward", cite=PICK, seat=step.seats[0], card=step.card)


def _named(reward: str) -> tuple[str, int]:
    """Return the kind and the number of a reward such as ``power-2``."""
    name, _, n = reward.rpartition("-")
    return name, int(n)


def _wrong_token(now: Moment[Rewards], by: Seat, option: str, card: Label | None = None) -> Verdict:
    if card is None or is_token(card, _named(option)[0]):
        return None
    return no(EL.REWARD_GONE, PICK, option=kind_of(card), allowed=", ".join(now.step.rewards))


def _reward(work: Work, step: Rewards, by: Seat, option: str, card: Label | None = None) -> None:
    """Give a villain the one reward that it picked (el-110), and take it off the Scheme (el-62).

    Reputation may win at once: later pickers and Schemes then get nothing (el-64, el-114). By default Parts come from
    the bag and Loot from the deck (el-112).
    """
    rewards = list(step.rewards)
    rewards.remove(option)
    save(work, step, replace(step, seats=step.seats[1:], rewards=tuple(rewards)))
    work.again()
    name, n = _named(option)
    match name:
        case "reputation":
            gain(work, by, n, "scheme")
        case "power":
            gain_power(work, by, n)
        case _ if work.state.rules.rewards_from == "board":
            places = tuple(place for place in CORNERS if RESOURCE[place] == name)
            choose_item(work, by, places, name, n)
        case _:
            draw(work, by, parts=n if name == PARTS else 0, loot=n if name == LOOT else 0)


def _must_take(now: Moment[Rewards], by: Seat) -> Verdict:
    """Return why a villain may not leave a reward; by default it must take one while any is left (el-113)."""
    return None if now.state.rules.reward_declined else no(EL.MUST_TAKE_REWARD, PICK, seat=by)


def _leave(work: Work, step: Rewards, by: Seat) -> None:
    save(work, step, replace(step, seats=step.seats[1:]))
    work.again()


def _code(now: Moment[Rewards], command: Command) -> str:
    return f"reward-{_named(str(command.option))[0]}"


REWARDS_STEP: Final = step_kind(
    Rewards,
    move("reward", Rewards, _reward, by=in_turn(PICK), card=TOKEN,
         option=with_token(lambda now: now.step.rewards, PICK, code=EL.REWARD_GONE, word=lambda said: _named(said)[0]),
         unless=_wrong_token, codes=(EL.REWARD_GONE,), stamped=True, rule=PICK,
         answers=Answer(_code, lambda now, command: {"n": _named(str(command.option))[1]})),
    move("pass", Rewards, _leave, by=in_turn(PICK), unless=_must_take, codes=(EL.MUST_TAKE_REWARD,),
         answers=Answer("leave"), rule=PICK),
    resume=_resume,
    prompts=(PromptSpec("reward", (*(f"reward-{name}" for name in REWARDS), "leave"), PICK),),
)  # fmt: skip
