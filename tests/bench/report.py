"""The form of measured figures: one JSON object by name, and a table for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def write(figures: Mapping[str, Mapping[str, Any]], name: str) -> None:
    """Write ``build/NAME.json`` and print the same as a table."""
    path = ROOT / "build" / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{'what':<44} {'value':>12} {'unit':<14} {'baseline':>12} {'ratio':>8}")
    for key, figure in figures.items():
        print(
            f"{key:<44} {_short(figure['value']):>12} {figure['unit']:<14} {_short(figure['baseline']):>12}"
            f" {_short(figure['ratio']):>8}"
        )
        print(f"    {figure['what']}")
    print(f"written to {path.relative_to(ROOT)}")


def _short(value: object) -> str:
    return f"{value:,.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
