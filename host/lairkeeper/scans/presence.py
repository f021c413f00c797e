"""The tags on the readers, so that a tag that is only seen again is not taken for a new tap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from lairkeeper.scans.sighting import Sighting

FLICKER: Final = 0.3
"""Seconds in which a tag that was said to have left its reader may be seen there again without being a new tap: a weak
antenna loses a tag that lies still, and finds it again at once. A hand takes longer."""
HOVER: Final = 2.0
"""Seconds in which a tag that was only glimpsed may be laid down without being a new tap: the hand hovers above the
reader, where most looks fail."""
BRIEF: Final = ((0.42, HOVER), (0.62, 0.5))
"""A tag that is taken so few seconds after it came was glimpsed, and for so many seconds that is minded: a board waits
for 0.3 s before it tells so, and no hand lays a piece down, lifts it and lays it down again as quickly."""
SPARSE: Final = 5
"""Eighths of all looks; a tag that lies still is read by more."""
SHORT: Final = 3.0
"""Seconds of a tap; what has lain longer and flickers is not worth a word."""
ALREADY: Final = "already-there"
FLICKERED: Final = "flicker"


class Spot(NamedTuple):
    """A tag on a reader."""

    device: str
    zone: str
    uid: str


class Presence:
    """Folded over all sightings in the order received, used or not. A board's restart changes nothing that lies."""

    def __init__(self) -> None:
        # By reader: UID to the boot of the board that saw it there.
        self._lying: dict[tuple[str, str], dict[str, str]] = {}
        self._left: dict[tuple[str, str, str], Sighting] = {}
        self._came: dict[tuple[str, str, str], Sighting] = {}

    def see(self, sighting: Sighting) -> str | None:
        """Return why a sighting is no news.

        None: a tag that was not lying there came, or anything but a tag happened.
        """
        here = (sighting.device, sighting.zone, sighting.uid)
        lying = self._lying.setdefault((sighting.device, sighting.zone), {})
        match sighting.kind:
            case "+":
                known = lying.get(sighting.uid)
                lying[sighting.uid] = sighting.boot
                # A new boot that saw the tag come missed it leaving before; one that found it lying did not.
                if known is None:
                    left = self._left.pop(here, None)
                    came = self._came.get(here)
                    if left is None or not 0 <= (away := sighting.seconds_after(left)) < _patience(came, left):
                        self._came[here] = sighting
                        return None
                    tapped = came is not None and sighting.seconds_after(came) < SHORT
                    return FLICKERED if tapped or away >= FLICKER else ALREADY
                return ALREADY if sighting.lying or known == sighting.boot else None
            case "-":
                if lying.pop(sighting.uid, None) is not None:
                    self._left[here] = sighting
            case "t":
                return ALREADY if sighting.uid in lying else None
            case "x":
                # Comings and goings were left out: nobody knows what lies there.
                lying.clear()
        return None

    def snapshot(self, device: str, zone: str, uids: Iterable[str], boot: str = "") -> None:
        """Take over what the board says lies there now.

        What left unseen is gone. Nothing new is scored for lying there.
        """
        self._lying[device, zone] = dict.fromkeys(uids, boot)

    def in_the_way(self, sighting: Sighting) -> frozenset[Spot]:
        """Return what lies now, was there before this sighting, and makes it doubtful.

        That is the sighting's tag elsewhere, or other tags beside it. What a board saw before its last restart is no
        doubt: had it stayed, the board would have found it lying.
        """
        return frozenset(
            Spot(device, zone, uid)
            for (device, zone), uids in self._lying.items()
            for uid, boot in uids.items()
            if ((device, zone) == (sighting.device, sighting.zone)) != (uid == sighting.uid)
            and (device != sighting.device or boot in ("", sighting.boot))
            and ((came := self._came.get((device, zone, uid))) is None or sighting.seconds_after(came) >= 0)
        )

    def holds(self, spot: Spot) -> bool:
        """Return True when the tag of a spot still lies there."""
        return spot.uid in self._lying.get((spot.device, spot.zone), ())

    def lies(self, sighting: Sighting) -> bool:
        """Return True when the tag of this sighting lies where it was seen."""
        return sighting.uid in self._lying.get((sighting.device, sighting.zone), ())

    def only_at(self, sighting: Sighting, *, alone: bool) -> None:
        """Believe somebody who says that the tag is where this sighting saw it, whatever the readers believe.

        ``alone``: no other tag lies there.
        """
        here = (sighting.device, sighting.zone)
        for key, uids in self._lying.items():
            if key != here:
                uids.pop(sighting.uid, None)
        if alone:
            self._lying[here] = {sighting.uid: sighting.boot}

    def left(self, spot: Spot) -> Sighting | None:
        """Return when the tag of a spot was last said to have left it; None while it lies there."""
        return self._left.get(spot)


def _patience(came: Sighting | None, left: Sighting) -> float:
    """Return the seconds that a tag which left may stay away without being a new tap."""
    if came is None or left.looks is None:
        return FLICKER
    if left.looks[1] <= SPARSE:
        return HOVER
    lay = left.seconds_after(came)
    return next((patience for seconds, patience in BRIEF if lay < seconds), FLICKER)
