"""Write the table of docs/effort.md from a fresh measurement: ``python -m tests.bench.effort_page``."""

from __future__ import annotations

import datetime
import re
import secrets
from pathlib import Path
from statistics import fmean
from typing import Final

from lairkeeper.games import get_game

from .bench_effort import Ways, efforts, ways
from .effort import Effort, players_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "effort.md"
OF_MATCH: Final = ("taps", "counted", "questions", "movements")
BEGIN, END = "<!-- measured -->", "<!-- /measured -->"
SAVED, END_SAVED = "<!-- saved -->", "<!-- /saved -->"


def table(found: dict[tuple[str, str, str], list[Effort]], seed: int, day: datetime.date) -> str:
    """Return the table in Markdown: one line for each game, level and layout."""
    lines = [
        f"Measured on {day.isoformat()}, seeds from {seed} on.",
        "",
        "| game | players | level | layout | taps a turn | taps a match | in counts | questions | movements |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for (game, level, layout), matches in found.items():
        turn = fmean(each.per_turn for each in matches)
        of_match = (
            fmean(getattr(each, name) for each in matches) for name in ("taps", "counted", "questions", "movements")
        )
        first = f"{turn:.1f}" if turn and any(each.turns for each in matches) else "-"
        cells = [get_game(game).title["en"], str(players_of(game)), f"`{level}`", f"`{layout}`", first]
        lines.append(f"| {' | '.join([*cells, *(f'{value:.0f}' for value in of_match)])} |")
    return "\n".join(lines)


def before_and_after(found: Ways, seed: int) -> str:
    """Return the table of what the options about taps save: taps a turn, and taps a match."""
    lines = [
        f"Seeds from {seed} on. A turn has its taps without those of counts.",
        "",
        "| game | level | layout | told: a turn | fewest: a turn | told: a match | fewest: a match |",
        "|---|---|---|---|---|---|---|",
    ]
    for (game, level, layout), (told, few) in found.items():
        turn = [f"{fmean(each.per_turn for each in one):.1f}" for one in (told, few)]
        match = [f"{fmean(each.taps for each in one):.0f}" for one in (told, few)]
        cells = [get_game(game).title["en"], f"`{level}`", f"`{layout}`", *turn, *match]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, and put the table in place of the one before."""
    seed = secrets.randbelow(10**9)
    fresh = f"{BEGIN}\n{table(efforts(seed), seed, datetime.date.today())}\n{END}"
    saved = f"{SAVED}\n{before_and_after(ways(seed), seed)}\n{END_SAVED}"
    page = PAGE.read_text(encoding="utf-8")
    page = re.sub(f"{BEGIN}.*?{END}", lambda _: fresh, page, count=1, flags=re.DOTALL)
    page = re.sub(f"{SAVED}.*?{END_SAVED}", lambda _: saved, page, count=1, flags=re.DOTALL)
    PAGE.write_text(page, encoding="utf-8")
    print(f"written to {PAGE.name}")


if __name__ == "__main__":
    main()
