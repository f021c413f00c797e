"""``lairkeeper board``: find boards, put the firmware on them, see what is wrong with one."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .options import data_file, db_option

if TYPE_CHECKING:
    from lairkeeper.board import Pairings
    from lairkeeper.board.repl import Repl
    from lairkeeper.store import Store

LISTEN_SECONDS = 5.0
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
RULE = """\
# Boards of Lairkeeper: may be opened by whoever sits at the computer; ModemManager leaves them alone.
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="303a", ATTRS{idProduct}=="4001", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
"""


def _port(function: F) -> F:
    function = db_option()(function)
    language = click.option("--lang", type=click.Choice(["en", "fr"]), default="en", envvar="LAIRKEEPER_LANG")
    function = language(function)
    return click.option("--port", metavar="PORT", envvar="LAIRKEEPER_BOARD", help="Such as /dev/ttyACM0 or COM3.")(
        function
    )


@click.group()
def board() -> None:
    """Boards with readers: install the firmware, look for what is wrong."""


@board.command("list")
@click.option("--json", "as_json", is_flag=True)
@click.option("--ble", is_flag=True, help="Listen for boards over Bluetooth too, for five seconds.")
def list_(as_json: bool, ble: bool) -> None:
    """Boards that are plugged in."""
    from lairkeeper.board import Radio, discover

    found = [{"port": each.name, "serial": each.serial_number} for each in discover()]
    if ble:
        with _Words("en"):
            found += [{"port": f"ble:{name}", "serial": ""} for name in _run(Radio().listen(LISTEN_SECONDS))]
    if as_json:
        click.echo(json.dumps(found))
        return
    for each in found:
        click.echo(f"{each['port']:<24} {each['serial']}")
    if not found:
        click.echo("No board that we know is plugged in. Another port: name it with --port.", err=True)


@board.command()
@_port
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--force", is_flag=True, help="On a board that the firmware was not made for, too.")
def install(port: str | None, lang: str, db: Path, dry_run: bool, force: bool) -> None:
    """Put the firmware that came with this program on a board, and try it.

    It goes into a folder of its own, is checked there byte by byte, and started on trial: the release before comes back
    by itself unless the new one answers.
    """
    from lairkeeper.board import PortError
    from lairkeeper.board.install import plan, stage, switch
    from lairkeeper.board.release import release_of
    from lairkeeper.board.repl import Repl, ReplError
    from lairkeeper.board.status import LinkState
    from lairkeeper.board.visit import confirmed

    release = release_of()
    with _Words(lang) as say, _Visitor(port, db) as (name, store, pairings):
        with _at_prompt(name, store, pairings) as repl:
            todo = plan(repl, release, force=force)
            click.echo(say("found", board=todo.banner, version=todo.version, free=todo.free // 1000))
            if dry_run:
                for path in todo.missing:
                    click.echo(f"  {path}")
                click.echo(say("would", n=len(todo.missing), bytes=todo.needed, folder=release.folder))
                return
            if todo.needed * 5 // 4 > todo.free:
                raise ReplError("flash-full", port=name)
            stage(repl, release, todo, lambda path, n, of: click.echo(f"\r  {n}/{of} {path:<60}", nl=False))
            click.echo()
            if todo.pointer.run == release.folder and todo.pointer.state == "good" and not todo.missing:
                click.echo(say("there", folder=release.folder))
                return
            switch(repl, release, todo.pointer)
        click.echo(say("trial", folder=release.folder))
        status = _run(confirmed(name, store.inbox, pairings))
        if status.state is not LinkState.UP:
            with contextlib.suppress(ReplError, PortError), Repl(name) as repl:
                repl.reset()
            raise ReplError("trial-failed", folder=release.folder, back=todo.pointer.run or "-")
        click.echo(say("installed", folder=release.folder, device=status.device))


@board.command()
@_port
@click.option("--json", "as_json", is_flag=True)
def info(port: str | None, lang: str, db: Path, as_json: bool) -> None:
    """What a board says about itself: release, memory, counters, readers."""
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.status import LinkState
    from lairkeeper.board.visit import Visit

    async def look(name: str, store: Store, pairings: Pairings) -> dict[str, Any]:
        async with Visit(name, store.inbox, pairings) as visit:
            status = await visit.greeted()
            if status.state is not LinkState.UP:
                raise ReplError("no-answer", port=name)
            _, counters = await visit.ask("stat")
            readers = {zone: (await visit.ask("test", zone))[1] for zone in status.zones}
            return {
                "device": status.device,
                "hardware": status.hardware,
                "firmware": status.firmware,
                "caps": list(status.caps),
                "readers": readers,
                "stat": counters,
            }

    with _Words(lang), _Visitor(port, db) as (name, store, pairings):
        told = _run(look(name, store, pairings))
    if as_json:
        click.echo(json.dumps(told))
        return
    click.echo(f"{told['device']}  {told['hardware']}  firmware {told['firmware']}  {' '.join(told['caps'])}")
    for zone, reader in told["readers"].items():
        click.echo(f"  {zone:<12} {reader['chip']:<28} {reader['status']}  {reader.get('trouble', '')}".rstrip())
    click.echo("  " + "  ".join(f"{key} {value}" for key, value in told["stat"].items()))


@board.command()
@_port
@click.option("--json", "as_json", is_flag=True)
def doctor(port: str | None, lang: str, db: Path, as_json: bool) -> None:
    """Look for what keeps a board from working, down to the wire. Exit status 1 when something is to be done."""
    from lairkeeper.board.doctor import look_at_board, look_at_computer

    with _Words(lang, "doctor") as say:
        name = _named(port)
        found = look_at_computer(name)
        if all(each.good for each in found if each.code == "port") and found[-1].good:
            with _Visitor(name, db) as (name, store, pairings):
                found += _run(look_at_board(name, store.inbox, pairings))
        if as_json:
            click.echo(json.dumps([{"code": f.code, "good": f.good, "args": dict(f.args)} for f in found]))
        else:
            for each in found:
                click.echo(f"{'ok ' if each.good else '!! '} {say(each.code, **each.args)}")
    if not all(each.good for each in found):
        raise click.exceptions.Exit(1)


@board.command()
@_port
@click.option("--seconds", type=float, default=10.0, show_default=True)
def logs(port: str | None, lang: str, db: Path, seconds: float) -> None:
    """What a board has to tell for a while: its log, and what came outside the link."""
    from lairkeeper.board.visit import Visit

    async def listen(name: str, store: Store, pairings: Pairings) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        seen: tuple[str, ...] = ()
        console = ""
        async with Visit(name, store.inbox, pairings) as visit:
            while loop.time() < end:
                status = visit.status
                for line in status.log[len(seen) :] if status.log[: len(seen)] == seen else status.log:
                    click.echo(line)
                if status.console != console:
                    click.echo(status.console.removeprefix(console))
                seen, console = status.log, status.console
                await asyncio.sleep(0.1)

    with _Words(lang), _Visitor(port, db) as (name, store, pairings):
        _run(listen(name, store, pairings))


@board.command()
@_port
def rollback(port: str | None, lang: str, db: Path) -> None:
    """Back to the release before."""
    from lairkeeper.board.install import roll_back

    with _Words(lang) as say, _Visitor(port, db) as (name, store, pairings):
        with _at_prompt(name, store, pairings) as repl:
            pointer = roll_back(repl)
        click.echo(say("rolled-back", folder=pointer.run))


@board.command()
@_port
@click.option("--yes", is_flag=True, help="Do not ask.")
def wipe(port: str | None, lang: str, db: Path, yes: bool) -> None:
    """Remove everything of ours from a board: firmware, settings, scans that no host has."""
    from lairkeeper.board.install import wipe as remove_all

    with _Words(lang) as say, _Visitor(port, db) as (name, store, pairings):
        if not yes:
            click.confirm(say("wipe-sure", port=name), abort=True)
        with _at_prompt(name, store, pairings) as repl:
            removed = remove_all(repl)
        click.echo(say("wiped", n=len(removed)))


@board.command()
def udev() -> None:
    """The rule that lets you open a board on Linux; you put it where it belongs."""
    click.echo(RULE, nl=False)
    click.echo("# lairkeeper board udev | sudo tee /etc/udev/rules.d/60-lairkeeper.rules")
    click.echo("# sudo udevadm control --reload, then plug the board in again")


@board.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--drive", type=click.Path(path_type=Path, exists=True, file_okay=False), help="The boot drive.")
@click.option("--lang", type=click.Choice(["en", "fr"]), default="en", envvar="LAIRKEEPER_LANG")
def flash(file: Path, drive: Path | None, lang: str) -> None:
    """Put MicroPython on a Pico: FILE is a UF2 file on this computer.

    Hold BOOTSEL while you plug the Pico in; the drive that appears is found by itself.
    """
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.uf2 import drives
    from lairkeeper.board.uf2 import flash as copy

    with _Words(lang) as say:
        found = [drive] if drive else drives()
        if len(found) != 1:
            raise ReplError("boot-drives", n=len(found))
        click.echo(say("flashed", n=copy(file, found[0]), path=str(found[0])))


class _Words:
    """Sentences in the chosen language; a failure that we foresee leaves as one of them."""

    def __init__(self, lang: str, table: str = "install") -> None:
        from lairkeeper.i18n import Texts, shared_texts

        self._texts = Texts.load(lang, shared_texts())
        self._table = table

    def __enter__(self) -> Callable[..., str]:
        return lambda code, **args: self._say(self._table, code, args)

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        from lairkeeper.board import PortError
        from lairkeeper.board.repl import ReplError

        if isinstance(error, ReplError):
            raise click.ClickException(self._say("install", error.code, error.words)) from error
        if isinstance(error, PortError):
            raise click.ClickException(self._say("board", error.code, error.words)) from error

    def _say(self, table: str, code: str, args: Any) -> str:
        for name in (table, "board"):
            if f"{name}.{code}" in self._texts:
                return self._texts.say(f"{name}.{code}", args)
        return f"{code} {dict(args)}"


class _Visitor:
    """The port, the store whose inbox takes what the board has to tell, and the pairings."""

    def __init__(self, port: str | None, db: Path) -> None:
        self._port = port
        self._db = db

    def __enter__(self) -> tuple[str, Store, Pairings]:
        from lairkeeper.board import Pairings
        from lairkeeper.store import Store

        name = _named(self._port)
        self._store = Store.open(self._db)
        return name, self._store, Pairings(data_file("pairings.json"))

    def __exit__(self, *_: object) -> None:
        self._store.close()


@contextlib.contextmanager
def _at_prompt(port: str, store: Store, pairings: Pairings) -> Iterator[Repl]:
    """The board at its prompt; started again afterwards, whatever happened there."""
    from lairkeeper.board.repl import Repl
    from lairkeeper.board.visit import to_prompt

    _run(to_prompt(port, store.inbox, pairings))
    with Repl(port) as repl:
        try:
            yield repl
        finally:
            repl.reset()


def _named(port: str | None) -> str:
    """The port that was named, or that of the only board there is. Raises ReplError ``which-board``."""
    from lairkeeper.board import discover
    from lairkeeper.board.repl import ReplError

    if port:
        return port
    found = [each.name for each in discover()]
    if len(found) != 1:
        raise ReplError("which-board", n=len(found), ports=" ".join(found))
    return found[0]


def _run(job: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(job)
