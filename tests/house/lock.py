"""Write requirements.lock: what an installed release runs with, each file by its hash (``make lock``).

pip resolves what this machine needs, then tells the hashes of all files of these versions, so that the lock holds for
every processor and Python. The file names no host: pip takes the files from where it is told to.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from pip._internal.commands import create_command
from pip._internal.index.collector import parse_links

ROOT = Path(__file__).parents[2]
LOCK = ROOT / "requirements.lock"
HEAD = """\
# What an installed release runs with. Written by `make lock`; install with
#     pip install --require-hashes -r requirements.lock && pip install --no-deps lairkeeper
# Resolved on Linux: on another system, where Bluetooth needs other packages, run `make lock` there first.
"""


def asked(*words: str) -> list[dict[str, Any]]:
    """Return what pip would install; empty when it finds nothing that fits."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--quiet"]
        done = subprocess.run([*command, "--report", str(report), *words], check=False, stderr=subprocess.DEVNULL)
        if done.returncode or not report.exists():
            return []
        found: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
    return found


def hashes_of(versions: dict[str, str]) -> dict[str, set[str]]:
    """Return the SHA-256 of every file of these versions, by name. pip has no public way to ask for them."""
    command = create_command("download")
    with command.main_context():
        options, _ = command.parse_args([])
        links = command._build_package_finder(options, command.get_default_session(options))._link_collector
        found: dict[str, set[str]] = {name: set() for name in versions}
        for name, version in versions.items():
            for source in links.collect_sources(name, candidates_from_page=lambda _: []).index_urls:
                page = source and source.link and links.fetch_response(source.link)
                for link in parse_links(page) if page else ():
                    if link.hash and link.hash_name == "sha256" and version_of(link.filename) == version:
                        found[name].add(link.hash)
    return found


def version_of(file: str) -> str | None:
    """Return the version that a file's name tells; None for a file that is neither a wheel nor a source archive."""
    try:
        parse = parse_wheel_filename if file.endswith(".whl") else parse_sdist_filename
        return str(parse(file)[1])
    except (InvalidWheelFilename, InvalidSdistFilename):
        return None


def main() -> None:
    """Resolve, ask for the hashes and write."""
    resolved = [each for each in asked(str(ROOT)) if each["metadata"]["name"] != "lairkeeper"]
    versions = {canonicalize_name(each["metadata"]["name"]): each["metadata"]["version"] for each in resolved}
    hashes = hashes_of(versions)
    for each in resolved:
        name = canonicalize_name(each["metadata"]["name"])
        hashes[name].add(each["download_info"]["archive_info"]["hashes"]["sha256"])
    pins = (
        " \\\n".join([f"{name}=={versions[name]}", *(f"    --hash=sha256:{each}" for each in sorted(hashes[name]))])
        for name in sorted(versions)
    )
    LOCK.write_text(HEAD + "\n".join(pins) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
