"""VP tokens: gaining, losing and stealing ("Forever Evil, New Addition: Victory Point Tokens")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .catalog import CATALOG
from .refusals import FE
from .team import not_a_mate

RULE: Final = "vp-tokens"
TOKENS: Final = ("vp-1", "vp-5", "vp-10")
DENOMINATIONS: Final = tuple(CATALOG.get(kind).value or 0 for kind in TOKENS)
"""Values of the VP tokens: 1, 5 and 10 (fe-183)."""


def amount_of(command: Command) -> int:
    """Return how many VP a command means: its number, or the value of its token; 0 for another piece."""
    if command.card is None:
        return command.amount or 0
    facts = CATALOG.find(command.card)
    if facts is not None:
        return facts.value or 0
    shared = piece(command.card)
    return abs(shared.amount) if shared else 0


def amount_check(state: State, command: Command) -> Verdict:
    """Refuse a command that does not give exactly one of token and amount.

    VP that are gained, lost or stolen are always tokens (fe-75).
    """
    if (command.card is None) == (command.amount is None):
        return Refused(FE.SAID_TWICE, {"move": command.move}, RULE, invalid=True)
    if amount_of(command) == 0:
        return Refused(FE.NOT_A_TOKEN, {"card": command.card}, RULE, invalid=True)
    return None


def _named(naming: Label | None, kinds: Iterable[str]) -> Iterable[str]:
    """Return the pieces to offer: all, or the one that was named."""
    return kinds if naming is None else (kind for kind in kinds if kind == kind_of(naming))


def gain_tokens(work: Work, command: Command) -> None:
    """Pay tokens from the supply; a tapped token is the one that is taken."""
    assert command.by is not None
    amount = amount_of(command)
    facts = CATALOG.find(command.card) if command.card else None
    if facts is not None and facts.value:
        _gain_token(work, command.by, facts.value)
    else:
        work.pay(BANK, command.by, amount)


def _gain_token(work: Work, seat: str, value: int) -> None:
    """Pay with the token that was tapped, whatever the bank would have paid with."""
    bank = work.state.purses.get(BANK)
    if bank is None or bank.get(value):
        work.pay_tokens(BANK, seat, {value: 1})
    else:
        work.pay(BANK, seat, value)


def token_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Yield a command for each token and amount that anybody might gain."""
    for seat in state.seats:
        for kind in _named(naming, (*TOKENS, "plus-1", "plus-5")):
            yield Command(move="gain", by=seat, card=kind)


def _lose_check(state: State, command: Command) -> Verdict:
    refused = amount_check(state, command)
    if refused is None and worth(state, command.by or "") <= 0:
        return Refused(FE.NOTHING_TO_LOSE, {"seat": command.by}, RULE)
    return refused


def _lose(work: Work, command: Command) -> None:
    """Pay tokens to the supply, down to zero and never below (fe-74)."""
    assert command.by is not None
    work.pay(command.by, BANK, amount_of(command))


def _lose_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats:
        for kind in _named(naming, (*TOKENS, "minus-1")):
            yield Command(move="lose", by=seat, card=kind)


def _steal_check(state: State, command: Command) -> Verdict:
    """Refuse to steal from oneself, from a mate, or from a player who has no tokens (fe-77)."""
    if command.by == command.target:
        return Refused(FE.STEAL_FROM_SELF, {"seat": command.by}, RULE, invalid=True)
    refused = amount_check(state, command) or not_a_mate(state, command.by or "", command.target)
    if refused is None and worth(state, command.target or "") <= 0:
        return Refused(FE.NOTHING_TO_STEAL, {"target": command.target}, RULE)
    return refused


def _steal(work: Work, command: Command) -> None:
    """Move exactly the amount to the thief, as far as it is there, with change where it must be made (fe-76)."""
    assert command.by is not None
    assert command.target is not None
    work.pay(command.target, command.by, amount_of(command))


def _steal_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats:
        for target in state.seats:
            if target != seat:
                for kind in _named(naming, (*TOKENS, "plus-1", "plus-5")):
                    yield Command(move="steal", by=seat, target=target, card=kind)


_CODES: Final = (FE.NOT_A_TOKEN.value, FE.SAID_TWICE.value)

LOSE = Move(
    "lose",
    _lose,
    _lose_check,
    _lose_offers,
    ("by",),
    ("card", "amount"),
    spoken=True,
    refusals=(*_CODES, FE.NOTHING_TO_LOSE.value),
    rule=RULE,
)
"""Move that pays tokens to the supply, as many as there are."""
STEAL = Move(
    "steal",
    _steal,
    _steal_check,
    _steal_offers,
    ("by", "target"),
    ("card", "amount"),
    target="seat",
    spoken=True,
    refusals=(*_CODES, FE.STEAL_FROM_SELF.value, FE.NOTHING_TO_STEAL.value, FE.MATE.value),
    rule=RULE,
)
"""Move that takes tokens from another player, as many as there are, with change made where it must be."""
