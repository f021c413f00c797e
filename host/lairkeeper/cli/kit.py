"""``lairkeeper kit GAME``: the conformance kit."""

from __future__ import annotations

import json

import click


@click.command()
@click.argument("game")
@click.option("--level", "levels", multiple=True, help="Only this level; may be given again.")
@click.option("--seeds", type=click.IntRange(1, 10_000), default=6, show_default=True, help="Random matches a level.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def kit(game: str, levels: tuple[str, ...], seeds: int, as_json: bool) -> None:
    """Run every check that a game must pass on GAME; exit with 1 when one fails."""
    from lairkeeper.games import get_game
    from lairkeeper.kit.run import run_kit

    known = get_game(game)
    unknown = set(levels) - set(known.levels)
    if unknown:
        raise click.UsageError(f"{game} has no level {sorted(unknown)[0]!r}; choose of {', '.join(known.levels)}.")
    results = run_kit(known, levels=levels, seeds=range(seeds))
    if as_json:
        rows = [{"name": each.name, "ok": each.ok, "detail": each.detail} for each in results]
        click.echo(json.dumps(rows, ensure_ascii=False))
    else:
        for each in results:
            click.echo(f"{'ok  ' if each.ok else 'FAIL'}  {each.name:<44} {each.detail}")
    if not all(each.ok for each in results):
        raise click.exceptions.Exit(1)
