"""The one simulated board of this process.

sim/board.py fills it in, the wiring and the fake modules use it.
"""

clock = None
chip = "RP2040"
port = None
control = None
flash = None
