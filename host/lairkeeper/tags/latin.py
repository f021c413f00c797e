"""Texts as the PDF's own fonts can print them: Latin letters of western Europe, others without their accents."""

from __future__ import annotations

import unicodedata
from typing import Final

_ENCODING: Final = "cp1252"
"""The characters that the fonts of every PDF reader have."""
_OTHERS: Final = {
    "−": "–", "→": "›", "\u202f": "\xa0", "\u2068": "", "\u2069": "", "Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "ı": "i",
    "Ħ": "H", "ħ": "h", "ẞ": "SS",
}  # fmt: skip
"""Characters that the fonts lack and that no accent can be taken off, and what stands for them."""


def latin(text: str) -> str | None:
    """Return a text as these fonts can print it; None when it has letters of another script, or signs alone."""
    found = "".join(_printed(_OTHERS.get(each, each)) for each in unicodedata.normalize("NFC", text))
    return None if _LOST in found or (text.strip() and not found.strip()) else found


_LOST: Final = "\N{REPLACEMENT CHARACTER}"


def _printed(sign: str) -> str:
    """Return a character, without accents where the fonts lack it; what is no letter falls away."""
    if _has(sign):
        return sign
    plain = "".join(each for each in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(each))
    if plain != sign and _has(plain):
        return plain
    return _LOST if sign.isalnum() else ""


def _has(text: str) -> bool:
    try:
        text.encode(_ENCODING)
    except UnicodeEncodeError:
        return False
    return True
