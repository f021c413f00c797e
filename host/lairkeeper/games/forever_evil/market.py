"""Cards that come to players (bought, defeated, gained) and to the Line-Up (dealt from the main deck)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Unverified, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData, push

from .catalog import CATALOG
from .levels import DECK
from .moving import bring
from .places import (
    ADDED,
    ASSUMED,
    DESTROYED,
    FROZEN,
    HERO,
    HEROES,
    KICKS,
    LINE_UP,
    MAIN_DECK,
    STACKS,
    TOP_VILLAIN,
    UNREAD,
    VILLAINS,
    WEAKNESSES,
    copies_of,
    discard_of,
    empty_slots,
    find,
    frozen_left,
    locate,
    seen_later,
    unread_slots,
)
from .refusals import FE, no
from .steps import PrintedVp, Turn, flipping, in_opening
from .team import RULE as VARIANT
from .team import STACK_VILLAIN, acquired_to, fights, in_teams, is_banned, pay_for

POWER: Final = Unverified(("power",))
"""Verdict of a price that cannot be checked, because this level does not follow Power."""
TOKEN: Final = "frozen-token"


def deck_card(card: Label | None, rule: str) -> Refused | None:
    """Return why a piece can never lie where cards of the match lie, or None."""
    return None if card is not None and kind_of(card) in _DECK_KINDS else no(FE.NOT_A_DECK_CARD, rule, card=card)


_DECK_KINDS: Final = frozenset(kind for kind, facts in CATALOG.kinds.items() if facts.in_deck)


TURNS: Final = "gameplay"
"""Heading under which players take turns, whatever they do in them."""


def own_turn(state: State, seat: Seat) -> Refused | None:
    """Return a refusal if it is not the turn of the player who does this, or None."""
    if seat == state.active:
        return None
    return Refused(CoreRefusal.OUT_OF_TURN, {"seat": seat, "active": state.active}, TURNS, forcible=True)


def stack_of(card: Label) -> Path | None:
    """Return the open stack that a card of this kind comes from, Kicks or Weaknesses, or None."""
    facts = CATALOG.find(card)
    return STACKS.get(facts.zone) if facts else None


def _acquire(work: Work, step: StepData, by: Seat, card: Label) -> None:
    """Move the card to the discard pile at once ("Forever Evil, Gameplay") (fe-15).

    In teams, a card of the type that the player's side fights is destroyed and brings tokens (fe-129).
    """
    target = acquired_to(work.state, by, card, discard_of(by))
    bring(work, card, target, (LINE_UP, KICKS, WEAKNESSES, HERO, TOP_VILLAIN, DESTROYED))
    pay_for(work, by, card, gained=True)


# Buying -----------------------------------------------------------------------------------------------------------


def not_bought(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    """Refuse a card that is not for sale: only the Line-Up and the Kicks are, besides the top Super Hero (fe-143).

    Weaknesses are never for sale (fe-17). Kicks are for sale while the stack lasts (fe-18). A frozen card is refused
    (fe-97). A Super Hero of the Line-Up is bought, which does not use up the one defeat of the turn (fe-158).
    """
    state, rule = now.state, "gameplay"
    refused = deck_card(card, rule) or own_turn(state, by)
    if refused is not None:
        return refused
    found = find(state, card, (LINE_UP, KICKS))
    if found is None:
        empty = stack_of(card) == KICKS and not state.size(KICKS)
        return no(FE.STACK_EMPTY if empty else FE.NOT_FOR_SALE, "line-up", card=card)
    if state.marked(found.instead or found.card, FROZEN):
        return no(FE.FROZEN, "cards", card=card)
    return POWER


def sales(now: Moment[StepData]) -> Iterable[tuple[Seat | None, Label]]:
    """Return the cards that the active seat may think of buying."""
    return ((now.state.active, card) for card in for_sale(now.state, now.naming))


def for_sale(state: State, naming: Label | None) -> Iterable[Label]:
    """Return the cards that a player may think of buying."""
    if naming is None:
        return (*state.zone(LINE_UP), "kick", "weakness")
    found = locate(state, naming) if deck_card(naming, "gameplay") is None else None
    return (naming,) if found is not None and found.place in {LINE_UP, UNREAD, KICKS} else ()


BUY: Final = replace(
    move("buy", StepData, _acquire, unless=not_bought, offers=sales, stamped=True, rule="gameplay",
         codes=(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.NOT_FOR_SALE, FE.STACK_EMPTY, FE.FROZEN)).move,
    levels=DECK,
)  # fmt: skip
"""Move that buys a card of the Line-Up or the Kick stack, which goes to the discard pile."""


# Defeating --------------------------------------------------------------------------------------------------------


def not_defeated(now: Moment[StepData], by: Seat, card: Label) -> Verdict:
    """Refuse any card but the face-up one on top of the stack; a card of the Line-Up is never defeated (fe-20).

    After a defeat the next Super Hero lies face down until the turn is over (fe-19).
    """
    state = now.state
    refused = stack_card(state, card) or own_turn(state, by)
    if refused is not None:
        return refused
    top, below = fights(state, by)
    if find(state, card, (top,)) is None:
        if in_teams(state) and find(state, card, (HERO, TOP_VILLAIN)) is not None:
            return no(FE.OTHER_STACK, VARIANT, card=card, seat=by)
        hidden = not state.zone(top) and find(state, card, (below,)) is not None
        return no(FE.FACE_DOWN if hidden else FE.NOT_FOR_SALE, "super-heroes", card=card)
    return POWER


def hero_card(card: Label) -> Refused | None:
    """Return why a card does not have the title Super Hero, or None."""
    facts = CATALOG.find(card)
    return None if facts is not None and facts.super_hero else no(FE.NOT_A_SUPER_HERO, "super-heroes", card=card)


def stack_card(state: State, card: Label) -> Refused | None:
    """Return why a card cannot lie in a stack to be defeated, or None.

    A Super Hero can; in teams, so can a Super-Villain of another set.
    """
    return None if in_teams(state) and kind_of(card) == STACK_VILLAIN else hero_card(card)


def defeat(work: Work, step: StepData, by: Seat, card: Label) -> None:
    """Acquire the card on top of a stack; a Super-Villain of another set is destroyed for its tokens."""
    if kind_of(card) != STACK_VILLAIN:
        _acquire(work, step, by, card)
        return
    # It stands for a card of another box, so that no deck can hold it, even if players insist on the defeat.
    found = bring(work, card, DESTROYED, (TOP_VILLAIN,))
    if work.state.rules.team_tokens == "printed":
        push(work, PrintedVp(by, found))


def defeats(now: Moment[StepData]) -> Iterable[tuple[Seat | None, Label]]:
    """Yield the cards that a seat may think of defeating.

    They are offered out of turn too, so that the refusal tells the player whose turn it is.
    """
    state, naming = now.state, now.naming
    if naming is None:
        top = fights(state, state.active)[0] if state.active is not None else HERO
        none = STACK_VILLAIN if top == TOP_VILLAIN else "superman"
        cards: Iterable[Label] = (*state.zone(HERO), *state.zone(TOP_VILLAIN)) or (none,)
    else:
        stacks = (HERO, HEROES, TOP_VILLAIN, VILLAINS)
        cards = (naming,) if stack_card(state, naming) is None and find(state, naming, stacks) is not None else ()
    seats = (state.active,) if naming is None else state.seats
    return ((seat, card) for card in cards for seat in seats)


DEFEAT: Final = replace(
    move("defeat", StepData, defeat, unless=not_defeated, offers=defeats, stamped=True, rule="super-heroes",
         codes=(FE.NOT_A_SUPER_HERO, CoreRefusal.OUT_OF_TURN, FE.FACE_DOWN, FE.NOT_FOR_SALE, FE.OTHER_STACK)).move,
    levels=DECK,
)  # fmt: skip
"""Move that defeats the Super Hero on top, if the player wants; it goes to the discard pile at once (fe-156)."""


# Gaining ----------------------------------------------------------------------------------------------------------

GAIN_FROM: Final = (LINE_UP, KICKS, WEAKNESSES, DESTROYED)


def not_gained(state: State, card: Label) -> Refused | None:
    """Refuse a card that is not there to be gained (fe-95), or a frozen one (fe-97).

    See "Forever Evil, Gaining Cards".
    """
    found = find(state, card, GAIN_FROM)
    if found is None:
        stack = stack_of(card)
        empty = stack is not None and not state.size(stack)
        return no(FE.STACK_EMPTY if empty else FE.NOT_THERE, "weakness" if empty else "gaining", card=card)
    if found.place == LINE_UP and state.marked(found.instead or found.card, FROZEN):
        return no(FE.FROZEN, "cards", card=card)
    return None


def gain_card(work: Work, seat: Seat, card: Label) -> None:
    """Move a card from where it lies open to the discard pile of the player who gains it (fe-166)."""
    bring(work, card, acquired_to(work.state, seat, card, discard_of(seat)), GAIN_FROM)
    pay_for(work, seat, card, gained=True)


def gainable(state: State, naming: Label | None) -> tuple[Label, ...]:
    """Return the cards that anybody might gain."""
    if naming is None:
        return (*state.zone(LINE_UP), *state.zone(DESTROYED), "kick", "weakness")
    # Nobody has read the number of a copy that a text gave without a tap: this copy may still lie on its stack.
    found = locate(state, naming) if deck_card(naming, "gaining") is None else None
    if found is not None and found.place not in {*GAIN_FROM, UNREAD} and state.marked(naming, ASSUMED):
        found = find(state, naming, GAIN_FROM)
    return (naming,) if found is not None and found.place in {*GAIN_FROM, UNREAD} else ()


def gain_is_spoken(state: State, command: Command) -> bool:
    """Return whether players must say ``gain``, as they must for a card that they could buy.

    Tokens and Weaknesses need no verb.
    """
    return (
        command.card is not None and deck_card(command.card, "gaining") is None and kind_of(command.card) != "weakness"
    )


# The Line-Up ------------------------------------------------------------------------------------------------------


def _not_dealt(now: Moment[StepData], card: Label, by: Seat | None = None) -> Verdict:
    """Refuse a card that cannot come from the main deck, of which even the opening Line-Up is dealt (fe-9)."""
    refused = deck_card(card, "line-up")
    if refused is None and is_banned(now.state, card):
        return no(FE.BANNED_CARD, VARIANT, card=card)
    if refused is None and find(now.state, card, (MAIN_DECK,)) is None:
        return no(FE.NOT_IN_MAIN_DECK, "line-up", card=card)
    return refused


def _deal(work: Work, step: StepData, card: Label, by: Seat | None = None) -> None:
    """Move a card of the main deck to the Line-Up, which is no First Appearance for a Super Hero (fe-93)."""
    opening = empty_slots(work.state) > 0
    dealt = bring(work, card, LINE_UP, (MAIN_DECK,))
    if work.top.kind == Turn.KIND and not (opening and in_opening(work.state)):
        work.emit(ev.Marked(dealt, ADDED))
    else:
        work.again()


def _deals(now: Moment[StepData]) -> Iterable[tuple[Label, None]]:
    return ((card, None) for card in unseen_cards(now.state, MAIN_DECK, now.naming))


def unseen_cards(state: State, place: Path, naming: Label | None) -> Iterable[Label]:
    """Return the kinds that can lie face down at a place, or the named card if it can."""
    if naming is not None:
        known = deck_card(naming, "line-up") is None or kind_of(naming) == STACK_VILLAIN
        return (naming,) if known and find(state, naming, (place,)) is not None else ()
    pool = state.pools[state.pooled[place]] if place in state.pooled and state.size(place) else None
    kinds = dict.fromkeys(kind_of(card) for card in pool.contents) if pool else {}
    return tuple(kind for kind in kinds if kind in CATALOG.kinds)


DEAL: Final = replace(
    move("deal", StepData, _deal, unless=_not_dealt, offers=_deals, stamped=True, rule="line-up",
         codes=(FE.NOT_A_DECK_CARD, FE.NOT_IN_MAIN_DECK, FE.BANNED_CARD)).move,
    spoken=lambda state, command: seen_later(state) or not empty_slots(state),
    levels=DECK,
)  # fmt: skip
"""Move that deals the top card of the main deck to the Line-Up, for an empty slot or a text."""


def _not_next(now: Moment[StepData], card: Label, by: Seat | None = None) -> Verdict:
    state = now.state
    refused = stack_card(state, card)
    if refused is not None:
        return refused
    flip, (_, below) = flipping(state), stack_under(card)
    if flip is not None and flip.stack and flip.stack != below:
        return no(FE.OTHER_STACK, VARIANT, card=card, seat=flip.seat)
    return no(FE.NOT_IN_STACK, "super-heroes", card=card) if find(state, card, (below,)) is None else None


def stack_under(card: Label) -> tuple[Path, Path]:
    """Return the place of a card on top of its stack, and the stack below."""
    return (TOP_VILLAIN, VILLAINS) if kind_of(card) == STACK_VILLAIN else (HERO, HEROES)


def _flip(work: Work, step: StepData, card: Label, by: Seat | None = None) -> None:
    top, below = stack_under(card)
    bring(work, card, top, (below,))
    work.again()


def _flips(now: Moment[StepData]) -> Iterable[tuple[Label, None]]:
    for place in (HEROES, VILLAINS):
        for card in unseen_cards(now.state, place, now.naming):
            if stack_card(now.state, card) is None:
                yield card, None


FLIP: Final = replace(
    move("flip", StepData, _flip, unless=_not_next, offers=_flips, stamped=True, rule="super-heroes",
         codes=(FE.NOT_A_SUPER_HERO, FE.NOT_IN_STACK, FE.OTHER_STACK)).move,
    levels=DECK,
)  # fmt: skip
"""Move that turns the next Super Hero face up."""


def _to_freeze(card: Label, target: Label | None) -> Label:
    """Return the card to be frozen: the named piece, or the target of a Frozen token."""
    return (target or "") if kind_of(card) == TOKEN else card


def _not_frozen(now: Moment[StepData], by: Seat, card: Label, target: Label | None = None) -> Verdict:
    """Refuse to freeze a card that is not in the Line-Up (fe-10), or without a Frozen token (fe-182)."""
    state, meant = now.state, _to_freeze(card, target)
    if CATALOG.find(meant) is None:
        return no(FE.NOT_A_DECK_CARD, "cards", card=meant)
    if find(state, meant, (LINE_UP,)) is None:
        return Refused(FE.NOT_IN_LINE_UP, {"card": meant}, "cards")
    refused, left = own_turn(state, by), frozen_left(state)
    if refused is None and left is not None and left <= 0:
        return no(FE.NO_FROZEN_TOKEN_LEFT, "contents", n=state.rules.frozen_tokens)
    return refused


def _freeze(work: Work, step: StepData, by: Seat, card: Label, target: Label | None = None) -> None:
    """Put a Frozen token on a card; each token keeps its owner, and a card may bear several (fe-96)."""
    found = find(work.state, _to_freeze(card, target), (LINE_UP,))
    assert found is not None
    frozen = found.instead or found.card
    if frozen not in work.state.where:
        frozen = bring(work, frozen, LINE_UP, (UNREAD,))
    work.emit(ev.Marked(frozen, FROZEN, by, 1, "turn"))


def _freezes(now: Moment[StepData]) -> Iterable[tuple[Seat | None, Label, Label | None]]:
    active, naming = now.state.active, now.naming
    for card in now.state.zone(LINE_UP):
        if naming is None or kind_of(naming) == TOKEN:
            yield active, TOKEN, card
        elif naming in {card, kind_of(card)}:
            yield active, naming, None
    yield from ((active, *each) for each in _unread_freezes(now.state, naming))


def _unread_freezes(state: State, naming: Label | None) -> Iterable[tuple[Label, Label | None]]:
    """Yield the piece and the target of freezing a card of the Line-Up that nobody has tapped."""
    if naming is None or not unread_slots(state):
        return
    if kind_of(naming) == TOKEN:
        copies = (copy for kind in unseen_cards(state, UNREAD, None) for copy in copies_of(kind))
        yield from ((TOKEN, copy) for copy in copies if _unread_at(state, copy))
    elif deck_card(naming, "cards") is None and _unread_at(state, naming):
        yield naming, None


def _unread_at(state: State, card: Label) -> bool:
    """Return whether a card can be one of the Line-Up that nobody has tapped."""
    return card not in state.where and find(state, card, (UNREAD,)) is not None


def _names_the_card(state: State, command: Command) -> bool:
    return command.card is None or kind_of(command.card) != TOKEN


FREEZE: Final = replace(
    move("freeze", StepData, _freeze, unless=_not_frozen, offers=_freezes, rule="cards",
         codes=(FE.NOT_A_DECK_CARD, CoreRefusal.OUT_OF_TURN, FE.NOT_IN_LINE_UP, FE.NO_FROZEN_TOKEN_LEFT)).move,
    spoken=_names_the_card,
    levels=DECK,
)  # fmt: skip
"""Move that puts a Frozen token on a card of the Line-Up, until its owner's next turn begins."""


def thaw(work: Work, seat: Seat | None) -> None:
    """Put the Frozen tokens of a seat back into the supply, as its turn begins (fe-96)."""
    for card in work.state.zone(LINE_UP):
        if any(mark.name == FROZEN and mark.owner == seat for mark in work.state.marks.get(card, ())):
            work.emit(ev.Unmarked(card, FROZEN, seat))
