"""`lairkeeper demo` as a process of its own, as a newcomer starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


class RunningDemo:
    """The demo on a free port. ``url`` is the table page's address without the last slash."""

    def __init__(self, db: Path, *words: str) -> None:
        command = [sys.executable, "-m", "lairkeeper", "demo", "--no-browser", "--port", "0", "--db", str(db), *words]
        environment = os.environ | {"PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        self.said: list[str] = []
        self.url = self._address()

    def __enter__(self) -> RunningDemo:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            found = re.search(r"http://127\.0\.0\.1:\d+(?=/\w*\n)", line)
            if found:
                return found.group()
        raise AssertionError(f"the demo did not start: {''.join(self.said)}")

    def kill(self) -> None:
        """SIGKILL, as a power cut."""
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Ctrl-C; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def _end(self) -> int:
        status = self.process.wait(15)
        if self.process.stdout is not None:
            self.said += self.process.stdout.readlines()
            self.process.stdout.close()
        return status
