"""``lairkeeper board``: find boards, put the firmware on them, see what is wrong with one."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .at_board import Visitor, Words, at_prompt, language_option, named, port_options, run
from .board_backup import backup, restore
from .board_flash import flash
from .board_set import set_

if TYPE_CHECKING:
    from lairkeeper.board import Pairings
    from lairkeeper.store import Store

LISTEN_SECONDS = 5.0
RULE = """\
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
SUBSYSTEM=="tty", ATTRS{idVendor}=="303a", ATTRS{idProduct}=="4001", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"
"""


@click.group()
def board() -> None:
    """Install the firmware on boards with readers, and look for what is wrong."""


board.add_command(backup)
board.add_command(restore)
board.add_command(flash)
board.add_command(set_)


@board.command("list")
@click.option("--json", "as_json", is_flag=True)
@click.option("--ble", is_flag=True, help="Listen for boards over Bluetooth too, for five seconds.")
@language_option
def list_(as_json: bool, ble: bool, lang: str) -> None:
    """List the boards that are plugged in."""
    from lairkeeper.board import Radio, discover
    from lairkeeper.board.bootdrive import waiting

    with Words(lang) as say:
        boots = waiting()
        found = [{"port": each.name, "serial": each.serial_number} for each in discover()]
        if ble:
            found += [{"port": f"ble:{name}", "serial": ""} for name in run(Radio().listen(LISTEN_SECONDS))]
        if as_json:
            found += [{"port": "", "serial": "", "boot": each.chip, "drive": each.drive} for each in boots]
            click.echo(json.dumps(found))
            return
        for each in found:
            click.echo(f"{each['port']:<24} {each['serial']}")
        for boot in boots:
            click.echo(say(boot.code, **boot.words))
        if not found and not boots:
            click.echo(say("none-plugged"), err=True)


@board.command()
@port_options
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@click.option("--force", is_flag=True, help="On a board that the firmware was not made for, too.")
def install(port: str | None, lang: str, db: Path, dry_run: bool, force: bool) -> None:
    """Put the firmware that came with this program on a board, and try it.

    It goes into a folder of its own, compiled where the board's MicroPython loads that, is checked there byte by byte,
    and started on trial: the release before comes back by itself unless the new one answers. Releases that nobody needs
    make room; settings, pairing and scans stay.
    """
    from lairkeeper.board import PortError
    from lairkeeper.board.install import fitting, plan, stage, switch
    from lairkeeper.board.release import release_of
    from lairkeeper.board.repl import Repl, ReplError
    from lairkeeper.board.serial import pinned
    from lairkeeper.board.short_session import confirmed
    from lairkeeper.board.status import LinkState

    release = release_of()
    with Words(lang) as say, Visitor(port, db) as (name, store, pairings):
        board = pinned(name)
        with at_prompt(name, store, pairings) as repl:
            release = fitting(repl, release)
            todo = plan(repl, release, force=force)
            click.echo(say("found", board=todo.banner, version=todo.version, free=todo.free // 1000))
            if dry_run:
                for path in todo.missing:
                    click.echo(f"  {path}")
                click.echo(say("would", n=len(todo.missing), bytes=todo.needed, folder=release.folder))
                return
            stage(repl, release, todo, lambda path, n, of: click.echo(f"\r  {n}/{of} {path:<60}", nl=False))
            click.echo()
            good = todo.pointer.run == release.folder and todo.pointer.state == "good"
            if good and not todo.missing and not todo.extra:
                click.echo(say("there", folder=release.folder))
                return
            switch(repl, release, todo.pointer)
        click.echo(say("trial", folder=release.folder))
        status = run(confirmed(board, store.inbox, pairings))
        if status.state is not LinkState.UP:
            with contextlib.suppress(ReplError, PortError), Repl(board.where()) as repl:
                repl.reset()
            raise ReplError("trial-failed", folder=release.folder, back=todo.pointer.run or "-")
        click.echo(say("installed", folder=release.folder, device=status.device))


@board.command()
@port_options
@click.option("--json", "as_json", is_flag=True)
def info(port: str | None, lang: str, db: Path, as_json: bool) -> None:
    """Show what a board says about itself: release, memory, counters, readers."""
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.short_session import ShortSession
    from lairkeeper.board.status import LinkState

    async def look(name: str, store: Store, pairings: Pairings) -> dict[str, Any]:
        async with ShortSession(name, store.inbox, pairings) as visit:
            status = await visit.greeted()
            if status.state is not LinkState.UP:
                raise ReplError("no-answer", port=name)
            _, counters = await visit.ask("stat")
            readers = {zone: (await visit.ask("test", zone))[1] for zone in status.zones}
            ok, pointer = await visit.ask("fw")
            return {
                "device": status.device,
                "hardware": status.hardware,
                "firmware": status.firmware,
                "release": pointer if ok else {},
                "caps": list(status.caps),
                "readers": readers,
                "stat": counters,
            }

    with Words(lang) as say, Visitor(port, db) as (name, store, pairings):
        told = run(look(name, store, pairings))
    if as_json:
        click.echo(json.dumps(told))
        return
    form = f" ({told['stat']['form']})" if "form" in told["stat"] else ""
    click.echo(f"{told['device']}  {told['hardware']}  firmware {told['firmware']}{form}  {' '.join(told['caps'])}")
    for zone, reader in told["readers"].items():
        bus = reader.get("bus", "SPI")  # all that older firmware knows
        state = f"{reader['status']}  {reader.get('trouble', '')}".rstrip()
        click.echo(f"  {zone:<12} {reader['chip']:<24} {bus:<9} {state}")
    for key in ("back", "bad"):
        if told["release"].get(key):
            click.echo(f"  {say(f'release-{key}', folder=told['release'][key])}")
    click.echo("  " + "  ".join(f"{key} {value}" for key, value in told["stat"].items()))


@board.command()
@port_options
@click.option("--json", "as_json", is_flag=True)
def doctor(port: str | None, lang: str, db: Path, as_json: bool) -> None:
    """Look for what keeps a board from working, down to the wire. Exit status 1 when something is to be done."""
    from lairkeeper.board.doctor import look_at_board, look_at_computer

    with Words(lang, "doctor") as say:
        name = named(port)
        found = look_at_computer(name)
        if all(each.good for each in found if each.code == "port") and found[-1].good:
            with Visitor(name, db) as (name, store, pairings):
                found += run(look_at_board(name, store.inbox, pairings))
        if as_json:
            click.echo(json.dumps([{"code": f.code, "good": f.good, "args": dict(f.args)} for f in found]))
        else:
            for each in found:
                click.echo(f"{'ok ' if each.good else '!! '} {say(each.code, **each.args)}")
    if not all(each.good for each in found):
        raise click.exceptions.Exit(1)


@board.command()
@port_options
@click.option("--seconds", type=float, default=10.0, show_default=True)
def logs(port: str | None, lang: str, db: Path, seconds: float) -> None:
    """Show a board's log, then for a while its new log lines and what comes outside the link."""
    from lairkeeper.board.board_log import BoardLog
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.short_session import ShortSession
    from lairkeeper.board.status import LinkState

    async def listen(name: str, store: Store, pairings: Pairings) -> None:
        loop = asyncio.get_running_loop()
        console = ""
        async with ShortSession(name, store.inbox, pairings) as visit:
            board_log = BoardLog(visit)
            status = await visit.greeted()
            end = loop.time() + seconds
            while True:
                if visit.status.state is LinkState.UP:
                    for line in await board_log.news():
                        click.echo(line)
                if visit.status.console != console:
                    click.echo(visit.status.console.removeprefix(console))
                    console = visit.status.console
                if loop.time() >= end:
                    break
                await asyncio.sleep(min(0.5, seconds))
            if status.state is not LinkState.UP and not console:
                raise ReplError("no-answer", port=name)

    with Words(lang), Visitor(port, db) as (name, store, pairings):
        run(listen(name, store, pairings))


@board.command()
@port_options
def rollback(port: str | None, lang: str, db: Path) -> None:
    """Go back to the release before."""
    from lairkeeper.board.install import roll_back
    from lairkeeper.board.short_session import asked_back

    with Words(lang) as say, Visitor(port, db) as (name, store, pairings):
        folder = run(asked_back(name, store.inbox, pairings))
        if folder is None:  # no program that could be asked
            with at_prompt(name, store, pairings) as repl:
                folder = roll_back(repl).run
        click.echo(say("rolled-back", folder=folder))


@board.command()
@port_options
@click.option("--yes", is_flag=True, help="Do not ask.")
def wipe(port: str | None, lang: str, db: Path, yes: bool) -> None:
    """Remove everything of ours from a board: firmware, settings, pairing, scans that no host has."""
    from lairkeeper.board.install import wipe as remove_all

    with Words(lang) as say, Visitor(port, db) as (name, store, pairings):
        if not yes:
            click.confirm(say("wipe-sure", port=name), abort=True)
        with at_prompt(name, store, pairings) as repl:
            removed = remove_all(repl)
        click.echo(say("wiped", n=len(removed)))


@board.command()
@language_option
def udev(lang: str) -> None:
    """Print the rule that lets you open a board on Linux; you put it where it belongs."""
    with Words(lang) as say:
        click.echo(f"# {say('udev-rule')}")
        click.echo(RULE, nl=False)
        click.echo("# lairkeeper board udev | sudo tee /etc/udev/rules.d/60-lairkeeper.rules")
        click.echo(f"# sudo udevadm control --reload; {say('udev-then')}")
