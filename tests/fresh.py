"""The seed that is drawn anew for each run of the tests, and what is drawn by it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

_KEPT = "LAIRKEEPER_FRESH_SEED"

SEED = int(os.environ.setdefault(_KEPT, str(secrets.randbelow(10**9))))
"""The seed of this run. Processes that run tests side by side share it; set the variable to play a run again."""


def some(cases: Iterable[Any], n: int) -> list[ParameterSet]:
    """Return the cases for a parametrized test; all but n, drawn anew in each run, are left to `make soak`."""
    kept = [_set(case) for case in cases]
    drawn = set(Random(SEED).sample(range(len(kept)), min(n, len(kept))))
    return [
        case if at in drawn else case._replace(marks=[*case.marks, pytest.mark.rest]) for at, case in enumerate(kept)
    ]


def _set(case: Any) -> ParameterSet:
    if isinstance(case, ParameterSet):
        return case
    return pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)
