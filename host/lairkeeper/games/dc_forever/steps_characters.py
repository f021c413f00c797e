"""Single steps about characters and Unaligned characters, and what lasts until the round ends."""

from __future__ import annotations

from collections.abc import Callable

from lairkeeper.core.ids import Seat
from lairkeeper.core.work import Work

from .catalog import CHARACTERS, sort_of, standee_of
from .citizens import all_from
from .harm import fall, heal, recover, suffer, to_reserve
from .places import (
    BLANK,
    CONTROL,
    EXHAUSTED,
    GUARD,
    ROUND,
    mark,
    marked,
    neutral,
    neutral_at,
    place_of,
    unmark,
)


def do_damage(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    suffer(work, card, n, seat)


def do_heal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    heal(work, card, n)


def do_fall(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    fall(work, card, seat)


def do_recover(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    recover(work, card)


def do_exhaust(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    if not marked(work.state, card, EXHAUSTED):
        mark(work, card, EXHAUSTED)


def do_ready(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, EXHAUSTED)


def do_reserve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    to_reserve(work, card)


def do_move(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """A character's standee, or an Unaligned character, changes Location."""
    place = place_of(work.state, card)
    if sort_of(card) == CHARACTERS:
        work.move(standee_of(card), target)
    elif place is not None and neutral(work.state, target) is None:
        work.move(card, target)
        all_from(work, neutral_at(place), neutral_at(target))


def do_extra_action(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    mark(work, card, "extra-action", seat, "activation", n)


# What lasts -------------------------------------------------------------------------------------------------------


def do_mark(name: str) -> Callable[[Work, Seat, str, str, int], None]:
    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        if not marked(work.state, card, name):
            mark(work, card, name, seat, ROUND)

    return do


def do_unblank(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, BLANK)


def do_guard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Damage to one goes to another instead; of several such effects the last one played persists."""
    if card != target:
        mark(work, card, f"{GUARD}:{target}", seat, ROUND)


def do_control(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, CONTROL)
    mark(work, card, CONTROL, target)


def do_release(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    unmark(work, card, CONTROL)
