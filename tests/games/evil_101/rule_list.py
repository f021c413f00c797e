"""Reads the numbered rules of the game's page and what plays and tests say they prove."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "games" / "evil-101.md"
PLAYS = ROOT / "host" / "lairkeeper" / "games" / "evil_101" / "plays"
TESTS = ROOT / "tests"
_POINT = re.compile(r"^- \*\*(e1-[1-9]\d*)\*\* \((\w+)\) (.+)$")


def points() -> list[tuple[str, str, str]]:
    """Id, level and text of every numbered rule, in the order of the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [(found[1], found[2], found[3]) for line in lines if (found := _POINT.match(line))]


def covered_by_plays() -> set[str]:
    """The rules that plays prove."""
    return {
        rule
        for path in PLAYS.glob("*.toml")
        for rule in tomllib.loads(path.read_text(encoding="utf-8")).get("covers", [])
    }


def covered_by_tests() -> set[str]:
    """The rules that tests prove, read from their source: ids are literal strings."""
    found: set[str] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "covers":
                found |= {
                    str(each.value)
                    for each in node.args
                    if isinstance(each, ast.Constant) and str(each.value).startswith("e1-")
                }
    return found
