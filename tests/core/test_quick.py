"""Objects that are made faster are the same objects: their arguments, their defaults, and that nothing changes them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, replace
from inspect import signature

import pytest

from lairkeeper.core.quick import quick


@dataclass(frozen=True, slots=True)
class Plain:
    """The class as `dataclass` makes it."""

    card: str
    marks: dict[str, int] = field(default_factory=dict)
    n: int = 1
    by: str | None = field(default=None, kw_only=True)


@quick
@dataclass(frozen=True, slots=True)
class Quick:
    """The same fields."""

    card: str
    marks: dict[str, int] = field(default_factory=dict)
    n: int = 1
    by: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, init=False)
class Base:
    """A field that several classes have."""

    __slots__ = ()
    card: str


@quick
@dataclass(frozen=True, slots=True)
class Based(Base):
    """The field of the base, and one of its own."""

    n: int = 1


@quick
@dataclass(frozen=True, slots=True)
class Marked:
    """A field that does not count when two objects are compared."""

    card: str
    note: str = field(default="", compare=False)


@quick
@dataclass(frozen=True, slots=True)
class Empty:
    """No field at all."""


def test_the_arguments_and_defaults_are_those_of_the_dataclass() -> None:
    for args, named in ((("a",), {}), (("a", {"x": 1}, 2), {"by": "Ana"}), ((), {"n": 3, "card": "b"})):
        plain, fast = Plain(*args, **named), Quick(*args, **named)
        assert [getattr(plain, name) for name in Plain.__slots__] == [getattr(fast, name) for name in Plain.__slots__]
    assert list(signature(Quick).parameters) == list(signature(Plain).parameters)
    assert Empty() == Empty()


def test_each_object_gets_its_own_default_of_a_factory() -> None:
    assert Quick("a").marks == {}
    assert Quick("a").marks is not Quick("a").marks


@pytest.mark.parametrize(("args", "named"), [((), {}), (("a", {}, 1, "Ana"), {}), (("a",), {"m": 1})])
def test_a_missing_or_unknown_argument_is_a_mistake(args: tuple[object, ...], named: dict[str, object]) -> None:
    for kind in (Plain, Quick):
        with pytest.raises(TypeError):
            kind(*args, **named)  # type: ignore[arg-type]


def test_nothing_changes_an_object_and_a_copy_with_a_change_is_a_new_one() -> None:
    one = Quick("a", n=2)
    with pytest.raises(FrozenInstanceError):
        one.n = 3  # type: ignore[misc]
    assert replace(one, n=3) == Quick("a", n=3) != one
    assert hash(Quick("a", ())) == hash(Quick("a", ()))  # type: ignore[arg-type]


def test_all_fields_that_count_are_compared_those_of_a_base_too() -> None:
    assert isinstance(Based("a"), Base)
    assert Based("a") == Based("a", 1) != Based("a", 2) != Based("b", 2)
    assert len({Based("a"), Based("a", 1), Based("a", 2)}) == 2
    assert Marked("a", "x") == Marked("a", "y") != Marked("b", "y")
    assert hash(Marked("a", "x")) == hash(Marked("a", "y"))
