"""Stable ids: the same part of the same board has the same id each time the files are written."""

from __future__ import annotations

import uuid
from typing import Final

from .sexpr import Q

_SPACE: Final = uuid.UUID("6f1d7c1e-0000-4000-8000-6c6169726b70")


def uid(*key: object) -> Q:
    """Return an id made from what the thing is."""
    return Q(str(uuid.uuid5(_SPACE, "/".join(map(str, key)))))
