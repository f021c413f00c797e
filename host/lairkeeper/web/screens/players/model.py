"""The page of the people in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from lairkeeper.store import CRESTS, crests_for

from ...part import Shown

ALL: Final = tuple(range(1, CRESTS + 1))


def values(shown: Shown) -> Mapping[str, Any]:
    """Return everybody by name; those who are archived stand apart."""
    people = sorted(shown.hub.people.list(), key=lambda each: each.name.casefold())
    return {
        "people": tuple(each for each in people if not each.archived),
        "archived": tuple(each for each in people if each.archived),
        "crests": ALL,
        "next_crest": crests_for(people, [None])[0],
    }
