"""Firmware sources without what a board does not need: two releases must fit its flash, in blocks of 4 KB a file."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from typing import Final

_STEP: Final = 4
"""Spaces of one indentation in our sources; one is enough."""


def bare(source: bytes) -> bytes:
    """Return a Python source without comments, docstrings and wide indentation.

    Every statement stays on its line, so that a traceback of the board names the line of the original.
    """
    text = source.decode()
    lines = text.split("\n")
    inside: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            lines[line - 1] = lines[line - 1][:column].rstrip()
        elif token.type == tokenize.STRING:
            inside.update(range(token.start[0] + 1, token.end[0] + 1))
    for doc in _docstrings(ast.parse(text)):
        for line in range(doc.lineno, (doc.end_lineno or doc.lineno) + 1):
            lines[line - 1] = ""
    kept = (line if n in inside else _narrow(line) for n, line in enumerate(lines, 1))
    return ("\n".join(kept).rstrip("\n") + "\n").encode()


def _narrow(line: str) -> str:
    code = line.lstrip(" ")
    return " " * -(-(len(line) - len(code)) // _STEP) + code


def _docstrings(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the texts that do nothing; one that is all that its class or function has stays."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and (len(body) > 1 or isinstance(node, ast.Module)):
            for each in body:
                match each:
                    case ast.Expr(ast.Constant(str())):
                        yield each
