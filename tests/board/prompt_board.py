"""A board with a prompt: MicroPython's own interpreter on a pseudo-terminal, its flash a file with littlefs in it.

As a board does, it starts again after `machine.reset()` and runs boot.py and main.py from its flash; and its watchdog
(firmware/sim/dog.py) starts it again when nobody feeds it. At the prompt the watchdog sleeps: there the process is
another one, and what fed it is gone.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESET = 3


class PromptBoard:
    """``port`` is its serial port; ``cut`` and ``power`` switch it. ``flash_kb`` is the size of its flash, ``speed``
    how many times too fast its watchdog and timers run; ``bites`` counts what the watchdog did. ``chip`` is RP2040,
    RP2350 or ESP32S3. ``slow`` are seconds that pass from a start to the program's first line.
    """

    def __init__(
        self, folder: Path, flash_kb: int = 512, readers: tuple[str, ...] = ("tap",), speed: int = 1,
        chip: str = "RP2040",
    ) -> None:  # fmt: skip
        self.slow = 0.0
        self._chip = chip
        self.image = folder / "flash.img"
        self.image.write_bytes(b"\xff" * (1024 * flash_kb))
        self._sim = folder / "modules"
        self._sim.mkdir()
        (self._sim / "sim").symlink_to(ROOT / "firmware" / "sim")
        self._readers = readers
        self._speed = speed
        self.bites = 0
        self.port = str(folder / "port")
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        Path(self.port).symlink_to(os.ttyname(self._slave))
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False
        self.stream = self._master
        self._pump = threading.Thread(target=self._copy, daemon=True)
        # The board's end is a terminal of its own: what it prints goes to the host, and the other way round.
        self._board_master, self._board_slave = os.openpty()
        tty.setraw(self._board_slave)
        self._back = threading.Thread(target=self._copy_back, daemon=True)
        self._pump.start()
        self._back.start()
        self.power()

    def power(self, cause: str = "power") -> None:
        """Switch it on. ``cause`` is what the chip tells of it: power, reset or watchdog."""
        self.starts += 1
        time.sleep(self.slow)
        self._run("program", cause)

    def bite(self) -> None:
        """The watchdog starts the board again, whatever it does."""
        self.cut()
        self.bites += 1
        self.power("watchdog")

    def _run(self, what: str, cause: str = "power") -> None:
        fed, feeds = os.pipe()
        with self._lock:
            interpreter = str(Path(sys.executable).with_name("micropython"))
            start = str(ROOT / "firmware" / "sim" / "prompt.py")
            self._process = subprocess.Popen(
                [
                    interpreter,
                    "-X",
                    "heapsize=2m",
                    *(["-i"] if what == "prompt" else []),
                    start,
                    str(self.image),
                    str(self._sim),
                    what,
                    str(feeds),
                    str(self._speed),
                    cause,
                    self._chip,
                    *self._readers,
                ],
                pass_fds=(feeds,),
                stdin=self._board_slave,
                stdout=self._board_slave,
                stderr=self._board_slave,
                start_new_session=True,
            )
            os.close(feeds)
            threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()
            threading.Thread(target=self._guard, args=(self._process, fed), daemon=True).start()

    def cut(self) -> None:
        """The power goes, in the middle of whatever happens."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """Away with it."""
        self._closed = True
        self.cut()
        for end in (self._master, self._slave, self._board_master, self._board_slave):
            os.close(end)

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        with self._lock:
            mine = process is self._process and not self._closed
        if mine and code == RESET:
            self.power("reset")
        elif mine:
            self._run("prompt")

    def _guard(self, process: subprocess.Popen[bytes], fed: int) -> None:
        """The watchdog: it bites when it was fed once and then not in time."""
        due = None
        while True:
            left = None if due is None else max(0.0, due - time.monotonic())
            if not select.select([fed], [], [], left)[0]:
                break
            words = os.read(fed, 4096).split()
            if not words:
                os.close(fed)
                return
            due = time.monotonic() + int(words[-1]) / 1000
        os.close(fed)
        with self._lock:
            mine = process is self._process and not self._closed
            if mine:
                self._process = None
        if mine:
            process.kill()
            process.wait()
            self.bites += 1
            self.power("watchdog")

    def _copy(self) -> None:
        _forward(self._master, lambda: self._board_master)

    def _copy_back(self) -> None:
        _forward(self._board_master, lambda: self._master)


def _forward(source: int, target) -> None:  # type: ignore[no-untyped-def]
    while True:
        try:
            data = os.read(source, 4096)
            os.write(target(), data)
        except OSError:
            return
