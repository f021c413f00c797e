"""One change on trial, in a child of the process that has collected the tests: the first test that fails kills it."""

from __future__ import annotations

import ast
import os
import resource
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

from .patching import Functions, anew, in_place
from .reach import PLUGINS, quiet
from .rooms import module_name
from .sites import Site

MEMORY: Final = 3 << 30
"""Bytes that a child may use; a change that fills the memory is noticed."""
PATIENCE: Final = 10.0
"""A test may take so many times as long as usual, and a few seconds more."""
GRACE: Final = 3.0
IMPORT: Final = 12.0
"""Seconds of processor time for importing everything anew."""
SLOW: Final = 6.0
"""So many times as long as processor time may a child take by the clock: other programs run, too."""
SURVIVED, KILLED, TOO_LONG, BROKEN = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Bench:
    """The data of all trials: the collected tests, how long each takes, the trees of the modules, and what exists."""

    items: Mapping[str, Any]
    seconds: Mapping[str, float]
    trees: Mapping[str, tuple[ast.Module, Path]]
    functions: Functions


@dataclass(slots=True)
class Trial:
    """A change, the tests for it in their order, and what came of it. ``by`` is the test that noticed."""

    site: Site
    tests: Sequence[str]
    seconds: float
    """Processor time that the tests take as things are."""
    imports: bool
    """True when the changed code runs when modules are imported, so that they must be imported anew."""
    verdict: int | None = None
    by: str = ""
    pid: int = 0
    pipe: int = -1
    ends: float = 0.0

    @property
    def killed(self) -> bool:
        return self.verdict not in (None, SURVIVED)

    def begin(self, bench: Bench) -> None:
        """Fork a child that tries the change."""
        reading, writing = os.pipe()
        self.ends = time.monotonic() + 30 + SLOW * (IMPORT + self.seconds * 2)
        pid = os.fork()
        if pid == 0:
            status = BROKEN
            try:
                os.close(reading)
                status = _tried(self, bench, writing)
            except BaseException:
                status = KILLED
            finally:
                os._exit(status)
        os.close(writing)
        self.pid, self.pipe = pid, reading

    def over(self) -> bool:
        """Return True when the child has ended; end one that takes far too long."""
        done, status = os.waitpid(self.pid, os.WNOHANG)
        late = time.monotonic() > self.ends
        if not done and late:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        if not (done or late):
            return False
        with open(self.pipe, "rb") as pipe:  # noqa: PTH123 - a file descriptor
            self.by = pipe.read().decode()
        code = os.waitstatus_to_exitcode(status) if done else TOO_LONG
        self.verdict = code if code in (SURVIVED, KILLED, TOO_LONG) else KILLED
        return True


def _tried(trial: Trial, bench: Bench, pipe: int) -> int:
    quiet()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGPROF, lambda *_: os._exit(TOO_LONG))
    tree, path = bench.trees[trial.site.file]
    trial.site.apply()
    code = compile(tree, str(path), "exec", dont_inherit=True)
    if trial.imports or not in_place(code, trial.site, str(path), bench.functions):
        signal.setitimer(signal.ITIMER_PROF, IMPORT + GRACE + PATIENCE * trial.seconds)
        return _anew(trial, code, path, pipe)
    for name in trial.tests:
        signal.setitimer(signal.ITIMER_PROF, GRACE + PATIENCE * bench.seconds[name])
        if any(report.failed for report in runtestprotocol(bench.items[name], log=False, nextitem=None)):
            os.write(pipe, name.encode())
            return KILLED
    return SURVIVED


def _anew(trial: Trial, code: CodeType, path: Path, pipe: int) -> int:
    """With everything imported once more, and the tests collected once more."""
    anew(code, module_name(path))
    chosen = _Chosen(trial.tests)
    files = list(dict.fromkeys(name.partition("::")[0] for name in trial.tests))
    status = pytest.main(["-x", "-q", *PLUGINS, *files], plugins=[chosen])
    if status:
        os.write(pipe, (chosen.failed or "the tests could not be collected").encode())
    return KILLED if status else SURVIVED


class _Chosen:
    """A plugin of pytest: only these tests, in this order."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = {name: n for n, name in enumerate(names)}
        self.failed = ""

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "timeout: how long a test may take; not heeded here")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        found = sorted(
            (item for item in items if item.nodeid in self._names), key=lambda item: self._names[item.nodeid]
        )
        if len(found) == len(self._names):
            items[:] = found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid
