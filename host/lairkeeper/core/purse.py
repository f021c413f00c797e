"""Tokens: paying exact amounts by denomination, with change from the bank or, failing that, from whoever has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from .events import Paid
from .quick import quick
from .state import BANK, NOTHING, State

Tokens: TypeAlias = Mapping[int, int]
"""Number of tokens by denomination."""

IOU: Final = "iou"
"""Counters ``iou.<debtor>.<creditor>`` keep what could not be paid for want of small tokens; see ``debt_of``."""


@quick
@dataclass(frozen=True, slots=True)
class Transfer:
    """The outcome of a payment: ``moved`` in all, of which ``owed`` could not be paid for want of small tokens."""

    events: tuple[Paid, ...]
    moved: int
    owed: int = 0


def total(tokens: Tokens) -> int:
    """Return what a purse is worth."""
    return sum(value * n for value, n in tokens.items())


def exact(tokens: Tokens, amount: int) -> dict[int, int] | None:
    """Return tokens of a purse worth exactly ``amount``, large ones first; None when it cannot be done."""
    values = sorted((value for value, n in tokens.items() if n > 0), reverse=True)
    dead: set[tuple[int, int]] = set()

    def search(at: int, rest: int) -> dict[int, int] | None:
        if rest == 0:
            return {}
        if at == len(values) or (at, rest) in dead:
            return None
        value = values[at]
        for n in range(min(tokens[value], rest // value), -1, -1):
            found = search(at + 1, rest - n * value)
            if found is not None:
                return {value: n, **found} if n else found
        dead.add((at, rest))
        return None

    return search(0, amount) if amount >= 0 else None


def endless(denominations: Iterable[int], amount: int) -> dict[int, int]:
    """Return a purse that has enough of every denomination for ``amount``."""
    return {value: amount // value for value in denominations if value <= amount}


def transfer(
    purses: Mapping[str, Tokens], denominations: Sequence[int], payer: str, payee: str, amount: int
) -> Transfer:
    """Pay ``amount``, or all there is: exactly if the tokens allow, else by breaking the smallest larger one.

    Change comes from the bank (endless when ``purses`` has none), else from any other purse, whose worth does not
    change. What nobody can change stays ``owed``. Raises ``ValueError`` for a negative amount.
    """
    if amount < 0:
        raise ValueError(f"cannot pay {amount}")
    if payer == BANK and BANK not in purses:
        tokens = exact(endless(denominations, amount), amount)
        if tokens is None:
            return Transfer((), amount, amount)
        return Transfer((Paid(BANK, payee, tokens),) if tokens else (), amount)
    purse = purses.get(payer, NOTHING)
    moved = amount if payer == BANK else min(amount, total(purse))
    tokens = exact(purse, moved)
    if tokens is not None:
        return Transfer((Paid(payer, payee, tokens),) if tokens else (), moved)
    return _with_change(purses, denominations, payer, payee, moved)


def _with_change(
    purses: Mapping[str, Tokens], denominations: Sequence[int], payer: str, payee: str, amount: int
) -> Transfer:
    """Pay what fits, then break one token for the rest."""
    purse = purses.get(payer, NOTHING)
    paid, rest = _greedy(purse, amount)
    larger = [value for value, n in purse.items() if n > paid.get(value, 0) and value > rest]
    if larger:
        token = min(larger)
        for changer in _changers(purses, payer):
            change = _change(purses, denominations, changer, token, rest)
            if change is not None:
                small, back = change
                swap = Paid(payer, changer, {token: 1}), Paid(changer, payer, _sum(small, back))
                return Transfer((*swap, Paid(payer, payee, _sum(paid, small))), amount)
    return Transfer((Paid(payer, payee, paid),) if paid else (), amount, rest)


def _greedy(purse: Tokens, amount: int) -> tuple[dict[int, int], int]:
    """Return the tokens that fit into the amount, large ones first, and what is missing."""
    taken: dict[int, int] = {}
    for value in sorted(purse, reverse=True):
        n = min(purse[value], amount // value)
        if n:
            taken[value] = n
            amount -= n * value
    return taken, amount


def _changers(purses: Mapping[str, Tokens], payer: str) -> tuple[str, ...]:
    """Return the purses that may give change, the bank first."""
    return tuple(name for name in dict.fromkeys((BANK, *purses)) if name != payer)


def _change(
    purses: Mapping[str, Tokens], denominations: Sequence[int], changer: str, token: int, rest: int
) -> tuple[dict[int, int], dict[int, int]] | None:
    """Return ``token`` in smaller ones, parted into ``rest`` and what remains; None when the changer lacks them."""
    purse = purses.get(changer)
    have = endless((d for d in denominations if d < token), token) if purse is None else dict(purse)
    small = exact({value: n for value, n in have.items() if value < token}, rest)
    if small is None:
        return None
    left = {value: n - small.get(value, 0) for value, n in have.items() if value < token}
    back = exact(left, token - rest)
    return None if back is None else (small, back)


def _sum(one: Tokens, other: Tokens) -> dict[int, int]:
    return {value: one.get(value, 0) + other.get(value, 0) for value in (*one, *(v for v in other if v not in one))}


def debt_of(debtor: str, creditor: str) -> str:
    """Return the counter of a debt. Two names stand in it: their own dots are written ``%2E``, and ``%`` is ``%25``."""
    return ".".join((IOU, *(name.replace("%", "%25").replace(".", "%2E") for name in (debtor, creditor))))


def debts(state: State) -> Mapping[tuple[str, str], int]:
    """Return the open debts by debtor and creditor."""
    found: dict[tuple[str, str], int] = {}
    for name, n in state.counters.items():
        if n and name.startswith("iou."):
            _, debtor, creditor = (each.replace("%2E", ".").replace("%25", "%") for each in name.split("."))
            found[debtor, creditor] = n
    return found


def worth(state: State, name: str) -> int:
    """Return what a seat has: its tokens and what others owe it, less what it owes."""
    worth = total(state.purses.get(name, NOTHING))
    if BANK not in state.purses:
        return worth
    for (debtor, creditor), n in debts(state).items():
        worth += n * ((creditor == name) - (debtor == name))
    return worth
