"""Which parts of the anticollision tree hold nobody that can be selected, within one look. Pure.

A tag with a wrong check byte, or too weak to hear a SELECT, answers all the same. Where a walk
ends at such a tag, the next one takes another branch, so that the tag hides nobody.
"""

_LEVEL_BITS = 32


class Branches:
    """`begin` before each walk from the root, `turn` where tags differ, `fail` where it ended at
    nobody. A branch is (bits from the root, these bits, first one lowest).
    """

    def __init__(self):
        self._closed = []  # type: list[tuple[int, int]]
        self._path = []  # type: list[tuple[int, int]]  # the branches taken by this walk
        self._above = 0  # what the levels before this one hold

    def open_all(self):
        """Every branch may be tried (again)."""
        del self._closed[:]

    def begin(self):
        """A walk starts at the root."""
        del self._path[:]
        self._above = 0

    def descend(self, level, part):
        """The four bytes of a level are known; `level` counts from 0."""
        self._above |= int.from_bytes(bytes(part[:4]), "little") << _LEVEL_BITS * level

    def turn(self, level, known, part):
        """Tags differ at the bit before `known`, which is 1 in `part`. The bit to choose; -1: no
        tag behind either can be selected.
        """
        bits = _LEVEL_BITS * level + known
        value = self._above | _first(part, known) << _LEVEL_BITS * level
        for choice in (1, 0):
            branch = (bits, value if choice else value ^ 1 << bits - 1)
            if branch not in self._closed:
                self._path.append(branch)
                return choice
        return -1

    def other(self):
        """Nobody is behind the 1 that was chosen last: the 0 is taken."""
        if self._path:
            bits, value = self._path[-1]
            self._path[-1] = (bits, value & ~(1 << bits - 1))

    def fail(self):
        """The walk ended at nobody. True: no branch is left that could be tried."""
        self._closed.append(self._path[-1] if self._path else (0, 0))
        return not self._path


def _first(part, bits):
    return int.from_bytes(bytes(part[:4]), "little") & (1 << bits) - 1
