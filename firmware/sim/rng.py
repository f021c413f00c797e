"""A seeded generator that gives the same numbers on MicroPython and CPython."""


class Rng:
    """xorshift32; the seed may be any integer."""

    def __init__(self, seed=1):
        self._x = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
        for _ in range(4):
            self.next()

    def next(self):
        """Return the next 32 bits."""
        x = self._x
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self._x = x
        return x

    def below(self, n):
        """Return an integer from 0 to n - 1."""
        return self.next() % n

    def chance(self, probability):
        """Return True with this probability, from 0 to 1."""
        return probability > 0 and self.next() < probability * 4294967296
