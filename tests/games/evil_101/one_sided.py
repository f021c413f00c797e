"""Rules of Evil:101 of which no limit can be shown, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ONE_SIDED: Final[Mapping[str, str]] = {
    "e1-5": "a value that every match begins with; another one comes from a set-up that says so",
    "e1-23": "a permission for the first Chase card; its limit, from the second card on, is e1-24",
    "e1-35": "a permission: no number of points is too high; what 20 points end is e1-42",
    "e1-76": "a permission: nothing limits the number of Chase cards but the deck (e1-48) and the points (e1-40)",
}
