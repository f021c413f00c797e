"""Names as people type them, and what is wrong with one, in words."""

from __future__ import annotations

import unicodedata

from lairkeeper.core.ids import LONGEST_NAME, RESERVED_NAMES, folded, is_seat_name, length_of, visible

from .translator import Translator


def composed(name: str) -> str:
    """Return a name with its accents in one piece: one keyboard sends them so, another in two."""
    return unicodedata.normalize("NFC", name).strip()


def name_error(name: str, t: Translator) -> str:
    """Return the error text for a bad name, with a similar name that is allowed where there is one; else nothing."""
    if is_seat_name(name):
        return t.ui("person.error.reserved", name=name) if folded(name) in RESERVED_NAMES else ""
    better = visible(name)
    while length_of(better) > LONGEST_NAME or (better and not is_seat_name(better)):
        better = better[:-1].strip()
    if length_of(name) > LONGEST_NAME:
        return t.ui("person.error.long", most=LONGEST_NAME, better=better)
    return t.ui("person.error.marks", better=better) if better else t.ui("person.error.unseen")
