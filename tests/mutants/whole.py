"""The whole way on trial: three changes of one module, before one file of tests. Prints what came of each as JSON."""

from __future__ import annotations

import ast
import json
import os
import sys
import time

import pytest

from .patching import functions
from .reach import PLUGINS, quiet
from .rooms import HOST, ROOT, module_of
from .sites import sites
from .trial import Bench, Trial

FILE = HOST / "lairkeeper" / "core" / "purse.py"
PLANTED = {
    "killed in place": ("amount -= n * value", "pass", False),
    "killed anew": ("amount -= n * value", "pass", True),
    "changes nothing": ("dead.add((at, rest))", "pass", False),
}
"""The statement before and after, and whether everything is imported anew. What is dead is only remembered."""


class Plugin:
    """Once the tests are collected, tries the changes."""

    def __init__(self) -> None:
        self.found: dict[str, int | None] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        seconds = dict.fromkeys(items, 1.0)
        tree = ast.parse(FILE.read_text(encoding="utf-8"))
        name = str(FILE.relative_to(ROOT))
        there = {(site.was, site.now): site for site in sites(name, tree, module_of(FILE))}
        bench = Bench(items, seconds, {name: (tree, FILE)}, functions())
        for what, (was, now, imports) in PLANTED.items():
            trial = Trial(there[was, now], list(items), float(len(items)), imports)
            trial.begin(bench)
            while not trial.over():
                time.sleep(0.01)
            self.found[what] = trial.verdict
        return True


if __name__ == "__main__":
    os.chdir(ROOT)
    plugin = Plugin()
    out = os.fdopen(os.dup(1), "w")
    quiet()
    pytest.main(["-q", *PLUGINS, "tests/core/test_purse.py"], plugins=[plugin])
    print(json.dumps(plugin.found), file=out, flush=True)
    sys.exit(0)
