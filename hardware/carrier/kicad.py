"""Runs KiCad's command line and its Python, and says what to do when they are not there."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from .sexpr import find, find_all, parse

INSTALL: Final = "run hardware/install-tools.sh (Debian 12 and 13), or install KiCad 9"


class ToolError(RuntimeError):
    """A tool is missing or failed; the message says what to do."""


@functools.cache
def command() -> str:
    """Return the command line of KiCad 9. Raises ``ToolError``."""
    found = shutil.which("kicad-cli")
    if found is None:
        raise ToolError(f"kicad-cli is not there; {INSTALL}")
    said = subprocess.run([found, "version"], capture_output=True, text=True, timeout=60, check=False).stdout.strip()
    if not said.startswith("9."):
        raise ToolError(f"kicad-cli is of version {said or 'unknown'}, the files are for 9; {INSTALL}")
    return found


@functools.cache
def python() -> str:
    """Return a Python that has ``pcbnew``: the system's, as a rule. Raises ``ToolError``."""
    for each in (sys.executable, "/usr/bin/python3", shutil.which("python3")):
        if (
            each
            and subprocess.run([each, "-c", "import pcbnew"], capture_output=True, timeout=120, check=False).returncode
            == 0
        ):
            return each
    raise ToolError(f"no Python here has pcbnew; {INSTALL}")


def run(out: Path, *words: str | Path) -> Path:
    """Run ``kicad-cli WORDS… -o OUT``; return the file or folder that came out. Raises ``ToolError``.

    The tool can end with 0 on bad arguments, so the output is looked for; it is run without the user's own settings.
    """
    before = out.stat().st_mtime_ns if out.exists() else None
    with tempfile.TemporaryDirectory() as home:
        *verb, source = map(str, words)
        done = subprocess.run(
            [command(), *verb, "-o", f"{out}/" if out.is_dir() else str(out), source],
            capture_output=True, text=True, timeout=300, check=False, env={**os.environ, "HOME": home},
        )  # fmt: skip
    fresh = out.is_dir() or (out.exists() and out.stat().st_mtime_ns != before)
    if done.returncode not in (0, 5) or not fresh:
        raise ToolError(f"kicad-cli {' '.join(verb)} failed on {source}: {(done.stdout + done.stderr).strip()[-500:]}")
    return out


def fill(*boards: Path) -> None:
    """Fill the ground planes of board files in place. Raises ``ToolError``."""
    script = str(Path(__file__).with_name("fill.py"))
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run(
            [python(), script, *map(str, boards)],
            capture_output=True, text=True, timeout=300, check=False, env={**os.environ, "HOME": home},
        )  # fmt: skip
    if done.returncode:
        raise ToolError(f"the planes could not be filled: {(done.stdout + done.stderr).strip()[-500:]}")
    for board in boards:
        board.with_suffix(".kicad_prl").unlink(missing_ok=True)


def erc(schematic: Path, out: Path) -> list[dict[str, Any]]:
    """Return the violations that the electrical rule check finds in a schematic, warnings too."""
    run(out, "sch", "erc", "--severity-all", "--format", "json", schematic)
    return [each for sheet in json.loads(out.read_text("utf-8"))["sheets"] for each in sheet["violations"]]


def drc(board: Path, out: Path) -> list[dict[str, Any]]:
    """Return what the design rule check finds in a board.

    These are violations, open ends and differences from the schematic.
    """
    run(out, "pcb", "drc", "--severity-all", "--schematic-parity", "--format", "json", board)
    said = json.loads(out.read_text("utf-8"))
    found: list[dict[str, Any]] = said["violations"] + said["unconnected_items"] + said["schematic_parity"]
    return found


def netlist(schematic: Path, out: Path) -> dict[tuple[str, str], str]:
    """Return the net of each (part, pin) as KiCad reads the schematic."""
    run(out, "sch", "export", "netlist", "--format", "kicadsexpr", schematic)
    nets = find(parse(out.read_text("utf-8")), "nets")
    return {
        (str(find(node, "ref")[1]), str(find(node, "pin")[1])): str(find(net, "name")[1])
        for net in find_all(nets, "net")
        for node in find_all(net, "node")
    }
