"""``lairkeeper tags``: which tag is on which piece."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .hub import say, say_board, with_hub
from .numbers import numbers
from .options import LANGUAGE, db_option, output_option, read_in, write_out

BUSY = "busy"

if TYPE_CHECKING:
    from lairkeeper.table import Hub
    from lairkeeper.table.enrolment import EnrolSession
    from lairkeeper.table.tag_write import TagWrite
    from lairkeeper.tags import Stock


@click.group()
def tags() -> None:
    """List, enrol, import and export tags, and the numbers printed on what they are on."""


tags.add_command(numbers)


@tags.command("list")
@click.option("--game", help="Only this game's pieces; `table` for tokens that all games share.")
@click.option("--missing", is_flag=True, help="The pieces that have no tag yet.")
@db_option()
def list_tags(game: str | None, missing: bool, db: Path) -> None:
    """List the tags that are known."""
    with with_hub(db) as hub:
        if missing:
            for each in [game] if game else [*hub.games, "table"]:
                stock = hub.stock(each)
                lacking = hub.registry.missing(stock)
                for component in lacking:
                    click.echo(f"{each:<14} {component}")
                _say_invented(each, sum(stock.invents(component) for component in lacking), "pieces")
            return
        known = hub.registry.list(game)
        for tag in known:
            click.echo(f"{tag.uid:<20} {tag.game:<14} {tag.component:<28} {tag.note}")
        if not known:
            click.echo(say(hub, "tag.none", {}))


@tags.command()
@click.argument("game")
@click.argument("pieces", nargs=-1, required=True)
@click.option("--uid", help="Enrol this one tag for this one piece, such as catwoman#2, without a board.")
@click.option("--board", metavar="DEVICE", envvar="LAIRKEEPER_BOARD", help="The board to tap on (else the one found).")
@click.option("--force", is_flag=True, help="Replace what the tag or the piece had before.")
@click.option(
    "--write/--no-write", default=None, help="Write the piece's name onto its tag, too; kept for the next time."
)
@db_option()
def enrol(
    game: str,
    pieces: tuple[str, ...],
    uid: str | None,
    board: str | None,
    force: bool,
    write: bool | None,
    db: Path,
) -> None:
    """Enrol PIECES of GAME (`table` for the shared tokens) by tapping each sticker in this order.

    Example: lairkeeper tags enrol forever-evil "vp-1 x20, vp-5 x10"
    """
    plan = " ".join(pieces)
    ports = (board,) if board else ()
    with with_hub(db, None if uid else ports) as hub:
        if uid is not None:
            result = hub.registry.enrol(uid, plan, hub.stock(game), force=force)
            _fail_if_refused(hub, result)
            click.echo(say(hub, "tag.one", {"uid": uid, "card": plan, "component": plan}))
            return
        if write is not None:
            hub.enrolment.set_writes_tags(write)
        _fail_if_refused(hub, hub.start_enrol(game, plan))
        try:
            asyncio.run(_tapping(hub, force))
        except KeyboardInterrupt:
            click.echo(say(hub, "tag.stopped", {}))
        finally:
            hub.stop_enrol()


async def _tapping(hub: Hub, force: bool) -> None:
    """Ask for one piece after the other until the list is done."""
    stop = asyncio.Event()
    running = asyncio.ensure_future(hub.run(stop))
    shown: tuple[Any, ...] = ()
    said: TagWrite | None = None
    try:
        while (session := hub.enrol) is not None and not _through(session):
            if session.refused is not None and force:
                hub.enrolment.insist()
            said = _say_written(hub, session.writing, said)
            board = hub.boards[0]
            now = (session.expected, session.refused, board.message)
            busy = session.writing is not None and session.writing.code == BUSY
            if now != shown and not busy:
                _ask(hub, session.expected, session.refused, board)
                shown = now
            await asyncio.wait([running], timeout=0.1)
            if running.done():
                await running
        if session is not None:
            _say_written(hub, session.writing, said)
        click.echo(say(hub, "tag.all" if session is not None else "tag.idle", {}))
    finally:
        stop.set()
        await running


def _through(session: EnrolSession) -> bool:
    """Return True when the list is done, and the last of its tags written."""
    writing = session.writing
    return session.finished and (writing is None or writing.code != BUSY)


def _say_written(hub: Hub, writing: TagWrite | None, said: TagWrite | None) -> TagWrite | None:
    """Tell what a writing came to, once."""
    if writing is not None and writing != said and writing.code != BUSY:
        click.echo(say(hub, f"write.{writing.code}", {"card": writing.tag.component}))
    return writing


def _ask(hub: Hub, expected: str | None, refused: Any, board: Any) -> None:
    if board.state != "up":
        click.echo(say_board(hub, board))
    elif refused is not None:
        click.echo(say(hub, f"tag.{refused.code}", refused.args))
    if expected is not None and board.state == "up":
        click.echo(say(hub, "tag.ask", {"card": expected, "component": expected}))


@tags.command("export")
@click.option("--game", help="Only this game's pieces.")
@output_option
@db_option()
def export_tags(game: str | None, output: Path | None, db: Path) -> None:
    """Write the tags as a TOML file, to keep with the box or to carry to another computer."""
    from lairkeeper.tags.tagfile import export_toml

    with with_hub(db) as hub:
        text = export_toml(hub.registry, game)
    write_out(text, output, "tags")


@tags.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--replace", is_flag=True, help="What the file says wins over what was enrolled before.")
@db_option()
def import_tags(file: Path, replace: bool, db: Path) -> None:
    """Enrol what a tag file says: all of it, or nothing when a line is refused."""
    from lairkeeper.tags.tagfile import TagFileError, import_toml

    with with_hub(db) as hub:
        stocks = {each: hub.stock(each) for each in (*hub.games, "table")}
        try:
            report = import_toml(read_in(file), hub.registry, stocks, replace=replace)
        except TagFileError as error:
            raise click.ClickException(f"{file}: {error}") from None
        for entry, refusal in report.refused:
            why = say(hub, f"tag.{refusal.code}", refusal.args)
            click.echo(say(hub, "tag.entry", {"file": str(file), "n": entry, "why": why}), err=True)
        if report.refused:
            way_out = "tag.put-right" if replace else "tag.put-right-or-replace"
            raise click.ClickException(say(hub, way_out, {"n": len(report.refused)}))
        click.echo(say(hub, "tag.imported", {"n": len(report.enrolled), "same": report.unchanged}))


@tags.command()
@click.argument("game", default="table")
@click.option(
    "--only", metavar="PIECES", help='Only these, such as "vp-1 x20, catwoman"; all copies in the box if left out.'
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--lang", type=LANGUAGE, envvar="LAIRKEEPER_LANG", help="Language of the labels.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="PDF; labels-GAME.pdf if left out."
)
@db_option()
def sheet(game: str, only: str | None, paper: str, lang: str | None, output: Path | None, db: Path) -> None:
    """Write a PDF of labels for GAME's pieces, or for the action and seat tokens that all games share (`table`).

    Each label has the piece's sign in colour on a disc, under which the tag goes on the back, its name, and a QR code
    that says which piece it is.
    """
    from lairkeeper.web.label_signs import label_sheet

    with with_hub(db) as hub:
        stock = hub.stock(game)
        wanted = _chosen(stock, only) if only else list(stock.components(unlimited=1))
        pdf = label_sheet(hub, game, wanted, lang or hub.language, paper)
    target = output or Path(f"labels-{game}.pdf")
    _write(target, pdf)
    click.echo(f"{len(wanted)} labels written to {target}")
    _say_invented(game, sum(stock.invents(each) for each in wanted), "labels")


@tags.command()
@click.argument("game")
@click.option("--level", help="Level of the game (see `lairkeeper games`); its first if left out.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--lang", type=LANGUAGE, envvar="LAIRKEEPER_LANG", help="Language of the page.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="PDF; cheat-GAME-LEVEL.pdf if left out."
)
@db_option()
def cheat(game: str, level: str | None, paper: str, lang: str | None, output: Path | None, db: Path) -> None:
    """Write one page that says how to tap GAME at a level: its action tokens, and what the app asks."""
    from lairkeeper.web.cheat_sheet import cheat_sheet
    from lairkeeper.web.game_texts import box_texts
    from lairkeeper.web.label_signs import cheat_pdf

    with with_hub(db) as hub:
        hub.stock(game)
        if game not in hub.games:
            raise click.ClickException(f"{game} is no game; choose one of {', '.join(hub.games)}")
        levels = hub.games[game].levels
        if level is not None and level not in levels:
            raise click.ClickException(f"{game} has no level {level[:40]!r}; choose one of {', '.join(levels)}")
        page = cheat_sheet(hub, hub.games[game], level or levels[0], lang or hub.language)
        pdf = cheat_pdf(page, box_texts(hub, game, lang or hub.language), paper)
    target = output or Path(f"cheat-{game}-{page.level}.pdf")
    _write(target, pdf)
    click.echo(f"cheat sheet written to {target}")


def _write(target: Path, pdf: bytes) -> None:
    """Write a file; raise ``click.ClickException`` where that cannot be."""
    try:
        target.write_bytes(pdf)
    except OSError as error:
        raise click.ClickException(f"cannot write {target}: {error.strerror}; choose another file with -o") from None


def _say_invented(game: str, n: int, things: str) -> None:
    """Say on standard error that nobody knows how many copies there are of ``n`` of the things just listed."""
    if n:
        click.echo(
            f"How many copies there are is invented for {n} of these {things}, because it is published nowhere. "
            f"Type what you have: lairkeeper tags numbers set {game} KIND copies=2 …",
            err=True,
        )


def _chosen(stock: Stock, only: str) -> list[str]:
    """Return the pieces of a list, each of them one of the game's.

    Raises LabelError for a piece that the game does not have, or not so many of.
    """
    from lairkeeper.tags.enrol import parse_plan
    from lairkeeper.tags.labels import LabelError

    wanted = []
    for kind, n in parse_plan(only):
        if kind not in stock.copies:
            raise LabelError(
                f"{stock.game} has no piece {kind!r}; `lairkeeper tags list --missing --game {stock.game}` lists them"
            )
        have = stock.copies[kind]
        if have and n > have:
            raise LabelError(f"{stock.game} has {have} of {kind}, not {n}")
        wanted += [f"{kind}#{copy}" for copy in range(1, n + 1)]
    return wanted


def _fail_if_refused(hub: Hub, result: Any) -> None:
    code = getattr(result, "code", None)
    if code is not None:
        more = " Insist with --force." if result.forcible else ""
        raise click.ClickException(say(hub, f"tag.{code}", result.args) + more)
