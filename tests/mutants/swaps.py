"""Possible changes of each node, by kind of fault. Each rule yields ``(kind, new node)``; None omits an item."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any, Final

CONDITION, BOUND, SEAT, ZONE, OMITTED = "condition", "bound", "seat", "zone", "omitted"
Change = tuple[str, Any]

_OPPOSITE: Final[dict[type[ast.cmpop], tuple[str, type[ast.cmpop]]]] = {
    ast.Eq: (CONDITION, ast.NotEq), ast.NotEq: (CONDITION, ast.Eq), ast.In: (CONDITION, ast.NotIn),
    ast.NotIn: (CONDITION, ast.In), ast.Is: (CONDITION, ast.IsNot), ast.IsNot: (CONDITION, ast.Is),
    ast.Lt: (BOUND, ast.LtE), ast.LtE: (BOUND, ast.Lt), ast.Gt: (BOUND, ast.GtE), ast.GtE: (BOUND, ast.Gt),
}  # fmt: skip
_TWINS: Final = {"min": (BOUND, "max"), "max": (BOUND, "min"), "any": (CONDITION, "all"), "all": (CONDITION, "any")}
_SEATS: Final = frozenset({"seat", "by", "owner", "victim", "player", "mover", "other", "foe", "mate", "attacker"})
_REFUSALS: Final = frozenset({"no", "refuse", "Refused"})
"""Functions whose argument says where a rule stands, which is a text."""
_CONSTANT: Final = re.compile(r"[A-Z][A-Z0-9_]+\Z")


class Names:
    """The names of a module that stand for places: constants with a word, and functions of one argument."""

    def __init__(self, tree: ast.Module, module: object) -> None:
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        words = {
            name for name in used
            if _CONSTANT.match(name) and "CITE" not in name and type(getattr(module, name, None)) is str
        }  # fmt: skip
        self.words = sorted(words)
        by_kind: dict[Any, list[str]] = {}
        for name in sorted(name for name in used if name.endswith("_of")):
            function = getattr(module, name, None)
            notes = getattr(function, "__annotations__", None)
            if notes and len(notes) == 2:
                by_kind.setdefault(tuple(notes.values()), []).append(name)
        self.functions = {name: group for group in by_kind.values() for name in group}

    def next_word(self, name: str) -> str | None:
        return _next(self.words, name)

    def next_function(self, name: str) -> str | None:
        return _next(self.functions.get(name, []), name)


def _next(names: list[str], name: str) -> str | None:
    """Return the name after this one, round and round; None when there is no other."""
    return names[(names.index(name) + 1) % len(names)] if name in names and len(names) > 1 else None


def conditions(node: ast.AST, parent: ast.AST, field: str, inner: ast.AST | None, names: Names) -> Iterator[Change]:
    """Yield the changes of a condition: turned round, an operand less, the other comparison, the other truth value."""
    if field in ("test", "ifs", "guard") and isinstance(node, ast.expr) and not _flips(node):
        yield CONDITION, _not(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield CONDITION, node.operand
    if isinstance(node, ast.BoolOp):
        yield CONDITION, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        yield from ((CONDITION, _without(node, n)) for n in _dropped(node))
    if isinstance(node, ast.Compare):
        for n, op in enumerate(node.ops):
            if type(op) in _OPPOSITE:
                kind, other = _OPPOSITE[type(op)]
                yield kind, ast.Compare(node.left, [*node.ops[:n], other(), *node.ops[n + 1 :]], node.comparators)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield CONDITION, ast.Constant(not node.value)


def _flips(node: ast.expr) -> bool:
    """Return True when the other comparison is the same as turning the condition round."""
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and _OPPOSITE[type(node.ops[0])][0] == CONDITION


def _not(node: ast.expr) -> ast.expr:
    turned = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return node.operand if turned and isinstance(node, ast.UnaryOp) else ast.UnaryOp(ast.Not(), node)


def _dropped(node: ast.BoolOp) -> Iterator[int]:
    """Yield the indexes of the operands that may be left out.

    Keep what only tells the type checker something: it would refuse the change.
    That is the ``or ""`` of a name, or a comparison with None that the other operands rely on.
    """
    for n, value in enumerate(node.values):
        told = isinstance(node.op, ast.Or) and isinstance(value, ast.Constant | ast.Tuple)
        if not told and not _narrows(value, node):
            yield n


def _narrows(value: ast.expr, node: ast.BoolOp) -> bool:
    if not (isinstance(value, ast.Compare) and ast.unparse(value.comparators[-1]) == "None"):
        return False
    said = ast.unparse(value.left)
    rest = (each for other in node.values if other is not value for each in ast.walk(other))
    return any(isinstance(each, ast.Attribute | ast.Subscript | ast.Call) and said in _read(each) for each in rest)


def _read(node: ast.AST) -> set[str]:
    """Return what an expression goes into: the object of a field or an item, the arguments of a call."""
    if isinstance(node, ast.Call):
        return {ast.unparse(each) for each in node.args}
    assert isinstance(node, ast.Attribute | ast.Subscript)
    return {ast.unparse(node.value)}


def _without(node: ast.BoolOp, n: int) -> ast.expr:
    left = [*node.values[:n], *node.values[n + 1 :]]
    return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def numbers(node: ast.AST, parent: ast.AST, field: str, inner: ast.AST | None, names: Names) -> Iterator[Change]:
    """One more, one less, plus for minus, the least for the most."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield BOUND, ast.Constant(node.value + 1)
        if node.value > 0:
            yield BOUND, ast.Constant(node.value - 1)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and _counts(node.left, node.right):
        yield BOUND, ast.BinOp(node.left, _turned(node.op), node.right)
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add | ast.Sub) and _counts(node.value):
        yield BOUND, ast.AugAssign(node.target, _turned(node.op), node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _TWINS:
        kind, twin = _TWINS[node.func.id]
        yield kind, ast.Call(ast.Name(twin, ast.Load()), node.args, node.keywords)


def _counts(*operands: ast.expr) -> bool:
    """Return True when these can be numbers: neither texts nor lists."""
    lists = (ast.Tuple, ast.List, ast.ListComp, ast.Set, ast.JoinedStr, ast.Dict)
    texts = any(isinstance(each, ast.Constant) and isinstance(each.value, str) for each in operands)
    made = any(isinstance(each, ast.Call) and ast.unparse(each.func) in ("list", "tuple", "str") for each in operands)
    return not texts and not made and not any(isinstance(each, lists) for each in operands)


def _turned(op: ast.operator) -> ast.operator:
    return ast.Sub() if isinstance(op, ast.Add) else ast.Add()


def seats(node: ast.AST, parent: ast.AST, field: str, inner: ast.AST | None, names: Names) -> Iterator[Change]:
    """Another seat that the function knows: one of its arguments, whoever's turn it is, or the first at the table."""
    if inner is None or not isinstance(node, ast.expr) or not _is_seat(node):
        return
    said = ast.unparse(node)
    arguments = _arguments(inner)
    found = {ast.unparse(each) for each in ast.walk(inner) if _is_seat(each) and _root(each) in arguments}
    found |= {f"{root}{tail}" for root in arguments & {"state", "work"} for tail in _TABLE[root]}
    same = next((group for group in _same(inner) if said in group), frozenset({said}))
    for other in sorted(found - same)[:2]:
        yield SEAT, ast.parse(other, mode="eval").body


def _same(function: ast.AST) -> Iterator[frozenset[str]]:
    """Names of one seat: ``seat = command.by or ""`` at the only place that gives the name anything."""
    given: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        for target, value in _given(node):
            given.setdefault(target, []).append(value)
    for name, values in given.items():
        value = values[0].values[0] if isinstance(values[0], ast.BoolOp) else values[0]
        if len(values) == 1 and _is_seat(value):
            yield frozenset({name, ast.unparse(value)})


def _given(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Which names an assignment gives what."""
    if not isinstance(node, ast.Assign):
        return
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            names = (each for each in target.elts if isinstance(each, ast.Name))
            if len(target.elts) == len(node.value.elts):
                yield from ((name.id, node.value.elts[target.elts.index(name)]) for name in names)


_TABLE: Final = {"state": (".active", ".seats[0]"), "work": (".state.active", ".state.seats[0]")}


def _is_seat(node: ast.AST) -> bool:
    """Return True when an expression is read and stands for a seat, by its last word."""
    if not isinstance(getattr(node, "ctx", None), ast.Load):
        return False
    if isinstance(node, ast.Name):
        return node.id in _SEATS
    if isinstance(node, ast.Attribute):
        return node.attr in (*_SEATS, "active") and isinstance(node.value, ast.Name | ast.Attribute)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value in _SEATS
    return False


def _arguments(function: Any) -> frozenset[str]:
    given = function.args
    return frozenset(each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs))


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def zones(node: ast.AST, parent: ast.AST, field: str, inner: ast.AST | None, names: Names) -> Iterator[Change]:
    """Another place: the next constant, or the next function that gives one."""
    cites = isinstance(parent, ast.Call) and ast.unparse(parent.func) in _REFUSALS
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and inner is not None and not cites:
        called = isinstance(parent, ast.Call) and field == "func"
        other = names.next_function(node.id) if called else names.next_word(node.id)
        if other is not None:
            yield ZONE, ast.Name(other, ast.Load())


def omissions(node: ast.AST, parent: ast.AST, field: str, inner: ast.AST | None, names: Names) -> Iterator[Change]:
    """Yield what omits a call, an assignment that changes something, an item of a list or a changed field."""
    if inner is None:
        return
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call):
            yield OMITTED, ast.Pass()
        elif isinstance(node.value, ast.Yield | ast.YieldFrom):
            yield OMITTED, ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
    if isinstance(node, ast.AugAssign | ast.Delete) or (isinstance(node, ast.Assign) and _changes(node)):
        yield OMITTED, ast.Pass()
    listed = field == "elts" and isinstance(parent, ast.Tuple | ast.List) and isinstance(parent.ctx, ast.Load)
    if (
        listed
        and isinstance(node, ast.Starred | ast.Call)
        and any(isinstance(each, ast.Starred) for each in parent.elts)
    ):
        yield OMITTED, None
    if isinstance(node, ast.keyword) and isinstance(parent, ast.Call) and ast.unparse(parent.func) == "replace":
        yield OMITTED, None


def _changes(node: ast.Assign) -> bool:
    """Return True when an assignment changes what was there: an item, a field, or a name by what it was."""
    if any(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets):
        return True
    read = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
    return any(isinstance(target, ast.Name) and target.id in read for target in node.targets)
