"""Records to an MQTT broker on loopback."""

from __future__ import annotations

import builtins
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from lairkeeper.sinks import Sink, SinkError, mqtt, open_sinks
from lairkeeper.table import public_json

from .broker import Broker
from .conftest import MakeRecord


@pytest.fixture
def broker() -> Iterator[Broker]:
    broker = Broker()
    yield broker
    broker.close()


def topic(where: str) -> Sink:
    return open_sinks([f"mqtt={where}"])[0]


def test_each_record_is_a_message_that_was_acknowledged(broker: Broker, record: MakeRecord) -> None:
    sink = topic(f"mqtt://127.0.0.1:{broker.port}/house/lair")
    sink.send([record(n) for n in range(50)])
    sink.send([record(50)])
    sink.close()
    assert broker.taken == [("house/lair", public_json(record(n))) for n in range(51)]
    assert broker.logins == [None], "one connection for all"


def test_without_a_topic_it_is_ours(broker: Broker, record: MakeRecord) -> None:
    sink = topic(f"mqtt://127.0.0.1:{broker.port}")
    sink.send([record(0)])
    sink.close()
    assert broker.taken[0][0] == "lairkeeper"


def test_a_login_is_sent_and_not_shown(broker: Broker, record: MakeRecord) -> None:
    sink = topic(f"mqtt://ana:s%40cret@127.0.0.1:{broker.port}/lair")
    sink.send([record(0)])
    sink.close()
    assert broker.logins == [("ana", "s@cret")]
    assert sink.name == f"mqtt=mqtt://127.0.0.1:{broker.port}/lair"


def test_after_a_cut_it_connects_anew(broker: Broker, record: MakeRecord) -> None:
    sink = topic(f"mqtt://127.0.0.1:{broker.port}/lair")
    sink.send([record(0)])
    broker.cut()
    for _ in range(3):  # the cut may be noticed while it sends
        try:
            sink.send([record(1)])
        except SinkError:
            continue
        break
    sink.close()
    assert [told["n"] for _, told in broker.taken][-1] == 1


def test_what_is_not_acknowledged_is_not_taken(
    broker: Broker, record: MakeRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    sink = topic(f"mqtt://127.0.0.1:{broker.port}/lair")
    broker.answers = False
    with monkeypatch.context() as hurry, pytest.raises(SinkError, match="no answer in time"):
        hurry.setattr(mqtt, "TIMEOUT", 0.2)
        sink.send([record(0)])
    broker.answers = True
    sink.send([record(0)])
    sink.close()
    assert [told["n"] for _, told in broker.taken] == [0]


def test_a_broker_that_refuses_and_one_that_is_not_there(broker: Broker, record: MakeRecord) -> None:
    broker.refuses = 5
    sink = topic(f"mqtt://127.0.0.1:{broker.port}/lair")
    with pytest.raises(SinkError, match="the broker refuses: Not authorized"):
        sink.send([record(0)])
    with socket.create_server(("127.0.0.1", 0)) as free:
        nobody = topic(f"mqtt://127.0.0.1:{free.getsockname()[1]}/lair")
    with pytest.raises(SinkError, match="Connection refused"):
        nobody.send([record(0)])


@pytest.mark.parametrize(
    "where", ["localhost", "http://localhost/x", "mqtt://", "mqtt://h:x/", "mqtt://h/a/#", "mqtt://h/+"]
)
def test_what_is_no_topic(where: str) -> None:
    with pytest.raises(
        SinkError, match=r"is no topic of a broker\. Write one such as mqtt=mqtt://localhost/lairkeeper\."
    ):
        topic(where)


def test_without_its_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **more: Any) -> Any:
        if name.startswith("paho"):
            raise ModuleNotFoundError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(SinkError, match=r"Install it: pip install 'lairkeeper\[mqtt\]'"):
        topic("mqtt://localhost/lair")
