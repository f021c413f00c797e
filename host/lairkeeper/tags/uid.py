"""The one form in which a UID is written on the host: upper-case hex without separators."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Final

SIZES: Final = (4, 7, 10)
"""Bytes of a single, double and triple size UID (ISO/IEC 14443-3 A)."""

CASCADE_TAG: Final = 0x88
"""The byte that a tag says before the first three of a UID of 7."""


class BadUidError(ValueError):
    """Not a UID: the message shows what was given and what one looks like."""


def normal_uid(text: str | bytes) -> str:
    """Return ``"04319F5D240289"`` for ``"04:31:9f:5d:24:02:89"`` or the bytes themselves; raises ``BadUidError``."""
    if isinstance(text, str):
        compact = "".join(ch for ch in text[:64] if ch not in " :-.")
        try:
            raw = bytes.fromhex(compact) if compact.isascii() and compact.isalnum() else b""
        except ValueError:
            raw = b""
    else:
        raw = text
    if len(raw) not in SIZES:
        raise BadUidError(f"{text[:64]!r} is not a tag's UID: 4, 7 or 10 bytes in hex, such as 04319F5D240289")
    return raw.hex().upper()


def is_random(uid: str) -> bool:
    """Return True when this UID (normal form) changes each time.

    It is a phone or a bank card (ISO/IEC 14443-3, first byte 08).
    """
    return len(uid) == 8 and uid.startswith("08")


def is_short(uid: str) -> bool:
    """Return True for a UID (normal form) of 4 bytes: makers have used these up, so that two cards may have one."""
    return len(uid) == 8


def is_copied(uid: str) -> bool:
    """Return True when what answers as an NTAG with this UID (normal form) was not made by NXP.

    The first byte of a longer UID is the maker (ISO/IEC 14443-3, after ISO/IEC 7816-6); 04 is NXP. Others need not keep
    to NXP's numbers, and tags whose number can be changed are among them.
    """
    return not is_short(uid) and not uid.startswith("04")


def is_like_its_memory(uid: str, pages: bytes) -> bool:
    """Return True when the first three pages of an NTAG are those of this UID of 7 bytes (normal form).

    They hold the UID and its two check bytes (ISO/IEC 14443-3; NTAG213 data sheet, 8.5.1). An NTAG has them right from
    its making. Where the number of a copy was changed, they are often those of the number before.
    """
    number = bytes.fromhex(uid)
    first, second = bytes((CASCADE_TAG, *number[:3])), number[3:]
    return pages[:9] == bytes((*number[:3], reduce(xor, first), *second, reduce(xor, second)))
