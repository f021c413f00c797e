"""``lairkeeper serve``: the table, with real boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .lan_option import TableCommand, lan_options, lan_words
from .options import db_option, log_option, parse_rules, table_options
from .sink_option import sink_option

if TYPE_CHECKING:
    from lairkeeper.sinks import Sink


@click.command(cls=TableCommand)
@table_options
@click.option(
    "--resume",
    type=click.IntRange(min=1),
    metavar="MATCH",
    help="Resume an archived match; `lairkeeper matches` lists them.",
)
@lan_options
@sink_option
@log_option
@db_option()
def serve(
    port: int, board: tuple[str, ...], no_browser: bool, headless: bool, level: str | None, lang: str | None,
    rules: tuple[str, ...], layout: str, resume: int | None, lan: str | None,
    tls: tuple[Path, Path] | None, own_tls: bool, sinks: tuple[Sink, ...], log: Path | None, db: Path,
) -> None:  # fmt: skip
    """Run the table with real boards; the match of last time goes on.

    Without --board it waits for a board that it knows. --level, --rule and --layout are what a new match begins with.
    """
    from .hostlog import logged, watched
    from .running import make_hub, opened, run_headless, run_pages, tell_trouble

    home = lan_words(lan, tls, own_tls, headless=headless)
    with logged(log), opened(db) as store:
        hub = make_hub(store, board=None, ports=board, lang=lang)
        keep_defaults(hub, level, rules, layout)
        match = hub.resume_last() if resume is None else hub.resume(resume)
        click.echo(
            f"Match {match.match} goes on." if match else "No match is running: begin one on the page New match."
        )
        tell_trouble(hub)
        watched(hub)
        if headless:
            run_headless(hub, sinks=sinks)
        else:
            run_pages(hub, port, home, pages=("/",), browser=not no_browser, sinks=sinks)


def keep_defaults(hub: Any, level: str | None, rules: tuple[str, ...], layout: str) -> None:
    """Remember what a new match begins with."""
    hub.store.settings.set("defaults", {"level": level, "ruleset": dict(parse_rules(rules)), "layout": layout})
