"""Lairkeeper's firmware.

It imports no `machine` outside boards/: buses, pins, ports and clocks are passed in.
"""

VERSION = "0.1.0"
