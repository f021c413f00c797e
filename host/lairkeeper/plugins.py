"""Exports, sinks and languages of other packages, by entry point: a broken one is named and left out."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import TypeVar

T = TypeVar("T")
_LOG = logging.getLogger(__name__)


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
