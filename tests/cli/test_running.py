"""Steps before a table runs."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from click import ClickException

from lairkeeper.cli.running import _run, _say_whether_kept
from lairkeeper.store import Store
from lairkeeper.table import Hub


def test_what_is_loaded_is_settled_before_anybody_waits() -> None:
    """The collector's full pass over all modules and catalogs would keep everybody waiting."""
    frozen: list[int] = []

    async def main() -> None:
        frozen.append(gc.get_freeze_count())

    gc.unfreeze()
    try:
        _run(main)
    finally:
        gc.unfreeze()
    assert frozen[0] > 10_000


def test_the_end_calls_nothing_kept_when_the_file_has_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store)
        _say_whether_kept(hub)
        assert "Kept." in capsys.readouterr().out
        (tmp_path / "lair.db").unlink()
        with pytest.raises(ClickException, match="was deleted or moved"):
            _say_whether_kept(hub)
        assert capsys.readouterr().out == ""
