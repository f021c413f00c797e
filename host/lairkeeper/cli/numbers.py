"""``lairkeeper tags numbers``: what is printed on cards whose numbers are published nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .hub import say, with_hub
from .options import LANGUAGE, db_option, output_option, read_in, write_out

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@click.group()
def numbers() -> None:
    """Type, list, import and export the numbers that are printed on your cards."""


@numbers.command("list")
@click.argument("game")
@click.option("--missing", is_flag=True, help="Only the cards whose numbers are not typed yet.")
@db_option()
def list_numbers(game: str, missing: bool, db: Path) -> None:
    """List the cards of GAME with what was typed for them."""
    from lairkeeper.tags.numbers import typed

    with with_hub(db) as hub:
        printed, have = hub.printed(game), hub.numbers.of(game)
        _need_fields(hub, game)
        for kind, copies in hub.stock(game).copies.items():
            if kind not in printed.fields or (kind not in have and copies == 0) or (missing and kind in have):
                continue
            values = typed(printed, kind, have.get(kind, {}))
            said = "  ".join(f"{name}={value}" for name, value in values.items())
            invented = "; that there is such a card is invented" if printed.invents_copies(kind, have) else ""
            click.echo(f"{kind:<24} {said or f'not typed yet{invented}'}")
        _say_doubts(hub, game)


@numbers.command("set")
@click.argument("game")
@click.argument("kind")
@click.argument("values", nargs=-1, required=True, metavar="FIELD=VALUE…")
@db_option()
def set_numbers(game: str, kind: str, values: tuple[str, ...], db: Path) -> None:
    """Type what is printed on one KIND of card of GAME; typing it again replaces it."""
    given: dict[str, str] = {}
    for each in values:
        name, equals, value = each.partition("=")
        if not equals:
            raise click.BadParameter(f"{each!r} is not FIELD=VALUE, such as points=2", param_hint="VALUES")
        given[name] = value
    with with_hub(db) as hub:
        _need_fields(hub, game)
        problem = hub.pieces.set_numbers(game, kind, given)
        if problem is not None:
            raise click.ClickException(say(hub, f"printed.{problem.code}", problem.args))
        _say_doubts(hub, game, kind)
    click.echo(f"{kind} is typed.")


@numbers.command()
@click.argument("game")
@click.argument("kind")
@db_option()
def forget(game: str, kind: str, db: Path) -> None:
    """Forget what was typed for one KIND of card of GAME; matches that were begun with it keep it."""
    with with_hub(db) as hub:
        _need_fields(hub, game)
        if not hub.pieces.forget_numbers(game, kind):
            raise click.ClickException(f"nothing was typed for {kind}; `lairkeeper tags numbers list {game}` shows all")
    click.echo(f"{kind} is forgotten.")


@numbers.command("export")
@click.argument("game")
@click.option("--format", "form", type=click.Choice(["toml", "json", "csv"]), default="toml", show_default=True)
@click.option("--lang", type=LANGUAGE, envvar="LAIRKEEPER_LANG", help="Language of the sheet.")
@output_option
@db_option()
def export_numbers(game: str, form: str, lang: str | None, output: Path | None, db: Path) -> None:
    """Write what was typed for GAME as a file, to keep it or to share it; csv is a sheet of all cards to fill in."""
    with with_hub(db) as hub:
        _need_fields(hub, game)
        text = _sheet(hub, game, lang) if form == "csv" else hub.pieces.export_numbers(game, form)
    write_out(text, output, "numbers")


@numbers.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--replace", is_flag=True, help="What the file says wins over what was typed before.")
@db_option()
def import_numbers(file: Path, replace: bool, db: Path) -> None:
    """Take a file of printed numbers over: all of it, or nothing when a card of it is refused."""
    from lairkeeper.table import NumberFileError

    with with_hub(db) as hub:
        try:
            report = hub.pieces.import_numbers(read_in(file), replace=replace)
        except NumberFileError as error:
            said = say(hub, f"number-file.{error.code}", error.values)
            raise click.ClickException(f"{file}: {said}") from None
        for kind, problem in report.refused:
            line = f", line {report.lines[kind]}" if kind in report.lines else ""
            click.echo(f"{file}{line}, {kind}: {say(hub, f'printed.{problem.code}', problem.args)}", err=True)
        if not report.refused:
            _say_doubts(hub, report.game)
    if report.refused:
        way_out = "Put them right." if replace else "Put them right, or use --replace for what was typed otherwise."
        raise click.ClickException(f"Cards refused: {len(report.refused)}, so nothing was imported. {way_out}")
    click.echo(f"{report.new} new, {report.changed} changed, {report.unchanged} unchanged.")


def _sheet(hub: Hub, game: str, lang: str | None) -> str:
    """Return the sheet that the page of printed numbers offers."""
    from lairkeeper.web.game_texts import box_texts
    from lairkeeper.web.screens.numbers.model import sheet_words

    return hub.pieces.number_sheet(game, sheet_words(hub, game, box_texts(hub, game, lang or hub.language)))


def _say_doubts(hub: Hub, game: str, kind: str = "") -> None:
    """Ask on standard error about words that look mistyped: those of one kind, or of all."""
    for each in hub.numbers.doubts(game, hub.printed(game)):
        if kind in ("", each.kind):
            args = {"word": each.word, "card": each.kind, "near": each.near}
            click.echo(say(hub, "printed.used-once", args), err=True)


def _need_fields(hub: Hub, game: str) -> None:
    """Raise ``ClickException`` for a game whose numbers are all public, ``UnknownGameError`` for an unknown game."""
    if not hub.printed(game).fields:
        raise click.ClickException(f"all numbers of {game} are public: there is nothing to type")
