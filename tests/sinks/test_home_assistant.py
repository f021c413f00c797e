"""A match as entities of Home Assistant, on a broker on loopback."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from lairkeeper.sinks import SinkError, open_sinks
from lairkeeper.sinks.home_assistant import MOST_SEATS
from lairkeeper.sinks.standing import SeatStanding, Standing

from ..table.room import Room
from .broker import Broker
from .conftest import MakeRecord
from .test_delivery import delivering, do, until

HOUSE = "homeassistant"


@pytest.fixture
def broker() -> Iterator[Broker]:
    broker = Broker()
    yield broker
    broker.close()


def dashboard(broker: Broker, query: str = f"?discovery={HOUSE}") -> Any:
    return open_sinks([f"mqtt=mqtt://127.0.0.1:{broker.port}/house/lair{query}"])[0]


def standing(*scores: int, turn: str | None = "Ana", running: bool = True) -> Standing:
    seats = [SeatStanding(name, low, low) for name, low in zip(("Ana", "Bo", "Zoé"), scores, strict=False)]
    return Standing(1, "Forever", running, turn, tuple(seats), () if running else ("Ana",))


def entities(broker: Broker) -> dict[str, Any]:
    """Return the configurations of the entities by their name, as Home Assistant finds them."""
    found = {topic: each for topic, each in broker.retained.items() if topic.startswith(f"{HOUSE}/")}
    assert all(re.fullmatch(rf"{HOUSE}/(binary_)?sensor/[\w-]+/[\w-]+/config", topic) for topic in found)
    return {each["name"]: each for each in found.values()}


def value(broker: Broker, name: str) -> Any:
    """Return what an entity shows: its template, read in its state topic; None before a state came."""
    entity = entities(broker)[name]
    state = broker.retained.get(entity["state_topic"])
    path = re.fullmatch(r"\{\{ value_json\.(\w+)(?:\[(\d+)\])? \}\}", entity["value_template"])
    assert path is not None
    if state is None:
        return None
    return state[path[1]][int(path[2])] if path[2] else state[path[1]]


def test_the_turn_each_score_and_whether_a_match_runs(broker: Broker) -> None:
    sink = dashboard(broker)
    sink.show(standing(5, 0, -1))
    assert {name: value(broker, name) for name in entities(broker)} == {
        "Match": "ON", "Turn": "Ana", "Ana": 5, "Bo": 0, "Zoé": -1,
    }  # fmt: skip
    assert len({each["unique_id"] for each in entities(broker).values()}) == 5
    assert {each["availability_topic"] for each in entities(broker).values()} == {"house/lair/available"}
    assert broker.retained["house/lair/available"] == "online"
    sink.show(standing(5, 2, -1, turn="Bo"))
    assert (value(broker, "Turn"), value(broker, "Bo")) == ("Bo", 2)
    sink.close()
    assert broker.retained["house/lair/available"] == "offline"
    assert broker.taken == []


def test_what_has_ended_goes(broker: Broker) -> None:
    sink = dashboard(broker)
    sink.show(standing(5, 0, 1))
    sink.show(standing(9, 3, 1, turn=None, running=False))
    assert (value(broker, "Match"), value(broker, "Turn"), value(broker, "Ana")) == ("OFF", "", 9)
    sink.show(standing(0, 0))
    assert sorted(entities(broker)) == ["Ana", "Bo", "Match", "Turn"], "another match has fewer seats"
    sink.show(None)
    assert sorted(entities(broker)) == ["Match"]
    assert value(broker, "Match") == "OFF"
    sink.close()


def test_what_an_earlier_run_left_goes(broker: Broker) -> None:
    node = f"{HOUSE}/sensor/house_lair"
    broker.retained = {f"{node}/score_{n}/config": {"name": f"old {n}"} for n in range(1, MOST_SEATS + 1)}
    dashboard(broker).show(standing(1, 2))
    assert sorted(entities(broker)) == ["Ana", "Bo", "Match", "Turn"]


def test_without_discovery_nothing_is_retained(broker: Broker, record: MakeRecord) -> None:
    sink = dashboard(broker, "")
    sink.show(standing(1))
    sink.send([record(0)])
    sink.close()
    assert broker.retained == {} and broker.wills == [None]
    assert len(broker.taken) == 1


def test_a_lost_connection_is_told_by_the_broker_and_put_right(broker: Broker) -> None:
    sink = dashboard(broker)
    sink.show(standing(1))
    assert broker.wills == [("house/lair/available", "offline")]
    broker.retained = {"house/lair/available": "offline"}
    broker.cut()
    for n in range(2, 30):  # the cut may be noticed while it shows
        try:
            sink.show(standing(n))
        except SinkError:
            continue
        if "Ana" in entities(broker) and broker.retained["house/lair/available"] == "online":
            break
    else:
        raise AssertionError(broker.retained)
    sink.close()


@pytest.mark.parametrize(
    "query", ["?discovery=", "?x=1", "?discovery=a&x=1", "?discovery=%23", "?discovery=a/+/b", "?"]
)
def test_what_is_no_prefix(broker: Broker, query: str) -> None:
    if query == "?":  # the same as without it
        dashboard(broker, query)
        return
    with pytest.raises(SinkError, match="is no topic of a broker"):
        dashboard(broker, query)


async def test_the_match_on_the_table_is_shown_as_it_goes(
    broker: Broker, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = room.start()
    sink = dashboard(broker)
    async with delivering(room, sink):
        await until(lambda: "Ana" in entities(broker) and value(broker, "Match") == "ON")
        before = value(broker, "Ana")
        do(room)
        await until(lambda: value(broker, "Ana") == before + 1)
        table.undo()
        await until(lambda: value(broker, "Ana") == before)
        room.hub.match.close()
        await until(lambda: sorted(entities(broker)) == ["Match"])
    assert broker.retained["house/lair/available"] == "offline"
    assert [each["n"] for _, each in broker.taken] == [0, 1, 2]


async def test_a_dashboard_that_fails_is_tried_again(
    broker: Broker, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.start()
    sink = dashboard(broker)
    real, fails = sink.show, iter(range(3))

    def show(told: Standing | None) -> None:
        if next(fails, None) is not None:
            raise SinkError("away")
        real(told)

    monkeypatch.setattr(sink, "show", show)
    async with delivering(room, sink):
        await until(lambda: "Ana" in entities(broker))
        await until(lambda: all(each.code != "sink" for each in room.hub.troubles.all))
