"""Failures that a user can do something about, as one sentence that names the next step."""

from __future__ import annotations

import sys


def expected(error: Exception) -> str | None:
    """The sentence for a failure we foresee; None for a bug, which keeps its traceback.

    Error classes are looked up among the modules already loaded: a class that was never imported was never raised.
    """
    for module, name in (
        ("lairkeeper.games", "UnknownGameError"),
        ("lairkeeper.store.errors", "StoreError"),
        ("lairkeeper.table.errors", "TableError"),
        ("lairkeeper.board.simulated", "SimulationError"),
        ("lairkeeper.demo.auto", "DemoError"),
        ("lairkeeper.tags.enrol", "PlanError"),
        ("lairkeeper.tags.labels", "LabelError"),
        ("lairkeeper.web.server", "PortError"),
        ("lairkeeper.kit.playfile", "PlayError"),
    ):
        kind = getattr(sys.modules.get(module), name, None)
        if isinstance(kind, type) and isinstance(error, kind):
            return str(error)
    return None
