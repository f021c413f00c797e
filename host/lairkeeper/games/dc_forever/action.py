"""Moves of an Action Phase, in Plotting and Planning: pool, recruit, buy, play, use, empower.

"DC Forever, Rogue Action Phase" and "Hero Action Phase": any of these, in any order, as often as wished.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work
from lairkeeper.rules.step import replace, save

from .abilities import SECOND, another_acts, icons_of, may_use, start_ability
from .catalog import CARDS, CHARACTERS, RESOURCE, character_of, side_of, sort_of
from .frames import Offers, asked, current, off_turn, plain, typed
from .hands import in_hand, take
from .harm import enter, fallen
from .places import (
    CAPTURED,
    HERO,
    KNOCKED_OUT,
    RECRUITED,
    ROGUE,
    area_of,
    char_label,
    discard_of,
    fact,
    hand_labels,
    hand_of,
    marked,
    on_of,
    pool_of,
    reserve_of,
    side,
    team,
    under_of,
)
from .playing import PLAY
from .refusals import DC, no
from .steps import Action


def _resume(work: Work, step: Action) -> None:
    """Keep asking for moves, in any order and number, until the player ends the phase (df-188)."""
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        rogue = side(work.state, step.seat) == ROGUE
        work.turn_of(step.seat)
        work.ask("plotting" if rogue else "planning", cite="plotting" if rogue else "planning", seat=step.seat)


# The pool ---------------------------------------------------------------------------------------------------------


def _pool_check(state: State, command: Command) -> Verdict:
    """Refuse cards without icons of the player's own side (df-149).

    Cards of a fallen character are good as resources (df-21). Hero Resource Cards are of the Hero side, so they pay
    (df-182). Klarion's cards in a Hero's hand are of the Rogue side, so they do not (df-201).
    """
    card, seat = command.card or "", command.by or ""
    refused = off_turn(state, command)
    if refused is not None:
        return refused
    verdict = in_hand(state, seat, card, "pool")
    if not isinstance(verdict, Refused) and (not icons_of(state, card) or side_of(card) != side(state, seat)):
        return no(DC.NO_ICONS, "pool", card=card)
    return verdict


def _pool(work: Work, command: Command) -> None:
    """Move a card from the hand to the pool: it is not in play and good for its icons only (df-12)."""
    seat = command.by or ""
    card = take(work, command.card or "", hand_of(seat), pool_of(seat))
    work.count(f"icons.{seat}", icons_of(work.state, card))


def _hand_offers(move: str) -> Offers:
    """Return offers of a move with each card that the hand may hold."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        found = asked(state, viewer)
        if found is None:
            return
        seat, number = found
        for card in hand_labels(state, seat) if naming is None else (naming,):
            if sort_of(card) in (CARDS, RESOURCE):
                yield Command(move=move, by=seat, card=card, prompt=number)

    return offers


def spend(work: Work, seat: Seat, n: int) -> None:
    """Take resources from the pool; one card may pay for two purchases (df-13)."""
    work.count(f"icons.{seat}", -min(n, max(0, work.state.counters.get(f"icons.{seat}", 0))))


def _enough(state: State, seat: Seat, cost: int, cite: str) -> Refused | None:
    """Refuse a price above the resources left in the player's own pool (df-13, df-19)."""
    have = state.counters.get(f"icons.{seat}", 0)
    return no(DC.OVERSPENT, cite, cost=cost, have=have) if have < cost else None


def _recruit_check(state: State, command: Command) -> Verdict:
    """Refuse a fallen character (df-22, df-191), and any that is not in the player's own reserve or costs too much."""
    card, seat = char_label(command.card) or command.card or "", command.by or ""
    refused = off_turn(state, command)
    if refused is not None:
        return refused
    if fallen(state, card):
        return no(DC.FALLEN, "recruit", card=card)
    if sort_of(card) != CHARACTERS or card not in state.zone(reserve_of(seat)):
        return no(DC.NOT_IN_RESERVE, "recruit", card=card, seat=seat)
    return _enough(state, seat, fact(state, card, "recruit", 0), "recruit")


def _recruit(work: Work, command: Command) -> None:
    """Pay for a character, which enters play at once (df-15).

    Its cards, starred ones too, stay in the reserve until they are bought (df-181).
    """
    card, seat = char_label(command.card) or "", command.by or ""
    spend(work, seat, fact(work.state, card, "recruit", 0))
    enter(work, seat, card)


def _buy_check(state: State, command: Command) -> Verdict:
    """Refuse a card whose character is not in play under this player (df-6, df-256).

    A character that was just recruited is in play (df-16); a fallen one is not (df-190). House rule: it is enough that
    the character was recruited once.
    """
    card, seat = command.card or "", command.by or ""
    refused = off_turn(state, command)
    if refused is not None:
        return refused
    if sort_of(card) != CARDS or _reserved(state, seat, card) is None:
        return no(DC.NOT_IN_RESERVE, "buy", card=card, seat=seat)
    own = character_of(card) or ""
    if own not in team(state, seat) and not (state.rules.buyable == "recruited" and marked(state, own, RECRUITED)):
        gone = state.where.get(own) in (KNOCKED_OUT, CAPTURED)
        return no(DC.FALLEN if gone else DC.NOT_RECRUITED, "buy", card=own)
    return _enough(state, seat, fact(state, card, "buy", 0), "buy")


def _reserved(state: State, seat: Seat, card: Label) -> Component | None:
    """Return the card of the player's own reserve that a label means, or None (df-19)."""
    return next((each for each in state.zone(reserve_of(seat)) if card in (each, each.partition("#")[0])), None)


def _buy(work: Work, command: Command) -> None:
    """Pay for a card, which goes to the discard pile (df-17)."""
    seat = command.by or ""
    card = _reserved(work.state, seat, command.card or "") or ""
    spend(work, seat, fact(work.state, card, "buy", 0))
    work.move(card, discard_of(seat))


def _reserve_offers(move: str, sort: str) -> Offers:
    """Return offers of a move with each piece of a sort in the reserve."""

    def offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
        found = asked(state, viewer)
        if found is None:
            return
        seat, number = found
        for card in state.zone(reserve_of(seat)):
            if sort_of(card) == sort and naming in (None, card):
                yield Command(move=move, by=seat, card=card, prompt=number)

    return offers


# Empowering -------------------------------------------------------------------------------------------------------


def _empower_check(state: State, command: Command) -> Verdict:
    """Refuse cards that cannot empower: the card must be a Hero's, with Renown (df-32), of any affiliation.

    Hero Resource Cards empower (df-182), and so do cards of a fallen character (df-21). A Hero may have any number of
    empowering cards (df-198). House rule: the card needs no Renown.
    """
    card, seat, host = command.card or "", command.by or "", char_label(command.target) or ""
    refused = off_turn(state, command)
    if refused is not None:
        return refused
    if side(state, seat) != HERO:
        return no(DC.WRONG_SIDE, "empower", seat=seat)
    verdict = in_hand(state, seat, card, "empower")
    if isinstance(verdict, Refused):
        return verdict
    if side_of(card) != HERO or (not icons_of(state, card) and state.rules.empower_with == "renown"):
        return no(DC.NO_ICONS, "empower", card=card)
    return verdict if host in _empowered(state, seat) else _not_a_host(state, card, host)


def _not_a_host(state: State, card: str, host: str) -> Refused:
    """Refuse a character that cannot be empowered."""
    if fallen(state, host):
        return no(DC.FALLEN, "empower", card=host)
    return no(DC.NOT_A_HOST, "empower", card=card, target=host)


def _empowered(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return the Heroes whom a player may empower: only those of this player (df-258).

    House rule: those of a team mate as well.
    """
    if state.rules.empower_whom == "own":
        return team(state, seat)
    return tuple(card for each in state.seats if side(state, each) == HERO for card in team(state, each))


def _empower(work: Work, command: Command) -> None:
    """Put a card of the hand under a Hero: it pays for that Hero only and is never in the pool (df-33)."""
    seat = command.by or ""
    card = take(work, command.card or "", hand_of(seat), under_of(seat))
    work.emit(ev.Attached(card, char_label(command.target)))


def _empower_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is None:
        return
    seat, number = found
    if side(state, seat) == HERO:
        for card in hand_labels(state, seat) if naming is None else (naming,):
            for host in _empowered(state, seat):
                yield Command(move="empower", by=seat, card=card, target=host, prompt=number)


# Using ------------------------------------------------------------------------------------------------------------


def _use_check(state: State, command: Command) -> Verdict:
    """Return why an ability may not be used now, or None.

    In an activation only the activated character uses its abilities and cards (df-93).
    """
    card, seat = char_label(command.card) or command.card or "", command.by or ""
    refused = off_turn(state, command)
    if refused is not None:
        return refused
    if command.option not in (None, SECOND):
        return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": command.option, "allowed": SECOND}, "use")
    verdict = may_use(state, seat, card, command.option, None)
    if verdict is None and running(state).kind == "activation" and another_acts(state, seat, card):
        return no(DC.WRONG_TIME, "attack", card=card, step="activation")
    return verdict


def _use(work: Work, command: Command) -> None:
    """Use an ability of a card."""
    card = char_label(command.card) or command.card or ""
    start_ability(work, command.by or "", card, command.option, None)


def usable(state: State, seat: Seat) -> Iterable[Component]:
    """Return the cards that a player may try to use: those of this player, and those under the player's control."""
    yield from team(state, seat)
    for each in state.seats:
        yield from state.zone(area_of(each)) if each == seat else ()
        yield from state.zone(on_of(each)) if each == seat else ()
    yield from state.zone("master-plan") if side(state, seat) == ROGUE else ()
    yield from (
        card for card, marks in state.marks.items() if any(m.name == "control" and m.owner == seat for m in marks)
    )


def _use_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    found = asked(state, viewer)
    if found is None:
        return
    seat, number = found
    for card in dict.fromkeys(usable(state, seat)):
        if naming in (None, card):  # a lifted standee does not use its character
            yield Command(move="use", by=seat, card=card, prompt=number)
            if fact(state, card, SECOND):
                yield Command(move="use", by=seat, card=card, option=SECOND, prompt=number)


USE: Final = Move(
    "use", _use, _use_check, _use_offers, ("by", "card"), ("option",),
    refusals=(CoreRefusal.OUT_OF_TURN, CoreRefusal.UNKNOWN_OPTION, DC.NOT_IN_PLAY, DC.NOT_RECRUITED, DC.BLANK,
              DC.NO_ABILITY, DC.NO_TRIGGER, DC.EXHAUSTED, DC.WRONG_TIME, DC.TWICE, DC.CANNOT_PAY, DC.FALLEN),
    rule="use",
)  # fmt: skip


# The end of the phase ---------------------------------------------------------------------------------------------


def _end_check(state: State, command: Command) -> Verdict:
    return off_turn(state, command)


def _end(work: Work, command: Command) -> None:
    """Discard the pool; resources that were not spent are lost (df-14)."""
    seat = command.by or ""
    for card in work.state.zone(pool_of(seat)):
        work.move(card, discard_of(seat))
    work.count(f"icons.{seat}", -work.state.counters.get(f"icons.{seat}", 0))
    step = current(Action, work.state)
    save(work, step, replace(step, over=True))
    work.again()


_end_offers: Final = plain("end-turn")


def _options(state: State, step: Action, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("end-turn", each) for each in _end_offers(state, viewer, None))


_TURN: Final = (CoreRefusal.OUT_OF_TURN,)
_HAND: Final = (*_TURN, DC.NOT_IN_HAND, DC.NO_NUMBERS, DC.NO_ICONS)
ACTION: Final = typed(
    Action,
    table_of(
        Move("pool", _pool, _pool_check, _hand_offers("pool"), ("by", "card"), refusals=_HAND, rule="pool"),
        # "recruit" and "buy" are moves of the player's own Action Phase only (df-18).
        Move("recruit", _recruit, _recruit_check, _reserve_offers("recruit", CHARACTERS), ("by", "card"),
             refusals=(*_TURN, DC.FALLEN, DC.NOT_IN_RESERVE, DC.OVERSPENT), rule="recruit"),
        Move("buy", _buy, _buy_check, _reserve_offers("buy", CARDS), ("by", "card"),
             refusals=(*_TURN, DC.NOT_IN_RESERVE, DC.FALLEN, DC.NOT_RECRUITED, DC.OVERSPENT), rule="buy"),
        PLAY,
        USE,
        Move("empower", _empower, _empower_check, _empower_offers, ("by", "card", "target"),
             refusals=(*_HAND, DC.WRONG_SIDE, DC.NOT_A_HOST, DC.FALLEN), rule="empower"),
        Move("end-turn", _end, _end_check, _end_offers, ("by",), refusals=_TURN, rule="pool"),
    ),
    _resume,
    _options,
    (PromptSpec("plotting", ("end-turn",), "plotting"), PromptSpec("planning", ("end-turn",), "planning")),
)  # fmt: skip
