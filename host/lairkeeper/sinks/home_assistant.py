"""A match as entities of Home Assistant, by its MQTT discovery: whose turn it is, each score, whether a match runs.

Messages are retained, so that Home Assistant knows them after its own restart, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from .standing import Standing

MOST_SEATS: Final = 8
ONLINE: Final = "online"
OFFLINE: Final = "offline"
_PLAIN: Final = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class Retained:
    """A message that the broker keeps; an empty one takes away what it kept."""

    topic: str
    payload: str


class Discovery:
    """Topics and messages for one topic of a broker. ``prefix`` is where Home Assistant looks for new entities."""

    def __init__(self, prefix: str, topic: str) -> None:
        self._prefix, self._topic = prefix, topic
        self._node = _PLAIN.sub("_", topic)
        self.available = f"{topic}/available"
        """The topic that says whether Lairkeeper is connected; the broker says so when the connection is lost."""

    def messages(self, standing: Standing | None) -> Iterator[Retained]:
        """Yield the messages that show a match, or with None that none is on the table.

        The scores and the turn are there as long as a match is on the table, the entity *Match* always.
        """
        yield self._entity("binary_sensor", "match", "Match", "{{ value_json.match }}", {"icon": "mdi:cards"})
        seats = standing.scores if standing is not None else ()
        turn = self._entity("sensor", "turn", "Turn", "{{ value_json.turn }}", {"icon": "mdi:account-arrow-right"})
        yield turn if standing is not None else Retained(turn.topic, "")
        for at in range(MOST_SEATS):
            template = f"{{{{ value_json.scores[{at}] }}}}"
            name = seats[at].seat if at < len(seats) else ""
            score = self._entity("sensor", f"score_{at + 1}", name, template, {"icon": "mdi:trophy-outline"})
            yield score if at < len(seats) else Retained(score.topic, "")
        yield Retained(f"{self._topic}/standing", json.dumps(_state(standing), ensure_ascii=False))

    def _entity(self, kind: str, id: str, name: str, template: str, more: dict[str, Any]) -> Retained:
        config = {
            "name": name,
            "unique_id": f"{self._node}_{id}",
            "object_id": f"lairkeeper_{id}",
            "state_topic": f"{self._topic}/standing",
            "value_template": template,
            "availability_topic": self.available,
            "device": {"identifiers": [self._node], "name": "Lairkeeper"},
            **more,
        }
        return Retained(f"{self._prefix}/{kind}/{self._node}/{id}/config", json.dumps(config, ensure_ascii=False))


def _state(standing: Standing | None) -> dict[str, Any]:
    """Return what the templates of the entities read."""
    if standing is None:
        return {"match": "OFF", "turn": "", "scores": []}
    return {
        "match": "ON" if standing.running else "OFF",
        "game": standing.game,
        "turn": standing.turn or "",
        "scores": [each.low for each in standing.scores],
        "winners": list(standing.winners),
    }
