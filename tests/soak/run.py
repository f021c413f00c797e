"""`make soak`: the long campaigns. Writes build/soak.json in the form of the bench, and prints the same as a table.

run.py [NAME …]    only these campaigns: matches, matches:GAME, kills
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "bench"))

from report import write  # noqa: E402

LAYOUTS = ("tap", "seats", "table")
SEEDS = range(1, 21)


VARIANTS: dict[str, tuple[str, ...]] = {"forever-evil": ("", "variant=teams")}
"""House rules that change the whole match, each played over all seeds; none for a game that has no such rule."""


def matches(only: str = "") -> dict[str, dict[str, Any]]:
    """Seeds 1-20 of each game (or one), level and variant that plays itself, over all layouts and player counts."""
    figures: dict[str, dict[str, Any]] = {}
    listed = subprocess.run([sys.executable, "-m", "lairkeeper", "games", "--json"], capture_output=True, check=True)
    for game in json.loads(listed.stdout):
        if only and game["id"] != only:
            continue
        for level in game["levels"]:
            for rule in VARIANTS.get(game["id"], ("",)):
                figures |= _seeds(game["id"], level, game["players"], rule)
    return figures


def _seeds(game: str, level: str, players: list[int], rule: str) -> dict[str, dict[str, Any]]:
    """One figure: how many of the seeds went well; the variant of sides wants an even number of players."""
    fewest, most = players
    step = 2 if rule == "variant=teams" else 1
    numbers = range(fewest, most + 1, step)
    bad, sent, began = [], 0, time.monotonic()
    name = f"{game} {level} {rule}".strip()
    for seed in SEEDS:
        report = one_match(game, level, numbers[seed % len(numbers)], seed, LAYOUTS[seed % 3], rule)
        sent += report["scans"]["sent"] if report else 0
        if not report or report["differences"] or report["leaks"]:
            bad.append(seed)
        print(f"  {name} seed {seed}: {'ok' if seed not in bad else report}", flush=True)
    return {
        f"matches.{name.replace(' ', '.')}": {
            "value": len(SEEDS) - len(bad),
            "unit": "matches",
            "baseline": len(SEEDS),
            "ratio": round(1 - len(bad) / len(SEEDS), 3),
            "what": f"whole matches through the firmware without anything lost, doubled, leaked or different; "
            f"{sent} scans in {time.monotonic() - began:.0f} s" + (f"; failed: seeds {bad}" if bad else ""),
        }
    }


def one_match(game: str, level: str, players: int, seed: int, layout: str, rule: str = "") -> dict[str, Any] | None:
    """The report of one match; None when its exit status says that something is wrong and it printed nothing."""
    words = ["--game", game, "--level", level, "--players", str(players), "--seed", str(seed), "--layout", layout]
    words += ["--rule", rule] if rule else []
    command = [sys.executable, "-m", "lairkeeper", "demo", "--auto", "--headless", "--json", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if not done.stdout.strip():
        print(done.stderr[-2000:], file=sys.stderr)
        return None
    report: dict[str, Any] = json.loads(done.stdout)
    if done.returncode and not report["differences"]:
        report["differences"] = [f"exit status {done.returncode}"]
    return report


def kills() -> dict[str, dict[str, Any]]:
    """The tests that carry the marker `soak`, such as power cuts over and over."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "soak", str(HERE.parent)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    print(done.stdout[-3000:])
    return {
        "tests.soak": {
            "value": int(done.returncode == 0),
            "unit": "passed",
            "baseline": 1,
            "ratio": float(done.returncode == 0),
            "what": f"tests that carry the marker soak: {done.stdout.strip().splitlines()[-1]}; "
            f"{time.monotonic() - began:.0f} s",
        }
    }


CAMPAIGNS: dict[str, Callable[[], dict[str, dict[str, Any]]]] = {"matches": matches, "kills": kills}


def main(wanted: list[str]) -> int:
    """Run the campaigns; exit status 1 when one of them fell short of its baseline."""
    unknown = {name.partition(":")[0] for name in wanted} - set(CAMPAIGNS)
    if unknown:
        print(f"no campaign {', '.join(sorted(unknown))}; there are {', '.join(CAMPAIGNS)}", file=sys.stderr)
        return 2
    figures: dict[str, dict[str, Any]] = {}
    for name in wanted or CAMPAIGNS:
        print(f"{name} …", flush=True)
        campaign, _, game = name.partition(":")
        figures |= matches(game) if game else CAMPAIGNS[campaign]()
    write(figures, "soak")
    return int(any(figure["ratio"] < 1 for figure in figures.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
