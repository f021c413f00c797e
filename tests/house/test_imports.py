"""Who may import whom: data walks one way, and a room knows only the rooms below it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

HOST = Path(__file__).parents[2] / "host" / "lairkeeper"

# room -> what it may import of ours. A dotted name allows that module alone; "*" allows everything.
MAY: dict[str, set[str]] = {
    "plugins": set(),
    "spreadsheet": set(),
    "i18n": {"i18n", "plugins"},
    "core": {"core"},
    "rules": {"core", "rules"},
    "games": {"core", "rules", "games", "i18n"},
    "kit": {"core", "kit", "scans", "games", "i18n"},
    "scans": {"core", "scans"},
    "tags": {"tags", "spreadsheet", "core.ids", "core.pieces", "core.printed"},
    "board": {"board"},
    "store": {"store", "core", "board.events"},
    "table": {"table", "core", "games", "scans", "tags", "board", "store", "i18n"},
    "statistics": {"statistics", "table", "store", "games", "core"},
    "exports": {"exports", "plugins", "spreadsheet", "table", "store", "core"},
    "sinks": {"sinks", "plugins", "spreadsheet", "exports", "table", "store"},
    "web": {
        "web",
        "statistics",
        "exports",
        "table",
        "store",
        "board",
        "core.face",
        "core.ids",
        "core.pieces",
        "core.printed",
        "core.view",
        "core.result",
        "core.command",
        "i18n",
    },
    "simulation": {"*"},
    "cli": {
        "cli",
        "spreadsheet",
        "exports",
        "sinks",
        "table",
        "store",
        "web",
        "board",
        "tags",
        "simulation",
        "kit",
        "games",
        "i18n",
    },
    "start": {"cli"},
}
PLAYERS = "simulation"
"""The package in each game that holds its simulated players: a room of its own inside the game."""
PLAYERS_MAY = MAY["games"] | {"simulation.acts", "simulation.readers"}
"""They know their game and the contract of the simulation; their game does not know them."""
OF_EACH_GAME = {"Catalog"}
"""A name of `core` that each game uses for its own."""
FRONT_DOOR_ONLY = {
    "cli": {"games"},
    "kit": {"games"},
    "simulation": {"games"},
    "table": {"games"},
    "web": {"board", "statistics"},
    "statistics": {"games"},
}
"""These rooms may import the package itself and nothing inside it: no game, no link, by name."""

PURE_MODULES = {
    "__future__", "abc", "bisect", "collections", "copy", "dataclasses", "enum", "functools", "heapq", "inspect",
    "itertools", "json", "math", "msgspec", "operator", "re", "types", "typing", "unicodedata",
}  # fmt: skip
"""Modules that a pure room may use: nothing that has a clock, chance or I/O."""


def modules() -> list[Path]:
    return sorted(path for path in HOST.rglob("*.py") if "_firmware" not in path.parts)


def room_of(path: Path) -> str:
    return path.relative_to(HOST).parts[0].removesuffix(".py")


def of_players(path: Path) -> bool:
    parts = path.relative_to(HOST).parts
    return parts[0] == "games" and PLAYERS in parts[2:-1]


def imported(path: Path) -> Iterator[tuple[str, int]]:
    """Absolute dotted names that a file imports, with the line; relative ones are made absolute."""
    package = ("lairkeeper", *path.relative_to(HOST).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *([node.module] if node.module else [])))
            yield module, node.lineno
            yield from ((f"{module}.{alias.name}", node.lineno) for alias in node.names)


def is_module(dotted: str) -> bool:
    path = HOST.joinpath(*dotted.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").is_file()


def files_of(names: list[tuple[str, int]]) -> Iterator[str]:
    """Yield the files of imported modules and packages; ``from package import module`` means the module alone."""
    for name, line in names:
        at = HOST.joinpath(*name.split("."))
        if at.with_suffix(".py").is_file():
            yield str(at.with_suffix(".py"))
        elif not any(other.startswith(f"{name}.") and there == line for other, there in names):
            yield str(at / "__init__.py")


def ours(path: Path) -> Iterator[tuple[str, int]]:
    for name, line in imported(path):
        if name.startswith("lairkeeper.") and is_module(name):
            yield name.removeprefix("lairkeeper."), line


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOST)))
def test_a_room_imports_only_what_it_may(path: Path) -> None:
    room = room_of(path)
    if room in {"__init__", "__main__"}:
        return
    allowed = PLAYERS_MAY if of_players(path) else MAY[room]
    for name, line in ours(path):
        fits = "*" in allowed or any(name == each or name.startswith(f"{each}.") for each in allowed)
        part_of_allowed = any(each.startswith(f"{name}.") for each in allowed)
        assert fits or part_of_allowed, f"{path.name}:{line} imports lairkeeper.{name}, which {room} may not"
        for door in FRONT_DOOR_ONLY.get(room, ()):
            assert not name.startswith(f"{door}."), f"{path.name}:{line} goes past the front door of {door}: {name}"


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types count, too; those inside a function are there to start quickly and do not."""
    graph: dict[str, set[str]] = {}
    for path in modules():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        within = {line for each in ast.walk(tree) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
                  for line in range(each.lineno, (each.end_lineno or 0) + 1)}  # fmt: skip
        graph[str(path)] = set(files_of([each for each in ours(path) if each[1] not in within])) - {str(path)}
    TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOST)))
def test_games_do_not_know_each_other(path: Path) -> None:
    parts = path.relative_to(HOST).parts
    if parts[0] != "games" or len(parts) < 3:
        return
    for name, line in ours(path):
        if name.startswith("games."):
            assert name.split(".")[1] == parts[1], f"{path.name}:{line} imports another game: {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOST)))
def test_only_simulated_players_know_simulated_players(path: Path) -> None:
    """A real table starts without them: `simulation` imports those of one game when it plays it."""
    if of_players(path):
        return
    for name, line in ours(path):
        parts = name.split(".")
        assert parts[0] != "games" or PLAYERS not in parts[2:], f"{path.name}:{line} imports simulated players: {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(HOST)))
def test_screens_do_not_know_each_other(path: Path) -> None:
    parts = path.relative_to(HOST).parts
    if parts[:2] != ("web", "screens") or len(parts) < 4:
        return
    for name, line in ours(path):
        if name.startswith("web.screens."):
            assert name.split(".")[2] == parts[2], f"{path.name}:{line} imports another screen: {name}"


@pytest.mark.parametrize("room", ["core", "rules", "scans"])
def test_pure_rooms_use_no_clock_chance_or_io(room: str) -> None:
    for path in modules():
        if room_of(path) != room:
            continue
        for name, line in imported(path):
            top = name.split(".")[0]
            pure = top in PURE_MODULES or name.startswith("importlib.resources.abc")  # a type only
            assert top == "lairkeeper" or pure, f"{path.name}:{line} imports {name}"


@pytest.mark.parametrize(
    "room",
    ["core", "rules", "scans", "kit", "simulation", "statistics", "table", "web", "store", "tags", "board", "sinks"],
)
def test_no_room_but_the_games_names_a_game(room: str) -> None:
    names = sorted(each.name for each in (HOST / "games").iterdir() if (each / "__init__.py").is_file())
    assert names, "no game found"
    for path in (HOST / room).rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        for name in names:
            for spelling in (name, name.replace("_", "-"), name.replace("_", " ")):
                assert spelling not in text, f"{path.name} names {spelling}; a game is one package and one entry point"


def test_no_two_rooms_have_a_public_type_of_one_name() -> None:
    """The games are alike on purpose: each has its own `Ruleset`, `Catalog` and `KindFacts`."""
    rooms: dict[str, set[str]] = {}
    for path in sorted(HOST.rglob("*.py")):
        room = path.relative_to(HOST).parts[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                rooms.setdefault(node.name, set()).add(room)
    assert "QuestionOption" in rooms
    shared = {name: sorted(where) for name, where in rooms.items() if len(where) > 1 and name not in OF_EACH_GAME}
    assert shared == {}


COMMON = ("i18n", "plugins", "spreadsheet")
"""Rooms that the page leaves out of its column."""


def test_the_page_of_the_architecture_lists_what_each_room_may_import() -> None:
    page = (HOST.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", page, re.M)
    listed = {room: {"*"} if "everything" in cell else set(re.findall(r"`(\w+)`", cell)) for room, cell in rows}
    assert listed == {
        room: {name.split(".")[0] for name in may} - {room, *COMMON}
        for room, may in MAY.items()
        if room not in {*COMMON, "start"}
    }
