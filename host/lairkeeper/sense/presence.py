"""What lies where, so that a tag that is only seen again is not taken for a new tap."""

from __future__ import annotations

from collections.abc import Iterable

from lairkeeper.sense.sighting import Sighting


class Presence:
    """Folded over all sightings in the order received, used or not. A board's restart changes nothing that lies."""

    def __init__(self) -> None:
        # By reader: UID to the boot of the board that saw it there.
        self._lying: dict[tuple[str, str], dict[str, str]] = {}

    def see(self, sighting: Sighting) -> bool:
        """Whether this is news: a tag that was not lying there came, or anything but a tag happened."""
        lying = self._lying.setdefault((sighting.device, sighting.zone), {})
        match sighting.kind:
            case "+":
                known = lying.get(sighting.uid)
                lying[sighting.uid] = sighting.boot
                # A new boot that saw the tag come missed it leaving before; one that found it lying did not.
                return known is None or not (sighting.lying or known == sighting.boot)
            case "-":
                lying.pop(sighting.uid, None)
                return False
            case "t":
                return sighting.uid not in lying
            case "x":
                # Comings and goings were left out: nobody knows what lies there.
                lying.clear()
        return True

    def snapshot(self, device: str, zone: str, uids: Iterable[str], boot: str = "") -> None:
        """The board says what lies there now: what left unseen is gone, and nothing new is scored for lying there."""
        self._lying[device, zone] = dict.fromkeys(uids, boot)

    def elsewhere(self, sighting: Sighting) -> str | None:
        """Another reader on which the tag of this sighting lies."""
        here = (sighting.device, sighting.zone)
        return next((key[1] for key, uids in self._lying.items() if key != here and sighting.uid in uids), None)

    def lies(self, sighting: Sighting) -> bool:
        """Whether the tag of this sighting lies where it was seen."""
        return sighting.uid in self._lying.get((sighting.device, sighting.zone), ())

    def only_at(self, sighting: Sighting) -> None:
        """Somebody says that the tag is where this sighting saw it, whatever other readers believe."""
        for key, uids in self._lying.items():
            if key != (sighting.device, sighting.zone):
                uids.pop(sighting.uid, None)

    def at(self, zone: str) -> frozenset[str]:
        """The UIDs that lie on the readers of this name."""
        return frozenset(uid for (_, name), uids in self._lying.items() if name == zone for uid in uids)
