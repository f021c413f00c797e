"""The page of backups in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lairkeeper.store.restoring import RestoredBackup

from ...durations import day_of
from ...part import Shown
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class Beside:
    """A file beside the database that holds it as it was."""

    name: str
    kind: str
    said: str


def values(shown: Shown) -> Mapping[str, Any]:
    """Return where the database is, what lies beside it, and how backups stand."""
    hub, t = shown.hub, shown.t
    weekly, restored = hub.backups.weekly, hub.store.restored
    return {
        "database": str(hub.backups.database or ""),
        "size": _size(hub.backups.database, t),
        "weekly": weekly,
        "last": t.ui("backup.last", day=day_of(weekly.last, hub.wall, t)) if weekly.last is not None else "",
        "waiting": hub.backups.waiting,
        "kept": restored.kept.name if isinstance(restored, RestoredBackup) and restored.kept is not None else "",
        "beside": beside_of(hub, t),
    }


def beside_of(hub: Hub, t: Translator) -> tuple[Beside, ...]:
    """Return what was kept before migrations and restores, and saved when the file had gone; the newest first."""
    database = hub.backups.database
    if database is None:
        return ()
    found = []
    for kind, pattern in (("format", ".format*.backup"), ("before", f".before-*{database.suffix}"),
                          ("saved", f".saved-*{database.suffix}")):  # fmt: skip
        for path in database.parent.glob(f"{_plain(database.stem)}{pattern}"):
            try:
                at = path.stat().st_mtime
            except OSError:
                continue
            found.append((at, Beside(path.name, kind, f"{day_of(at, hub.wall, t)} · {_size(path, t)}")))
    return tuple(each for _, each in sorted(found, key=lambda pair: -pair[0]))


def _plain(name: str) -> str:
    return "".join(f"[{c}]" if c in "*?[" else c for c in name)


def _size(path: Path | None, t: Translator) -> str:
    try:
        size = path.stat().st_size if path is not None else 0
    except OSError:
        return ""
    megabytes = f"{max(size / 1e6, 0.1):.1f}"
    return t.ui("backup.size", n=megabytes.replace(".", ",") if t.separator == ";" else megabytes)
