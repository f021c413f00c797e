"""What lies where, so that a tag that is only seen again is not taken for a new tap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.sense.sighting import Sighting

FLICKER: Final = 0.3
"""Seconds in which a tag that was said to have left its reader may be seen there again without being a new tap: a weak
antenna loses a tag that lies still, and finds it again at once. A hand takes longer."""
SHORT: Final = 3.0
"""Seconds of a tap; what has lain longer and flickers is not worth a word."""
ALREADY: Final = "already-there"
FLICKERED: Final = "flicker"


class Presence:
    """Folded over all sightings in the order received, used or not. A board's restart changes nothing that lies."""

    def __init__(self) -> None:
        # By reader: UID to the boot of the board that saw it there.
        self._lying: dict[tuple[str, str], dict[str, str]] = {}
        self._left: dict[tuple[str, str, str], float] = {}
        self._came: dict[tuple[str, str, str], float] = {}

    def see(self, sighting: Sighting) -> str | None:
        """Why this is no news; None: a tag that was not lying there came, or anything but a tag happened."""
        here = (sighting.device, sighting.zone, sighting.uid)
        lying = self._lying.setdefault((sighting.device, sighting.zone), {})
        match sighting.kind:
            case "+":
                known = lying.get(sighting.uid)
                lying[sighting.uid] = sighting.boot
                # A new boot that saw the tag come missed it leaving before; one that found it lying did not.
                if known is None:
                    left = self._left.pop(here, None)
                    if left is None or not 0 <= sighting.at - left < FLICKER:
                        self._came[here] = sighting.at
                        return None
                    return FLICKERED if sighting.at - self._came.get(here, 0.0) < SHORT else ALREADY
                return ALREADY if sighting.lying or known == sighting.boot else None
            case "-":
                if lying.pop(sighting.uid, None) is not None:
                    self._left[here] = sighting.at
            case "t":
                return ALREADY if sighting.uid in lying else None
            case "x":
                # Comings and goings were left out: nobody knows what lies there.
                lying.clear()
        return None

    def snapshot(self, device: str, zone: str, uids: Iterable[str], boot: str = "") -> None:
        """The board says what lies there now: what left unseen is gone, and nothing new is scored for lying there."""
        self._lying[device, zone] = dict.fromkeys(uids, boot)

    def elsewhere(self, sighting: Sighting) -> str | None:
        """Another reader on which the tag of this sighting lies."""
        here = (sighting.device, sighting.zone)
        return next((key[1] for key, uids in self._lying.items() if key != here and sighting.uid in uids), None)

    def beside(self, sighting: Sighting) -> bool:
        """Whether another tag lies on the same reader."""
        return any(uid != sighting.uid for uid in self._lying.get((sighting.device, sighting.zone), ()))

    def lies(self, sighting: Sighting) -> bool:
        """Whether the tag of this sighting lies where it was seen."""
        return sighting.uid in self._lying.get((sighting.device, sighting.zone), ())

    def only_at(self, sighting: Sighting, *, alone: bool = False) -> None:
        """Somebody says that the tag is where this sighting saw it (``alone``), whatever the readers believe."""
        here = (sighting.device, sighting.zone)
        for key, uids in self._lying.items():
            if key != here:
                uids.pop(sighting.uid, None)
        if alone:
            self._lying[here] = {sighting.uid: sighting.boot}

    def at(self, zone: str) -> frozenset[str]:
        """The UIDs that lie on the readers of this name."""
        return frozenset(uid for (_, name), uids in self._lying.items() if name == zone for uid in uids)
