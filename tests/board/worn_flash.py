"""A board with a prompt (firmware/sim/prompt.py) whose flash can lose its power and wear out; run by MicroPython.

The flash is NOR, as on an RP2 board: erasing sets a block of 4,096 bytes to ones, programming only clears bits. Neither
tells whether it worked: littlefs reads back what it has programmed. Beside the image lie two files: IMAGE.ops, two
numbers of 32 bits, little-endian (how many programmings and erasures were done, and the one in whose middle the power
goes; 0: none), and IMAGE.dead, JSON with the blocks that cannot be programmed any more (`program`), or erased
(`erase`).
"""

# ruff: noqa: PTH123, SIM115 - MicroPython has no pathlib, and the power goes before anything is closed
import json
import os
import random
import sys

sys.path.append(sys.argv[2])
from sim import prompt

BLOCK = prompt.BLOCK


class WornFlash(prompt.Flash):
    """Programs and erases as NOR flash does; counts both, and takes the power away in the middle of one."""

    def __init__(self, path):
        super().__init__(path)
        self._ops = open(path + ".ops", "r+b")
        with open(path + ".dead") as f:
            self._dead = json.load(f)

    def writeblocks(self, n, buf, offset=None):
        """Clear bits."""
        data = int.from_bytes(bytes(buf), "little")
        old = self._read(n, offset or 0, len(buf))
        if n not in self._dead["program"]:
            new = (int.from_bytes(old, "little") & data).to_bytes(len(buf), "little")
            self._change(n, offset or 0, old, new)
        else:
            self._change(n, offset or 0, old, old)

    def ioctl(self, op, arg):
        """Erase a block where `op` is 6."""
        if op != 6:
            return super().ioctl(op, arg)
        old = self._read(arg, 0, BLOCK)
        self._change(arg, 0, old, old if arg in self._dead["erase"] else b"\xff" * BLOCK)
        return 0

    def _read(self, n, offset, size):
        buf = bytearray(size)
        self.readblocks(n, buf, offset)
        return bytes(buf)

    def _change(self, n, offset, old, new):
        self._ops.seek(0)
        ops = self._ops.read(8)
        done, last = (int.from_bytes(ops[i : i + 4], "little") for i in (0, 4))
        done += 1
        self._ops.seek(0)
        self._ops.write(done.to_bytes(4, "little"))
        whole = done != last
        self._file.seek(BLOCK * n + offset)
        self._file.write(new if whole else torn(old, new))
        if not whole:
            os.system("kill -9 $PPID")
            while True:
                pass


def torn(old, new):
    """Return what is there when the power goes between `old` and `new`.

    The beginning is done and the rest is as it was.
    Between them lie 16 bytes in which each bit that changes may have changed or not.
    """
    at = random.randrange(len(new) + 1)
    half = bytearray(old[at : at + 16])
    for i in range(len(half)):
        half[i] ^= (half[i] ^ new[at + i]) & random.getrandbits(8)
    return new[:at] + bytes(half) + old[at + 16 :]


prompt.Flash = WornFlash
prompt.main()
