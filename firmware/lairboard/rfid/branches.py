"""The parts of the anticollision tree that hold nobody to select, within one look. Pure.

A tag with a wrong check byte answers; so does one that is too weak to hear a SELECT. Where a walk
ends at such a tag, the next one takes another branch, so that the tag hides nobody.
"""

_LEVEL_BITS = 32


class Branches:
    """The branches of the tree that are closed.

    Call `begin` before each walk from the root, `turn` where tags differ, and `fail` where the
    walk ended at nobody. A branch is (bits from the root, these bits, first one lowest).
    """

    def __init__(self):
        self._closed = []  # type: list[tuple[int, int]]
        self._path = []  # type: list[tuple[int, int]]  # the branches taken by this walk
        self._above = 0  # what the levels before this one hold

    def open_all(self):
        """Let every branch be tried (again)."""
        del self._closed[:]

    def begin(self):
        """Start a walk at the root."""
        del self._path[:]
        self._above = 0

    def descend(self, level, part):
        """Note the four known bytes of a level; `level` counts from 0."""
        self._above |= int.from_bytes(bytes(part[:4]), "little") << _LEVEL_BITS * level

    def turn(self, level, known, part):
        """Choose a bit where tags differ: the one before `known`, which is 1 in `part`.

        Return the bit to choose, or -1 when no tag behind either can be selected.
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
        """Take the 0: nobody is behind the 1 that was chosen last."""
        if self._path:
            bits, value = self._path[-1]
            self._path[-1] = (bits, value & ~(1 << bits - 1))

    def fail(self):
        """End the walk at nobody; return True when no branch is left that could be tried."""
        self._closed.append(self._path[-1] if self._path else (0, 0))
        return not self._path


def _first(part, bits):
    return int.from_bytes(bytes(part[:4]), "little") & (1 << bits) - 1
