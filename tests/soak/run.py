"""`make soak`: the long campaigns. Writes build/soak.json in the form of the bench, and prints the same as a table.

run.py [--seed S] [NAME …]    only these campaigns: matches, matches:GAME, kernel, kernel:GAME, worlds, kills, suites
"""

from __future__ import annotations

import argparse
import secrets
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from lairkeeper.games import all_games
from lairkeeper.simulation.campaign import Campaign, Outcome
from lairkeeper.simulation.plan import Filters, plan

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / "bench"), str(ROOT)]

from report import write  # noqa: E402

from tests.soak.kernel import kernel  # noqa: E402
from tests.soak.suites import suites  # noqa: E402
from tests.worlds.run import WORLDS, judged, told  # noqa: E402

MATCHES = 400


def matches(only: str = "", seed: int | None = None) -> dict[str, dict[str, Any]]:
    """Play matches that nobody chose, of all games or of one; return a figure for each game and level."""
    seed = secrets.randbelow(10**9) if seed is None else seed
    cases = plan(MATCHES if not only else MATCHES // 4, seed, Filters(only or None))
    print(f"  {len(cases)} matches by seed {seed}", flush=True)
    rows: dict[str, list[Outcome]] = {}
    for n, outcome in enumerate(Campaign(cases, ROOT / "build" / "campaign" / str(seed)).outcomes(), 1):
        rows.setdefault(f"{outcome.case.game}.{outcome.case.level}", []).append(outcome)
        if outcome.why:
            print(f"  not clean: {outcome.case.command}\n    {outcome.why}\n    kept in {outcome.kept}", flush=True)
        if n % 10 == 0:
            print(f"  {n} of {len(cases)} matches played", flush=True)
    return {f"matches.{name}": _figure(rows[name], seed) for name in sorted(rows)}


def _figure(outcomes: list[Outcome], seed: int) -> dict[str, Any]:
    clean = sum(not outcome.why for outcome in outcomes)
    scans = sum(outcome.scans for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    return {
        "value": clean,
        "unit": "matches",
        "baseline": len(outcomes),
        "ratio": round(clean / len(outcomes), 3),
        "what": "whole random matches through the firmware without anything lost, doubled, leaked or different; "
        f"{scans:,} scans in {seconds:,.0f} s of all processes together; seed {seed}",
    }


def worlds(seed: int | None = None) -> dict[str, dict[str, Any]]:
    """Whole matches while disk, clock, line, power, hosts and people misbehave."""
    first = secrets.randbelow(10**9) if seed is None else seed
    print(f"  {WORLDS} worlds from seed {first}", flush=True)
    right, longest = 0, 0.0
    for n, (world, verdict) in enumerate(judged(first, WORLDS), 1):
        right += not verdict.wrong
        longest = max(longest, verdict.pause_ms)
        if verdict.wrong:
            print(f"  {told(world, verdict)}", flush=True)
        if n % 50 == 0:
            print(f"  {n} of {WORLDS} worlds played", flush=True)
    return {
        "worlds": {
            "value": right,
            "unit": "worlds",
            "baseline": WORLDS,
            "ratio": round(right / WORLDS, 4),
            "what": "whole matches in which everything goes wrong and the score is right; "
            f"longest pause {longest:.0f} ms of processor time; from seed {first}",
        }
    }


def kills() -> dict[str, dict[str, Any]]:
    """Run the tests that `make test` leaves out: long ones, and the cases that it did not draw."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "soak or rest", str(HERE.parent)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    print(done.stdout[-3000:])
    return {
        "tests.soak": {
            "value": int(done.returncode == 0),
            "unit": "passed",
            "baseline": 1,
            "ratio": float(done.returncode == 0),
            "what": f"tests that make test leaves out: {done.stdout.strip().splitlines()[-1]}; "
            f"{time.monotonic() - began:.0f} s",
        }
    }


CAMPAIGNS = ("matches", "kernel", "worlds", "kills", "suites")


def main(words: list[str]) -> int:
    """Run the campaigns; exit status 1 when one of them fell short of its baseline."""
    asked = argparse.ArgumentParser(prog="run.py")
    asked.add_argument(
        "names",
        nargs="*",
        default=CAMPAIGNS,
        metavar="NAME",
        help="matches[:GAME], kernel[:GAME], worlds, kills or suites",
    )
    asked.add_argument("--seed", type=int, help="of all but kills and suites; drawn by the system if left out")
    given = asked.parse_args(words)
    unknown = {name.partition(":")[0] for name in given.names} - set(CAMPAIGNS)
    if unknown:
        print(f"no campaign {', '.join(sorted(unknown))}; there are {', '.join(CAMPAIGNS)}", file=sys.stderr)
        return 2
    games = {name: name.partition(":")[2] for name in given.names if ":" in name}
    wrong = [
        name
        for name, game in games.items()
        if game not in all_games() or name.startswith(("worlds", "kills", "suites"))
    ]
    if wrong:
        print(f"{', '.join(wrong)}: choose matches or kernel, with one of {', '.join(all_games())}", file=sys.stderr)
        return 2
    figures: dict[str, dict[str, Any]] = {}
    for name in given.names:
        print(f"{name} …", flush=True)
        campaign, _, game = name.partition(":")
        match campaign:
            case "kills":
                figures |= kills()
            case "kernel":
                figures |= kernel(game, given.seed)
            case "suites":
                figures |= suites()
            case "worlds":
                figures |= worlds(given.seed)
            case _:
                figures |= matches(game, given.seed)
    write(figures, "soak")
    return int(any(figure["ratio"] < 1 for figure in figures.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
