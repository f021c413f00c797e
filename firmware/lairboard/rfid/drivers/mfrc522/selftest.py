"""Test whether the chip is what its version register says (data sheet, 16.1.1).

The digital self-test shows it: 64 bytes that only the real silicon makes.

A copy that sees tags is welcome: the verdict is shown and blocks nothing.
"""

import binascii

GENUINE = "genuine"
COPY = "copy"
UNKNOWN = "unknown"

# CRC-32 of the 64 bytes that the data sheet prints for each version.
_EXPECTED = {0x91: 0x57AB9CA0, 0x92: 0x367110C6}
_SOFT_RESET = b"\x02\x0f"
_IDLE = b"\x02\x00"
_FLUSH = b"\x14\x80"
_CLEAR_BUFFER = b"\x02\x01"
_ENABLE = b"\x6c\x09"  # AutoTest
_DISABLE = b"\x6c\x40"
_CALC_CRC = b"\x02\x03"
_SIZE = 64
_TIMEOUT_MS = 20


async def verdict(reader):
    """Return GENUINE, COPY or UNKNOWN, and leave the chip reset.

    COPY: the answer is another one, or there is none. UNKNOWN: no version that NXP made.
    """
    expected = _EXPECTED.get(reader.version)
    if expected is None:
        return UNKNOWN
    write = reader.write
    write(_SOFT_RESET)
    await reader.until_started()
    write(b"\x12" + bytes(25))
    write(_CLEAR_BUFFER)
    write(_ENABLE)
    write(b"\x12\x00")
    write(_CALC_CRC)
    size = 0
    for _ in range(_TIMEOUT_MS):
        await reader.clock.sleep_ms(1)
        size = reader.fifo_level()
        if size == _SIZE:
            break
    write(_IDLE)
    got = reader.fifo(size)
    write(_DISABLE)
    write(_FLUSH)
    write(_SOFT_RESET)
    await reader.until_started()
    return GENUINE if size == _SIZE and binascii.crc32(got) == expected else COPY
