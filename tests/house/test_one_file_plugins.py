"""An export and a sink are one file each: a made-up one is put into its folder, and the commands use it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from lairkeeper.store import Store
from lairkeeper.table import Hub

from .distribution import run

ROOT: Final = Path(__file__).parents[2]
EXPORT: Final = """
from .export import Export


def render(match, separator=","):
    return separator.join(seat["seat"] for seat in match.result["seats"]) + "\\n"


EXPORT = Export("roster", "Who sits at the table.", render)
"""
SINK: Final = """
from pathlib import Path

from .sink import SinkError, SinkKind


class Tally:
    def __init__(self, where):
        self.name = self.key = f"tally={where}"
        self._file = Path(where)

    def send(self, records):
        with self._file.open("a") as file:
            file.write("".join(f"{each.match} {each.n} {each.kind}\\n" for each in records))

    def close(self):
        pass


def open_tally(where):
    if not where.endswith(".txt"):
        raise SinkError(f"{where!r} is no text file. Write tally=NAME.txt.")
    return Tally(where)


SINK = SinkKind("tally", "FILE", "One word a record, added to a file.", open_tally)
"""
DELIVER: Final = """
import asyncio, sys
from pathlib import Path
from lairkeeper import sinks
from lairkeeper.sinks import Delivery, open_sinks
from lairkeeper.store import Store
from lairkeeper.table import Hub


async def deliver(hub, sink, file):
    stop = asyncio.Event()
    running = asyncio.ensure_future(Delivery(hub, sink).run(stop))
    async with asyncio.timeout(20):
        while not file.exists():
            await asyncio.sleep(0.01)
    stop.set()
    await running


sinks.__path__.append(sys.argv[1])
with Store.open(":memory:") as store:
    hub = Hub(store)
    hub.start("forever-evil", ["Ana", "Bo"], level="score")
    (sink,) = open_sinks([f"tally={sys.argv[2]}"])
    asyncio.run(deliver(hub, sink, Path(sys.argv[2])))
"""
START: Final = """
import sys
from importlib import import_module
from lairkeeper.start import main

package = import_module(sys.argv[1])
package.__path__.append(sys.argv[2])
package.__spec__.submodule_search_locations = package.__path__
sys.argv[1:3] = []
main()
"""


def lairkeeper(room: str, folder: Path, *words: str, status: int = 0) -> str:
    """Run the command with the files of ``folder`` beside those of a room."""
    return run(folder, "-c", START, f"lairkeeper.{room}", str(folder), *words, status=status)


@pytest.mark.parametrize(
    ("page", "room", "name"), [("add-an-export", "exports", "FORM"), ("add-a-sink", "sinks", "NAME")]
)
def test_the_page_names_this_file_and_its_test(page: str, room: str, name: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(.+?)` \| .+ \|$", text, re.M)
    assert rows == [f"host/lairkeeper/{room}/{name}.py", f"tests/{room}/test_{name}.py"]


def test_a_match_is_written_in_a_format_that_was_just_added(tmp_path: Path) -> None:
    (tmp_path / "roster.py").write_text(EXPORT, encoding="utf-8")
    db = tmp_path / "lair.db"
    with Store.open(db) as store:
        Hub(store).start("evil-101", ["Zoé", "Bo"], level="score")
    told = lairkeeper(
        "exports", tmp_path, "export", "1", "--format", "roster", "--separator", "semicolon", "--db", str(db)
    )
    assert told == "Zoé;Bo\n"
    assert "Who sits at the table." in lairkeeper("exports", tmp_path, "export", "--help")


def test_a_match_is_told_in_a_way_that_was_just_added(tmp_path: Path) -> None:
    (tmp_path / "tally.py").write_text(SINK, encoding="utf-8")
    got = tmp_path / "got.txt"
    run(tmp_path, "-c", DELIVER, str(tmp_path), str(got))
    assert got.read_text(encoding="utf-8") == "1 0 start\n"


def test_the_commands_offer_it_and_refuse_a_place_that_it_does_not_take(tmp_path: Path) -> None:
    (tmp_path / "tally.py").write_text(SINK, encoding="utf-8")
    assert "One word a record, added to a file." in lairkeeper("sinks", tmp_path, "serve", "--help")
    refused = lairkeeper("sinks", tmp_path, "serve", "--sink", "tally=got.csv", status=2)
    assert "Write tally=NAME.txt." in refused
