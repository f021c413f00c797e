"""Failures that a user can do something about, as one sentence that names the next step."""

from __future__ import annotations

import errno
import os
import re
import sys
from typing import Final

_ABOUT_A_FILE: Final = frozenset(
    {
        errno.ENAMETOOLONG, errno.ENOENT, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EISDIR, errno.ELOOP,
        errno.EROFS, errno.EINVAL, errno.ENXIO,
    }
)  # fmt: skip


_SURROGATES: Final = re.compile("[\ud800-\udfff]")
"""Stand for bytes of an argument that are no text; Python cannot write them anywhere."""
FORESEEN: Final = (
    ("lairkeeper.games", "UnknownGameError"),
    ("lairkeeper.store.errors", "StoreError"),
    ("lairkeeper.store.restoring", "RestoreError"),
    ("lairkeeper.table.errors", "TableError"),
    ("lairkeeper.board.simulated", "SimulationError"),
    ("lairkeeper.simulation.auto", "DemoError"),
    ("lairkeeper.tags.enrol", "PlanError"),
    ("lairkeeper.tags.labels", "LabelError"),
    ("lairkeeper.web.server", "WebPortError"),
    ("lairkeeper.kit.playfile", "PlayError"),
)
"""Failures that are told in one sentence: the module of each class, and its name."""


def expected(error: Exception) -> str | None:
    """Return the sentence for a failure we foresee, or None for a bug, which keeps its traceback.

    Error classes are looked up among the modules already loaded: a class that was never imported was never raised.
    """
    for module, name in FORESEEN:
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(error, kind):
            return str(error)
    if isinstance(error, OSError) and error.filename is not None and error.errno in _ABOUT_A_FILE:
        return f"{os.fsdecode(error.filename)!s:.200}: {error.strerror}. Choose another file or folder."
    if isinstance(error, UnicodeEncodeError) and _SURROGATES.search(error.object[error.start : error.end]):
        return f"{error.object!r:.200} is no text in UTF-8. Write it anew."
    return None
