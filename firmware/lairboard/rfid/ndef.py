"""NDEF messages, and the blocks they lie in on an NFC Forum Type 2 tag. Pure.

A record is (tnf, type, payload), the last two bytes. Lairkeeper's own is of external type
`lairkeeper:piece`; its payload is game, component and copy in UTF-8, a line each.
"""

EMPTY = 0
WELL_KNOWN = 1
EXTERNAL = 4
PIECE = b"lairkeeper:piece"
HEAD = 3 + len(PIECE)  # bytes of a record of ours before its payload
_BEGIN, _END, _CHUNK, _SHORT, _ID = 0x80, 0x40, 0x20, 0x10, 0x08
_MESSAGE, _FOREIGN, _TERMINATOR, _NULL = 0x03, 0xFD, 0xFE, 0x00
_PREFIXES = ("", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:")


def uri(text):
    """Return the record of an address; common beginnings take one byte."""
    best = 0
    for i in range(1, len(_PREFIXES)):
        if text.startswith(_PREFIXES[i]) and len(_PREFIXES[i]) > len(_PREFIXES[best]):
            best = i
    return WELL_KNOWN, b"U", bytes((best,)) + text[len(_PREFIXES[best]) :].encode()


def text(words, lang="en"):
    """Return the record of a text; `lang` is as "en" or "fr-CA"."""
    code = lang.encode()
    return WELL_KNOWN, b"T", bytes((len(code),)) + code + words.encode()


def piece(game, component, copy):
    """Return the record of a component: which game, which one, which copy of it."""
    for word in (game, component):
        if not word or "\n" in word:
            raise ValueError("game and component are words without line breaks")
    return EXTERNAL, PIECE, ("%s\n%s\n%d" % (game, component, copy)).encode()


def read_piece(records):
    """Return (game, component, copy) of the first record of ours, or None."""
    for tnf, kind, payload in records:
        if tnf == EXTERNAL and kind == PIECE:
            try:
                game, component, copy = bytes(payload).decode().split("\n")
                return game, component, int(copy)
            except ValueError:
                return None
    return None


def said(records):
    """Return the records that say something.

    A phone leaves an empty one where it erases a tag.
    """
    return [record for record in records if record[0] != EMPTY]


def put_piece(message, record):
    """Return the message with `record` in the place of the first piece, and no other piece.

    What else says something stays as it is, byte for byte, but for the marks of first and last.
    """
    own = encode([record])
    parts = []  # type: list[bytes]
    for start, end, tnf, kind, _ in _records(message):
        if tnf == EMPTY or (is_piece(tnf, kind) and own in parts):
            continue
        parts.append(own if is_piece(tnf, kind) else bytes(message[start:end]))
    if own not in parts:
        parts.append(own)
    out = b""
    for i in range(len(parts)):
        head = parts[i][0] & ~(_BEGIN | _END)
        head |= (_BEGIN if i == 0 else 0) | (_END if i == len(parts) - 1 else 0)
        out += bytes((head,)) + parts[i][1:]
    return out


def is_piece(tnf, kind):
    """Return True for a record of our own type."""
    return tnf == EXTERNAL and bytes(kind) == PIECE


def first_alone(message):
    """Return a message of the first record alone, or b"".

    The first record must be somebody else's, with nothing but records of ours behind it.
    """
    records = list(_records(message))
    if is_piece(records[0][2], records[0][3]):
        return b""
    if not all(is_piece(tnf, kind) for _, _, tnf, kind, _ in records[1:]):
        return b""
    return bytes((message[0] | _END,)) + bytes(message[1 : records[0][1]])


def encode(records):
    """Return the bytes of a message."""
    out = b""
    last = len(records) - 1
    for i in range(len(records)):
        tnf, kind, payload = records[i]
        head = tnf | (_BEGIN if i == 0 else 0) | (_END if i == last else 0)
        if len(payload) < 256:
            size = bytes((len(payload),))
            head |= _SHORT
        else:
            size = len(payload).to_bytes(4, "big")
        out += bytes((head, len(kind))) + size + kind + payload
    return out


def decode(message):
    """Return the records of a message.

    Raise ValueError for anything that is no whole message. Records in chunks are not taken.
    """
    return [(tnf, kind, payload) for _, _, tnf, kind, payload in _records(message)]


def _records(message):
    """Yield (start, end, tnf, type, payload) of each record of a message."""
    at = 0
    ended = not message
    while at < len(message):
        start = at
        head = message[at]
        if ended or bool(head & _BEGIN) == bool(start) or head & _CHUNK:
            raise ValueError("no NDEF message")
        try:
            kind_size = message[at + 1]
            at += 2
            size = message[at] if head & _SHORT else int.from_bytes(message[at : at + 4], "big")
            at += 1 if head & _SHORT else 4
            id_size = 0
            if head & _ID:
                id_size = message[at]
                at += 1
        except IndexError:
            raise ValueError("an NDEF record is cut off")
        kind = bytes(message[at : at + kind_size])
        at += kind_size + id_size
        if at + size > len(message):
            raise ValueError("an NDEF record is cut off")
        yield start, at + size, head & 7, kind, bytes(message[at : at + size])
        at += size
        ended = bool(head & _END)
    if not ended:
        raise ValueError("no NDEF message")


def wrap(message):
    """Return the block of a message as it lies from page 4 on, with the mark behind it."""
    if len(message) < 0xFF:
        head = bytes((_MESSAGE, len(message)))
    else:
        head = bytes((_MESSAGE, 0xFF)) + len(message).to_bytes(2, "big")
    return head + message + bytes((_TERMINATOR,))


def reach(area):
    """Count the bytes from page 4 on that must be known to find a tag's message.

    `area`, the beginning of this memory, tells how far. The count is no more than `area` has,
    once that will do.
    """
    at = 0
    while at < len(area):
        tag = area[at]
        if tag == _TERMINATOR:
            return at + 1
        if tag == _NULL:
            at += 1
            continue
        if at + 2 > len(area):
            return at + 2
        size = area[at + 1]
        head = 2
        if size == 0xFF:
            head = 4
            if at + head > len(area):
                return at + head
            size = int.from_bytes(area[at + 2 : at + 4], "big")
        at += head + size
        if tag == _MESSAGE:
            return at
    return at + 1


def skip(size):
    """Return page 4 as a proprietary block of `size` bytes with its head.

    Readers look behind it (NFC Forum Type 2 Tag, 2.3).
    """
    if size - 2 < 0xFF:
        return bytes((_FOREIGN, size - 2, 0, 0))
    return bytes((_FOREIGN, 0xFF)) + (size - 4).to_bytes(2, "big")


def was_begun(rest):
    """Return True when a record of ours lies behind a message.

    It was to be part of it, and the tag went away before the length said so.
    """
    return len(rest) >= HEAD and rest[0] & 7 == EXTERNAL and bytes(rest[3:HEAD]) == PIECE


def find(area):
    """Return the message in memory from page 4 on: b"" when it is empty, None without one."""
    found = where(area)
    return bytes(area[found[1] : found[2]]) if found else None


def where(area):
    """Return where the message lies in memory from page 4 on, or None without a message.

    The result is (start of the block, start and end of the message in it).
    """
    at = 0
    while at < len(area):
        start = at
        tag = area[at]
        if tag == _TERMINATOR:
            return None
        at += 1
        if tag == _NULL:
            continue
        if at >= len(area):
            return None
        size = area[at]
        at += 1
        if size == 0xFF:
            size = int.from_bytes(area[at : at + 2], "big")
            at += 2
        if tag == _MESSAGE:
            return (start, at, at + size) if at + size <= len(area) else None
        at += size
    return None
