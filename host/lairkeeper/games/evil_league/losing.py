"""Resources that players lose, to Captain Hammer ("Evil League, Captain Hammer's Location") or to an effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import LOOT, PARTS, sort_of
from .loot import discard, hand_size, may_play, playable
from .parts import spare, to_bag
from .places import labels, spare_of
from .powers import lose_power, power
from .refusals import EL, no
from .taking import to_act

RULE: Final = "hammer"
POWER_TOKEN: Final = "take-power"
ALL: Final = (PARTS, LOOT, "power")


def lose(work: Work, seats: tuple[Seat, ...], n: int, what: tuple[str, ...] = ALL, code: str = "beaten") -> None:
    """Let each of these seats lose ``n`` resources of its choice (el-69), or as many as it has (el-70)."""
    work.push("lose", seats=seats, left=n, n=n, what=what, code=code)


def _can(state: State, seat: Seat, what: tuple[str, ...]) -> int:
    """Return how many resources a seat could lose; equipped Parts do not count (el-32)."""
    have = {PARTS: state.size(spare_of(seat)), LOOT: hand_size(state, seat), "power": power(state, seat)}
    return sum(have[sort] for sort in what)


def _resume(work: Work, frame: Frame) -> None:
    seats, left = frame.data["seats"], frame.data["left"]
    while seats and (not left or not _can(work.state, seats[0], frame.data["what"])):
        seats, left = seats[1:], frame.data["n"]
    if not seats:
        work.pop()
        return
    if work.state.rules.beating_order == "table":
        seats = (seats[0], *(seat for seat in seats[1:] if _can(work.state, seat, frame.data["what"])))
    work.set(seats=seats, left=left)
    in_order = work.state.rules.beating_order == "reputation" or len(seats) == 1
    to_act(work, seats[0] if in_order else None)
    work.ask(frame.data["code"], seats=() if in_order else seats, cite=RULE, seat=seats[0], n=left)


def _may(state: State, frame: Frame) -> tuple[Seat, ...]:
    """Return the seats that may lose something now.

    It is the next seat in order; by the house rule ``beating-order`` any seat, unless one has begun.
    """
    seats: tuple[Seat, ...] = frame.data["seats"]
    begun = frame.data["left"] != frame.data["n"]
    return seats[:1] if begun or state.rules.beating_order == "reputation" else seats


def _check(state: State, command: Command) -> Verdict:
    frame = running(state)
    if command.by not in _may(state, frame):
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, RULE)
    seat, card, what = command.by or "", command.card, frame.data["what"]
    sort = "power" if card is None or kind_of(card) == POWER_TOKEN else sort_of(card)
    if sort not in what:
        return no(EL.NOT_ENOUGH, RULE, seat=seat)
    if sort == "power":
        return None if power(state, seat) else no(EL.NOT_ENOUGH, RULE, seat=seat)
    if sort == PARTS:
        return None if spare(state, seat, card or "") else no(EL.NO_SPARE_PART, RULE, card=card, seat=seat)
    return None if may_play(state, seat, card or "") else no(EL.NOT_IN_HAND, RULE, card=card, seat=seat)


def _apply(work: Work, command: Command) -> None:
    frame, seat, card = work.top, command.by or "", command.card
    others = tuple(each for each in frame.data["seats"] if each != seat)
    work.set(seats=(seat, *others), left=frame.data["left"] - 1)
    if card is None or kind_of(card) == POWER_TOKEN:
        lose_power(work, seat, 1)
    elif sort_of(card) == PARTS:
        to_bag(work, card, seat)
    else:
        discard(work, card, seat)
    work.again()


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    frame, prompt = running(state), question(state)
    what = frame.data["what"]
    for seat in _may(state, frame):
        if "power" in what and power(state, seat):
            if naming is None:
                yield Command(move="lose", by=seat, prompt=prompt.id)
            for label in labels((POWER_TOKEN,), naming) if naming else ():
                yield Command(move="lose", by=seat, card=label, prompt=prompt.id)
        kinds = (*(state.zone(spare_of(seat)) if PARTS in what else ()),)
        for label in (*labels(kinds, naming), *(labels(playable(state, viewer, seat), naming) if LOOT in what else ())):
            yield Command(move="lose", by=seat, card=label, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(
        Option("lose", each, {"seat": each.by, "card": each.card})
        if each.card
        else Option("lose-power", each, {"seat": each.by})
        for each in _offers(state, viewer, None)
    )


LOSE_STEP: Final = FrameKind(
    "lose",
    table_of(
        Move(
            "lose", _apply, _check, _offers, ("by",), ("card",),
            refusals=(CoreRefusal.NOT_ASKED, EL.NOT_ENOUGH, EL.NO_SPARE_PART, EL.NOT_IN_HAND), rule=RULE,
        ),
    ),
    _resume,
    _options,
    tuple(PromptSpec(code, ("lose", "lose-power"), RULE) for code in ("beaten", "lose-some")),
)  # fmt: skip
"""Step that takes resources in any mix: Loot goes to the discard pile, Parts to the bag, Power down (el-116)."""
