"""Writing what an enrolled tag stands for onto the tag itself; the board reads it back.

The UID stays the key: a tag that cannot be written still serves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from lairkeeper.tags import Tag, is_like_its_memory

SETTING: Final = "write-tags"
BUSY: Final = "busy"
WRITTEN: Final = "written"
COPIED: Final = "copied"
"""Written, onto a tag that only answers as an NTAG: its number names another maker than NXP."""
RENUMBERED: Final = "renumbered"
"""Written, onto a tag whose memory has the check bytes of another number than the one it answers with."""
DOUBTED: Final = frozenset({COPIED, RENUMBERED})
"""Written, onto a tag whose number another one may have."""
UNABLE: Final = "unable"
"""There is no board that can write."""
AGAIN: Final = frozenset({"gone", "changed", "lost", "reader"})
"""Failures that laying the tag down once more can heal."""
CODES: Final = AGAIN | {"refused", "room", "format", "locked", "content", "message", "long", "classic", "kind",
                        UNABLE}  # fmt: skip
"""Why a tag was not written (texts: table ``write``); the board says most of them (docs/protocol.md, Commands)."""


@dataclass(frozen=True, slots=True)
class TagWrite:
    """A tag's writing on ``zone`` of ``device``: ``code`` is ``busy``, ``written``, one of DOUBTED or of CODES."""

    tag: Tag
    device: str
    zone: str
    code: str = BUSY

    @property
    def failed(self) -> bool:
        """Return True when nothing of ours is on the tag."""
        return self.code in CODES

    @property
    def written(self) -> bool:
        """Return True when the piece stands on the tag, whatever the tag is."""
        return self.code == WRITTEN or self.doubted

    @property
    def doubted(self) -> bool:
        """Return True when the piece stands on a tag whose number another tag may have."""
        return self.code in DOUBTED

    @property
    def command(self) -> tuple[Any, ...]:
        """Return what the board is told."""
        kind, _, copy = self.tag.component.rpartition("#")
        return ("ndef", "piece", self.zone, self.tag.uid.lower(), self.tag.game, kind, int(copy))

    @property
    def question(self) -> tuple[Any, ...] | None:
        """Return what the board is asked to tell a copy from an NTAG; None: there is nothing to ask.

        It is for the pages with the UID and its check bytes.
        """
        asks = self.code == WRITTEN and len(self.tag.uid) == 14
        return ("rd", self.zone, self.tag.uid.lower(), 0, 3) if asks else None

    def answered(self, ok: bool, value: Any) -> TagWrite:
        """Return this with what the answer to `question` says. A tag that is away by then counts as it did."""
        try:
            pages = bytes.fromhex(value) if ok else b""
        except (TypeError, ValueError):
            pages = b""
        renumbered = bool(pages) and not is_like_its_memory(self.tag.uid, pages)
        return replace(self, code=RENUMBERED) if renumbered else self


def code_of(ok: bool, value: Any) -> str:
    """Return the code for a board's answer."""
    if ok:
        return WRITTEN
    word = str(value).partition(":")[0]
    if word == "link lost":
        return "lost"
    return word if word in CODES else "reader"
