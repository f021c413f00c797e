"""``lairkeeper play FILE…``: run plays, the scenario files that read like a page of the rulebook."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import read_in

if TYPE_CHECKING:
    from lairkeeper.kit.play import PlayResult


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def play(files: tuple[Path, ...], as_json: bool) -> None:
    """Run play files; exit with 1 when one of them goes another way than written."""
    results = [_run(file) for file in files]
    if as_json:
        click.echo(json.dumps([result.to_json() for result in results], ensure_ascii=False))
    else:
        for result in results:
            click.echo(_line(result))
    if not all(result.ok for result in results):
        raise click.exceptions.Exit(1)


def _run(file: Path) -> PlayResult:
    from lairkeeper.kit.play import PlayResult, run_text

    try:
        text = read_in(file)
    except click.ClickException as error:
        return PlayResult(str(file), False, 0, 0, None, "a play file", error.message)
    return run_text(text, str(file))


def _line(result: PlayResult) -> str:
    if result.ok:
        return f"ok    {result.file} ({result.steps} steps)"
    where = f"step {result.step}" if result.step else "before the first step"
    line = f", line {result.line}" if result.line else ""
    path = f"\n      {result.path}" if result.path else ""
    return f"FAIL  {result.file}, {where}{line}{path}\n      expected {result.expected}\n      actual   {result.actual}"
