"""Moves of an Action Phase, in Plotting and Planning: pool, recruit, buy, play, use, empower.

"DC Forever, Rogue Action Phase" and "Hero Action Phase": any of these, in any order, as often as wished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, Value
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind
from lairkeeper.rules.step import replace, save

from .abilities import SECOND, another_acts, icons_of, may_use, start_ability
from .args import ANY_PIECE, HELD_CARD, as_character, at_turn, may_act
from .catalog import CARDS, CHARACTERS, character_of, side_of, sort_of
from .hands import in_hand, take
from .harm import enter, fallen
from .places import (
    CAPTURED,
    CONTROL,
    HERO,
    KNOCKED_OUT,
    MASTER_PLAN,
    RECRUITED,
    ROGUE,
    area_of,
    char_label,
    discard_of,
    fact,
    hand_of,
    marked,
    on_of,
    pool_of,
    reserve_of,
    side,
    team,
    under_of,
)
from .playing import play
from .refusals import DC, no
from .steps import Action, Activation, Asking

AskingT = TypeVar("AskingT", bound=Asking)


def _resume(work: Work, step: Action) -> None:
    """Keep asking for moves, in any order and number, until the player ends the phase (df-188)."""
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        rogue = side(work.state, step.seat) == ROGUE
        work.turn_of(step.seat)
        work.ask("plotting" if rogue else "planning", cite="plotting" if rogue else "planning", seat=step.seat)


# The pool ---------------------------------------------------------------------------------------------------------


def _cannot_pool(now: Moment[Action], by: Seat, card: Label) -> Verdict:
    """Refuse cards without icons of the player's own side (df-149).

    Cards of a fallen character are good as resources (df-21). Hero Resource Cards are of the Hero side, so they pay
    (df-182). Klarion's cards in a Hero's hand are of the Rogue side, so they do not (df-201).
    """
    verdict = in_hand(now.state, by, card, "pool")
    if not isinstance(verdict, Refused) and (not icons_of(now.state, card) or side_of(card) != side(now.state, by)):
        return no(DC.NO_ICONS, "pool", card=card)
    return verdict


def _pool(work: Work, step: Action, by: Seat, card: Label) -> None:
    """Move a card from the hand to the pool: it is not in play and good for its icons only (df-12)."""
    pooled = take(work, card, hand_of(by), pool_of(by))
    work.count(f"icons.{by}", icons_of(work.state, pooled))


def spend(work: Work, seat: Seat, n: int) -> None:
    """Take resources from the pool; one card may pay for two purchases (df-13)."""
    work.count(f"icons.{seat}", -min(n, max(0, work.state.counters.get(f"icons.{seat}", 0))))


def _enough(state: State, seat: Seat, cost: int, cite: str) -> Refused | None:
    """Refuse a price above the resources left in the player's own pool (df-13, df-19)."""
    have = state.counters.get(f"icons.{seat}", 0)
    return no(DC.OVERSPENT, cite, cost=cost, have=have) if have < cost else None


def _reserve(sort: str) -> Callable[[Moment[Action]], Iterator[Label]]:
    """Return offers of each piece of a sort in the reserve."""

    def offers(now: Moment[Action]) -> Iterator[Label]:
        cards = now.state.zone(reserve_of(now.step.seat))
        if now.naming is not None:
            cards = (now.naming,) if now.naming in cards else ()
        return (card for card in cards if sort_of(card) == sort)

    return offers


def _cannot_recruit(now: Moment[Action], by: Seat, card: Component) -> Verdict:
    """Refuse a fallen character (df-22, df-191), and any that is not in the player's own reserve or costs too much."""
    state = now.state
    if fallen(state, card):
        return no(DC.FALLEN, "recruit", card=card)
    if sort_of(card) != CHARACTERS or card not in state.zone(reserve_of(by)):
        return no(DC.NOT_IN_RESERVE, "recruit", card=card, seat=by)
    return _enough(state, by, fact(state, card, "recruit", 0), "recruit")


def _recruit(work: Work, step: Action, by: Seat, card: Component) -> None:
    """Pay for a character, which enters play at once (df-15).

    Its cards, starred ones too, stay in the reserve until they are bought (df-181).
    """
    spend(work, by, fact(work.state, card, "recruit", 0))
    enter(work, by, card)


def _cannot_buy(now: Moment[Action], by: Seat, card: Label) -> Verdict:
    """Refuse a card whose character is not in play under this player (df-6, df-256).

    A character that was just recruited is in play (df-16); a fallen one is not (df-190). House rule: it is enough that
    the character was recruited once.
    """
    state = now.state
    if sort_of(card) != CARDS or card not in state.zone(reserve_of(by)):
        return no(DC.NOT_IN_RESERVE, "buy", card=card, seat=by)
    own = character_of(card) or ""
    if own not in team(state, by) and not (state.rules.buyable == "recruited" and marked(state, own, RECRUITED)):
        gone = state.where.get(own) in (KNOCKED_OUT, CAPTURED)
        return no(DC.FALLEN if gone else DC.NOT_RECRUITED, "buy", card=own)
    return _enough(state, by, fact(state, card, "buy", 0), "buy")


def _reserved(now: Moment[Action], said: Label) -> Label:
    """Return the card of the player's own reserve that a label means, or the label (df-19)."""
    cards = now.state.zone(reserve_of(now.step.seat))
    return next((each for each in cards if said in (each, each.partition("#")[0])), said)


def _buy(work: Work, step: Action, by: Seat, card: Component) -> None:
    """Pay for a card, which goes to the discard pile (df-17)."""
    spend(work, by, fact(work.state, card, "buy", 0))
    work.move(card, discard_of(by))


# Empowering -------------------------------------------------------------------------------------------------------


def _cannot_empower(now: Moment[Action], by: Seat, card: Label, target: Component) -> Verdict:
    """Refuse cards that cannot empower: the card must be a Hero's, with Renown (df-32), of any affiliation.

    Hero Resource Cards empower (df-182), and so do cards of a fallen character (df-21). A Hero may have any number of
    empowering cards (df-198). House rule: the card needs no Renown.
    """
    state = now.state
    if side(state, by) != HERO:
        return no(DC.WRONG_SIDE, "empower", seat=by)
    verdict = in_hand(state, by, card, "empower")
    if isinstance(verdict, Refused):
        return verdict
    if side_of(card) != HERO or (not icons_of(state, card) and state.rules.empower_with == "renown"):
        return no(DC.NO_ICONS, "empower", card=card)
    return verdict if target in _empowered(state, by) else _not_a_host(state, card, target)


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


def _hosts(now: Moment[Action]) -> tuple[Component, ...]:
    """Offer the Heroes whom the player may empower; none to a Rogue."""
    seat = now.step.seat
    return _empowered(now.state, seat) if side(now.state, seat) == HERO else ()


def _empower(work: Work, step: Action, by: Seat, card: Label, target: Component) -> None:
    """Put a card of the hand under a Hero: it pays for that Hero only and is never in the pool (df-33)."""
    laid = take(work, card, hand_of(by), under_of(by))
    work.emit(ev.Attached(laid, target))


# Using ------------------------------------------------------------------------------------------------------------


def cannot_use(now: Moment[Asking], by: Seat, card: Component, option: str | None = None) -> Verdict:
    """Return why an ability may not be used now, or None.

    In an activation only the activated character uses its abilities and cards (df-93).
    """
    if option not in (None, SECOND):
        return Refused(CoreRefusal.UNKNOWN_OPTION, {"option": option, "allowed": SECOND}, "use")
    verdict = may_use(now.state, by, card, option, None)
    if verdict is None and now.step.KIND == Activation.KIND and another_acts(now.state, by, card):
        return no(DC.WRONG_TIME, "attack", card=card, step="activation")
    return verdict


def _use(work: Work, step: Asking, by: Seat, card: Component, option: str | None = None) -> None:
    """Use an ability of a card."""
    start_ability(work, by, card, option, None)


_USED_AT: Final = frozenset({"team", "area", "attached", MASTER_PLAN})
"""Places of cards whose abilities are used."""


def usable(state: State, seat: Seat) -> Iterable[Component]:
    """Return the cards that a player may try to use: those of this player, and those under the player's control."""
    yield from (*team(state, seat), *state.zone(area_of(seat)), *state.zone(on_of(seat)))
    yield from state.zone(MASTER_PLAN) if side(state, seat) == ROGUE else ()
    yield from (
        card for card, marks in state.marks.items() if any(m.name == CONTROL and m.owner == seat for m in marks)
    )


def _may_be_usable(state: State, card: Label) -> bool:
    """Return False for a piece that nobody can use where it lies, as most that are tapped."""
    return state.where.get(card, "").partition(".")[0] in _USED_AT or marked(state, card, CONTROL)


def _abilities(now: Moment[Asking]) -> Iterator[tuple[Value, ...]]:
    """Offer both ability boxes of each card; a lifted standee does not use its character."""
    if now.naming is not None and not _may_be_usable(now.state, now.naming):
        return
    for seat in may_act(now):
        for card in dict.fromkeys(usable(now.state, seat)):
            if now.naming in (None, card):
                yield seat, card, None
                if fact(now.state, card, SECOND):
                    yield seat, card, SECOND


CARD: Final[Arg[Asking]] = Arg(lambda now: (), read=as_character)
"""A card or a character whose ability is used."""


def use(kind: type[AskingT], card: Arg[Asking] = CARD) -> DeclaredMove[AskingT]:
    """Return the move that uses an ability, in a step of this kind."""
    return move(
        "use", kind, _use, unless=cannot_use, offers=_abilities, stamped=True, card=card, by=at_turn(), rule="use",
        codes=(CoreRefusal.UNKNOWN_OPTION, DC.NOT_IN_PLAY, DC.NOT_RECRUITED, DC.BLANK, DC.NO_ABILITY, DC.NO_TRIGGER,
               DC.EXHAUSTED, DC.WRONG_TIME, DC.TWICE, DC.CANNOT_PAY, DC.FALLEN),
    )  # fmt: skip


# The end of the phase ---------------------------------------------------------------------------------------------


def _end(work: Work, step: Action, by: Seat) -> None:
    """Discard the pool; resources that were not spent are lost (df-14)."""
    for card in work.state.zone(pool_of(by)):
        work.move(card, discard_of(by))
    work.count(f"icons.{by}", -work.state.counters.get(f"icons.{by}", 0))
    save(work, step, replace(step, over=True))
    work.again()


_HAND: Final = (DC.NOT_IN_HAND, DC.NO_NUMBERS, DC.NO_ICONS)
ACTION: Final = step_kind(
    Action,
    move("pool", Action, _pool, unless=_cannot_pool, codes=_HAND, stamped=True, by=at_turn(), card=HELD_CARD,
         rule="pool"),
    # "recruit" and "buy" are moves of the player's own Action Phase only (df-18).
    move("recruit", Action, _recruit, unless=_cannot_recruit, stamped=True, by=at_turn(),
         codes=(DC.FALLEN, DC.NOT_IN_RESERVE, DC.OVERSPENT),
         card=Arg(_reserve(CHARACTERS), read=as_character), rule="recruit"),
    move("buy", Action, _buy, unless=_cannot_buy, stamped=True, by=at_turn(),
         codes=(DC.NOT_IN_RESERVE, DC.FALLEN, DC.NOT_RECRUITED, DC.OVERSPENT),
         card=Arg(_reserve(CARDS), read=_reserved), rule="buy"),
    play(Action),
    use(Action),
    move("empower", Action, _empower, unless=_cannot_empower, stamped=True, by=at_turn(), card=ANY_PIECE,
         codes=(*_HAND, DC.WRONG_SIDE, DC.NOT_A_HOST, DC.FALLEN),
         target=Arg(_hosts, read=lambda now, said: char_label(said) or ""), rule="empower"),
    move("end-turn", Action, _end, by=at_turn(), answers=Answer("end-turn", even_refused=True), rule="pool"),
    resume=_resume,
    prompts=(PromptSpec("plotting", ("end-turn",), "plotting"), PromptSpec("planning", ("end-turn",), "planning")),
)  # fmt: skip
