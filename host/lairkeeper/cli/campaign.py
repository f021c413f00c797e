"""``lairkeeper demo --campaign``: many random matches, their table, and how each failure is played again."""

from __future__ import annotations

import json
import secrets
import shutil
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import data_file, parse_rules

if TYPE_CHECKING:
    from lairkeeper.simulation.campaign import Campaign, Outcome

FRESH = 10**9
"""Seeds that the system draws are smaller."""
FILTERS = ("game", "level", "players", "layout", "lang", "noise")
ALONE = {"auto": "--auto", "db": "--db", "fresh": "--fresh", "port": "--port", "board": "--board"}
"""Options that make no sense in a campaign, by the name of their parameter."""


def campaign(context: click.Context, options: Mapping[str, Any]) -> None:
    """Play the campaign that the options of ``demo`` ask for. Ends with status 1 unless all matches are clean."""
    from lairkeeper.simulation.campaign import Campaign
    from lairkeeper.simulation.plan import Filters, plan

    given = {name for name in options if _by_hand(context, name)}
    for name in sorted(given & set(ALONE)):
        raise click.UsageError(
            f"--campaign plays each match by itself, on a board of its own; leave {ALONE[name]} out."
        )
    seed = options["seed"] if "seed" in given else secrets.randbelow(FRESH)
    filters = Filters(**{name: options[name] for name in FILTERS if name in given}, rules=parse_rules(options["rules"]))
    cases = plan(options["campaign"], seed, filters)
    folder = data_file("campaigns") / f"{seed}-{time.time():.0f}"
    click.echo(f"{len(cases)} matches, seed {seed}", err=True)
    outcomes = _played(Campaign(cases, folder), len(cases))
    _tell(outcomes, len(cases), seed, folder, as_json=options["as_json"])
    if len(outcomes) < len(cases):
        raise click.exceptions.Exit(130)
    if any(outcome.why for outcome in outcomes):
        raise click.exceptions.Exit(1)


def _by_hand(context: click.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _played(running: Campaign, n: int) -> list[Outcome]:
    """Return the outcomes of the matches, and show progress on standard error.

    After a Ctrl-C these are the matches that ended before it.
    """
    found: list[Outcome] = []
    began = time.monotonic()
    try:
        for outcome in running.outcomes():
            found.append(outcome)
            _progress(found, n, time.monotonic() - began)
    except KeyboardInterrupt:
        running.stop()
        click.echo("\nStopped; what had ended until then:", err=True)
    return found


def _progress(found: Sequence[Outcome], n: int, seconds: float) -> None:
    """Print failures at once, each on a line, and the count: in place on a screen, now and then in a file."""
    outcome, screen = found[-1], sys.stderr.isatty()
    if outcome.why:
        click.echo(f"{chr(13) if screen else ''}not clean: {outcome.case.command}\n  {outcome.why}", err=True)
    clean = sum(not each.why for each in found)
    if screen or len(found) % 10 == 0 or len(found) == n:
        told = f"{len(found)} of {n} matches played, {clean} clean, {seconds:.0f} s"
        click.echo(f"\r{told} …" if screen else told, nl=not screen, err=True)


def _tell(outcomes: Sequence[Outcome], n: int, seed: int, folder: Path, *, as_json: bool) -> None:
    """Print one JSON line, or the table, and where the failed matches are kept."""
    failed = sorted((outcome for outcome in outcomes if outcome.why), key=lambda outcome: outcome.case.n)
    if failed:
        click.echo(f"\nThe failed matches are kept in {folder}, each with its database and report.", err=True)
    elif folder.exists():
        shutil.rmtree(folder)
    if as_json:
        told = [{"command": outcome.case.command, "why": outcome.why} for outcome in failed]
        if len(outcomes) == n:
            line = {"matches": n, "clean": n - len(failed), "failed": told, "seed": seed}
            click.echo(json.dumps(line, ensure_ascii=False))
        return
    click.echo()
    for row in _table(outcomes):
        click.echo(row)
    for outcome in failed:
        click.secho(f"\n{outcome.why}", fg="red")
        click.echo(f"  {outcome.case.command}\n  kept in {outcome.kept}")


def _table(outcomes: Iterable[Outcome]) -> list[str]:
    """Return a line for each game and level, and one for all."""
    rows: dict[tuple[str, str], list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda each: (each.case.game, each.case.level)):
        rows.setdefault((outcome.case.game, outcome.case.level), []).append(outcome)
    lines = [("game", "level", "matches", "clean", "scans", "seconds")]
    everything = [outcome for row in rows.values() for outcome in row]
    lines += [_row(*name, row) for name, row in rows.items()]
    lines.append(_row("all", "", everything))
    return [f"{a:<14}{b:<8}{c:>8}{d:>8}{e:>10}{f:>10}" for a, b, c, d, e, f in lines]


def _row(game: str, level: str, outcomes: Sequence[Outcome]) -> tuple[str, str, str, str, str, str]:
    clean = sum(not outcome.why for outcome in outcomes)
    scans = sum(outcome.scans for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    return game, level, str(len(outcomes)), str(clean), f"{scans:,}", f"{seconds:,.0f}"
