"""Exports, sinks and languages of other packages, by entry point: a broken one is named and left out."""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol, TypeVar


class _Named(Protocol):
    """An export, a sink or a language."""

    @property
    def id(self) -> str: ...


T = TypeVar("T")
N = TypeVar("N", bound=_Named)
_LOG = logging.getLogger(__name__)


def installed(package: str, name: str, group: str, kind: type[N]) -> Mapping[str, N]:
    """Return the objects called ``name`` in the modules of a package, then those of other packages, each by its id.

    Both stand in alphabetical order. Another package cannot replace an id of ours.
    """
    modules = sorted(each.name for each in pkgutil.iter_modules(import_module(package).__path__))
    ours = (getattr(import_module(f"{package}.{module}"), name, None) for module in modules)
    found: dict[str, N] = {}
    for each in (*(each for each in ours if isinstance(each, kind)), *brought(group, kind)):
        found.setdefault(each.id, each)
    return found


def brought(group: str, kind: type[T]) -> Iterator[T]:
    """Yield the objects of ``kind`` under an entry point group, in the order of their names."""
    for entry in sorted(entry_points(group=group), key=lambda entry: entry.name):
        package = entry.dist.name if entry.dist is not None else entry.value
        try:
            found = entry.load()
        except Exception as error:  # whatever another package's code raises must not stop the app
            _LOG.warning("%s of %s cannot be used (%s). Update or uninstall it.", entry.name, package, error)
            continue
        if isinstance(found, kind):
            yield found
        else:
            _LOG.warning("%s of %s is no %s. Update or uninstall it.", entry.name, package, kind.__name__)
