"""A topic of an MQTT broker: one message a record, as JSON, with quality of service 1 (at least once)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote, urlsplit

from lairkeeper.table import PublicRecord, public_json

from .sink import Sink, SinkError, SinkKind

if TYPE_CHECKING:
    from paho.mqtt.client import Client

TOPIC: Final = "lairkeeper"
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
        except ValueError:
            parts, port = urlsplit(""), None
        self._topic = unquote(parts.path.strip("/")) or TOPIC
        if parts.scheme not in _PORTS or not parts.hostname or {"+", "#", "?", "\0"} & {*where, *self._topic}:
            raise SinkError(f"{where!r} is no topic of a broker. Write one such as mqtt=mqtt://localhost/{TOPIC}.")
        self._host, self._port = parts.hostname, port or _PORTS[parts.scheme]
        self._secure = parts.scheme == "mqtts"
        self._login = None if parts.username is None else (unquote(parts.username), unquote(parts.password or ""))
        self.name = f"mqtt={parts.scheme}://{self._host}:{self._port}/{self._topic}"
        self.key = self.name
        self._client: Client | None = None

    def send(self, records: Sequence[PublicRecord]) -> None:
        until = time.monotonic() + TIMEOUT
        try:
            client = self._connected()
            sent = [client.publish(self._topic, json.dumps(public_json(each)), qos=1) for each in records]
            for each in sent:
                each.wait_for_publish(max(0.01, until - time.monotonic()))
                if not each.is_published():
                    raise TimeoutError("no answer in time")
        except (OSError, ValueError, RuntimeError) as error:
            self.close()
            raise SinkError(getattr(error, "strerror", None) or str(error)) from None

    def close(self) -> None:
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
        self.close()
        answered = threading.Event()
        refused: list[str] = []

        def on_connect(client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
            if reason.is_failure:
                refused.append(str(reason))
            answered.set()

        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTv311)
        client.on_connect = on_connect
        client.connect_timeout = TIMEOUT
        if self._login is not None:
            client.username_pw_set(*self._login)
        if self._secure:
            client.tls_set()
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


SINK: Final = SinkKind("mqtt", "URL", "JSON to a topic of an MQTT broker: mqtt://HOST:PORT/TOPIC.", _open)
