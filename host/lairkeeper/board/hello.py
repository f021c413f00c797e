"""Description that a board gives of itself when it is greeted."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.board import fields
from lairkeeper.board.frame import LinkFrame


@dataclass(frozen=True, slots=True)
class Hello:
    """The board's answer: ``next_seq`` is the seq of its next event, ``oldest_seq`` of the first it can still send."""

    device: str
    boot: str
    next_seq: int
    oldest_seq: int
    firmware: str
    hardware: str
    caps: tuple[str, ...] = ()

    @classmethod
    def read(cls, frame: LinkFrame) -> Hello:
        """Read an "h" frame of our major version.

        Raises ValueError or TypeError for anything else.
        """
        _, _, _, _, _, device, boot, next_seq, oldest_seq, firmware, hardware, *rest = frame
        next_seq = fields.whole(next_seq, 1, fields.MAX_SEQ)
        oldest_seq = fields.whole(oldest_seq, 1, next_seq)
        listed = rest[0] if rest and isinstance(rest[0], list) else []
        caps = tuple(fields.text(word, fields.LONGEST_WORD) for word in listed if isinstance(word, str))
        names = [fields.name(each) for each in (device, boot, firmware, hardware)]
        return cls(names[0], names[1], next_seq, oldest_seq, names[2], names[3], caps)

    def resume_after(self, last: tuple[str, int] | None) -> int:
        """Return the seq to go on with, when the inbox has everything up to ``last``, a (boot, seq)."""
        known = last[1] if last and last[0] == self.boot else 0
        return min(max(known + 1, self.oldest_seq), self.next_seq)
