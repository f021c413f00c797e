"""A board that has a prompt, run by MicroPython; for the prompt with -i.

The call is prompt.py IMAGE SIM program|prompt WATCHDOG SPEED CAUSE CHIP [READERS...].

WATCHDOG is the descriptor of the watchdog's pipe (sim/watchdog.py), SPEED its pace. CAUSE is why
the board starts (power, reset or watchdog), CHIP is RP2040, RP2350 or ESP32S3. IMAGE is the flash
(littlefs, its size is the board's), SIM a folder in which the package `sim` is found. `program`
runs boot.py and main.py of the flash as a board does, and ends with 3 when they ask for a reset.
`prompt` is what a board shows when they have come to their end.
"""

import os
import sys

import vfs

BLOCK = 4096
PAGE = 256  # what an RP2 board's flash programs at a time
_RP2_PINS = (0, (17, 20, 21, 22), 15, 14)
PINS = {"RP2040": _RP2_PINS, "RP2350": _RP2_PINS, "ESP32S3": (2, (10, 9, 14, 21), 15, 16)}


class Flash:
    """A block device in a file of the host, so that it outlives the power."""

    def __init__(self, path):
        self._file = open(path, "r+b")
        self._blocks = os.stat(path)[6] // BLOCK

    def readblocks(self, n, buf, offset=0):
        """Fill `buf` from block `n` on (MicroPython's block device)."""
        self._file.seek(BLOCK * n + offset)
        self._file.readinto(buf)

    def writeblocks(self, n, buf, offset=0):
        """Clear the bits of `buf` from block `n` on, as NOR flash does; flush the file."""
        old = bytearray(len(buf))
        self.readblocks(n, old, offset)
        data = int.from_bytes(old, "little") & int.from_bytes(bytes(buf), "little")
        self._write(n, offset, data.to_bytes(len(buf), "little"))

    def _write(self, n, offset, data):
        self._file.seek(BLOCK * n + offset)
        self._file.write(data)
        self._file.flush()

    def ioctl(self, op, arg):
        """Return the number of blocks (`op` 4) or their size (5), or erase block `arg` (6)."""
        if op == 4:
            return self._blocks
        if op == 5:
            return BLOCK
        if op == 6:
            self._write(arg, 0, b"\xff" * BLOCK)
        return 0


def power_up(image, sim, runs, watchdog, speed, cause, chip, readers):
    """Mount the flash, attach the models, and run boot.py and main.py when `runs` is true."""
    flash = Flash(image)
    try:
        disk = vfs.VfsLfs2(flash, progsize=PAGE)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=PAGE)
        disk = vfs.VfsLfs2(flash, progsize=PAGE)
    vfs.mount(disk, "/flash")
    os.chdir("/flash")
    sys.path[:] = ["", ".frozen", sim, sim + "/sim"]

    import machine

    from sim import process_state
    from sim.board_model import BoardModel
    from sim.clock import SimClock
    from sim.watchdog import WatchdogModel

    class Nobody:
        def lights(self, pixels):
            pass

    process_state.clock = SimClock(True)
    process_state.control = Nobody()
    process_state.chip = chip
    process_state.flash = flash
    spi, cs, rst, irq = PINS[chip]
    wires = tuple([(name, spi, cs[i]) for i, name in enumerate(readers)])
    machine.attach(BoardModel(process_state.clock, wires, rst=rst, irq=irq))
    WatchdogModel(open(watchdog, "wb", 0), speed).attach(machine, cause, chip)
    for name in ("boot.py", "main.py") if runs else ():
        try:
            with open(name) as f:
                code = f.read()
        except OSError:
            continue
        try:
            exec(code, {"__name__": "__main__"})
        except Exception as error:
            sys.print_exception(error)
            break


def main():
    """Start the board that the arguments of the command line describe."""
    image, sim, runs, watchdog, speed, cause, chip = sys.argv[1:8]
    power_up(image, sim, runs == "program", int(watchdog), int(speed), cause, chip, sys.argv[8:])


if __name__ == "__main__":
    main()
