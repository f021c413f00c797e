"""The reader chips that this firmware drives: a folder for each kind, and the registry.

The setting `readers` names a chip by its kind, and by its address where it hangs on I2C:
"mfrc522", "mfrc522@0x28". Drivers are imported when they are made, so that only the kinds that
are there take memory.
"""

# The kind (its folder here, and in sim/chips), the class in its driver.py, and the addresses that
# it may have on I2C: none if its driver speaks SPI only. The first kind is the default.
REGISTRY = (
    ("mfrc522", "MFRC522", range(0x08, 0x40)),  # data sheet, 8.1.4.5; 0 to 7 are reserved by I2C
    ("pn532", "PN532", ()),
)
KINDS = tuple([entry[0] for entry in REGISTRY])


def parse(named):
    """Return (kind, address) of a chip as the setting names it; the address is None on SPI.

    Raise ValueError when the kind is unknown, or cannot have this address.
    """
    kind, at, digits = named.partition("@")
    if kind not in KINDS:
        raise ValueError("no reader chip %s: there is %s" % (kind[:40], " ".join(KINDS)))
    if not at:
        return kind, None
    addresses = REGISTRY[KINDS.index(kind)][2]
    if not addresses:
        raise ValueError("a %s goes on SPI here: name it without an address" % kind)
    try:
        address = int(digits, 16) if digits[:2] == "0x" else -1
    except ValueError:
        address = -1
    if address not in addresses:
        raise ValueError(
            "the address of a %s is 0x%02x to 0x%02x, as in %s@0x28"
            % (kind, addresses[0], addresses[-1], kind)
        )
    return kind, address


def driver(kind):
    """Return the driver's class for a kind of reader."""
    name = REGISTRY[KINDS.index(kind)][1]
    module = __import__("lairboard.rfid.drivers.%s.driver" % kind, None, None, (name,))
    return getattr(module, name)


def readers(named, clock, on_spi, on_i2c, irq=None):
    """Return the driver of each chip.

    `on_spi(i)` gives the transport of the i-th chip on SPI, `on_i2c(address)` of one on I2C.
    """
    made = []
    for i, one in enumerate(named):
        kind, address = parse(one)
        transport = on_spi(i) if address is None else on_i2c(address)
        made.append(driver(kind)(transport, clock, irq=irq))
    return made
