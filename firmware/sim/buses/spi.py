"""One SPI bus: which chip its select lines choose.

A chip has `select(on)` and `shift(out, into)`, the bytes of a transaction both ways.
"""


class SpiBus:
    """The `shift` of each chip whose select line is low.

    `contentions` counts when there was more than one.
    """

    def __init__(self):
        self.chosen = []
        self.contentions = 0

    def selector(self, chip):
        """Return what the level of the chip's select line is told to."""
        # Two calls a transaction, of which a simulated second has a thousand: no detour here.
        chosen = self.chosen
        select = chip.select
        shift = chip.shift

        def hook(level):
            if level:
                if shift in chosen:
                    chosen.remove(shift)
                    select(False)
            elif shift not in chosen:
                chosen.append(shift)
                if len(chosen) > 1:
                    self.contentions += 1
                select(True)

        return hook
