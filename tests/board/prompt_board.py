"""A board with a prompt: MicroPython's own interpreter on a pseudo-terminal, its flash a file with littlefs in it.

As a board does, it starts again after `machine.reset()` and runs boot.py and main.py from its flash; and its watchdog
(firmware/sim/watchdog.py) starts it again when nobody feeds it. At the prompt the watchdog sleeps: there the process is
another one, and what fed it is gone.
Without power there is no port: whoever has it open sees it go.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path

ROOT = Path(__file__).parents[2]
RESET = 3
PROMPT = ROOT / "firmware" / "sim" / "prompt.py"


class Cable:
    """A USB cable to a serial port at ``path``: bytes pass between two pseudo-terminals until it is pulled."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # The board's end is a terminal of its own: what it prints goes to the host, and the other way round.
        self._host, self._port = os.openpty()
        self._board, self.board_end = os.openpty()
        self._pulled, self._pull = os.pipe()
        for end in (self._port, self.board_end):
            tty.setraw(end)
        path.symlink_to(os.ttyname(self._port))
        self._pump = threading.Thread(target=self._forward, daemon=True)
        self._pump.start()

    def pull(self) -> None:
        """Take it out: the port is gone, at once."""
        self._path.unlink()
        os.write(self._pull, b".")
        self._pump.join()
        for end in (self._host, self._port, self._board, self.board_end, self._pulled, self._pull):
            os.close(end)

    def _forward(self) -> None:
        other = {self._host: self._board, self._board: self._host}
        while True:
            ready = select.select([*other, self._pulled], [], [])[0]
            if self._pulled in ready:
                return
            for end in ready:
                os.write(other[end], os.read(end, 4096))


class PromptBoard:
    """A board with a prompt, its serial port at ``port``; ``cut`` and ``power`` switch it.

    ``flash_kb`` is the size of its flash, ``speed`` how many times too fast its watchdog and timers run.
    ``bites`` counts what the watchdog did. ``chip`` is RP2040, RP2350 or ESP32S3.
    ``slow`` are seconds that pass from a start to the program's first line.
    ``start`` is what the interpreter runs: its flash may take the power away itself, by killing the process.
    ``dark`` is set when it has. ``prompts`` is set while the program of this start has come to its end.
    """

    def __init__(
        self, folder: Path, flash_kb: int = 512, readers: tuple[str, ...] = ("tap",), speed: int = 1,
        chip: str = "RP2040", start: Path = PROMPT,
    ) -> None:  # fmt: skip
        self.slow = 0.0
        self.dark = threading.Event()
        self.prompts = threading.Event()
        self._start = start
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
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._cable: Cable | None = None
        self.power()

    def power(self, cause: str = "power") -> None:
        """Switch it on. ``cause`` is what the chip tells of it: power, reset or watchdog."""
        self.starts += 1
        self.dark.clear()
        self.prompts.clear()
        if self._cable is None:
            self._cable = Cable(Path(self.port))
        time.sleep(self.slow)
        self._run("program", cause)

    def bite(self) -> None:
        """Start the board again as the watchdog does, whatever the board is doing."""
        self._kill()
        self.bites += 1
        self.power("watchdog")

    def _run(self, what: str, cause: str = "power") -> None:
        with self._lock:
            if self._cable is None:
                return
            end = self._cable.board_end
            fed, feeds = os.pipe()
            interpreter = str(Path(sys.executable).with_name("micropython"))
            self._process = subprocess.Popen(
                [
                    interpreter,
                    "-X",
                    "heapsize=2m",
                    *(["-i"] if what == "prompt" else []),
                    str(self._start),
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
                stdin=end,
                stdout=end,
                stderr=end,
                start_new_session=True,
            )
            os.close(feeds)
            threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()
            threading.Thread(target=self._guard, args=(self._process, fed), daemon=True).start()

    def cut(self) -> None:
        """Cut the power in the middle of whatever happens."""
        self._kill()
        with self._lock:
            if self._cable is not None:
                self._cable.pull()
                self._cable = None

    def close(self) -> None:
        """Away with it."""
        self._closed = True
        self.cut()

    def _kill(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        code = process.wait()
        with self._lock:
            mine = process is self._process and not self._closed
        if not mine:
            return
        if code == RESET:
            self.power("reset")
        elif code == -signal.SIGKILL:
            self.cut()
            self.dark.set()
        else:
            self._run("prompt")
            self.prompts.set()

    def _guard(self, process: subprocess.Popen[bytes], fed: int) -> None:
        """Watch the process as the watchdog does: bite when it was fed once and then not in time."""
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
