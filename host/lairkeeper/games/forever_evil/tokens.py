"""VP tokens: gaining, losing and stealing ("Forever Evil, New Addition: Victory Point Tokens")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import move
from lairkeeper.rules.step import StepData

from .catalog import CATALOG
from .refusals import FE
from .team import not_a_mate

RULE: Final = "vp-tokens"
TOKENS: Final = ("vp-1", "vp-5", "vp-10")
DENOMINATIONS: Final = tuple(CATALOG.get(kind).value or 0 for kind in TOKENS)
"""Values of the VP tokens: 1, 5 and 10 (fe-183)."""


def amount_of(card: Label | None, amount: int | None) -> int:
    """Return how many VP a command means: its number, or the value of its token; 0 for another piece."""
    if card is None:
        return amount or 0
    facts = CATALOG.find(card)
    if facts is not None:
        return facts.value or 0
    shared = piece(card)
    return abs(shared.amount) if shared else 0


def amount_check(move: str, card: Label | None, amount: int | None) -> Refused | None:
    """Refuse a command that does not give exactly one of token and amount.

    VP that are gained, lost or stolen are always tokens (fe-75).
    """
    if (card is None) == (amount is None):
        return Refused(FE.SAID_TWICE, {"move": move}, RULE, invalid=True)
    if amount_of(card, amount) == 0:
        return Refused(FE.NOT_A_TOKEN, {"card": card}, RULE, invalid=True)
    return None


def _named(naming: Label | None, kinds: Iterable[str]) -> Iterable[str]:
    """Return the pieces to offer: all, or the one that was named."""
    return kinds if naming is None else (kind for kind in kinds if kind == kind_of(naming))


def gain_tokens(work: Work, seat: Seat, card: Label | None, amount: int | None) -> None:
    """Pay tokens from the supply; a tapped token is the one that is taken."""
    facts = CATALOG.find(card) if card is not None else None
    if facts is not None and facts.value:
        _gain_token(work, seat, facts.value)
    else:
        work.pay(BANK, seat, amount_of(card, amount))


def _gain_token(work: Work, seat: str, value: int) -> None:
    """Pay with the token that was tapped, whatever the bank would have paid with."""
    bank = work.state.purses.get(BANK)
    if bank is None or bank.get(value):
        work.pay_tokens(BANK, seat, {value: 1})
    else:
        work.pay(BANK, seat, value)


def named_tokens(naming: Label | None) -> tuple[Label, ...]:
    """Return the tokens that anybody might gain."""
    return tuple(_named(naming, (*TOKENS, "plus-1", "plus-5")))


def _nothing_to_lose(now: Moment[StepData], by: Seat, card: Label | None = None, amount: int | None = None) -> Verdict:
    refused = amount_check("lose", card, amount)
    if refused is None and worth(now.state, by) <= 0:
        return Refused(FE.NOTHING_TO_LOSE, {"seat": by}, RULE)
    return refused


def _lose(work: Work, step: StepData, by: Seat, card: Label | None = None, amount: int | None = None) -> None:
    """Pay tokens to the supply, down to zero and never below (fe-74)."""
    work.pay(by, BANK, amount_of(card, amount))


def _losses(now: Moment[StepData]) -> Iterable[tuple[Seat, Label, None]]:
    kinds = tuple(_named(now.naming, (*TOKENS, "minus-1")))
    return ((seat, kind, None) for seat in now.state.seats for kind in kinds)


def _nothing_to_steal(
    now: Moment[StepData], by: Seat, target: Seat, card: Label | None = None, amount: int | None = None
) -> Verdict:
    """Refuse to steal from oneself, from a mate, or from a player who has no tokens (fe-77)."""
    if by == target:
        return Refused(FE.STEAL_FROM_SELF, {"seat": by}, RULE, invalid=True)
    refused = amount_check("steal", card, amount) or not_a_mate(now.state, by, target)
    if refused is None and worth(now.state, target) <= 0:
        return Refused(FE.NOTHING_TO_STEAL, {"target": target}, RULE)
    return refused


def _steal(
    work: Work, step: StepData, by: Seat, target: Seat, card: Label | None = None, amount: int | None = None
) -> None:
    """Move exactly the amount to the thief, as far as it is there, with change where it must be made (fe-76)."""
    work.pay(target, by, amount_of(card, amount))


def _thefts(now: Moment[StepData]) -> Iterable[tuple[Seat, Seat, Label, None]]:
    seats, kinds = now.state.seats, named_tokens(now.naming)
    return ((seat, target, kind, None) for seat in seats for target in seats if target != seat for kind in kinds)


_CODES: Final = (FE.NOT_A_TOKEN.value, FE.SAID_TWICE.value)

LOSE: Final = move(
    "lose", StepData, _lose, unless=_nothing_to_lose, codes=(*_CODES, FE.NOTHING_TO_LOSE.value), offers=_losses,
    spoken=True, rule=RULE,
).move  # fmt: skip
"""Move that pays tokens to the supply, as many as there are."""
_STEAL: Final = move(
    "steal", StepData, _steal, unless=_nothing_to_steal, offers=_thefts, seat_target=True, spoken=True, rule=RULE,
    codes=(*_CODES, FE.STEAL_FROM_SELF.value, FE.NOTHING_TO_STEAL.value, FE.MATE.value),
).move  # fmt: skip
STEAL: Final = replace(_STEAL, turn_levels=("score",))
"""Move that takes tokens from another player, as many as there are, with change made where it must be."""
