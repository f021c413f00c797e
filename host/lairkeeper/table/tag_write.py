"""Writing what an enrolled tag stands for onto the tag itself; the board reads it back.

The UID stays the key: a tag that cannot be written still serves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from lairkeeper.tags import Tag

SETTING: Final = "write-tags"
BUSY: Final = "busy"
WRITTEN: Final = "written"
COPIED: Final = "copied"
"""Written, onto a tag that only answers as an NTAG."""
UNABLE: Final = "unable"
"""There is no board that can write."""
AGAIN: Final = frozenset({"gone", "changed", "lost", "reader"})
"""Failures that laying the tag down once more can heal."""
CODES: Final = AGAIN | {"refused", "room", "format", "locked", "content", "message", "long", "classic", "kind",
                        UNABLE}  # fmt: skip
"""Why a tag was not written (texts: table ``write``); the board says most of them (docs/protocol.md, Commands)."""


@dataclass(frozen=True, slots=True)
class TagWrite:
    """A tag's writing on ``zone`` of ``device``: ``code`` is ``busy``, ``written`` or one of CODES."""

    tag: Tag
    device: str
    zone: str
    code: str = BUSY

    @property
    def failed(self) -> bool:
        """Return True when nothing of ours is on the tag."""
        return self.code in CODES

    @property
    def command(self) -> tuple[Any, ...]:
        """Return what the board is told."""
        kind, _, copy = self.tag.component.rpartition("#")
        return ("ndef", "piece", self.zone, self.tag.uid.lower(), self.tag.game, kind, int(copy))


def code_of(ok: bool, value: Any) -> str:
    """Return the code for a board's answer."""
    if ok:
        return WRITTEN
    word = str(value).partition(":")[0]
    if word == "link lost":
        return "lost"
    return word if word in CODES else "reader"
