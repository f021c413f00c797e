"""A topic of an MQTT broker: one message a record, as JSON, with quality of service 1 (at least once)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from lairkeeper.table import PublicRecord, public_json

from .home_assistant import OFFLINE, ONLINE, Discovery
from .sink import Sink, SinkError, SinkKind
from .standing import Standing

if TYPE_CHECKING:
    from paho.mqtt.client import Client

TOPIC: Final = "lairkeeper"
DISCOVERY: Final = "discovery"
"""The parameter that names where Home Assistant looks for new entities."""
TIMEOUT: Final = 10.0
"""Seconds in which the broker must take a connection, and then all of the messages."""
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class _Mqtt:
    def __init__(self, where: str) -> None:
        try:
            import paho.mqtt.client  # noqa: F401, PLC0415 (only those who use MQTT have it)
        except ImportError:
            raise SinkError("MQTT needs another package. Install it: pip install 'lairkeeper[mqtt]'") from None
        try:
            parts = urlsplit(where)
            port = parts.port
            asked = parse_qs(parts.query, strict_parsing=bool(parts.query), keep_blank_values=True)
        except ValueError:
            parts, port, asked = urlsplit(""), None, {}
        self._topic = unquote(parts.path.strip("/")) or TOPIC
        prefix = asked.pop(DISCOVERY, [""])[0].strip("/")
        wild = {"+", "#", "\0"} & {*where, *self._topic, *prefix} or "?" in self._topic
        if parts.scheme not in _PORTS or not parts.hostname or wild or asked or (parts.query and not prefix):
            raise SinkError(f"{where!r} is no topic of a broker. Write one such as mqtt=mqtt://localhost/{TOPIC}.")
        self._host, self._port = parts.hostname, port or _PORTS[parts.scheme]
        self._secure = parts.scheme == "mqtts"
        self._login = None if parts.username is None else (unquote(parts.username), unquote(parts.password or ""))
        self.name = f"mqtt={parts.scheme}://{self._host}:{self._port}/{self._topic}"
        self.key = self.name
        self._discovery = Discovery(prefix, self._topic) if prefix else None
        self._kept: dict[str, str] = {}
        """The retained messages that the broker has, unless ``_anew`` is set."""
        self._anew = threading.Event()
        """Set by each new connection, also one that the client makes by itself: the broker may have lost all."""
        self._client: Client | None = None

    def send(self, records: Sequence[PublicRecord]) -> None:
        self._publish([(self._topic, json.dumps(public_json(each)), False) for each in records])

    def show(self, standing: Standing | None) -> None:
        if self._discovery is None:
            return
        told = {each.topic: each.payload for each in self._discovery.messages(standing)}
        if self._anew.is_set() or self._client is None:
            self._anew.clear()
            self._kept = {}
        self._publish([(topic, text, True) for topic, text in told.items() if self._kept.get(topic) != text])
        self._kept = told

    def close(self) -> None:
        if self._discovery is not None and self._kept:
            with suppress(SinkError):
                self._publish([(self._discovery.available, OFFLINE, True)])
        self._drop()

    def _publish(self, messages: Sequence[tuple[str, str, bool]]) -> None:
        """Publish messages (topic, text, retained), and wait until the broker has them. Raises ``SinkError``."""
        until = time.monotonic() + TIMEOUT
        try:
            client = self._connected()
            sent = [client.publish(topic, text, qos=1, retain=retain) for topic, text, retain in messages]
            for each in sent:
                each.wait_for_publish(max(0.01, until - time.monotonic()))
                if not each.is_published():
                    raise TimeoutError("no answer in time")
        except (OSError, ValueError, RuntimeError) as error:
            self._drop()
            raise SinkError(getattr(error, "strerror", None) or str(error)) from None

    def _drop(self) -> None:
        self._kept = {}
        client, self._client = self._client, None
        if client is not None:
            with suppress(OSError, ValueError, RuntimeError):
                client.disconnect()
                client.loop_stop()

    def _connected(self) -> Client:
        """Return the client, connected; raises ``OSError`` when the broker cannot be reached or refuses."""
        from paho.mqtt.client import Client, MQTTv311  # noqa: PLC0415
        from paho.mqtt.enums import CallbackAPIVersion  # noqa: PLC0415

        if self._client is not None and self._client.is_connected():
            return self._client
        self._drop()
        answered = threading.Event()
        refused: list[str] = []

        def on_connect(client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
            if reason.is_failure:
                refused.append(str(reason))
            elif self._discovery is not None:  # the broker has said that we are away
                self._anew.set()
                client.publish(self._discovery.available, ONLINE, qos=1, retain=True)
            answered.set()

        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
        client.on_connect = on_connect
        client.connect_timeout = TIMEOUT
        if self._login is not None:
            client.username_pw_set(*self._login)
        if self._secure:
            client.tls_set()
        if self._discovery is not None:
            client.will_set(self._discovery.available, OFFLINE, qos=1, retain=True)
        client.connect(self._host, self._port)
        self._client = client
        client.loop_start()
        if not answered.wait(TIMEOUT):
            raise TimeoutError("no answer in time")
        if refused:
            raise ConnectionError(f"the broker refuses: {refused[0]}")
        return client


def _open(where: str) -> Sink:
    return _Mqtt(where)


SINK: Final = SinkKind(
    "mqtt", "URL", "JSON to a topic of an MQTT broker: mqtt://HOST:PORT/TOPIC[?discovery=homeassistant].", _open
)
