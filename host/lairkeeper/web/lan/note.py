"""A sentence about the home network: its code and values, said in the language of each page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class LanNote:
    """Text ``lan.<code>`` with ``values``. ``command`` is what to type, if there is something to type."""

    code: str
    values: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
