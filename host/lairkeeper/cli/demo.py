"""``lairkeeper demo``: play on a simulated board, by hand in the browser or all by itself."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from .hub import say
from .lan_option import TableCommand, lan_options, lan_words
from .options import db_option, log_option, parse_rules, table_options
from .sink_option import sink_option

if TYPE_CHECKING:
    from lairkeeper.sinks import Sink
    from lairkeeper.store import Store
    from lairkeeper.table import Hub


@click.command(cls=TableCommand)
@click.option("--game", default="forever-evil", show_default=True, help="Which game; `lairkeeper games` lists them.")
@click.option("--players", type=click.IntRange(1, 8), default=3, show_default=True, help="How many play.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same match.")
@click.option("--auto", is_flag=True, help="Play a whole match without hands, in simulated time, and check it.")
@click.option(
    "--campaign",
    type=click.IntRange(min=1),
    metavar="N",
    help="Play N random matches by themselves, side by side; --seed, --game and so on narrow them.",
)
@click.option(
    "--noise",
    type=click.Choice(["none", "usual", "much"]),
    default="usual",
    show_default=True,
    help="With --auto: how often the players fumble, and foreign tags come near.",
)
@click.option("--json", "as_json", is_flag=True, help="With --auto or --campaign: one line of JSON on standard output.")
@click.option("--fresh", is_flag=True, help="Begin a new match instead of going on with the last one.")
@table_options
@lan_options
@sink_option
@log_option
@db_option("demo.db")
@click.pass_context
def demo(context: click.Context, /, auto: bool, as_json: bool, db: Path, log: Path | None, **options: Any) -> None:
    """Play without hardware: the real firmware, on a real interpreter, reads tags from a model of the reader chip.

    Opens the table page and the virtual table, where tokens and cards are dragged onto readers. A new match by hand
    begins at the level with the fewest taps, score, unless --level names another one, with --auto at
    the fullest. With --auto a whole
    match plays itself through the same chain; the exit status is 1 if anything was lost, doubled, leaked or differs.
    With --campaign many such matches are played, of games, levels, layouts, house rules and seeds that nobody chose.
    """
    typed = (("--log", log is not None), ("--sink", _typed(context, "sinks")), ("--lan", options["lan"] is not None))
    for word, given in typed:
        if given and (auto or options["campaign"] is not None):
            raise click.UsageError(f"{word} is for a match by hand; --auto and --campaign tell all by themselves.")
    if options["campaign"] is not None:
        from .campaign import campaign

        campaign(context, {"auto": auto, "as_json": as_json, "db": db, **options})
        return
    if auto:
        _auto(as_json=as_json, db=db if _chosen(context, "db") else None, **options)
    elif as_json:
        raise click.UsageError("--json tells the outcome of --auto or --campaign; add one of them.")
    elif _chosen(context, "noise"):
        raise click.UsageError("--noise is for players who play by themselves; add --auto or --campaign.")
    else:
        _by_hand(db=db, log=log, **options)


def _auto(
    *, game: str, players: int, seed: int, level: str | None, rules: tuple[str, ...], layout: str,
    lang: str | None, noise: str, as_json: bool, db: Path | None, board: tuple[str, ...], **_: Any,
) -> None:  # fmt: skip
    from lairkeeper.i18n import LANGUAGES
    from lairkeeper.simulation.auto import ok, run
    from lairkeeper.store import Store

    if board:
        raise click.UsageError("--auto plays on the simulated board only; leave --board out.")
    show = _progress(quiet=as_json and not sys.stderr.isatty())
    with (
        tempfile.TemporaryDirectory(prefix="lairkeeper-") as folder,
        Store.open(db or Path(folder) / "auto.db") as store,
    ):
        report = run(
            game, players=players, seed=seed, level=level, layout=layout, ruleset=parse_rules(rules), store=store,
            lang=lang or LANGUAGES[0], noise=noise, progress=show,
        )  # fmt: skip
    if as_json:
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        _tell(report)
    if not ok(report):
        raise click.exceptions.Exit(1)


def _chosen(context: click.Context, name: str) -> bool:
    given = context.get_parameter_source(name)
    return given is not None and given.name != "DEFAULT"


def _typed(context: click.Context, name: str) -> bool:
    """Return True when an option is among the words of the command, not in the environment."""
    return context.get_parameter_source(name) is ParameterSource.COMMANDLINE


def _progress(*, quiet: bool) -> Any:
    def show(acts: int) -> None:
        if not quiet and acts % 10 == 0:
            click.echo(f"\r{acts} moves played …", nl=False, err=True)

    return show


def _tell(report: dict[str, Any]) -> None:
    """Print the report for people."""
    from lairkeeper.games import get_game

    scans = report["scans"]
    click.echo(f"\r{report['game']}, level {report['level']}, seed {report['seed']}, on {report['interpreter']}")
    if get_game(report["game"]).printed.fields:
        click.echo("  with INVENTED numbers on the cards, not those of the real ones")
    for seat, score in sorted(report["scores"].items(), key=lambda item: -item[1]):
        click.echo(f"  {seat:<8} {score:>4}{'  wins' if seat in report['winners'] else ''}")
    click.echo(
        f"{scans['sent']} scans: {scans['accepted']} accepted, {scans['asked']} after a question, "
        f"{scans['lost']} lost, {scans['doubled']} doubled; {scans['noise']} mistakes and wobbles; "
        f"{report['seconds']} s"
    )
    for line in (*report["differences"], *report["leaks"]):
        click.secho(f"  {line}", fg="red")


def _by_hand(
    *, db: Path, log: Path | None, port: int, board: tuple[str, ...], no_browser: bool, headless: bool,
    lang: str | None, layout: str, players: int, sinks: tuple[Sink, ...], lan: str | None,
    tls: tuple[Path, Path] | None, own_tls: bool, **match: Any,
) -> None:  # fmt: skip
    from lairkeeper.board import SimulatedBoard
    from lairkeeper.simulation.live import LivePlay
    from lairkeeper.simulation.readers import readers_of

    from .hostlog import logged, watched
    from .running import make_hub, opened, run_headless, run_pages

    home = lan_words(lan, tls, own_tls, headless=headless)
    with (
        logged(log),
        opened(db) as store,
        SimulatedBoard(
            readers_of(layout, players, _locations(str(match["game"]))), settings={"screen": "ssd1306"}
        ) as simulated,
    ):
        hub = make_hub(store, board=simulated, ports=board, lang=lang)
        _sit_down(store, hub, players=players, **match)
        if hub.virtual is not None:
            hub.virtual.players = LivePlay(hub)
        watched(hub)
        click.echo(f"A simulated board runs the firmware on {simulated.interpreter}. Open the pages side by side:")
        if headless:
            run_headless(hub, sinks=sinks)
        else:
            run_pages(hub, port, home, pages=("/table", "/virtual"), browser=not no_browser, sinks=sinks)


def _locations(game: str) -> tuple[str, ...]:
    """Return the places of a game that have their own readers."""
    from lairkeeper.games import UnknownGameError, get_game

    try:
        return get_game(game).locations
    except UnknownGameError as error:
        raise click.ClickException(str(error)) from None


def _sit_down(
    store: Store, hub: Hub, *, game: str, players: int, seed: int, level: str | None, rules: tuple[str, ...],
    fresh: bool, **_: Any,
) -> None:  # fmt: skip
    """Resume the last match, else begin one with the demo's players."""
    from lairkeeper.simulation.auto import SEATS
    from lairkeeper.table import Table

    from .running import tell_trouble

    hub.enrol_demo_set(game)
    there = None if fresh else hub.resume_last()
    tell_trouble(hub)
    if there is not None:
        return
    first = hub.games[game].levels[0]  # the fewest taps, as for all who see the app for the first time
    table = hub.start(game, SEATS[:players], level=level or first, ruleset=parse_rules(rules), proxy=True)
    if not isinstance(table, Table):
        raise click.ClickException(f"the match cannot begin: {say(hub, f'refusal.{table.code}', table.args)}")
