from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from lairkeeper.core.purse import exact, total, transfer, worth
from lairkeeper.core.state import BANK

from .toy import begin, do

DENOMINATIONS = (1, 5, 10)
tokens = st.dictionaries(st.sampled_from(DENOMINATIONS), st.integers(0, 6))


def settle(purses: dict[str, dict[int, int]], events: object) -> dict[str, dict[int, int]]:
    """Return the purses after payments; fail when a count falls below zero."""
    after = {name: dict(purse) for name, purse in purses.items()}
    for event in events:  # type: ignore[attr-defined]
        for name, sign in ((event.payer, -1), (event.payee, 1)):
            if name in after:
                for value, n in event.tokens.items():
                    after[name][value] = after[name].get(value, 0) + sign * n
                    assert after[name][value] >= 0, f"{name} went below zero"
    return after


def test_stealing_one_from_a_five_makes_change() -> None:
    done = transfer({"Bo": {5: 1}, "Ana": {}}, DENOMINATIONS, "Bo", "Ana", 1)
    assert settle({"Bo": {5: 1}, "Ana": {}}, done.events) == {"Bo": {5: 0, 1: 4}, "Ana": {1: 1}}
    assert (done.moved, done.owed) == (1, 0)


def test_the_smallest_larger_token_is_broken() -> None:
    purses = {"Bo": {10: 1, 5: 1}, "Ana": {}}
    after = settle(purses, transfer(purses, DENOMINATIONS, "Bo", "Ana", 2).events)
    assert after["Bo"][10] == 1, "the ten stays whole"
    assert after["Bo"].get(5) == 0


def test_tokens_that_fit_are_not_broken() -> None:
    done = transfer({"Bo": {5: 2, 1: 3}, "Ana": {}}, DENOMINATIONS, "Bo", "Ana", 7)
    assert len(done.events) == 1
    assert done.events[0].tokens == {5: 1, 1: 2}


def test_change_is_given_in_tokens_of_which_some_are_not_needed() -> None:
    done = transfer({"Bo": {5: 1}, BANK: {1: 1, 4: 1}}, (1, 4, 5), "Bo", "Ana", 1)
    assert (done.moved, done.owed) == (1, 0)
    assert settle({"Bo": {5: 1}, "Ana": {}}, done.events) == {"Bo": {5: 0, 1: 0, 4: 1}, "Ana": {1: 1}}


def test_an_exact_sum_is_found_where_the_greedy_way_fails() -> None:
    assert exact({5: 1, 3: 2}, 6) == {3: 2}
    assert exact({5: 1}, 3) is None
    assert exact({}, 0) == {}


def test_a_bank_without_small_tokens_lets_a_player_change() -> None:
    purses = {BANK: {}, "Bo": {5: 1}, "Ana": {}, "Cy": {1: 7}}
    done = transfer(purses, DENOMINATIONS, "Bo", "Ana", 1)
    after = settle(purses, done.events)
    assert after["Ana"] == {1: 1}
    assert total(after["Bo"]) == 4
    assert total(after["Cy"]) == 7


def test_what_nobody_can_change_is_owed() -> None:
    done = transfer({BANK: {10: 1}, "Bo": {5: 1}, "Ana": {}}, DENOMINATIONS, "Bo", "Ana", 1)
    assert (done.events, done.moved, done.owed) == ((), 1, 1)


@given(tokens, tokens, tokens, st.integers(0, 80))
def test_with_an_endless_bank_exactly_the_amount_moves(
    payer: dict[int, int], payee: dict[int, int], third: dict[int, int], amount: int
) -> None:
    purses = {"Bo": payer, "Ana": payee, "Cy": third}
    done = transfer(purses, DENOMINATIONS, "Bo", "Ana", amount)
    after = settle(purses, done.events)
    moved = min(amount, total(payer))
    assert (done.moved, done.owed) == (moved, 0)
    assert total(after["Bo"]) == total(payer) - moved
    assert total(after["Ana"]) == total(payee) + moved
    assert after["Cy"] == third, "change alters no third party"


@given(tokens, tokens, tokens, tokens, st.integers(0, 80))
def test_with_a_finite_bank_tokens_are_conserved(
    bank: dict[int, int], payer: dict[int, int], payee: dict[int, int], third: dict[int, int], amount: int
) -> None:
    purses = {BANK: bank, "Bo": payer, "Ana": payee, "Cy": third}
    done = transfer(purses, DENOMINATIONS, "Bo", "Ana", amount)
    after = settle(purses, done.events)
    for value in DENOMINATIONS:
        before = sum(purse.get(value, 0) for purse in purses.values())
        assert sum(purse.get(value, 0) for purse in after.values()) == before
    paid = done.moved - done.owed
    assert done.moved == min(amount, total(payer))
    assert total(after["Ana"]) == total(payee) + paid
    assert total(after["Bo"]) == total(payer) - paid
    assert total(after["Cy"]) == total(third)
    assert total(after[BANK]) == total(bank)


@given(tokens, st.integers(0, 60))
def test_exact_is_exact_and_within_the_purse(purse: dict[int, int], amount: int) -> None:
    found = exact(purse, amount)
    reachable = {0}
    for value, n in purse.items():
        reachable = {r + value * k for r in reachable for k in range(n + 1)}
    assert (found is not None) == (amount in reachable)
    assume(found is not None)
    assert found is not None
    assert total(found) == amount
    assert all(n <= purse[value] for value, n in found.items())


@given(tokens, tokens, st.lists(st.tuples(st.booleans(), st.integers(1, 20)), max_size=12))
def test_a_payment_back_restores_every_total(
    one: dict[int, int], other: dict[int, int], payments: list[tuple[bool, int]]
) -> None:
    purses = {"Ana": one, "Bo": other}
    worth = total(one) + total(other)
    for forward, amount in payments:
        payer, payee = ("Ana", "Bo") if forward else ("Bo", "Ana")
        purses = settle(purses, transfer(purses, DENOMINATIONS, payer, payee, amount).events)
        assert total(purses["Ana"]) + total(purses["Bo"]) == worth


def test_an_empty_bank_pays_what_it_has_and_owes_the_rest() -> None:
    history = begin(ruleset={"bank": 2}, seats=("Ana", "Bo"))
    do(history, move="adjust", by="Ana", amount=2)
    do(history, move="adjust", by="Bo", amount=3)
    assert history.state.purses[BANK] == {}
    assert worth(history.state, "Ana") == 2
    assert worth(history.state, "Bo") == 3, "an IOU counts"
    do(history, move="adjust", by="Ana", amount=-2)
    assert history.state.purses["Bo"] == {1: 2}, "a debt is paid as soon as there is something to pay with"
    assert worth(history.state, "Bo") == 3
