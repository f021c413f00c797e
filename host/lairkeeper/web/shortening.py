"""Texts that are cut to their room, with an ellipsis where something was left out."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_POP: Final = "\N{POP DIRECTIONAL ISOLATE}"


def width_of(text: str) -> int:
    """Return the room of a text in letters: wide ones and emoji take two, marks above a letter none."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" or each > "\uffff" else 1
        for each in text
    )


def shortened(text: str, room: float) -> str:
    """Return a text that takes at most this many letters' room; it may end within a word."""
    if width_of(text) <= room:
        return text
    kept = ""
    for letter in text:
        if width_of(kept + letter) > room - 1:
            break
        kept += letter
    return f"{kept.rstrip()}…"


def shortened_words(text: str, most: int) -> str:
    """Return a text, or as many of its whole words as fit in ``most`` characters."""
    if len(text) <= most:
        return text
    begun, space, _ = text[: most - 1].rpartition(" ")
    begun = re.sub(r"\W+$", "", begun if space else text[: most - 1])
    # A name that is read from right to left must not turn the dots and what stands after them.
    missing = begun.count(_ISOLATE) - begun.count(_POP)
    return f"{begun}{_POP * missing}…"
