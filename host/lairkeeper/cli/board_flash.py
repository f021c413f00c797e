"""``lairkeeper board flash``: MicroPython itself, onto a board in boot mode."""

from __future__ import annotations

import time
from pathlib import Path

import click

from .at_board import Words, language_option

START_SECONDS = 15.0
"""For MicroPython to show its port: it makes its file system first, on a new board."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--drive", type=click.Path(path_type=Path, exists=True, file_okay=False), help="The boot drive.")
@click.option("--force", is_flag=True, help="A file that is no MicroPython of ours, too.")
@language_option
def flash(file: Path, drive: Path | None, force: bool, lang: str) -> None:
    """Put MicroPython on a Pico: FILE is a UF2 file on this computer.

    Hold BOOTSEL while you plug the Pico in; this command finds the drive that appears. What lies on the board stays,
    and if the drive goes away too early, the same can be done again.
    """
    from lairkeeper.board import discover
    from lairkeeper.board.bootdrive import BootDrive, drives, waiting
    from lairkeeper.board.flashing import fits
    from lairkeeper.board.flashing import flash as put
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.uf2 import read_image

    with Words(lang) as say:
        image = read_image(file)
        found = [drive] if drive else drives()
        if not found:
            for each in waiting():
                raise ReplError(each.code, **each.words)
            raise ReplError("no-boot-drives")
        if len(found) > 1:
            raise ReplError("boot-drives", n=len(found), paths=" ".join(map(str, found)))
        target = BootDrive(found[0])
        chip = fits(image, target, force=force)
        if image.ours and not image.radio:
            click.echo(say("no-radio-in-it", machine=image.machine))
        before = {each.name for each in discover()}
        of = len(image.data)
        put(image, target, lambda n: click.echo(f"\r  {100 * n // of:3} %  {chip}", nl=False))
        click.echo()
        click.echo(say("flashed", n=of, path=target.name))
        end = time.monotonic() + START_SECONDS
        while not (new := {each.name for each in discover()} - before):
            if time.monotonic() >= end:
                raise ReplError("no-start", seconds=int(START_SECONDS))
            time.sleep(0.1)
        click.echo(say("started", port=" ".join(sorted(new))))
