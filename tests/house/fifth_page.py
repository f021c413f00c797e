"""Write the files of the toy game into docs/add-a-game.md: ``python -m tests.house.fifth_page``."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "add-a-game.md"
FIFTH: Final = ROOT / "tests" / "fifth"
BEGIN, END = "<!-- files -->\n", "<!-- end of files -->\n"
PROJECT: Final = tomllib.loads((FIFTH / "pyproject.toml").read_text(encoding="utf-8"))["project"]
((_, ENTRY),) = PROJECT["entry-points"]["lairkeeper.games"].items()
PACKAGE: Final = FIFTH / ENTRY.partition(":")[0]
_LEFT: Final = re.compile(r"/(?:__pycache__|\.[^/]+)/")
"""Folders that tools leave."""
OTHERS: Final = {
    "pyproject.toml": '`[project.entry-points."lairkeeper.games"]` with `id = "GAME:GAME"`; the id in kebab case.',
    "README.md": "What the game is.",
    "run_kit.py": "Runs the kit, with the rules and the golden matches.",
    "golden/LEVEL-v1.jsonl": "One random match for each level, kept for ever.",
    "GAME/texts/rules.toml": "The numbered rules, each with the lowest level that can prove it.",
    "GAME/texts/en.toml": "Every sentence in English.",
    "GAME/texts/fr.toml": "Every sentence in French: the same keys and arguments.",
    "GAME/plays/SECTION/*.toml": "Rule examples that run ([plays](plays.md)); each file name is used once.",
}
"""Contents of the files that are no Python."""


def page() -> str:
    """Return the page with the files as they are."""
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}{table()}{END}{rest.partition(END)[2]}"


def table() -> str:
    """Return a row for each file, or for files that are alike, with their lines; the last row has the sums."""
    groups: dict[str, list[Path]] = {}
    for file in _files():
        groups.setdefault(_name(file), []).append(file)
    rows = ["| file | lines | what it holds |", "|---|---:|---|"]
    for name in sorted(groups, key=_order):
        count = f" ({len(groups[name])} files)" if "*" in name or "LEVEL" in name else ""
        rows.append(f"| `{name}`{count} | {_lines(groups[name])} | {OTHERS.get(name) or _told(groups[name][0])} |")
    python = [file for file in _files() if file.suffix == ".py" and file.is_relative_to(PACKAGE)]
    players = [file for file in python if "simulation" in file.parts]
    rest = [file for file in python if file not in players]
    rows.append(f"| Python of the rules | {_lines(rest)} | {len(rest)} files |")
    rows.append(f"| Python of the simulated players | {_lines(players)} | {len(players)} files |")
    rules = tomllib.loads((PACKAGE / "texts" / "rules.toml").read_text(encoding="utf-8"))
    rows.append(f"| Numbered rules | {len(rules) - 1} | and {len(groups['GAME/plays/SECTION/*.toml'])} plays |")
    return "\n".join(rows) + "\n"


def _files() -> list[Path]:
    """Return the files of the toy, without those that tools leave there."""
    found = (file for file in sorted(FIFTH.rglob("*")) if file.is_file())
    return [file for file in found if not _LEFT.search(file.relative_to(ROOT).as_posix())]


def _name(file: Path) -> str:
    """Return the name of a file on the page; the package is GAME, and plays and golden matches are counted together."""
    path = file.relative_to(FIFTH)
    if path.parts[0] == "golden":
        return "golden/LEVEL-v1.jsonl"
    if path.parts[:2] == (PACKAGE.name, "plays"):
        return "GAME/plays/SECTION/*.toml"
    return str(path.as_posix()).replace(f"{PACKAGE.name}/", "GAME/")


def _order(name: str) -> tuple[bool, bool, bool, str]:
    """Sort the project first, then the package: its rules, its plays, its players, its texts; then what tests it."""
    rules = name.endswith(".py") and "simulation" not in name
    return name != "pyproject.toml", not name.startswith("GAME/"), not rules, name


def _lines(files: list[Path]) -> int:
    return sum(file.read_text(encoding="utf-8").count("\n") for file in files)


def _told(file: Path) -> str:
    """Return the first sentence of a module, without the name of the game and the part of its rulebook."""
    said = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
    game = PACKAGE.name.capitalize()
    said = re.sub(rf" \(\"{game}, [^)]+\"\)", "", " ".join(said.replace("``", "`").split()))
    said = re.sub(rf"^{game}, a toy game: ", "The package: ", said)
    return re.sub(rf"\b{game}\b", "the game", said).replace("the game in the form", "The game in the form")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
