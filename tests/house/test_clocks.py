"""Whatever waits goes by a steady clock. Only what stores or shows a time of day may ask for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HOST = Path(__file__).parents[2] / "host" / "lairkeeper"
DATED = {
    "board/backup.py": "says when a backup was made",
    "board/board_log.py": "shows the time of day of a board's log",
    "board/link.py": "dates the events that are stored",
    "board/session.py": "dates the events that are stored",
    "cli/backup.py": "names a file, and the database that is kept",
    "cli/campaign.py": "names a folder",
    "cli/hostlog.py": "dates the lines of the log",
    "cli/token.py": "dates tokens",
    "store/db.py": "dates what is set aside",
    "web/lan/tls.py": "compares the dates of certificates",
    "table/clocks.py": "hands out both clocks",
}
"""Files that may read the wall clock, and what for."""
WALL = {"time": {"time", "time_ns", "localtime", "gmtime", "ctime"}, "datetime": {"now", "today", "utcnow"}}


def reads(tree: ast.AST) -> Iterator[int]:
    """Lines that name a function that reads the wall clock, or import one by its bare name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (node.lineno for alias in node.names if alias.name in WALL["time"])
        if not isinstance(node, ast.Attribute):
            continue
        owner = node.value.id if isinstance(node.value, ast.Name) else getattr(node.value, "attr", "")
        if node.attr in WALL.get("datetime" if owner in ("datetime", "date") else owner, ()):
            yield node.lineno


def readers() -> dict[str, list[int]]:
    """Every file that reads the wall clock, with the lines."""
    found = {}
    for path in HOST.rglob("*.py"):
        if "_firmware" not in path.parts:
            found[path.relative_to(HOST).as_posix()] = list(reads(ast.parse(path.read_text(encoding="utf-8"))))
    return {name: lines for name, lines in found.items() if lines}


def test_only_what_stores_or_shows_a_time_reads_the_wall_clock() -> None:
    assert {name: lines for name, lines in readers().items() if name not in DATED} == {}


def test_the_list_names_no_file_in_vain() -> None:
    assert set(DATED) == set(readers())


def test_each_way_to_read_it_is_seen() -> None:
    for line in (
        "time.time()", "clock=time.time", "time.time_ns()", "from time import time", "datetime.now()",
        "datetime.datetime.now(tz)", "date.today()", "datetime.date.today()", "time.localtime()",
    ):  # fmt: skip
        assert list(reads(ast.parse(line))) == [1], line
    for line in ("time.monotonic()", "from time import monotonic", "clocks.wall()", "self.time()"):
        assert list(reads(ast.parse(line))) == [], line
