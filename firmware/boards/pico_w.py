"""Raspberry Pi Pico W with up to eight readers on one SPI bus: the pins of hardware/README.md."""

from boards import wiring


class Wiring(wiring.Wiring):
    """The Pico W."""

    hw = "pico-w"
    SPI_ID = 0
    SCK = 18
    MOSI = 19
    MISO = 16
    CS = (17, 20, 21, 22, 10, 26, 27, 28)
    RST = 15
    IRQ = 14
    PIXELS = 13
    BUZZER = 12
    I2C_ID = 0
    SDA = 4
    SCL = 5
    BUTTONS = (6, 7, 8, 9)

    def flash(self):
        """Return the flash behind the program, as MicroPython's own start mounts it."""
        import rp2

        return rp2.Flash()
