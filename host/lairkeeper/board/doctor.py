"""Faults that keep a board from working, and the next step: computer, port, program, every reader and its wires."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lairkeeper.board import short_session
from lairkeeper.board.events import EventInbox
from lairkeeper.board.pairing import Pairings
from lairkeeper.board.release import release_of
from lairkeeper.board.serial import PortError, SerialPort
from lairkeeper.board.short_session import ShortSession
from lairkeeper.board.status import LinkState

LATE = frozenset({"no-port", "not-allowed"})
"""Faults of a port that an operating system is still making."""
MEDDLERS = {"ModemManager": "modem-manager", "brltty": "brltty"}
"""Programs that open a new serial port before we do."""
SHARED = frozenset({"all-no-bus", "all-silent", "all-startup", "all-fifo",
                    "all-no-bus-i2c", "all-silent-i2c", "all-fifo-i2c"})  # fmt: skip
"""Faults that a wire can cause which goes to all readers of a bus."""
BUSES = ("SPI", "I2C")
"""The buses by the first word of what a board says. Older firmware says none, and knows only the first."""
LITTLE_HEAP = 20_000
TOO_MANY_BITES = 2
"""Starts by the watchdog in a row. One may be a spark on a wire, a second one is no accident."""
LOOKS = 8
RADIO_IS_FINE = frozenset({"off", "none", "on"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: text ``doctor.<code>`` with ``args``. ``good`` False: something is to be done."""

    code: str
    good: bool
    args: Mapping[str, Any] = field(default_factory=dict)


def look_at_computer(port: str, proc: Path = Path("/proc")) -> list[Finding]:
    """Check the port, and look for programs that also open it.

    A port that is not there, or not ours yet, is waited for: it may have been plugged in a moment ago.
    """
    found = [Finding(code, False) for name, code in MEDDLERS.items() if name in _programs(proc)]
    began = time.monotonic()
    while True:
        try:
            SerialPort(port).close()
        except PortError as error:
            if error.code not in LATE or time.monotonic() - began >= short_session.PORT_SECONDS:
                return [*found, Finding(error.code, False, {**error.words, "group": _group_of(port)})]
            time.sleep(0.1)
        else:
            return [*found, Finding("port", True, {"port": port})]


async def look_at_board(port: str, inbox: EventInbox, pairings: Pairings | None = None) -> list[Finding]:
    """Check the program and its readers over the link."""
    async with ShortSession(port, inbox, pairings) as visit:
        status = await visit.greeted()
        if status.state is LinkState.REPL:
            return [Finding("repl", False, {"port": port})]
        if status.state is not LinkState.UP:
            known = status.message if status.state is LinkState.REFUSED else "no-answer"
            return [Finding(known, False, {**status.args, "port": port})]
        found = [Finding("program", True, {"device": status.device, "hardware": status.hardware})]
        ours = release_of()
        if status.firmware not in (ours.name, ours.version):  # files copied by hand have no hash in their name
            found.append(Finding("old-firmware", False, {"theirs": status.firmware, "ours": ours.name}))
        ok, pointer = await visit.ask("fw")
        if ok and pointer.get("bad"):
            found.append(Finding("gave-way", False, {"folder": pointer["bad"], "back": pointer["run"] or "-"}))
        _, stat_ = await visit.ask("stat")
        found += list(of_the_program(stat_))
        readers = [await _look_at_reader(visit, zone) for zone in status.zones]
    return [*found, *of_what_they_share(readers), *readers]


def of_what_they_share(readers: Sequence[Finding]) -> list[Finding]:
    """Return a finding for each bus of several readers that all fail alike: about a wire that they share."""
    found = []
    for bus in BUSES:
        alike = [each for each in readers if str(each.args.get("bus", BUSES[0])).startswith(bus)]
        codes = {each.code for each in alike}
        code = next(iter(codes)).replace("reader-", "all-") if len(codes) == 1 else ""
        if len(alike) > 1 and code in SHARED:
            found.append(Finding(code, False, {"n": len(alike)}))
    return found


async def _look_at_reader(visit: ShortSession, zone: str) -> Finding:
    """Test a reader, and test it again while a board that has just started does not know it yet."""
    for _ in range(LOOKS):
        _, told = await visit.ask("test", zone)
        if told.get("status") == "ok" or told.get("trouble"):
            break
        await asyncio.sleep(0.5)
    return _of_a_reader(zone, told)


def of_the_program(told: Mapping[str, Any]) -> list[Finding]:
    """Return the findings from the counters of ``stat`` about a board that is not well."""
    found = []
    if told.get("flash"):
        found.append(Finding("flash-fails", False, {"n": told["flash"]}))
    if told.get("settings"):
        found.append(Finding(f"settings-{told['settings']}", False))
    bites = told.get("bites", 0)  # older firmware took every reset of an RP2 chip for a bite, and has no count
    if bites:
        often = bites >= TOO_MANY_BITES
        found.append(Finding("watchdog" if often else "watchdog-once", not often, {"n": bites}))
    if told.get("radio", "on") not in RADIO_IS_FINE:
        found.append(Finding("radio-fails", False, {"words": told["radio"]}))
    if 0 < told.get("free", 0) < LITTLE_HEAP:
        found.append(Finding("memory", False, {"free": told["free"]}))
    return found


def _of_a_reader(zone: str, told: Mapping[str, Any]) -> Finding:
    args = {"reader": zone, "bus": told.get("bus", BUSES[0])}
    trouble = str(told.get("trouble") or "")
    if trouble:
        code = trouble.partition(": ")[0].partition(" ")[0]
        return Finding("reader-" + code, False, {**args, "trouble": trouble})
    if told.get("status") != "ok":
        return Finding("reader-unknown", False, args)
    shaky = int(told.get("reinits", 0))
    if shaky:
        return Finding("reader-shaky", False, {**args, "chip": told.get("chip", ""), "n": shaky})
    return Finding("reader", True, {**args, "chip": told.get("chip", "")})


def _programs(proc: Path) -> set[str]:
    """Return the names of the programs that run (Linux)."""
    if not sys.platform.startswith("linux"):
        return set()
    names = set()
    for folder in proc.glob("[0-9]*"):
        try:
            names.add((folder / "comm").read_text("utf-8", "replace").strip())
        except OSError:
            continue
    return names


def _group_of(port: str) -> str:
    """Return the group that may open the port, where the system has groups."""
    try:
        found = Path(port).stat()
        if os.name == "posix" and stat.S_ISCHR(found.st_mode):
            import grp  # noqa: PLC0415 - not on Windows

            return grp.getgrgid(found.st_gid).gr_name
    except (OSError, KeyError):
        pass
    return "dialout"
