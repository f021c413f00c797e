"""Temporary files of the tests in memory, where the system has such a disk and room on it.

Matches, journals and boards write after each scan, and each of these writes waits for the disk. What is tested of
disks (full, failing, cut short, locked) is the same there.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 3 << 30
"""Bytes that must be free: a whole run has needed some hundred megabytes."""


def use() -> Path | None:
    """Point ``TMPDIR`` at a new folder in memory, for what this run starts, too; leave one that was set alone."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    folder = Path(tempfile.mkdtemp(prefix="lairkeeper-tests-", dir=MEMORY))
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    return folder
