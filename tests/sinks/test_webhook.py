"""Records by HTTP POST, to a server on loopback."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from lairkeeper.sinks import Sink, SinkError, open_sinks, webhook
from lairkeeper.table import public_json

from .conftest import MakeRecord


class Server(ThreadingHTTPServer):
    """Answers each POST with ``status`` and keeps what came."""

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.status = 204
        self.came: list[tuple[str, str, dict[str, str], Any]] = []
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        assert isinstance(self.server, Server)
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append((self.command, self.path, dict(self.headers), json.loads(body)))
        self.send_response(self.server.status)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    do_GET = do_POST  # noqa: N815 (the name is the library's)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_proxy", "*")


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.shutdown()
    server.server_close()


def hook(where: str) -> Sink:
    return open_sinks([f"webhook={where}"])[0]


def test_records_come_as_json(server: Server, record: MakeRecord) -> None:
    hook(f"http://{server.at}/hook?room=7").send([record(0), record(1)])
    ((method, path, headers, body),) = server.came
    assert (method, path, headers["Content-Type"]) == ("POST", "/hook?room=7", "application/json")
    assert headers["User-Agent"].startswith("Lairkeeper/")
    assert "Authorization" not in headers
    assert body == {
        "format": "lairkeeper.records",
        "version": 1,
        "records": [public_json(record(0)), public_json(record(1))],
    }


def test_a_password_goes_into_the_header_and_nowhere_else(server: Server, record: MakeRecord) -> None:
    sink = hook(f"http://ana:s%3Acret@{server.at}/token-123")
    sink.send([record(0)])
    assert server.came[0][2]["Authorization"] == "Basic YW5hOnM6Y3JldA=="
    assert server.came[0][2]["Host"] == server.at
    assert sink.name == f"webhook=http://{server.at}"


@pytest.mark.parametrize("status", [301, 302, 307, 400, 404, 429, 500, 503])
def test_any_other_answer_counts_as_not_taken(status: int, server: Server, record: MakeRecord) -> None:
    server.status = status
    with pytest.raises(SinkError, match=f"it answers {status}"):
        hook(f"http://{server.at}/").send([record(0)])
    assert [each[:2] for each in server.came] == [("POST", "/")], "no redirect is followed"
    server.status = 200
    hook(f"http://{server.at}/").send([record(0)])


def test_nobody_there_and_nobody_who_answers(record: MakeRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "TIMEOUT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        at = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(SinkError, match=r"^no answer in time$"):
            hook(f"http://{at}/secret").send([record(0)])
    with pytest.raises(SinkError, match=r"^Connection refused$"):
        hook(f"http://{at}/secret").send([record(0)])


def test_who_does_not_speak_http(record: MakeRecord) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            connection, _ = server.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(b"220 mail.example.org\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(SinkError, match="BadStatusLine"):
            hook(f"http://127.0.0.1:{server.getsockname()[1]}/").send([record(0)])


@pytest.mark.parametrize(
    "where",
    ["example.org", "ftp://example.org/", "http://", "http://:80/", "http://a:b/", "http://[::1/", "http://a b/"],
)
def test_what_is_no_web_address(where: str) -> None:
    with pytest.raises(
        SinkError, match=r"is no web address\. Write one such as webhook=https://example\.org/records\."
    ):
        hook(where)
