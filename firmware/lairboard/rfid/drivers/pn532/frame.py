"""The PN532's frames on an SPI bus that sends the most significant bit first (UM0701-02, 6.2).

00 00 FF, length, its complement, D4 or D5, data, checksum, 00; behind a byte that says whether
the transaction writes, asks for the status, or reads. Pure.
"""


def _turned(b):
    r = 0
    for i in range(8):
        r |= (b >> i & 1) << (7 - i)
    return r


_TURNED = bytes([_turned(b) for b in range(256)])


def flip(data):
    """Return the bytes with their bits in the other order."""
    return bytes([_TURNED[b] for b in data])


def _wrapped(middle):
    return flip(b"\x01\x00\x00\xff" + middle + b"\x00")


def command(body):
    """Return the whole transaction that sends a command; `body` is its code and parameters."""
    size = len(body) + 1
    total = 0xD4 + sum(body)
    return _wrapped(bytes((size, -size & 0xFF, 0xD4)) + body + bytes((-total & 0xFF,)))


ACK = _wrapped(b"\x00\xff")
STATUS = flip(b"\x02\x00")
READ = _TURNED[3]


def is_ack(into):
    """Return True when a read of 6 bytes brought an acknowledgement.

    They stand behind the byte that asked.
    """
    return (
        into[1] == 0
        and into[2] == 0
        and into[3] == 0xFF
        and into[4] == 0
        and into[5] == 0xFF
        and into[6] == 0
    )


def parse(into, data, code):
    """Copy an answer's bytes, turned the right way, into `data`; return how many.

    Return -1 when this is no answer to the command whose answers have this `code`. Nothing is
    allocated.
    """
    at = 1
    last = len(into) - 8
    while at < last and into[at] == 0:
        at += 1
    if at < 2 or into[at] != 0xFF:
        return -1
    size = _TURNED[into[at + 1]]
    if size < 2 or (size + _TURNED[into[at + 2]]) & 0xFF or at + 4 + size > len(into):
        return -1
    at += 3
    total = 0
    for i in range(size + 1):
        total += _TURNED[into[at + i]]
    if total & 0xFF or _TURNED[into[at]] != 0xD5 or _TURNED[into[at + 1]] != code:
        return -1
    for i in range(size - 2):
        data[i] = _TURNED[into[at + 2 + i]]
    return size - 2
