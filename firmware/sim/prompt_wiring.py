"""The wiring of a board that has a prompt (sim/prompt.py).

It is the wiring for its chip over the fake `machine`, by the wall's clock. Its link is on the
interpreter's own streams.
"""

from boards import esp32_s3, pico2_w, pico_w

from sim import process_state

_WIRINGS = {"RP2040": pico_w, "RP2350": pico2_w, "ESP32S3": esp32_s3}


class Wiring(_WIRINGS[process_state.chip].Wiring):
    """A board in a process with a terminal."""

    hw = "prompt"

    def __init__(self):
        super().__init__()
        self.clock = process_state.clock

    def made_as(self):
        """Return what MicroPython would call this board."""
        return "Simulated with " + process_state.chip

    def flash(self):
        """Return the model that littlefs lies on."""
        return process_state.flash

    def radio(self, device):
        """Return None: there is no antenna."""
        return
