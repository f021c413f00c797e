"""The physical side of a simulated board: readers on their buses, and the tags lying on them."""

from sim.buses.spi import SpiBus
from sim.chips import model
from sim.rf_channel import RfChannel

# Each as `broken` of the chip models says; not every model knows all of them.
TROUBLES = ("dead", "open", "mute", "fifo", "loose", "stuck", "ram")


class BoardModel:
    """Readers by name.

    `wiring` has one (reader name, SPI bus id, CS pin) a reader, `kinds` the chip of each as the
    setting `readers` names it ("mfrc522" when it has none). All pull on one interrupt line, pin
    `irq`. `buses` are the SPI buses by their id.

    `clock` has `now_us()` and `spend_us(n)`. A bus transaction spends its bytes at the bus's
    speed and `overhead_us`, what the interpreter of a real board takes around them.
    """

    def __init__(self, clock, wiring, seed=1, rst=15, overhead_us=20, kinds=(), irq=14):
        self.clock = clock
        self.rst = rst
        self.irq = irq
        self.overhead_us = overhead_us
        self.readers = tuple(name for name, _, _ in wiring)
        self.buses = {}
        self._i2c = None
        self._screen = None
        self.cs = {}
        self._chips = {}
        for i in range(len(wiring)):
            name, bus, cs = wiring[i]
            if cs in self.cs:
                raise ValueError("pin %d selects two readers" % cs)
            kind, _, address = (kinds[i] if i < len(kinds) else "mfrc522").partition("@")
            self._chips[name] = chip = model(kind)(clock, RfChannel(seed * 101 + i))
            spi = self.buses.setdefault(bus, SpiBus())
            if address:
                chip.i2c_address = int(address, 16)
                self.i2c.chips.append(chip)
            else:
                self.cs[cs] = (spi, chip)

    @property
    def i2c(self):
        """Return the I2C bus; it takes memory only where something uses it."""
        if self._i2c is None:
            from sim.buses.i2c import I2cBus

            self._i2c = I2cBus(self.clock, self.overhead_us)
        return self._i2c

    @property
    def screen(self):
        """Return the sim.oled_chip.OledChip on the I2C bus, or None."""
        return self._screen

    @screen.setter
    def screen(self, chip):
        self._screen = chip
        self.i2c.chips.append(chip)

    def chip(self, reader):
        """Return the chip of a reader; ValueError names the readers there are."""
        if reader not in self._chips:
            raise ValueError("no reader %r: there are %s" % (reader, ", ".join(self.readers)))
        return self._chips[reader]

    def place(self, reader, tag):
        """Lay a tag on a reader; ValueError when it already lies on one."""
        chip = self.chip(reader)
        for name in self.readers:
            for other in self._chips[name].rf.tags:
                if other is tag or (other.uid == tag.uid and other.kind != "phone"):
                    raise ValueError("that tag already lies on %s: take it first" % name)
        now = self.clock.now_us()
        chip.sync(now)
        chip.rf.put(tag, now)

    def take(self, reader, uid):
        """Take away and return the tag with this UID or label; ValueError if it is not there."""
        chip = self.chip(reader)
        for tag in chip.rf.tags:
            if bytes(uid) in (tag.uid, tag.label):
                now = self.clock.now_us()
                chip.sync(now)
                chip.rf.remove(tag, now)
                return tag
        text = "".join("%02x" % b for b in uid)
        raise ValueError("no tag %s lies on %s" % (text, reader))

    def tags(self, reader):
        """Return the tags lying on a reader, in order of placing."""
        return list(self.chip(reader).rf.tags)

    def noise(self, reader, **levels):
        """Set a reader's noise: deaf, miss, flip, ghost, capture, each from 0 to 1."""
        self.chip(reader).rf.noise.set(**levels)

    def trouble(self, reader, how):
        """Set a fault by name.

        "brown-out" happens once. "copy", "positions frame" (or aligned, absolute) and "version
        88" make another chip of it. Any other name is as `broken` of its model says; None mends
        it.
        """
        chip = self.chip(reader)
        word, _, value = (how or "").partition(" ")
        if word == "brown-out":
            chip.brown_out()
        elif word == "copy":
            chip.copy = True
        elif word == "positions":
            chip.positions = value
        elif word == "version":
            chip.version = int(value, 16)
            chip.brown_out()
        elif how is not None and how not in TROUBLES:
            raise ValueError("there is no trouble %s; there is %s" % (how, ", ".join(TROUBLES)))
        else:
            chip.broken = how

    def irq_level(self):
        """Return the level of the line that the chips pull low.

        It is 1 while none has anything to say.
        """
        return min([self._chips[name].irq_level() for name in self.readers])

    def reset_line(self, level):
        """Set the RST pin, shared by all readers."""
        for name in self.readers:
            self._chips[name].reset_pin(level)
