"""A broken plug-in of another package is named and left out, and the app still starts."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from lairkeeper import plugins
from lairkeeper.exports import Export, all_exports

GROUP = "lairkeeper.test"
GOOD = EntryPoint("good", "pathlib:Path", GROUP)


def brought(monkeypatch: pytest.MonkeyPatch, *entries: EntryPoint) -> list[type]:
    monkeypatch.setattr(plugins, "entry_points", lambda group: [*entries, GOOD] if group == GROUP else [])
    return list(plugins.brought(GROUP, type))


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (EntryPoint("bad", "lairkeeper_nowhere:THING", GROUP), "No module named 'lairkeeper_nowhere'"),
        (EntryPoint("bad", "pathlib:Nothing", GROUP), "has no attribute 'Nothing'"),
        (EntryPoint("bad", "math:pi", GROUP), "is no type"),
    ],
)
def test_what_is_broken_is_told_and_left_out(
    entry: EntryPoint, why: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert [kind.__name__ for kind in brought(monkeypatch, entry)] == ["Path"]
    (said,) = caplog.messages
    assert said.startswith("bad of") and why in said and said.endswith("Update or uninstall it.")


def test_an_id_of_ours_is_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = all_exports()["csv"]
    theirs = EntryPoint("csv", "lairkeeper.exports.csv_table:EXPORT", GROUP)
    stranger = replace(ours, help="theirs")
    monkeypatch.setattr(EntryPoint, "load", lambda entry: stranger)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [theirs])
    found = plugins.installed("lairkeeper.exports", "EXPORT", GROUP, Export)
    assert found["csv"] is ours
    monkeypatch.setattr(EntryPoint, "load", lambda entry: replace(stranger, id="other"))
    assert plugins.installed("lairkeeper.exports", "EXPORT", GROUP, Export)["other"].help == "theirs"
