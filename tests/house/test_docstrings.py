"""Docstrings name their subject: none begins with What, Whether, Whoever, How or "Of a".

The same holds for the string below an attribute or a constant (PEP 258).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from .test_repo import ROOT, tracked

BEGINNING = re.compile(r"\s*(?:What|Whether|Whoever|How|Of an?)\b")


def begun_so(tree: ast.AST) -> Iterator[int]:
    """Yield the first line of each docstring or attribute string that begins with one of these words."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            and BEGINNING.match(node.value.value)
        ):
            yield node.lineno


def test_no_docstring_begins_so() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in tracked()
        if path.suffix == ".py"
        for line in begun_so(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize("beginning", ["What", "Whether", "Whoever", "How", "Of a", "Of an"])
@pytest.mark.parametrize(
    ("code", "line"),
    [
        ('"""{} …"""', 1),
        ('class Seat:\n    """{} …"""', 2),
        ('class Seat:\n    asked: bool\n    """{} …"""', 3),
        ('def seat() -> None:\n    """{} …"""', 2),
        ('async def seat() -> None:\n    """\n    {} …\n    """', 2),
        ('FEW = 12\n"""{} …"""', 2),
    ],
)
def test_each_beginning_is_seen(code: str, line: int, beginning: str) -> None:
    assert list(begun_so(ast.parse(code.format(beginning)))) == [line]


@pytest.mark.parametrize("words", ["Whatever waits", "Of all seats", "Return what", "True when", "Often"])
def test_other_beginnings_are_allowed(words: str) -> None:
    assert list(begun_so(ast.parse(f'"""{words} …"""\nWORD = "What"'))) == []
