"""Schemes phase: completed Schemes, their order, and the picking of rewards ("Evil League, Schemes")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import CORNERS, HAMMER, LOOT, PARTS, REWARDS, SCHEMES, sort_of
from .places import BOOST, DOWN, RESOURCE, SCHEMES_OUT, hammer_at, labels, scheme_at, seats_at
from .powers import gain_power, lose_power, power
from .refusals import EL, no
from .taking import choose_item, draw, to_act
from .track import gain, order, reverse, space

RULE: Final = "schemes"
PICK: Final = "schemes-completed"


def difficulty(state: State, place: Path) -> int:
    """Return the printed difficulty of the Scheme at a corner."""
    return int(state.printed(scheme_at(state, place) or "").get("difficulty", 0))


def together(state: State, place: Path) -> int:
    """Return the Power of all villains at a location, with the boosts of this round."""
    scheme = scheme_at(state, place)
    return sum(power(state, seat) for seat in seats_at(state, place)) + state.marked(scheme or "", BOOST)


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
        work.push("schemes", left=found)
        return
    scheme = scheme_at(work.state, hammer_at(work.state))
    if scheme is not None:
        work.move(scheme, SCHEMES_OUT)


def _schemes_resume(work: Work, frame: Frame) -> None:
    """Ask for the rewards of the next Scheme: the lowest reputation picks first (el-62).

    By default the current reputation decides (el-63).
    """
    left: tuple[Path, ...] = frame.data["left"]
    if not left:
        work.pop()
        return
    place = left[0]
    work.set(left=left[1:])
    state = work.state
    ranking = order(state)
    if state.rules.reward_order == "round":
        ranking = next(each for each in state.frames if each.kind == "round").data["order"]
    seats = reverse(state, seats_at(state, place), ranking)
    if state.rules.scheme_cost == "paid":
        _pay(work, place, seats)
    scheme = scheme_at(state, place) or ""
    rewards = tuple(f"{name}-{n}" for name, n in state.printed(scheme).get("rewards", ()))
    work.push("rewards", place=place, card=scheme, seats=seats, rewards=rewards)


SCHEMES_STEP: Final = FrameKind("schemes", {}, _schemes_resume)
"""Step that completes one Scheme after the other."""


def _pay(work: Work, place: Path, seats: tuple[Seat, ...]) -> None:
    """Spend Power in picking order until the difficulty is paid, by the house rule ``scheme-cost`` (el-59)."""
    left = difficulty(work.state, place) - work.state.marked(scheme_at(work.state, place) or "", BOOST)
    for seat in seats:
        paid = max(0, min(left, power(work.state, seat)))
        lose_power(work, seat, paid)
        left -= paid


def _complete_check(state: State, command: Command) -> Verdict:
    """Return why a tapped Scheme is not completed now; its own phase completes it without a tap."""
    place = state.where.get(f"{kind_of(command.card or '')}#1", "")
    if sort_of(command.card or "") != SCHEMES:
        place = ""
    refused = wrong_scheme(state, place)
    return refused or no(EL.SCHEME_LATER, RULE, step=running(state).kind)


def _complete_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for place in CORNERS:
        for label in labels((scheme_at(state, place) or "",), naming):
            if label:
                yield Command(move="complete", by=state.active, card=label)


def _never(work: Work, command: Command) -> None:
    """Do nothing: the move is always refused."""


COMPLETE: Final = Move(
    "complete", _never, _complete_check, _complete_offers, ("by", "card"),
    refusals=(EL.NO_SCHEME, EL.HAMMER_BLOCKS, EL.TOO_LITTLE_POWER, EL.SCHEME_LATER), rule=RULE,
)  # fmt: skip
"""Move that asks for a Scheme; the refusal says why it is not completed now."""


# Rewards ----------------------------------------------------------------------------------------------------------


def _resume(work: Work, frame: Frame) -> None:
    """Ask the next villain for a reward; discard the Scheme when villains or rewards run out (el-66)."""
    seats, rewards = frame.data["seats"], frame.data["rewards"]
    if not seats or not rewards:
        work.pop()
        work.move(frame.data["card"], SCHEMES_OUT)
        return
    to_act(work, seats[0])
    work.ask("reward", cite=PICK, seat=seats[0], card=frame.data["card"])


def _named(reward: str) -> tuple[str, int]:
    """Return the kind and the number of a reward such as ``power-2``."""
    name, _, n = reward.rpartition("-")
    return name, int(n)


def _check(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": state.active}, PICK)
    rewards = running(state).data["rewards"]
    if command.option not in rewards:
        return no(EL.REWARD_GONE, PICK, option=command.option, allowed=", ".join(rewards))
    if command.card is not None and kind_of(command.card) != f"take-{_named(command.option or '')[0]}":
        return no(EL.REWARD_GONE, PICK, option=kind_of(command.card), allowed=", ".join(rewards))
    return None


def _apply(work: Work, command: Command) -> None:
    """Give a villain the one reward that it picked (el-110), and take it off the Scheme (el-62).

    Reputation may win at once: later pickers and Schemes then get nothing (el-64, el-114). By default Parts come from
    the bag and Loot from the deck (el-112).
    """
    top, seat, reward = work.top, command.by or "", command.option or ""
    rewards = list(top.data["rewards"])
    rewards.remove(reward)
    work.set(seats=top.data["seats"][1:], rewards=tuple(rewards))
    work.again()
    name, n = _named(reward)
    match name:
        case "reputation":
            gain(work, seat, n, "scheme")
        case "power":
            gain_power(work, seat, n)
        case _ if work.state.rules.rewards_from == "board":
            places = tuple(place for place in CORNERS if RESOURCE[place] == name)
            choose_item(work, seat, places, name, n)
        case _:
            draw(work, seat, parts=n if name == PARTS else 0, loot=n if name == LOOT else 0)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    for reward in dict.fromkeys(running(state).data["rewards"]):
        if naming is None:
            yield Command(move="reward", by=state.active, option=reward, prompt=prompt.id)
        elif kind_of(naming) == f"take-{_named(reward)[0]}":
            yield Command(move="reward", by=state.active, card=naming, option=reward, prompt=prompt.id)


def _leave_check(state: State, command: Command) -> Verdict:
    """Return why a villain may not leave a reward; by default it must take one while any is left (el-113)."""
    if command.by != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": state.active}, PICK)
    return None if state.rules.reward_declined else no(EL.MUST_TAKE_REWARD, PICK, seat=command.by)


def _leave(work: Work, command: Command) -> None:
    work.set(seats=work.top.data["seats"][1:])
    work.again()


def _leave_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code == "reward":
        yield Command(move="pass", by=state.active, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = []
    for each in _offers(state, viewer, None):
        name, n = _named(each.option or "")
        found.append(Option(f"reward-{name}", each, {"n": n}))
    if state.rules.reward_declined:
        found += [Option("leave", each) for each in _leave_offers(state, viewer, None)]
    return tuple(found)


REWARDS_STEP: Final = FrameKind(
    "rewards",
    table_of(
        Move(
            "reward", _apply, _check, _offers, ("by", "option"), ("card",),
            refusals=(CoreRefusal.OUT_OF_TURN, EL.REWARD_GONE), rule=PICK,
        ),
        Move("pass", _leave, _leave_check, _leave_offers, ("by",),
             refusals=(CoreRefusal.OUT_OF_TURN, EL.MUST_TAKE_REWARD), rule=PICK),
    ),
    _resume,
    _options,
    (PromptSpec("reward", (*(f"reward-{name}" for name in REWARDS), "leave"), PICK),),
)  # fmt: skip
"""Step in which the villains of a Scheme pick their rewards."""
