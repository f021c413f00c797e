"""Which tests look at a change, and in which order: those that notice it soonest first, as many as time allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from .reach import Reach
from .rooms import ROOT, Room, module_name
from .sites import MODULE, Site
from .trial import Trial

BUDGET: Final = 40.0
"""Seconds of processor time that the tests of one change take as things are, watched by ``coverage``."""
HELPFUL: Final = 12
"""So many of the tests that have noticed changes of the same file go first."""


def chosen(room: Room, site: Site, reach: Reach, helped: Mapping[str, Counter[str]]) -> Trial:
    """Return the trial of a change. Without any test it is one that nothing reaches."""
    module = module_name(ROOT / site.file)
    runs = reach.tests(module, site.first, site.last)
    imports = site.function == MODULE or reach.imported(module, site.first, site.last)
    if imports:
        # What is made at import is read by tests that run no line of this file, such as those of a game's facts.
        own = (test for test in reach.seconds if room.closeness(test) < 2)
        runs = list(dict.fromkeys((*runs, *reach.of_file(module), *own)))
    fit = [test for test in runs if room.concerns(test) and test not in reach.failed and reach.seconds[test] < BUDGET]
    first = [test for test, _ in helped.get(site.file, Counter()).most_common(HELPFUL)]
    rank = {test: n for n, test in enumerate(first)}
    fit.sort(key=lambda test: (rank.get(test, HELPFUL), room.closeness(test), reach.seconds[test]))
    tests, seconds = [], 0.0
    for test in fit:
        if seconds + reach.seconds[test] <= BUDGET:
            tests.append(test)
            seconds += reach.seconds[test]
    return Trial(site, tests, seconds, imports)
