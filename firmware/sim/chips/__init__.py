"""Models of reader chips, each in the folder that its driver has in lairboard/rfid/drivers.

The class of kind `mfrc522` is Mfrc522Chip in mfrc522/chip.py. It is made of (clock, rf, address):
the address on I2C, or None on SPI. The bus that it is wired to is in sim/buses.
"""


def model(kind):
    """Return the model of a kind of reader chip; only those that are there take memory."""
    name = kind[0].upper() + kind[1:] + "Chip"
    return getattr(__import__("sim.chips.%s.chip" % kind, None, None, (name,)), name)
