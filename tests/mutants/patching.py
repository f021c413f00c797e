"""Putting a change into a running process: into the code of functions, or by importing everything anew."""

from __future__ import annotations

import importlib.machinery
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from .objects import objects
from .sites import Site

Functions = dict[tuple[str, str, int], list[FunctionType]]


def functions() -> Functions:
    """Return every function of ours that exists now, by file, qualified name and first line."""
    found: Functions = {}
    for each in objects():
        if type(each) is FunctionType and "/lairkeeper/" in each.__code__.co_filename:
            code = each.__code__
            found.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(each)
    return found


def in_place(code: CodeType, site: Site, path: str, known: Functions) -> bool:
    """Change the code of the site's function wherever it is bound; False where that is not enough."""
    changed = False
    for each in _codes(code):
        nested = each.co_qualname.startswith(f"{site.function}.<locals>.")
        if not nested and (each.co_qualname, each.co_firstlineno) != (site.function, site.begins):
            continue
        bound = known.get((path, each.co_qualname, each.co_firstlineno), ())
        alike = {function.__code__ for function in bound}
        if len(alike) > 1 or any(old.co_freevars != each.co_freevars for old in alike):
            return False  # two lambdas on one line, or another closure
        for function in bound:
            function.__code__ = each
            changed = True
    return changed


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def anew(code: CodeType, name: str) -> None:
    """Forget all of ours that was imported; from now on the module ``name`` is imported as this code."""
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        return code if fullname == name else usual(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    for each in [each for each in sys.modules if each.split(".")[0] in ("lairkeeper", "tests")]:
        if each != "tests" and not each.startswith("tests.mutants"):
            del sys.modules[each]
