"""The ground of a page in each theme, read from the styles: browsers colour their bars with it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from .screen import STATIC

_GROUND: Final = re.compile(r"--page: (?:light-dark\((#\w+), (#\w+)\)|(#\w+))")


@cache
def grounds() -> Mapping[str, str]:
    """Return the ground of a page in each theme but ``auto``, from the token ``--page`` of the styles."""
    styles = (Path(__file__).parent / STATIC / "lair.css").read_text(encoding="utf-8")
    (light, dark, _), (_, _, projector) = _GROUND.findall(styles)
    return {"light": light, "dark": dark, "projector": projector}


def bar_colours(theme: str) -> tuple[tuple[str, str], ...]:
    """Return colours for the bars around a page, each with the media query that it is for (empty: any)."""
    if theme == "auto":
        return tuple((grounds()[each], f"(prefers-color-scheme: {each})") for each in ("light", "dark"))
    return ((grounds()[theme], ""),)
