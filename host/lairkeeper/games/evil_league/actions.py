"""Actions: Loot, Shop, Equip, Superpower, Commit, passing and trading ("Evil League, Possible Actions")."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .acting import BONUS, RULE, acted, actors, is_final, resume, resume_bonus, turn_check
from .catalog import LAIR, LOOT, PARTS, sort_of
from .effects import begin_effect
from .fight import DEFEAT, FIGHT
from .last import COMMIT, REFUSED
from .loot import discard, hand_size, may_play, pass_unseen, playable
from .parts import fits, spare, to_bag
from .places import (
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
from .powers import MOST, NEEDED, gain_power, lose_power, power
from .refusals import EL, no
from .taking import choose_item, pick_up, room

_TURN: Final = (CoreRefusal.OUT_OF_TURN, EL.COMMITTED)


# Loot -------------------------------------------------------------------------------------------------------------


def _play_check(state: State, command: Command) -> Verdict:
    """Return why a Loot card may not be played.

    Playing one is an action of the player's own turn, at any location; ``loot-timing`` can allow any time (el-93). A
    seat that has committed plays none (el-42). Nothing limits the Loot cards of a round (el-95).
    """
    seat, card = command.by or "", command.card or ""
    refused = turn_check(state, command)
    if refused is not None and (refused.code == EL.COMMITTED or state.rules.loot_timing == "own-turn"):
        return refused
    if sort_of(card) != LOOT:
        return no(EL.NOT_LOOT, "play-loot", card=card)
    return None if may_play(state, seat, card) else no(EL.NOT_IN_HAND, "play-loot", card=card, seat=seat)


def _play(work: Work, command: Command) -> None:
    """Play one Loot card: it goes to the discard pile, and its effect follows at once (el-23)."""
    seat = command.by or ""
    if turn_check(work.state, command) is None:
        acted(work, seat)
    card = discard(work, command.card or "", seat)
    begin_effect(work, seat, work.state.printed(card).get("effect"), card)


def _play_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats if state.rules.loot_timing == "any" else actors(state, naming):
        for label in labels(playable(state, viewer, seat), naming):
            yield Command(move="play", by=seat, card=label)


# Shop -------------------------------------------------------------------------------------------------------------


def _shop_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not shop.

    Some item must lie at the location, and in the Lair Power must be below 5 (el-27). Nothing limits the Shop actions
    of a round (el-95).
    """
    seat, card, target = command.by or "", command.card or "", command.target
    refused = turn_check(state, command)
    if refused is not None:
        return refused
    if sort_of(card) != PARTS or spare(state, seat, card) is None:
        return no(EL.NO_SPARE_PART, "shop", card=card, seat=seat)
    place = place_of(state, seat) or ""
    if place == LAIR:
        if target is not None:
            return no(EL.NOT_HERE, "shop", card=target, kind=place)
        return None if power(state, seat) < MOST else no(EL.POWER_FULL, "shop", seat=seat)
    here = items(state, place)
    if not here:
        return no(EL.NOTHING_HERE, "shop", kind=place)
    if target is not None and held(here, target) is None:
        return no(EL.NOT_HERE, "shop", card=target, kind=place)
    if RESOURCE[place] == LOOT and not room(state, seat, LOOT):
        return no(EL.LIMIT_REACHED, "locations", seat=seat, n=state.rules.loot_limit)
    return None


def _shop(work: Work, command: Command) -> None:
    """Discard a Spare Part for one item that lies face up at the location (el-28), in the Lair for 1 Power (el-26)."""
    seat, target = command.by or "", command.target
    place = place_of(work.state, seat) or ""
    acted(work, seat)
    to_bag(work, command.card or "", seat)
    if place == LAIR:
        gain_power(work, seat, 1)
    elif target is not None:
        pick_up(work, seat, target, place)
    else:
        choose_item(work, seat, (place,), RESOURCE[place])


def _shop_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in actors(state, naming):
        for label in labels(state.zone(spare_of(seat)), naming):
            yield Command(move="buy", by=seat, card=label)


# Equip ------------------------------------------------------------------------------------------------------------


def _equip_check(state: State, command: Command) -> Verdict:
    seat, card = command.by or "", command.card or ""
    # The refusals that no table may overrule come first.
    return turn_check(state, command) or _wrong_part(state, seat, card) or _wrong_equip(state, seat)


def _wrong_equip(state: State, seat: Seat) -> Refused | None:
    """Return why a seat may not equip: only in the Lair (el-30), once a round for each player (el-43)."""
    if place_of(state, seat) != LAIR:
        return no(EL.ONLY_IN_LAIR, "equip", seat=seat)
    return no(EL.ONCE_A_ROUND, "equip", seat=seat, move="equip") if state.marked(seat, EQUIPPED) else None


def _wrong_part(state: State, seat: Seat, card: Label) -> Refused | None:
    """Return why a seat may not equip this Part: it must be a Spare Part that fits the weapon."""
    if sort_of(card) != PARTS or spare(state, seat, card) is None:
        return no(EL.NO_SPARE_PART, "equip", card=card, seat=seat)
    return None if fits(state, seat, card) else no(EL.DOES_NOT_FIT, "equip", card=card, seat=seat)


def _equip(work: Work, command: Command) -> None:
    seat = command.by or ""
    acted(work, seat)
    work.emit(ev.Marked(seat, EQUIPPED, None, 1, UNTIL))
    take(work, command.card or "", spare_of(seat), weapon_of(seat))
    work.push("equip", seat=seat)


def _equip_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in actors(state, naming):
        for label in labels(state.zone(spare_of(seat)), naming):
            yield Command(move="equip", by=seat, card=label)


def _more_resume(work: Work, frame: Frame) -> None:
    seat = frame.data["seat"]
    if any(fits(work.state, seat, card) for card in work.state.zone(spare_of(seat))):
        work.ask("equip", cite="equip", seat=seat)
    else:
        work.pop()


def _more_check(state: State, command: Command) -> Verdict:
    if command.by != running(state).data["seat"]:
        return Refused(CoreRefusal.NOT_ASKED, {"seat": command.by}, "equip")
    return _wrong_part(state, command.by or "", command.card) if command.card is not None else None


def _more(work: Work, command: Command) -> None:
    seat = command.by or ""
    take(work, command.card or "", spare_of(seat), weapon_of(seat))
    work.again()


def _done(work: Work, command: Command) -> None:
    work.pop()


def _done_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code == "equip":
        yield Command(move="done", by=state.active, prompt=prompt.id)


def _more_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("done", each) for each in _done_offers(state, viewer, None))


EQUIP_STEP: Final = FrameKind(
    "equip",
    table_of(
        Move("equip", _more, _more_check, _equip_offers, ("by", "card"),
             refusals=(CoreRefusal.NOT_ASKED, EL.NO_SPARE_PART, EL.DOES_NOT_FIT), rule="equip"),
        Move("done", _done, _more_check, _done_offers, ("by",), refusals=(CoreRefusal.NOT_ASKED,), rule="equip"),
    ),
    _more_resume,
    _more_options,
    (PromptSpec("equip", ("done",), "equip"),),
)  # fmt: skip
"""Step that takes more Spare Parts: any number in one action (el-30)."""


# Superpower -------------------------------------------------------------------------------------------------------


def _super_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not use its superpower.

    It needs 5 Power, once a round (el-33). The limit is each player's own (el-43).
    """
    seat = command.by or ""
    refused = turn_check(state, command)
    if refused is not None:
        return refused
    if command.card is not None and kind_of(command.card) != villain_of(state, seat):
        return no(EL.NOT_YOUR_SHEET, "superpower", card=command.card, seat=seat)
    if state.marked(seat, EMPOWERED):
        return no(EL.ONCE_A_ROUND, "superpower", seat=seat, move="superpower")
    if power(state, seat) < NEEDED:
        return no(EL.NEEDS_FIVE_POWER, "superpower", seat=seat, have=power(state, seat))
    return None


def _super(work: Work, command: Command) -> None:
    """Use a superpower; it costs Power only by the house rule ``superpower-cost`` (el-34)."""
    seat = command.by or ""
    acted(work, seat)
    work.emit(ev.Marked(seat, EMPOWERED, None, 1, UNTIL))
    lose_power(work, seat, work.state.rules.superpower_cost)
    sheet = villain_of(work.state, seat) or ""
    begin_effect(work, seat, work.state.printed(f"{sheet}#1").get("superpower"), sheet)


def _super_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in actors(state, naming):
        if naming is None:
            yield Command(move="superpower", by=seat)
        for label in labels((villain_of(state, seat) or "",), naming) if naming else ():
            yield Command(move="superpower", by=seat, card=label)


# Commit and passing -----------------------------------------------------------------------------------------------


def _commit_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not commit.

    It may commit with nothing to take (el-97). The house rule ``bonus-commit`` can forbid it as a bonus action
    (el-106).
    """
    refused = turn_check(state, command)
    if refused is None and running(state).kind == BONUS and not state.rules.bonus_commit:
        return no(EL.NO_BONUS_COMMIT, "last-villain", seat=command.by)
    return refused


def _commit(work: Work, command: Command) -> None:
    """Lay the pawn down and take one item of the location if there is one (el-40), in the Lair 1 Power (el-41)."""
    seat = command.by or ""
    acted(work, seat, COMMIT)
    work.emit(ev.Marked(seat, COMMITTED, None, 1, UNTIL))
    place = place_of(work.state, seat)
    if place == LAIR:
        gain_power(work, seat, 1)
    elif place is not None:
        choose_item(work, seat, (place,), RESOURCE[place])


def _commit_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Offer Commit to the active seat, and to the seats that have committed, so that a refusal tells them."""
    told = (seat for seat in state.seats if seat != state.active and committed(state, seat))
    yield from (Command(move="commit", by=seat) for seat in (state.active, *told))


def _pass_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not pass.

    By default each turn is an action or Commit (el-94). A seat may refuse the final action (el-104) and the bonus
    action.
    """
    refused = turn_check(state, command)
    if refused is not None:
        return refused
    may = state.rules.passing or running(state).kind == BONUS or is_final(state)
    return None if may else no(EL.NO_PASSING, RULE, seat=command.by)


def _pass(work: Work, command: Command) -> None:
    acted(work, command.by or "", REFUSED)


def _pass_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    yield Command(move="pass", by=state.active)


# Trading ----------------------------------------------------------------------------------------------------------


def _give_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not give something away; by default nobody trades (el-102)."""
    seat, card = command.by or "", command.card
    if not state.rules.trading:
        return no(EL.NO_TRADING, "summary")
    if command.target == seat:
        return no(EL.OTHER_SEAT, "summary", seat=seat)
    if card is None:
        return None if hand_size(state, seat) else no(EL.NOT_ENOUGH, "summary", seat=seat)
    if sort_of(card) == PARTS and spare(state, seat, card) is not None:
        return None
    return no(EL.NO_SPARE_PART, "summary", card=card, seat=seat)


def _give(work: Work, command: Command) -> None:
    seat, target = command.by or "", command.target or ""
    if command.card is None:
        pass_unseen(work, seat, target)
    else:
        take(work, command.card, spare_of(seat), spare_of(target))
    work.again()


def _give_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if state.rules.trading:
        for seat in state.seats:
            for target in state.seats:
                if seat != target:
                    for label in (*labels(state.zone(spare_of(seat)), naming), *((None,) if naming is None else ())):
                        yield Command(move="give", by=seat, card=label, target=target)


MOVES: Final[Mapping[str, Move]] = table_of(
    Move("play", _play, _play_check, _play_offers, ("by", "card"),
         refusals=(*_TURN, EL.NOT_LOOT, EL.NOT_IN_HAND), rule="play-loot"),
    Move("buy", _shop, _shop_check, _shop_offers, ("by", "card"), ("target",), spoken=True,
         refusals=(*_TURN, EL.NO_SPARE_PART, EL.NOT_HERE, EL.POWER_FULL, EL.NOTHING_HERE, EL.LIMIT_REACHED),
         rule="shop"),
    Move("equip", _equip, _equip_check, _equip_offers, ("by", "card"),
         refusals=(*_TURN, EL.ONLY_IN_LAIR, EL.ONCE_A_ROUND, EL.NO_SPARE_PART, EL.DOES_NOT_FIT), rule="equip"),
    Move("superpower", _super, _super_check, _super_offers, ("by",), ("card",),
         refusals=(*_TURN, EL.NOT_YOUR_SHEET, EL.ONCE_A_ROUND, EL.NEEDS_FIVE_POWER), rule="superpower"),
    FIGHT,
    DEFEAT,
    Move("commit", _commit, _commit_check, _commit_offers, ("by",), refusals=(*_TURN, EL.NO_BONUS_COMMIT),
         rule="commit"),
    Move("pass", _pass, _pass_check, _pass_offers, ("by",), refusals=(*_TURN, EL.NO_PASSING), rule=RULE),
    Move("give", _give, _give_check, _give_offers, ("by", "target"), ("card",), target="seat", spoken=True,
         refusals=(EL.NO_TRADING, EL.OTHER_SEAT, EL.NOT_ENOUGH, EL.NO_SPARE_PART), rule="summary"),
)  # fmt: skip
_BUTTONS: Final = ("commit", "superpower", "fight", "defeat", "pass")


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    """Return the legal actions that need no piece."""
    found: list[Option] = []
    for name in _BUTTONS:
        offers = MOVES[name].candidates(state, TABLE, None)
        found += [Option(name, each) for each in offers if not isinstance(MOVES[name].check(state, each), Refused)]
    return tuple(found)


ACTIONS_STEP: Final = FrameKind(
    "actions",
    MOVES,
    resume,
    _options,
    (PromptSpec("action", _BUTTONS, RULE), PromptSpec("final-action", _BUTTONS, RULE)),
)
BONUS_STEP: Final = FrameKind(
    BONUS, MOVES, resume_bonus, _options, (PromptSpec("bonus-action", _BUTTONS, "last-villain"),)
)
"""Step of the bonus action, any action under its usual conditions (el-105).

So a bonus Defeat can follow the final Fight (el-49).
"""
