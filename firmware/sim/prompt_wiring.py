"""A board that has a prompt (sim/prompt.py): the Pico W's wiring over the fake
`machine`, by the wall's clock, its link on the interpreter's own streams.
"""

from boards import pico_w

from sim import world


class Wiring(pico_w.Wiring):
    """A Pico W in a process with a terminal."""

    hw = "prompt"

    def __init__(self):
        super().__init__()
        self.clock = world.clock

    def radio(self, device):
        """None: no antenna."""
        return
