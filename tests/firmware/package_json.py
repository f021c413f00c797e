"""Write firmware/package.json, the list of the files for a board: python -m tests.firmware.package_json."""

from __future__ import annotations

import json
from pathlib import Path

FIRMWARE = Path(__file__).parents[2] / "firmware"


def content(firmware: Path = FIRMWARE) -> str:
    """Return the list with every file that goes onto a board."""
    paths = sorted(str(path.relative_to(firmware)) for path in firmware.rglob("*.py"))
    names = [name for name in paths if not name.startswith("sim/") and name != "manifest.py"]
    version = json.loads((firmware / "package.json").read_text())["version"]
    urls = ",\n".join(f'    ["{name}", "{name}"]' for name in names)
    return f'{{\n  "version": "{version}",\n  "deps": [],\n  "urls": [\n{urls}\n  ]\n}}\n'


if __name__ == "__main__":
    (FIRMWARE / "package.json").write_text(content())
