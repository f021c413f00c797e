"""The Pico W's wiring over the fake `machine`.

Only the line to the host and the clock are the simulation's own.
"""

import bluetooth
from boards import pico_w

from sim import process_state


class Wiring(pico_w.Wiring):
    """A Pico W that exists in this process only."""

    hw = "simulated"

    def __init__(self):
        super().__init__()
        self.clock = process_state.clock

    def port(self):
        """Return the pseudo-terminal."""
        return process_state.port

    def flash(self):
        """Return None: the files are the host's."""
        return

    def radio(self, device):
        """Return the radio, or None when the simulated board has no antenna."""
        return super().radio(device) if bluetooth.stream else None

    def reset(self):
        """End the process with 3; whoever started it starts it again."""
        raise SystemExit(3)
