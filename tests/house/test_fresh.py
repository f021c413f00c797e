"""The draw of a run is by its seed: some of the cases, and others in the next run."""

from __future__ import annotations

import pytest

from tests import fresh
from tests.fresh import some


def drawn(n: int = 4) -> set[object]:
    return {case.values[0] for case in some(range(20), n) if not case.marks}


def test_a_run_draws_as_many_cases_as_asked_and_leaves_the_others_to_the_soak() -> None:
    cases = some(range(20), 4)
    assert [case.values for case in cases] == [(n,) for n in range(20)]
    assert [len(case.marks) for case in cases].count(0) == 4
    assert {mark.name for case in cases for mark in case.marks} == {"rest"}
    assert len(drawn(99)) == 20


def test_the_same_seed_draws_the_same_and_others_reach_every_case(monkeypatch: pytest.MonkeyPatch) -> None:
    assert drawn() == drawn()
    reached: set[object] = set()
    for seed in range(100):
        monkeypatch.setattr(fresh, "SEED", seed)
        reached |= drawn()
    assert reached == set(range(20))


def test_a_case_keeps_its_values_its_name_and_its_marks() -> None:
    (left,) = some([pytest.param(1, 2, id="one", marks=pytest.mark.chain)], 0)
    assert (left.values, left.id, [mark.name for mark in left.marks]) == ((1, 2), "one", ["chain", "rest"])
    (left,) = some([(1, 2)], 1)
    assert (left.values, left.marks) == ((1, 2), ())
