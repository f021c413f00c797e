"""KiCad's S-expressions as nested lists: atoms are ``str``, ``int`` or ``float``, quoted strings are ``Q``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

Node: TypeAlias = list[Any]
_TOKEN: Final = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


class Q(str):
    """A string that is written in quotes."""

    __slots__ = ()


class SexprError(ValueError):
    """A file that is no S-expression."""


def parse(text: str) -> Node:
    """Return the one expression of a file. Raises ``SexprError`` when brackets do not match."""
    stack: list[Node] = []
    current: Node = []
    for found in _TOKEN.finditer(text):
        opened, closed, quoted, atom = found.groups()
        if opened:
            stack.append(current)
            current = []
        elif closed:
            if not stack:
                raise SexprError("a bracket closes that was never opened")
            done, current = current, stack.pop()
            current.append(done)
        else:
            current.append(atom if quoted is None else Q(quoted.replace('\\"', '"').replace("\\\\", "\\")))
    if stack or len(current) != 1:
        raise SexprError("the file ends before its brackets are closed")
    only: Node = current[0]
    return only


def dump(node: Node, indent: int = 0) -> str:
    """Return the text of an expression.

    It has one nested list a line, tabs for depth, and floats with at most four decimals.
    """
    if not any(isinstance(each, list) for each in node):
        return "(" + " ".join(map(_atom, node)) + ")"
    out = "("
    for i, each in enumerate(node):
        if isinstance(each, list):
            out += "\n" + "\t" * (indent + 1) + dump(each, indent + 1)
        else:
            out += (" " if i else "") + _atom(each)
    return out + "\n" + "\t" * indent + ")"


def _atom(value: Any) -> str:
    if isinstance(value, Q):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, float):
        short = f"{value:.4f}".rstrip("0").rstrip(".")
        return "0" if short == "-0" else short
    return str(value)


def find(node: Node, key: str) -> Node:
    """Return the first list that begins with ``key``; raises ``KeyError`` when no list does."""
    for each in find_all(node, key):
        return each
    raise KeyError(key)


def find_all(node: Node, key: str) -> Iterator[Node]:
    """Return the lists that begin with ``key``."""
    return (each for each in node if isinstance(each, list) and each and each[0] == key)


def prop(node: Node, name: str) -> Node:
    """Return a property of a symbol or footprint; raises ``KeyError`` when none has that name."""
    for each in find_all(node, "property"):
        if each[1] == name:
            return each
    raise KeyError(name)
