"""Make the objects of frozen dataclasses in a fifth of the time: a decision makes twenty of them, offers hundreds."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import NODEFAULT, Struct, defstruct
from msgspec import field as struct_field

if TYPE_CHECKING:
    # For mypy it is that function, so that it checks the names and types of the fields.
    from dataclasses import replace
else:
    from msgspec.structs import replace

T = TypeVar("T")
_KEPT: Final = ("__doc__", "__qualname__", "__dataclass_fields__", "__dataclass_params__", "__repr__")
"""Members of the dataclass that make the class one for ``replace``, ``fields`` and all who read it."""
_COMPARING: Final = ("__eq__", "__hash__")


def quick(cls: type[T]) -> type[T]:
    """Return a frozen dataclass with slots as a `msgspec.Struct`: C code makes, compares and hashes its objects.

    All else is as it was, but such a class can be no base. A base of several has empty ``__slots__``, ``init=False``
    and no ``@quick``.
    """
    every = fields(cls)  # type: ignore[arg-type]
    kept = (*_KEPT, *(() if all(each.compare for each in every) else _COMPARING))
    members = {name: value for name, value in vars(cls).items() if not name.startswith("__") or name in kept}
    for each in every:
        del members[each.name]  # the slot of the dataclass
    made: type[Any] = cls
    # First, so that no base that compares only its own fields has a say.
    bases = (Struct, *(base for base in cls.__bases__ if base is not object))
    # Arguments by name alone are a matter of a whole class there: those of this one then have a class of their own.
    for by_name, part in groupby(every, lambda each: each.kw_only) if every else ((False, ()),):
        made = defstruct(
            cls.__name__, map(_field, part), bases=bases, namespace=members, module=cls.__module__, frozen=True,
            kw_only=by_name,
        )  # fmt: skip
        bases = (made,)
    # A Struct raises another error of its own where a frozen object is changed.
    for name in ("__setattr__", "__delattr__"):
        setattr(made, name, getattr(cls, name))
    return made


def _field(each: Field[Any]) -> tuple[str, Any, Any]:
    """Return a field in the form of `defstruct`."""
    if each.default_factory is not MISSING:
        return each.name, each.type, struct_field(default_factory=each.default_factory)
    return each.name, each.type, NODEFAULT if each.default is MISSING else each.default


__all__ = ["quick", "replace"]
