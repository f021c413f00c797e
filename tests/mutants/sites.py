"""Where a module can be changed, and into what: conditions, bounds, seats, zones and omitted calls.

Texts, docstrings, annotations, decorators, imports, assertions and what is raised stay as they are.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from .swaps import Names, conditions, numbers, omissions, seats, zones

MODULE: Final = "<module>"
FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SKIPPED: Final = frozenset({"annotation", "returns", "decorator_list", "type_comment", "type_params"})
"""Fields that say nothing about what happens."""
NO_WORK: Final = (ast.Import, ast.ImportFrom, ast.Assert, ast.Raise, ast.JoinedStr, ast.Global, ast.Nonlocal)


@dataclass(frozen=True, slots=True)
class Place:
    """A field of a node, or an item of one that is a list."""

    parent: Any
    field: str
    index: int | None = None

    def get(self) -> ast.AST:
        value = getattr(self.parent, self.field)
        node: ast.AST = value if self.index is None else value[self.index]
        return node

    def put(self, node: ast.AST | None) -> None:
        """Another node there; none removes an item of a list."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        elif node is None:
            del getattr(self.parent, self.field)[self.index]
        else:
            getattr(self.parent, self.field)[self.index] = node


@dataclass(frozen=True, slots=True)
class Site:
    """One change of one module. ``function`` is the outermost one around it, as Python qualifies its name.

    ``was`` and ``now`` are the statement, or the head of one with a body; ``first`` and ``last`` its lines.
    """

    file: str
    function: str
    begins: int
    line: int
    first: int
    last: int
    kind: str
    was: str
    now: str
    where: Place
    new: ast.AST | None

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Return the name by which a list of known changes names it: no line number, which moves."""
        return self.file, self.function, self.was, self.now

    def apply(self) -> None:
        """Change the tree that the site was found in, for good."""
        old = self.where.get()
        if self.new is not None:
            ast.copy_location(self.new, old)
            ast.fix_missing_locations(self.new)
        self.where.put(self.new)


@dataclass(frozen=True, slots=True)
class _Around:
    """The facts known on the way down: the outermost function, the innermost, and the statement."""

    function: str = MODULE
    begins: int = 0
    classes: tuple[str, ...] = ()
    inner: ast.AST | None = None
    statement: ast.AST | None = None


def sites(file: str, tree: ast.Module, module: object = None) -> Iterator[Site]:
    """Every change of a module, in the order of its source. ``module`` tells what its names stand for."""
    names = Names(tree, module)
    seen: set[tuple[str, int, str, str]] = set()
    for site in _walk(file, tree, _Around(), names):
        key = (site.function, site.line, site.was, site.now)
        if key not in seen and site.was != site.now:
            seen.add(key)
            yield site


def _walk(file: str, node: ast.AST, around: _Around, names: Names) -> Iterator[Site]:
    for place in _places(node):
        child = place.get()
        if _idle(child, node):
            continue
        below = _below(child, around, place)
        if below.statement is not None:
            yield from _changes(file, child, place, below, names)
        yield from _walk(file, child, below, names)


def _places(node: ast.AST) -> Iterator[Place]:
    for field, value in ast.iter_fields(node):
        if field in SKIPPED:
            continue
        if isinstance(value, ast.AST):
            yield Place(node, field)
        elif isinstance(value, list):
            yield from (Place(node, field, n) for n, each in enumerate(value) if isinstance(each, ast.AST))


def _idle(node: ast.AST, parent: ast.AST) -> bool:
    """Return True when nothing in here is changed."""
    if isinstance(node, NO_WORK):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return True
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return True
    return isinstance(node, ast.keyword) and node.arg in ("version", "cite", "rule")


def _below(node: ast.AST, around: _Around, place: Place) -> _Around:
    """Return what is around the node itself and all that is in it."""
    function, begins, classes, inner, statement = (
        around.function, around.begins, around.classes, around.inner, around.statement,
    )  # fmt: skip
    if isinstance(node, ast.stmt | ast.match_case):
        statement = node
    if isinstance(place.parent, FUNCTIONS) and place.field == "body":
        inner = place.parent
        if around.function == MODULE:
            name = getattr(place.parent, "name", "<lambda>")
            function, begins = ".".join((*classes, name)), _begins(place.parent)
    if isinstance(node, ast.ClassDef) and around.function == MODULE:
        classes = (*classes, node.name)
    return _Around(function, begins, classes, inner, statement)


def _begins(node: Any) -> int:
    """Return the first line of a function as its code object has it: that of its first decorator."""
    return min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])


RULES: Final[tuple[Callable[[ast.AST, ast.AST, str, ast.AST | None, Names], Iterator[tuple[str, Any]]], ...]] = (
    conditions, numbers, seats, zones, omissions,
)  # fmt: skip


def _changes(file: str, node: ast.AST, place: Place, around: _Around, names: Names) -> Iterator[Site]:
    statement = around.statement
    assert statement is not None
    was = head(statement)
    for rule in RULES:
        for kind, new in rule(node, place.parent, place.field, around.inner, names):
            now = _with(statement, place, new)
            line = getattr(node, "lineno", getattr(statement, "lineno", 0))
            first, last = _lines(statement)
            yield Site(file, around.function, around.begins, line, first, last, kind, was, now, place, new)


def _with(statement: ast.AST, place: Place, new: ast.AST | None) -> str:
    """Return the head of the statement after the change; the tree is as before when it is known."""
    if place.get() is statement:
        return head(new) if new is not None else "pass"
    value = getattr(place.parent, place.field)
    kept = list(value) if isinstance(value, list) else value
    place.put(new)
    try:
        return head(statement)
    finally:
        if isinstance(value, list):
            value[:] = kept  # the same list: changes found before share it
        else:
            setattr(place.parent, place.field, kept)


def head(statement: ast.AST) -> str:
    """Return a statement in one line; of one with a body the part before it."""
    if isinstance(statement, ast.match_case):
        guard = f" if {ast.unparse(statement.guard)}" if statement.guard else ""
        return f"case {ast.unparse(statement.pattern)}{guard}:"
    bare = copy.copy(statement)
    for field in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list"):
        if isinstance(getattr(bare, field, None), list):
            setattr(bare, field, [ast.Pass()] if field == "body" else [])
    return ast.unparse(bare).replace("\n    pass", "").strip()


def _lines(statement: ast.AST) -> tuple[int, int]:
    """First and last line of a statement's own part."""
    if isinstance(statement, ast.match_case):
        guard = statement.guard or statement.pattern
        return guard.lineno, guard.end_lineno or guard.lineno
    first: int = getattr(statement, "lineno", 0)
    body = getattr(statement, "body", None)
    if isinstance(body, list) and body:
        return first, max(first, body[0].lineno - 1)
    return first, getattr(statement, "end_lineno", None) or first
