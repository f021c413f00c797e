"""The turn clock and the pause of the match, as every page shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ..part import Part, Shown, Stamp

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def of_the_pace(hub: Hub) -> Stamp:
    """Return the stamp of what shows clock or pause; the seconds are counted by the page itself."""
    hub.pace.look(hub.table)
    return (hub.pace.version, hub.table is not None)


def pace_of(shown: Shown) -> dict[str, Any]:
    """Return the pace of the match, and the crest of the seat that is timed; None without a match."""
    if shown.match is None:
        return {"pace": None, "pace_crest": None}
    pace = shown.hub.pace
    return {"pace": pace, "pace_crest": shown.match[0].crests.get(pace.whose or "")}


PACE: Final = Part("parts/pace.html", pace_of, of_the_pace)
