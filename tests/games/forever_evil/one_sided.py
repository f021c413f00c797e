"""Rules of Forever Evil that have no other side: nothing could be refused, and nothing could go on too long."""

from __future__ import annotations

from typing import Final

ONE_SIDED: Final = {
    "fe-1": "a number of pieces: ten cards lie there at the start, and nothing tries to be an eleventh",
    "fe-4": "a permission: two abilities may both work, and each has its own limits (fe-68, fe-168, fe-170, fe-171)",
    "fe-5": "the set-up names one card and its place; the option that changes it is fe-190",
    "fe-8": "a number of pieces, whatever the number of players",
    "fe-14": "a permission: what limits it is the Power that is left (fe-13)",
    "fe-22": "a permission: whoever buys nothing does nothing that could be refused",
    "fe-138": "a list of numbers of pieces that is shown after the match",
}
