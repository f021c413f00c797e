"""The house itself: what a newcomer is promised is there, and nothing that cannot travel."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = {".py", ".md", ".toml", ".html", ".css", ".js", ".json", ".ini", ".yml", ".csv", ""}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize(
    "name",
    ["pyproject.toml", "host", "firmware", "hardware", "tests", "docs", "Makefile", "README.md", "LICENSE",
     "CHANGELOG.md", "CONTRIBUTING.md", ".ci/run"],
)  # fmt: skip
def test_the_top_level_is_complete(name: str) -> None:
    assert (ROOT / name).exists()


def test_every_make_target_of_the_readme_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md"):
        named = set(re.findall(r"\bmake ([a-z]+)\b(?=[`\s])", page.read_text(encoding="utf-8")))
        assert named <= targets, f"{page.name} names {named - targets}"


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_links_between_our_own_pages_lead_somewhere() -> None:
    for page in tracked():
        if page.suffix != ".md":
            continue
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            if "://" in target or target.startswith("mailto:"):
                continue
            name, _, anchor = target.partition("#")
            there = page.parent / name if name else page
            assert there.exists(), f"{page.relative_to(ROOT)} points to {target}"
            assert not anchor or anchor in anchors(there), f"{page.name} points to {target}: no such heading"


def test_every_file_that_a_page_names_exists() -> None:
    """Words in capitals and `xx` stand for what the reader chooses; commands make `hardware/out`."""
    pages = [path for path in tracked() if path.suffix == ".md" and path.name != "CHANGELOG.md"]
    assert len(pages) >= 25
    for page in pages:
        for path in re.findall(r"`((?:host|firmware|hardware|tests|docs)/[\w/.-]+)`", page.read_text(encoding="utf-8")):
            if not re.search(r"(?<![a-z])(?:CHIP|NAME|GAME|FORM|xx)(?![a-z])|^hardware/out/", path):
                assert (ROOT / path).exists(), f"{page.name} names {path}"


def test_every_test_that_a_page_names_exists() -> None:
    for page in tracked():
        if page.suffix == ".md":
            for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page.read_text(encoding="utf-8")):
                assert re.search(rf"^(?:async )?def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.M), name


def test_no_file_holds_a_path_of_one_machine() -> None:
    local = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")
    for path in tracked():
        if path.suffix in TEXT:
            found = local.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{path.relative_to(ROOT)}: {found and found.group()}"


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|NotImplemented" r"Error)\b")
    for path in tracked():
        if path.suffix == ".py":
            assert not marks.search(path.read_text(encoding="utf-8")), f"{path.relative_to(ROOT)} holds a note to self"
