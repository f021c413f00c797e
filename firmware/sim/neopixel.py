"""A strip of lights that tells the control channel what an eye would see."""

from sim import process_state


class NeoPixel:
    """As MicroPython's, without the electrons."""

    def __init__(self, pin, n):
        self._pixels = [(0, 0, 0)] * n

    def __setitem__(self, i, rgb):
        self._pixels[i] = rgb

    def __getitem__(self, i):
        return self._pixels[i]

    def __len__(self):
        return len(self._pixels)

    def write(self):
        """Show what was set."""
        process_state.control.lights(self._pixels)
