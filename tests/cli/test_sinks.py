"""``--sink``: a running app sends what happens, and says once that a sink fails and that it does no more."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from lairkeeper.cli.hostlog import watched
from lairkeeper.core.command import Command
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table

from ..chain.played_by_hand import until
from ..chain.running_demo import RunningDemo
from ..sinks.test_webhook import Server
from .test_listing import lairkeeper


def begun(file: Path) -> None:
    """Begin a match with three records."""
    with Store.open(file) as store:
        table = Hub(store).start("forever-evil", ("Ana", "Bo"), level="score")
        assert isinstance(table, Table)
        for _ in range(2):
            table.act(Command(move="gain", by="Ana", card="vp-1"), "page")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a process gets no SIGINT")
@pytest.mark.parametrize("how", [("--headless",), ("--no-browser", "--port", "0")], ids=["headless", "pages"])
def test_a_running_app_sends_to_all_sinks_and_says_once_that_one_fails(how: tuple[str, ...], tmp_path: Path) -> None:
    begun(tmp_path / "lair.db")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["--sink", f"json={tmp_path / 'match.jsonl'}", "--sink", f"webhook=http://127.0.0.1:{port}/secret-path"]
    log = tmp_path / "host.log"
    command = [
        *(sys.executable, "-m", "lairkeeper", "serve", *how, "--board", "/dev/nope"),
        *("--db", str(tmp_path / "lair.db"), "--log", str(log), *words),
    ]
    environment = {**os.environ, "no_proxy": "*"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as app:
        assert app.stderr is not None
        told = [app.stderr.readline()]
        while "do not reach" not in told[-1]:
            told.append(app.stderr.readline())
            assert told[-1], told
        assert f"Records do not reach webhook=http://127.0.0.1:{port} (Connection refused)." in told[-1]
        server = Server(port)
        while "again" not in told[-1]:
            told.append(app.stderr.readline())
            assert told[-1], told
        app.send_signal(signal.SIGINT)
        rest = app.communicate(timeout=30)[1]
        server.shutdown()
        server.server_close()
    assert app.returncode == 0, rest
    said = "".join(told) + rest
    assert said.count("do not reach") == said.count("again. What was missing is sent, too") == 1
    assert "secret-path" not in said + log.read_text(encoding="utf-8")
    assert log.read_text(encoding="utf-8").count("do not reach") == 1
    lines = (tmp_path / "match.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["n"] for line in lines] == [0, 1, 2]
    assert [each["n"] for _, _, _, body in server.came for each in body["records"]] == [0, 1, 2]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("match.jsonl", "'match.jsonl' is not NAME=WHERE. Write one of csv=FILE"),
        ("json=/nowhere/at/all", "There is no folder /nowhere/at. Make it, or name another file."),
        ("webhook=example.org", "'example.org' is no web address. Write one such as"),
    ],
)
def test_a_sink_that_cannot_be_is_one_sentence(given: str, said: str, tmp_path: Path) -> None:
    done = lairkeeper("serve", "--headless", "--sink", given, "--db", str(tmp_path / "lair.db"))
    assert done.returncode == 2
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "lair.db").exists()


@pytest.mark.parametrize("verb", ["serve", "demo"])
def test_the_help_lists_the_sinks(verb: str) -> None:
    said = lairkeeper(verb, "--help").stdout
    for each in ("csv=FILE", "json=FILE", "mqtt=URL", "webhook=URL"):
        assert each in said


@pytest.mark.chain
def test_the_demo_sends_to_sinks_too(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with RunningDemo(tmp_path / "demo.db", "--sink", f"json={file}") as demo:
        until(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("\n"))
        assert demo.stop() == 0
    assert [json.loads(line)["n"] for line in file.read_text(encoding="utf-8").splitlines()] == [0]


@pytest.mark.parametrize("alone", [("--auto",), ("--campaign", "1")], ids=["auto", "campaign"])
def test_matches_that_play_themselves_send_nowhere(alone: tuple[str, ...], tmp_path: Path) -> None:
    done = lairkeeper("demo", *alone, "--sink", f"json={tmp_path / 'match.jsonl'}")
    assert done.returncode == 2
    assert "--sink is for a match by hand" in " ".join(done.stderr.split())
    assert done.stdout == ""


def test_the_log_says_of_each_problem_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "lairkeeper")
    with Store.open() as store:
        hub = Hub(store)
        watched(hub)
        for name in ("json=a", "json=b"):
            hub.troubles.sink_failed(name, "No space left on device")
        for name in ("json=a", "json=b"):
            hub.troubles.sink_over(name)
    said = [each for each in caplog.messages if each.startswith("problem")]
    assert [each.split("json=")[1][0] for each in said] == ["a", "b", "a", "b"]
    assert [("do not reach" in each, "again" in each) for each in said] == [(True, False)] * 2 + [(False, True)] * 2
