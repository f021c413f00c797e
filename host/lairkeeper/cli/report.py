"""``lairkeeper report``: one file for a bug report, with nothing that a player must not know."""

from __future__ import annotations

import io
import json
import os
import platform
import sys
import zipfile
from pathlib import Path
from typing import Final

import click

from .hostlog import KEPT
from .options import db_option

LARGEST: Final = 8 << 20
"""Bytes of a log or trace that are packed: the newest."""
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@click.argument("match", type=int, required=False)
@click.option("--log", type=FILE, help="The log of `lairkeeper serve --log FILE`, with the older ones beside it.")
@click.option("--trace", type=FILE, help="The trace of `lairkeeper link --record FILE`; it holds the UIDs of tags.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), default="lairkeeper-report.zip",
              show_default=True, help="The file to write.")  # fmt: skip
@db_option()
def report(match: int | None, log: Path | None, trace: Path | None, output: Path, db: Path) -> None:
    """Pack what a bug report needs into one zip file: versions, log, link trace, and a match as everybody saw it.

    Without MATCH the last match is taken. The cards that lay face down are never in it; read it before you send it.
    """
    parts: dict[str, str | bytes] = {"versions.json": json.dumps(_versions(), indent=1) + "\n"}
    if log is not None:
        older = (log.with_name(f"{log.name}.{n}") for n in range(1, KEPT + 1))
        parts |= {each.name: _read(each) for each in (log, *older) if each.is_file()}
    if trace is not None:
        parts[trace.name] = _read(trace)
    parts |= _match(match, db)
    try:
        output.write_bytes(_zipped(parts))
    except OSError as error:
        raise click.ClickException(f"cannot write {output}: {error.strerror}. Choose another file with -o.") from None
    click.echo(f"{output}: {', '.join(parts)}")


def _zipped(parts: dict[str, str | bytes]) -> bytes:
    """Pack the files in memory: a pipe or a device that is written to cannot seek as ``zipfile`` does."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name.encode("utf-8", "backslashreplace").decode(), content)
    return packed.getvalue()


def _read(file: Path) -> bytes:
    """Return the end of a file, ``LARGEST`` bytes at most."""
    try:
        with file.open("rb") as opened:
            size = opened.seek(0, os.SEEK_END)
            opened.seek(max(0, size - LARGEST))
            return opened.read(LARGEST)
    except OSError as error:
        raise click.ClickException(f"cannot read {file}: {error.strerror}. Choose another file.") from None


def _versions() -> dict[str, object]:
    from importlib.metadata import PackageNotFoundError, requires, version

    found: dict[str, str] = {}
    for each in requires("lairkeeper") or ():
        name = each.partition(";")[0].strip()
        name = name[: next((at for at, c in enumerate(name) if c in "<>=!~[ "), len(name))]
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {
        "lairkeeper": version("lairkeeper"), "python": sys.version, "system": platform.platform(),
        "encoding": sys.getfilesystemencoding(), "packages": found,
    }  # fmt: skip


def _match(match: int | None, db: Path) -> dict[str, str | bytes]:
    """Return the public log of a match, or the reason why it is missing."""
    from lairkeeper.exports import export_known
    from lairkeeper.store import Store, StoreError
    from lairkeeper.table import TableError

    try:
        with Store.open(db, readonly=True) as store:
            rows = store.matches.list()
            number = match if match is not None else max((row.id for row in rows), default=None)
            if number is None:
                return {}
            return {f"match-{number}.json": export_known(store, number)}
    except (StoreError, TableError) as error:
        if match is not None:
            raise click.ClickException(str(error)) from None
        return {"match.txt": f"{error}\n"}
