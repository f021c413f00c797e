"""Which test runs which lines, and how long it takes: every test once, alone, under ``coverage``."""

from __future__ import annotations

import functools
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

from .objects import objects
from .rooms import HOST, ROOMS, ROOT, TESTS, Room, module_name

PROCESSES: Final = os.cpu_count() or 1
KEPT: Final = ROOT / "build" / "mutants"
IMPORT: Final = ""
"""The name of what runs before any test: imports, and the collecting of tests."""
PLUGINS: Final = ("-p", "no:cacheprovider", "-p", "no:timeout", "-p", "no:xdist", "-p", "no:randomly")
WORDS: Final = (
    "-q",
    "-m",
    "not soak and not browser and not chain",
    *PLUGINS,
    "--ignore=tests/simulation/test_campaign.py",
    *TESTS,
)


@dataclass(slots=True)
class Reach:
    """``lines[file][test]``: the lines that a test ran, as the bits of a number. ``seconds[test]``: processor time.

    ``failed`` are the tests that do not pass as things are: they can notice nothing.
    """

    lines: dict[str, dict[str, int]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)

    def join(self, other: Reach) -> None:
        for file, tests in other.lines.items():
            mine = self.lines.setdefault(file, {})
            for test, bits in tests.items():
                mine[test] = mine.get(test, 0) | bits
        self.seconds |= other.seconds
        self.failed |= other.failed

    def tests(self, file: str, first: int, last: int) -> list[str]:
        """The tests that run one of these lines."""
        wanted = ((1 << (last - first + 1)) - 1) << first
        return [test for test, bits in self.lines.get(file, {}).items() if bits & wanted and test != IMPORT]

    def imported(self, file: str, first: int, last: int) -> bool:
        """Return True when one of these lines runs when modules are imported."""
        wanted = ((1 << (last - first + 1)) - 1) << first
        return bool(self.lines.get(file, {}).get(IMPORT, 0) & wanted)

    def of_file(self, file: str) -> list[str]:
        return [test for test in self.lines.get(file, {}) if test != IMPORT]


def reach(rooms: Sequence[Room], say: Callable[[str], None]) -> Reach:
    """Of the tests for these rooms; from the last run when neither the app nor a test has changed since."""
    print_of = _fingerprint(rooms)
    kept = KEPT / f"{'-'.join(room.name for room in rooms)}.pickle"
    if kept.exists():
        kept_print, found = pickle.loads(kept.read_bytes())
        if kept_print == print_of and isinstance(found, Reach):
            return found
    say(f"running every test once, in {PROCESSES} processes, to see which lines it runs …")
    began = time.monotonic()
    whole = Reach()
    KEPT.mkdir(parents=True, exist_ok=True)
    for part in _in_children(PROCESSES, rooms):
        whole.join(part)
    kept.write_bytes(pickle.dumps((print_of, whole)))
    say(f"{len(whole.seconds)} tests in {time.monotonic() - began:.0f} s; {len(whole.failed)} fail as things are")
    for test in sorted(whole.failed):
        say(f"  fails already: {test}")
    return whole


def _fingerprint(rooms: Sequence[Room]) -> str:
    """Return a digest of what the result depends on: all files of the app and the tests that are run."""
    digest = hashlib.sha256(f"{sys.version} {rooms}".encode())
    for folder in (HOST, *(ROOT / name for name in TESTS)):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(str(file.relative_to(ROOT)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()


def _in_children(n: int, rooms: Sequence[Room]) -> Iterable[Reach]:
    """Each child runs every nth test. A child that dies is an error."""
    children = []
    for k in range(n):
        file = KEPT / f"{os.getpid()}-{k}.pickle"
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                _child(_Runner(rooms, slice(k, None, n)), file)
                status = 0
            finally:
                os._exit(status)
        children.append((pid, file))
    for pid, file in children:
        _, status = os.waitpid(pid, 0)
        if status:
            raise SystemExit("a process that ran the tests has died; run them with make test first")
        yield pickle.loads(file.read_bytes())
        file.unlink()


def _child(plugin: _Runner, file: Path) -> None:
    from coverage import Coverage

    quiet()
    folders = [str(HOST / "lairkeeper" / room.folder) for room in ROOMS.values()]
    cover = Coverage(data_file=None, source=folders, config_file=False, messages=False)
    cover.start()
    _purge()
    plugin.cover = cover
    status = pytest.main(list(WORDS), plugins=[plugin])
    cover.stop()
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        raise SystemExit(f"the tests were not run to their end (status {status})")
    file.write_bytes(pickle.dumps(_collected(cover, plugin)))


def _purge() -> None:
    """Forget what was imported of ours, so that its import is seen."""
    for name in [name for name in sys.modules if name.split(".")[0] == "lairkeeper"]:
        del sys.modules[name]


def _collected(cover: Any, plugin: _Runner) -> Reach:
    data = cover.get_data()
    found = Reach(seconds=plugin.seconds, failed=plugin.failed)
    for file in data.measured_files():
        by_test: dict[str, int] = {}
        for line, tests in data.contexts_by_lineno(file).items():
            for test in tests:
                by_test[test] = by_test.get(test, 0) | 1 << line
        found.lines[module_name(Path(file))] = by_test
    return found


def quiet() -> None:
    """Send everything that this process says from now on nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nowhere, each)


def caches() -> list[Any]:
    """Everything of ours that remembers its results."""
    kind = type(functools.cache(len))
    ours = ("lairkeeper", "tests")
    return [each for each in objects() if type(each) is kind and str(each.__module__).split(".")[0] in ours]


class _Runner:
    """A plugin of pytest: runs its share of the tests, each as if it were the only one."""

    def __init__(self, rooms: Sequence[Room], share: slice) -> None:
        self.cover: Any = None
        self._rooms = rooms
        self._share = share
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "timeout: how long a test may take; not heeded here")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        remembered = caches()
        items = [item for item in session.items if any(room.concerns(item.nodeid) for room in self._rooms)]
        for item in items[self._share]:
            for each in remembered:
                each.cache_clear()
            self.cover.switch_context(item.nodeid)
            began = time.process_time()
            reports = runtestprotocol(item, log=False, nextitem=None)
            self.seconds[item.nodeid] = time.process_time() - began
            if any(report.failed for report in reports):
                self.failed.add(item.nodeid)
        self.cover.switch_context("after")
        return True
