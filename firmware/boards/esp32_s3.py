"""Wiring of the ESP32-S3-DevKitC-1 and boards alike.

These pins are left alone: strapping pins (0, 3, 45, 46), USB (19, 20), flash and PSRAM (26 to
37), the first UART (43, 44) and the lamp on the board (38 or 48).
"""

from boards import wiring


class Wiring(wiring.Wiring):
    """The ESP32-S3."""

    hw = "esp32-s3"
    SPI_ID = 2
    SCK = 12
    MOSI = 11
    MISO = 13
    CS = (10, 9, 14, 21, 47, 40, 41, 42)
    RST = 15
    IRQ = 16
    PIXELS = 18
    BUZZER = 17
    I2C_ID = 0
    SDA = 4
    SCL = 5
    BUTTONS = (6, 7, 1, 2)
    SEVERAL_CENTRALS = True

    def flash(self):
        """Return the partition that MicroPython's own start mounts."""
        from esp32 import Partition

        found = Partition.find(Partition.TYPE_DATA, label="vfs")
        return found[0] if found else None
