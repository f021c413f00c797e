"""Steps before a table runs."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click import ClickException

from lairkeeper.cli.running import _run, _say_whether_kept, tell_trouble
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


def test_the_end_saves_what_a_deleted_file_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store)
        _say_whether_kept(hub)
        assert "Kept." in capsys.readouterr().out
        hub.start("forever-evil", ("Ana", "Bo"), level="score")
        (tmp_path / "lair.db").unlink()
        with pytest.raises(ClickException, match="was deleted or moved") as caught:
            _say_whether_kept(hub)
        assert capsys.readouterr().out == ""
        assert store.saved is not None
        assert caught.value.message.endswith(f"lairkeeper serve --db {store.saved}")
        with Store.open(store.saved) as saved:
            assert Hub(saved).resume_last() is not None


def test_the_end_names_what_could_not_be_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "folder"
    with Store.open(folder / "lair.db") as store:
        shutil.rmtree(folder)
        folder.write_text("no folder any more")
        hub = Hub(store)
        with pytest.raises(ClickException, match="could not be written in its place"):
            _say_whether_kept(hub)
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("lang", "said"), [("en", "so does Ctrl-C"), ("fr", "Ctrl-C aussi")])
def test_the_terminal_says_at_once_that_the_file_has_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, said: str
) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store)
        hub.set_language(lang)
        tell_trouble(hub)
        hidden = (tmp_path / "lair.db").rename(tmp_path / "hidden.db")
        for _ in range(3):
            hub.troubles.look()
        assert capsys.readouterr().err.count(said) == 1
        hidden.rename(tmp_path / "lair.db")
        hub.troubles.try_again()
        assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a file that is open cannot be deleted")
def test_a_running_app_says_once_that_its_file_has_gone_and_saves_it_when_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "lair.db"
    with Store.open(file) as store:
        Hub(store).start("forever-evil", ("Ana", "Bo"), level="score")
    command = [sys.executable, "-m", "lairkeeper", "serve", "--headless", "--board", "/dev/nope", "--db", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as app:
        assert app.stdout is not None
        assert app.stderr is not None
        while "Ctrl-C" not in app.stdout.readline():
            assert app.poll() is None
        file.unlink()
        told = []
        while not told or "so does Ctrl-C" not in told[-1]:
            told.append(app.stderr.readline())
            assert told[-1], told
        app.send_signal(signal.SIGINT)
        rest = app.communicate(timeout=30)[1]
    saved = next(tmp_path.glob("lair.saved-*.db"))
    assert app.returncode == 1
    assert f"lairkeeper serve --db {saved}" in rest
    assert "so does Ctrl-C" not in rest, "told once"
    with Store.open(saved) as store:
        assert Hub(store).resume_last() is not None
