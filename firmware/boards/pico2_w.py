"""Raspberry Pi Pico 2 W: the Pico W's header, pin for pin."""

from boards import pico_w


class Wiring(pico_w.Wiring):
    """The Pico 2 W."""

    hw = "pico-2-w"
