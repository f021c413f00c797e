"""Actions: Loot, Shop, Equip, Superpower, Commit, passing and trading ("Evil League, Possible Actions")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind
from lairkeeper.rules.step import StepData, push, replace

from ..args import step_seat
from ..cards import LAIR, LOOT, PARTS, sort_of
from ..effects import begin_effect
from ..loot import discard, hand_size, may_play, pass_unseen, playable
from ..parts import fits, spare, to_bag
from ..places import (
    COMMITTED,
    EMPOWERED,
    EQUIPPED,
    RESOURCE,
    UNTIL,
    committed,
    held,
    items,
    labels,
    place_of,
    spare_of,
    take,
    villain_of,
    weapon_of,
)
from ..powers import MOST, NEEDED, gain_power, lose_power, power
from ..refusals import EL, no
from ..steps import Actions, Bonus, OfSeat
from .acting import RULE, TURN, acted, actors, is_final, resume, resume_bonus, turn_check
from .correcting import correct
from .fight import PAWN, UNFIT, cannot_defeat, cannot_fight, defeat, fight
from .last import COMMIT, REFUSED
from .schemes import complete
from .taking import choose_item, pick_up, room

S = TypeVar("S", bound=StepData)
Now = Moment[StepData]


# Loot -------------------------------------------------------------------------------------------------------------


def _not_their_time(now: Now, said: Any) -> Verdict:
    """Return why a seat may not play Loot now.

    Playing a card is an action of the player's own turn, at any location; ``loot-timing`` can allow any time (el-93). A
    seat that has committed plays none (el-42).
    """
    refused = turn_check(now.state, said)
    any_time = now.state.rules.loot_timing != "own-turn"
    return None if refused is not None and refused.code != EL.COMMITTED and any_time else refused


def _not_playable(now: Now, by: Seat, card: Label) -> Verdict:
    """Return why a card may not be played; nothing limits the Loot cards of a round (el-95)."""
    if sort_of(card) != LOOT:
        return no(EL.NOT_LOOT, "play-loot", card=card)
    return None if may_play(now.state, by, card) else no(EL.NOT_IN_HAND, "play-loot", card=card, seat=by)


def _hands(now: Now) -> Iterable[tuple[Seat, Label]]:
    for seat in now.state.seats if now.state.rules.loot_timing == "any" else actors(now):
        yield from ((seat, label) for label in labels(playable(now.state, now.viewer, seat), now.naming))


def _play(work: Work, step: StepData, by: Seat, card: Label) -> None:
    """Play one Loot card: it goes to the discard pile, and its effect follows at once (el-23)."""
    if turn_check(work.state, by) is None:
        acted(work, step, by)
    copy = discard(work, card, by)
    begin_effect(work, by, work.state.printed(copy).get("effect"), copy)


# Shop -------------------------------------------------------------------------------------------------------------


def _spares(now: Now) -> Iterable[tuple[Seat, Label]]:
    """Offer each actor its Spare Parts."""
    for seat in actors(now):
        yield from ((seat, label) for label in labels(now.state.zone(spare_of(seat)), now.naming))


def _cannot_shop(now: Now, by: Seat, card: Label, target: Label | None = None) -> Verdict:
    """Return why a seat may not shop.

    Some item must lie at the location, and in the Lair Power must be below 5 (el-27). Nothing limits the Shop actions
    of a round (el-95).
    """
    state = now.state
    if sort_of(card) != PARTS or spare(state, by, card) is None:
        return no(EL.NO_SPARE_PART, "shop", card=card, seat=by)
    place = _here(state, by)
    if place == LAIR:
        if target is not None:
            return no(EL.NOT_HERE, "shop", card=target, kind=place)
        return None if power(state, by) < MOST else no(EL.POWER_FULL, "shop", seat=by)
    here = items(state, place)
    if not here:
        return no(EL.NOTHING_HERE, "shop", kind=place)
    if target is not None and held(here, target) is None:
        return no(EL.NOT_HERE, "shop", card=target, kind=place)
    if RESOURCE[place] == LOOT and not room(state, by, LOOT):
        return no(EL.LIMIT_REACHED, "locations", seat=by, n=state.rules.loot_limit)
    return None


def _here(state: State, seat: Seat) -> Path:
    """Return the location of a seat's pawn; empty while it is off the board."""
    place = place_of(state, seat)
    return place if place is not None else ""


def _shop(work: Work, step: StepData, by: Seat, card: Label, target: Label | None = None) -> None:
    """Discard a Spare Part for one item that lies face up at the location (el-28), in the Lair for 1 Power (el-26)."""
    place = _here(work.state, by)
    acted(work, step, by)
    to_bag(work, card, by)
    if place == LAIR:
        gain_power(work, by, 1)
    elif target is not None:
        pick_up(work, by, target, place)
    else:
        choose_item(work, by, (place,), RESOURCE[place])


# Equip ------------------------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Equipping(OfSeat):
    """A player takes more Spare Parts: any number in one action (el-30)."""

    KIND: ClassVar[str] = "equip"


def _cannot_equip(now: Now, by: Seat, card: Label) -> Verdict:
    # The refusals that no table may overrule come first.
    return _wrong_part(now, by, card) or _wrong_equip(now.state, by)


def _wrong_equip(state: State, seat: Seat) -> Refused | None:
    """Return why a seat may not equip: only in the Lair (el-30), once a round for each player (el-43)."""
    if place_of(state, seat) != LAIR:
        return no(EL.ONLY_IN_LAIR, "equip", seat=seat)
    return no(EL.ONCE_A_ROUND, "equip", seat=seat, move="equip") if state.marked(seat, EQUIPPED) else None


def _wrong_part(now: Now, by: Seat, card: Label) -> Refused | None:
    """Return why a seat may not equip this Part: it must be a Spare Part that fits the weapon."""
    if sort_of(card) != PARTS or spare(now.state, by, card) is None:
        return no(EL.NO_SPARE_PART, "equip", card=card, seat=by)
    return None if fits(now.state, by, card) else no(EL.DOES_NOT_FIT, "equip", card=card, seat=by)


def _equip(work: Work, step: StepData, by: Seat, card: Label) -> None:
    acted(work, step, by)
    work.emit(ev.Marked(by, EQUIPPED, None, 1, UNTIL))
    take(work, card, spare_of(by), weapon_of(by))
    push(work, Equipping(by))


def _more_resume(work: Work, step: Equipping) -> None:
    if any(fits(work.state, step.seat, card) for card in work.state.zone(spare_of(step.seat))):
        work.ask("equip", cite="equip", seat=step.seat)
    else:
        work.pop()


def _more(work: Work, step: Equipping, by: Seat, card: Label) -> None:
    take(work, card, spare_of(by), weapon_of(by))
    work.again()


def _done(work: Work, step: Equipping, by: Seat) -> None:
    work.pop()


EQUIP_STEP: Final = step_kind(
    Equipping,
    move("equip", Equipping, _more, by=step_seat("equip"), offers=_spares, unless=_wrong_part,
         codes=(EL.NO_SPARE_PART, EL.DOES_NOT_FIT), rule="equip"),
    move("done", Equipping, _done, by=step_seat("equip"), answers=Answer("done"), rule="equip"),
    resume=_more_resume, prompts=(PromptSpec("equip", ("done",), "equip"),),
)  # fmt: skip


# Superpower -------------------------------------------------------------------------------------------------------


def _no_superpower(now: Now, by: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat may not use its superpower.

    It needs 5 Power, once a round (el-33). The limit is each player's own (el-43).
    """
    state = now.state
    if card is not None and kind_of(card) != villain_of(state, by):
        return no(EL.NOT_YOUR_SHEET, "superpower", card=card, seat=by)
    if state.marked(by, EMPOWERED):
        return no(EL.ONCE_A_ROUND, "superpower", seat=by, move="superpower")
    if power(state, by) < NEEDED:
        return no(EL.NEEDS_FIVE_POWER, "superpower", seat=by, have=power(state, by))
    return None


def _sheets(now: Now) -> Iterable[tuple[Seat, Label | None]]:
    """Offer the superpower by click, and for a tap of the seat's own sheet."""
    for seat in actors(now):
        if now.naming is None or kind_of(now.naming) == villain_of(now.state, seat):
            yield seat, now.naming


def _superpower(work: Work, step: StepData, by: Seat, card: Label | None = None) -> None:
    """Use a superpower; it costs Power only by the house rule ``superpower-cost`` (el-34)."""
    acted(work, step, by)
    work.emit(ev.Marked(by, EMPOWERED, None, 1, UNTIL))
    lose_power(work, by, work.state.rules.superpower_cost)
    sheet = villain_of(work.state, by)
    assert sheet is not None
    begin_effect(work, by, work.state.printed(f"{sheet}#1").get("superpower"), sheet)


# Commit and passing -----------------------------------------------------------------------------------------------


def _cannot_commit(now: Now, by: Seat) -> Verdict:
    """Return why a seat may not commit.

    It may commit with nothing to take (el-97). The house rule ``bonus-commit`` can forbid it as a bonus action
    (el-106).
    """
    if isinstance(now.step, Bonus) and not now.state.rules.bonus_commit:
        return no(EL.NO_BONUS_COMMIT, "last-villain", seat=by)
    return None


def _commit(work: Work, step: StepData, by: Seat) -> None:
    """Lay the pawn down and take one item of the location if there is one (el-40), in the Lair 1 Power (el-41)."""
    acted(work, step, by, COMMIT)
    work.emit(ev.Marked(by, COMMITTED, None, 1, UNTIL))
    place = place_of(work.state, by)
    if place == LAIR:
        gain_power(work, by, 1)
    elif place is not None:
        choose_item(work, by, (place,), RESOURCE[place])


def _committing(now: Now) -> Iterable[Seat | None]:
    """Offer Commit to the active seat, and to the seats that have committed, so that a refusal tells them."""
    yield now.state.active
    yield from (seat for seat in now.state.seats if seat != now.state.active and committed(now.state, seat))


def _cannot_pass(now: Now, by: Seat) -> Verdict:
    """Return why a seat may not pass.

    By default each turn is an action or Commit (el-94). A seat may refuse the final action (el-104) and the bonus
    action.
    """
    may = now.state.rules.passing or isinstance(now.step, Bonus) or is_final(now.state)
    return None if may else no(EL.NO_PASSING, RULE, seat=by)


def _pass(work: Work, step: StepData, by: Seat) -> None:
    acted(work, step, by, REFUSED)


# Trading ----------------------------------------------------------------------------------------------------------


def _cannot_give(now: Now, by: Seat, target: Seat, card: Label | None = None) -> Verdict:
    """Return why a seat may not give something away; by default nobody trades (el-102)."""
    if not now.state.rules.trading:
        return no(EL.NO_TRADING, "summary")
    if target == by:
        return no(EL.OTHER_SEAT, "summary", seat=by)
    if card is None:
        return None if hand_size(now.state, by) else no(EL.NOT_ENOUGH, "summary", seat=by)
    if sort_of(card) == PARTS and spare(now.state, by, card) is not None:
        return None
    return no(EL.NO_SPARE_PART, "summary", card=card, seat=by)


def _gifts(now: Now) -> Iterable[tuple[Seat, Seat, Label | None]]:
    """Offer each seat to give another one a Spare Part, or by click an unseen Loot card."""
    state = now.state
    for by in state.seats if state.rules.trading else ():
        for target in state.seats:
            if by != target:
                yield from ((by, target, label) for label in labels(state.zone(spare_of(by)), now.naming))
                if now.naming is None:
                    yield by, target, None


def _give(work: Work, step: StepData, by: Seat, target: Seat, card: Label | None = None) -> None:
    if card is None:
        pass_unseen(work, by, target)
    else:
        take(work, card, spare_of(by), spare_of(target))
    work.again()


# The steps --------------------------------------------------------------------------------------------------------


def _moves(kind: type[S]) -> tuple[DeclaredMove[S], ...]:
    """Return the actions as moves of a step."""
    return (
        move("play", kind, _play, by=replace(TURN, refuse=_not_their_time), offers=_hands, unless=_not_playable,
             codes=(EL.NOT_LOOT, EL.NOT_IN_HAND), rule="play-loot"),
        move("buy", kind, _shop, by=TURN, offers=lambda now: ((*each, None) for each in _spares(now)),
             unless=_cannot_shop, spoken=True, rule="shop",
             codes=(EL.NO_SPARE_PART, EL.NOT_HERE, EL.POWER_FULL, EL.NOTHING_HERE, EL.LIMIT_REACHED)),
        move("equip", kind, _equip, by=TURN, offers=_spares, unless=_cannot_equip, rule="equip",
             codes=(EL.ONLY_IN_LAIR, EL.ONCE_A_ROUND, EL.NO_SPARE_PART, EL.DOES_NOT_FIT)),
        move("superpower", kind, _superpower, by=TURN, offers=_sheets, unless=_no_superpower, rule="superpower",
             codes=(EL.NOT_YOUR_SHEET, EL.ONCE_A_ROUND, EL.NEEDS_FIVE_POWER),
             answers=Answer("superpower", stamped=False)),
        move("fight", kind, fight, by=TURN, card=PAWN, unless=cannot_fight, codes=(*UNFIT, EL.HAMMER_DOWN),
             answers=Answer("fight", stamped=False, cards=True), rule="fight"),
        move("defeat", kind, defeat, by=TURN, card=PAWN, unless=cannot_defeat, codes=(*UNFIT, EL.HAMMER_STANDS),
             answers=Answer("defeat", stamped=False, cards=True), rule="fight"),
        move("commit", kind, _commit, by=replace(TURN, offer=_committing), unless=_cannot_commit,
             codes=(EL.NO_BONUS_COMMIT,), answers=Answer("commit", stamped=False), rule="commit"),
        move("pass", kind, _pass, by=TURN, unless=_cannot_pass, codes=(EL.NO_PASSING,),
             answers=Answer("pass", stamped=False), rule=RULE),
        move("give", kind, _give, offers=_gifts, unless=_cannot_give, seat_target=True, spoken=True, rule="summary",
             codes=(EL.NO_TRADING, EL.OTHER_SEAT, EL.NOT_ENOUGH, EL.NO_SPARE_PART)),
        complete(kind),
    )  # fmt: skip


_BUTTONS: Final = ("commit", "superpower", "fight", "defeat", "pass")
"""Actions that need no piece."""
ACTIONS_STEP: Final = step_kind(
    Actions, *_moves(Actions), correct(Actions), resume=resume,
    prompts=(PromptSpec("action", _BUTTONS, RULE), PromptSpec("final-action", _BUTTONS, RULE)),
)  # fmt: skip
BONUS_STEP: Final = step_kind(
    Bonus, *_moves(Bonus), resume=resume_bonus, prompts=(PromptSpec("bonus-action", _BUTTONS, "last-villain"),)
)
"""Step of the bonus action: a bonus Defeat can follow the final Fight (el-49)."""
