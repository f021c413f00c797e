"""Model of the toy chip. A transaction switches the field (0, 1) or tells the first tag in it (2)."""

_MARK = 0x70


class ToyChip:
    """One chip. `rf` is the channel that its antenna reaches."""

    kind = "toy"

    def __init__(self, clock, rf):
        self.clock = clock
        self.rf = rf
        self.broken = None
        self.transactions = 0

    def select(self, on):
        """Count the transactions."""
        self.transactions += on

    def shift(self, out, into=None):
        """Do what the first byte says."""
        if self.broken == "dead":
            for i in range(len(into or b"")):
                into[i] = 0
        elif out[0] < 2:
            self.rf.power(bool(out[0]), self.clock.now_us())
        elif into is not None:
            into[1] = _MARK
            tags = self.rf.tags if self.rf.powered else []
            uid = tags[0].uid if tags else b""
            into[2] = len(uid)
            into[3 : 3 + len(uid)] = uid

    def irq_level(self):
        """Return 1: the chip has no such pin."""
        return 1

    def reset_pin(self, level):
        """Do nothing: the chip has no such pin."""

    def sync(self, now):
        """Do nothing: nothing goes on by itself."""
