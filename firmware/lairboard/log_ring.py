"""The board's own log: its last lines, for a host that comes later (the command `log`)."""

import json

LINES = 32
LONGEST = 100
_ROOM = 400  # bytes of an answer, in a frame of 480


class LogRing:
    """Lines are numbered from 1 since the start; the oldest ones make room."""

    def __init__(self):
        self._lines = []
        self.count = 0

    def add(self, level, ms, text):
        """Keep a line; `ms` is the board's clock."""
        self.count += 1
        self._lines.append([self.count, level, ms, text[:LONGEST]])
        if len(self._lines) > LINES:
            self._lines.pop(0)

    def after(self, number):
        """Return the lines with numbers above `number` that fit an answer, oldest first.

        Each is [number, level, ms, text]. Return [] when there are none.
        """
        lines = []  # type: list[list]
        size = 2
        for line in self._lines:
            if line[0] > number:
                size += len(json.dumps(line)) + 1
                if size > _ROOM and lines:
                    break
                lines.append(line)
        return lines
