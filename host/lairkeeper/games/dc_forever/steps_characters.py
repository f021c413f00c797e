"""Single steps about characters and Unaligned characters, and about effects until the round ends."""

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
    """Deal damage to a character."""
    suffer(work, card, n, seat)


def do_heal(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Heal a character."""
    heal(work, card, n)


def do_fall(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Knock out, capture, sway or remove a character."""
    fall(work, card, seat)


def do_recover(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Bring a fallen character back into play."""
    recover(work, card)


def do_exhaust(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Exhaust a card."""
    if not marked(work.state, card, EXHAUSTED):
        mark(work, card, EXHAUSTED)


def do_ready(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Ready a card."""
    unmark(work, card, EXHAUSTED)


def do_reserve(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a character to its owner's reserve."""
    to_reserve(work, card)


def do_move(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Move a character's standee, or an Unaligned character with its citizens, to another Location."""
    place = place_of(work.state, card)
    if sort_of(card) == CHARACTERS:
        work.move(standee_of(card), target)
    elif place is not None and neutral(work.state, target) is None:
        work.move(card, target)
        all_from(work, neutral_at(place), neutral_at(target))


def do_extra_action(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Give a character more actions in this activation (df-94)."""
    mark(work, card, "extra-action", seat, "activation", n)


# Effects until the round ends -------------------------------------------------------------------------------------


def do_mark(name: str) -> Callable[[Work, Seat, str, str, int], None]:
    """Return the step that marks a card until the round ends."""

    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        if not marked(work.state, card, name):
            mark(work, card, name, seat, ROUND)

    return do


def do_unblank(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """End the effect that makes a card blank."""
    unmark(work, card, BLANK)


def do_guard(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Let another character suffer the damage of one; of several such effects the last one played counts (df-48)."""
    if card != target:
        mark(work, card, f"{GUARD}:{target}", seat, ROUND)


def do_control(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Give a player control of a card (df-51)."""
    unmark(work, card, CONTROL)
    mark(work, card, CONTROL, target)


def do_release(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """End the control of a card; its owner decides again (df-164)."""
    unmark(work, card, CONTROL)
