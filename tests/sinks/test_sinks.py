"""Which sinks there are, and how one is named."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import cast

import pytest

from lairkeeper import plugins, sinks
from lairkeeper.sinks import GROUP, Sink, SinkError, SinkKind, all_sinks, open_sinks


def test_each_file_of_the_folder_is_a_sink() -> None:
    assert list(all_sinks()) == ["csv", "json", "mqtt", "webhook"]


def test_a_sink_of_another_package_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_it(where: str) -> Sink:
        opened.append(where)
        return cast("Sink", type("Told", (), {"name": "pipe", "key": where})())

    found = [EntryPoint("pipe", "lairkeeper.pipe:SINK", GROUP)]
    monkeypatch.setattr(plugins, "entry_points", lambda group: found if group == GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda self: SinkKind("pipe", "NAME", "For the test.", open_it))
    monkeypatch.setattr(sinks, "all_sinks", all_sinks.__wrapped__)
    assert [each.key for each in open_sinks(["pipe=a=b"])] == ["a=b"]
    assert opened == ["a=b"]


@pytest.mark.parametrize("text", ["", "json", "json=", "=x", "xml=file", "JSON=file"])
def test_what_names_no_sink_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(
        SinkError, match=r"is not NAME=WHERE\. Write one of csv=FILE, json=FILE, mqtt=URL, webhook=URL\."
    ):
        open_sinks([text])


def test_a_place_is_given_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(open_sinks(["json=a", "json=b", "csv=c"])) == 3
    with pytest.raises(SinkError, match="is given twice"):
        open_sinks(["json=a", f"json={tmp_path / 'a'}"])
