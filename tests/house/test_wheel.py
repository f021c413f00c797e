"""A built package holds every file of the app: templates, texts, styles, plays and firmware."""

from __future__ import annotations

from pathlib import Path

from hatchling.builders.wheel import WheelBuilder

from .test_repo import tracked

ROOT = Path(__file__).parents[2]
HOST = ROOT / "host"


def test_every_file_of_the_app_is_packed() -> None:
    packed = {each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files()}
    wanted = {each.relative_to(HOST).as_posix() for each in tracked() if HOST in each.parents}
    assert len(wanted) > 1000
    assert wanted - packed == set()
    assert {"lairkeeper/web/screens/table/page.html", "lairkeeper/web/screens/table/fr.toml"} <= packed
