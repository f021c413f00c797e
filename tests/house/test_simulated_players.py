"""Simulated players are put together from parts: no class of theirs inherits from one that inherits itself."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from typing import NamedTuple, Protocol

import pytest

from lairkeeper import games

NAMES = [each.name for each in pkgutil.iter_modules(games.__path__) if each.ispkg]


def classes(game: str) -> Iterator[type]:
    """Yield the classes that a game defines in its package ``simulation``."""
    package = importlib.import_module(f"{games.__name__}.{game}.simulation")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        found = vars(importlib.import_module(module.name)).values()
        yield from (each for each in found if isinstance(each, type) and each.__module__ == module.name)


def implementations(kind: type) -> list[type]:
    """Return the bases whose code a class takes over: nothing of the standard library, no protocol, no exception."""
    return [
        base
        for base in kind.__bases__
        if base.__module__.partition(".")[0] not in sys.stdlib_module_names
        and not getattr(base, "_is_protocol", False)
        and not issubclass(base, BaseException)
    ]


def too_deep(kind: type) -> bool:
    return any(implementations(base) for base in implementations(kind))


@pytest.mark.parametrize("game", NAMES)
def test_no_simulated_player_is_a_class_in_a_row_of_classes(game: str) -> None:
    found = list(classes(game))
    assert len(found) > 2
    assert [kind.__qualname__ for kind in found if too_deep(kind)] == []


class Base: ...


class Step(Base): ...


class Row(Step): ...


class Shape(Protocol): ...


class Wider(Shape, Protocol): ...


class Shaped(Wider): ...


class Pair(NamedTuple):
    one: int


class BaseError(Exception): ...


class OtherError(BaseError): ...


class RareError(OtherError): ...


@pytest.mark.parametrize(
    ("kind", "deep"), [(Row, True), (Step, False), (Shaped, False), (Pair, False), (RareError, False)]
)
def test_a_row_of_classes_is_found(kind: type, deep: bool) -> None:
    assert too_deep(kind) == deep
