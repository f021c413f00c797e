"""Good Guys against Bad Guys: sides, their stacks, and what a side may never hold ("Forever Evil, Variant Games")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .catalog import CATALOG, CardFacts
from .places import DESTROYED, HERO, HEROES, TOP_VILLAIN, VILLAINS
from .refusals import FE, no
from .ruleset import Ruleset

RULE: Final = "variant"
TEAMS: Final = "teams"
GOOD: Final = "good-guys"
BAD: Final = "bad-guys"
STACK: Final = 5
"""Cards of each of the two stacks."""
STACK_OF_ALL: Final = 8
"""Usual stack of players who play alone; teams have stacks of a fixed size."""
STACK_VILLAIN: Final = "stack-villain"
"""Kind that stands for a Super-Villain of another set: this box has none for a stack (fe-185)."""
BANNED: Final = frozenset({"deathstorm", "phantom-stranger", "man-bat-serum", "power-ring", "superwoman"})
"""Cards that are left out when teams play (fe-132)."""
_ENEMY: Final = {GOOD: "villain", BAD: "hero"}
"""Card type that each side fights, and so never holds."""


def in_teams(state: State) -> bool:
    """Return whether two sides play against each other."""
    return bool(state.rules.variant == TEAMS)


def check_seats(rules: Ruleset, seats: int) -> Refused | None:
    """Refuse an odd number of players, because both sides have the same size (fe-125)."""
    if rules.variant == TEAMS and seats % 2:
        return no(FE.ODD_TEAMS, RULE, have=seats)
    return None


def check_rules(rules: Ruleset) -> Refused | None:
    """Refuse house rules that cannot both hold when teams play."""
    if rules.variant != TEAMS:
        return None
    if rules.super_heroes != STACK_OF_ALL:
        return _not_both("super-heroes", rules.super_heroes, "variant", rules.variant)
    if rules.team_tokens == "none" and rules.team_passed == "tokens":
        return _not_both("team-passed", rules.team_passed, "team-tokens", rules.team_tokens)
    return None


def _not_both(one: str, value: object, other: str, its: object) -> Refused:
    return no(FE.NOT_TOGETHER, RULE, option=one, value=str(value), other=other, its=str(its))


def side_of(state: State, seat: Seat) -> str:
    """Return the side of a seat: sides take turns, so that every second seat is of the same one (fe-125)."""
    first, second = (BAD, GOOD) if state.rules.sides == "bad-first" else (GOOD, BAD)
    return second if state.seats.index(seat) % 2 else first


def side(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return everybody on a seat's side, itself among them; without teams it stands alone."""
    if not in_teams(state):
        return (seat,)
    return tuple(each for each in state.seats if side_of(state, each) == side_of(state, seat))


def foes(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that a seat's Attacks can hit, clockwise from it (fe-52).

    The seat itself is not among them (fe-159), nor is a mate (fe-128).
    """
    own = side(state, seat)
    return tuple(each for each in state.clockwise(seat) if each not in own)


def not_a_mate(state: State, seat: Seat, target: Seat | None) -> Refused | None:
    """Refuse an Attack on a mate; return None for any other target (fe-128)."""
    if in_teams(state) and seat != target and target in side(state, seat):
        return no(FE.MATE, RULE, seat=seat, target=target)
    return None


# Stacks -----------------------------------------------------------------------------------------------------------


def stack_size(rules: Ruleset) -> int:
    """Return the number of cards in the Super Hero stack, chosen before play (fe-6)."""
    return STACK if rules.variant == TEAMS else rules.super_heroes


def fights(state: State, seat: Seat) -> tuple[Path, Path]:
    """Return the place of the card on top that a seat may defeat, and the stack below it (fe-126)."""
    good = in_teams(state) and side_of(state, seat) == GOOD
    return (TOP_VILLAIN, VILLAINS) if good else (HERO, HEROES)


def run_out(state: State, stack: Path) -> bool:
    """Return whether an empty stack ends the match; by a house rule both must be empty (fe-189)."""
    other, top = (VILLAINS, TOP_VILLAIN) if stack == HEROES else (HEROES, HERO)
    if in_teams(state) and state.rules.team_end == "both":
        return not state.size(other) and not state.zone(top)
    return True


# What a side may not hold -----------------------------------------------------------------------------------------


def is_banned(state: State, card: Label) -> bool:
    """Return whether a card is left out of this variant."""
    return in_teams(state) and kind_of(card) in BANNED


def fought_by(state: State, seat: Seat, facts: CardFacts) -> bool:
    """Return whether a seat's side turns a card of this kind into tokens.

    Element Woman counts as what she is in the Line-Up, a Hero. By a house rule she counts as all that she is once owned
    (fe-133).
    """
    types = facts.types + (facts.also_as if state.rules.team_element_woman == "both" else ())
    return in_teams(state) and _ENEMY[side_of(state, seat)] in types


def never_held(state: State, seat: Seat | None, card: Label) -> bool:
    """Return whether a seat may not hold a card for any reason (fe-130)."""
    facts = CATALOG.find(card)
    if facts is None or seat is None or not fought_by(state, seat, facts):
        return False
    return bool(state.rules.team_never == "both" or side_of(state, seat) == BAD)


def held_check(state: State, seat: Seat | None, card: Label) -> Refused | None:
    """Return why a card cannot be part of a seat's deck in this variant, or None."""
    if is_banned(state, card):
        return no(FE.BANNED_CARD, RULE, card=card)
    if never_held(state, seat, card):
        return no(FE.ENEMY_TYPE, RULE, card=card, seat=seat)
    return None


def acquired_to(state: State, seat: Seat, card: Label, usual: Path) -> Path:
    """Return the place of a card that a seat buys, defeats or gains."""
    return DESTROYED if turned_into_tokens(state, seat, card) else usual


def turned_into_tokens(state: State, seat: Seat, card: Label) -> bool:
    """Return whether a card that a seat gains is destroyed at once (fe-129)."""
    facts = CATALOG.find(card)
    return facts is not None and fought_by(state, seat, facts)


def arrives_at(state: State, seat: Seat, card: Label, usual: Path) -> Path:
    """Return the place of a card that comes to a seat in any other way (fe-187)."""
    return DESTROYED if never_held(state, seat, card) else usual


def tokens_for(state: State, seat: Seat, card: Label, *, gained: bool) -> int:
    """Return the tokens for a card that was turned into tokens: its printed VP.

    A starred card brings none (fe-186). A card that was not gained brings none either, unless a house rule says so
    (fe-187).
    """
    facts = CATALOG.get(card)
    if not fought_by(state, seat, facts) or state.rules.team_tokens == "none":
        return 0
    pays = gained or (state.rules.team_passed == "tokens" and never_held(state, seat, card))
    return facts.vp or 0 if pays else 0


def pay_for(work: Work, seat: Seat, card: Label, *, gained: bool) -> None:
    """Pay the tokens for a card, where gaining them triggers nothing."""
    pay(work, seat, tokens_for(work.state, seat, card, gained=gained))


def pay(work: Work, seat: Seat, points: int) -> None:
    """Pay tokens for printed points; below zero the seat loses them, as far as it has any (fe-131)."""
    if points < 0:
        work.pay(seat, BANK, -points)
    elif points:
        work.pay(BANK, seat, points)
