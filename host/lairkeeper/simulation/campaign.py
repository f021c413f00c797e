"""Many random matches: which ones are played, in how many processes, and what came of each.

Each match is ``lairkeeper demo --auto`` in a process of its own, by the very command that plays it again alone.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .auto import ok
from .plan import Case

TIME_LIMIT: Final = 900.0
"""Seconds after which a match hangs."""
_LONGEST: Final = 300
"""Letters of a reason."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match. ``why`` is empty when it was clean; ``kept`` holds what a failed one left behind."""

    case: Case
    why: str
    scans: int
    seconds: float
    kept: Path | None


class Campaign:
    """Matches that are played side by side. ``stop`` ends those that run; then ``outcomes`` ends, too."""

    def __init__(
        self, cases: Sequence[Case], folder: Path, *, processes: int | None = None, limit: float = TIME_LIMIT
    ) -> None:
        self._cases = cases
        self._folder = folder
        self._limit = limit
        self._processes = processes or os.cpu_count() or 1
        self._running: set[subprocess.Popen[str]] = set()
        self._lock = threading.Lock()
        self._stopped = False

    def outcomes(self) -> Iterator[Outcome]:
        """Each match as it ends. The heaviest begin first, so that all processes come to their end together."""
        with ThreadPoolExecutor(self._processes) as pool:
            waiting: set[Future[Outcome | None]] = {pool.submit(self._play, case) for case in self._cases}
            try:
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    yield from (outcome for each in done if (outcome := each.result()) is not None)
            finally:
                self.stop()

    def stop(self) -> None:
        """End what runs and begin nothing more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                _kill(process)

    def _play(self, case: Case) -> Outcome | None:
        """One match; None when the campaign was stopped meanwhile. What is left of a clean one is removed."""
        folder = self._folder / f"{case.n:04}"
        began = time.monotonic()
        process = self._begin(case, folder)
        if process is None:
            return None
        try:
            out, err = process.communicate(timeout=self._limit)
            why, report = _judged(process.returncode, out, err)
        except subprocess.TimeoutExpired:
            _kill(process)
            out, err = process.communicate()
            why, report = f"not over after {self._limit:g} s", {}
        finally:
            with self._lock:
                self._running.discard(process)
        if self._stopped and why:
            return None
        seconds = time.monotonic() - began
        scans = report.get("scans", {}).get("sent", 0)
        if why:
            _keep(folder, {"command.txt": case.command + "\n", "report.json": out, "errors.txt": err})
        else:
            _remove(folder)
        return Outcome(case, why, scans, seconds, folder if why else None)

    def _begin(self, case: Case, folder: Path) -> subprocess.Popen[str] | None:
        folder.mkdir(parents=True, exist_ok=True)
        words = [sys.executable, "-m", "lairkeeper", *case.words, "--db", str(folder / "match.db")]
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                encoding="utf-8", start_new_session=True,
            )  # fmt: skip
            self._running.add(process)
        return process


def _judged(status: int, out: str, err: str) -> tuple[str, dict[str, Any]]:
    """Why a match is not clean, empty when it is, and its report."""
    try:
        report: dict[str, Any] = json.loads(out)
    except json.JSONDecodeError:
        said = [line for line in err.splitlines() if line.strip()]
        return _short(said[-1] if said else f"exit status {status} and no word"), {}
    if status == 0 and ok(report):
        return "", report
    faults = [*report["differences"], *report["leaks"]]
    scans = report["scans"]
    faults += [f"{scans[name]} scans {name}" for name in ("lost", "doubled") if scans[name]]
    if not report["finished"]:
        faults.append("the app does not know that the match is over")
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    return _short(faults[0] if faults else f"exit status {status}") + more, report


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _kill(process: subprocess.Popen[str]) -> None:
    """End a match and the interpreter of its board."""
    with contextlib.suppress(ProcessLookupError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _keep(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _remove(folder: Path) -> None:
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
