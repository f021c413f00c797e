"""What a board says about itself when it is greeted."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.board.frame import Frame

LONGEST_NAME = 64
MAX_SEQ = 2**32


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
    def read(cls, frame: Frame) -> Hello:
        """From an "h" frame of our major version. Raises ValueError or TypeError for anything else."""
        _, _, _, _, _, device, boot, next_seq, oldest_seq, firmware, hardware, *rest = frame
        for text in (device, boot, firmware, hardware):
            if not isinstance(text, str) or not 0 < len(text) <= LONGEST_NAME:
                raise ValueError("a name in the hello is no name")
        if not 1 <= oldest_seq <= next_seq < MAX_SEQ:
            raise ValueError("the hello's numbers do not fit")
        listed = rest[0] if rest and isinstance(rest[0], list) else []
        caps = tuple(word for word in listed if isinstance(word, str))
        return cls(device, boot, next_seq, oldest_seq, firmware, hardware, caps)

    def resume_after(self, last: tuple[str, int] | None) -> int:
        """The seq to go on with, when the inbox has everything up to ``last``, a (boot, seq)."""
        known = last[1] if last and last[0] == self.boot else 0
        return min(max(known + 1, self.oldest_seq), self.next_seq)
