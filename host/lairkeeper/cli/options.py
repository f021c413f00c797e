"""Options that several verbs share."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click

from lairkeeper.spreadsheet import MARK

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT_PORT = 8642
LARGEST = 8 << 20
"""Bytes of a file that is read; a device such as /dev/zero never ends."""


class InstalledChoice(click.ParamType[str]):
    """One of what is installed. ``ids`` is called only when it is needed: to look it up takes a moment."""

    def __init__(self, name: str, ids: Callable[[], Collection[str]]) -> None:
        self.name, self._ids = name, ids

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return the ids as click shows a choice."""
        return f"[{'|'.join(self._ids())}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the id; fail with those there are."""
        if value not in self._ids():
            self.fail(f"{value!r} is not one of {', '.join(map(repr, self._ids()))}.", param, ctx)
        return str(value)


def _languages() -> Collection[str]:
    from lairkeeper.i18n import LANGUAGES

    return LANGUAGES


LANGUAGE = InstalledChoice("language", _languages)
"""The code of an installed language."""


def data_file(name: str) -> Path:
    """Return the path of a file in the user's data folder, such as a database when the user names none."""
    import platformdirs

    return platformdirs.user_data_path("lairkeeper", appauthor=False) / name


def db_option(default_name: str = "lairkeeper.db") -> Callable[[F], F]:
    """Return the option ``--db PATH``; without it the file is in the user's data folder, under ``default_name``."""

    def fallback() -> Path:
        return data_file(default_name)

    return click.option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=False),
        envvar="LAIRKEEPER_DB",
        default=fallback,
        show_default=f"{default_name} in your data folder",
        help="Database file; it is made when it does not exist.",
    )


def table_options(function: F) -> F:
    """Add the options of a running table: ``demo`` and ``serve`` have the same."""
    for option in reversed(
        [
            click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True,
                         envvar="LAIRKEEPER_PORT", help="Web port on this computer (0: any free one)."),
            click.option("--board", metavar="DEVICE", multiple=True, envvar="LAIRKEEPER_BOARD",
                         help="A board: /dev/ttyACM0 or COM3, ble:NAME, or both with + between; may be given again."),
            click.option("--no-browser", is_flag=True, help="Serve, but open no browser."),
            click.option("--headless", is_flag=True, help="No web server at all."),
            click.option("--level", help="Level of a new match; `lairkeeper games` lists them."),
            click.option("--lang", type=LANGUAGE, envvar="LAIRKEEPER_LANG",
                         help="Language of the pages."),
            click.option("--rule", "rules", metavar="NAME=VALUE", multiple=True,
                         help="House rule; `lairkeeper moves GAME` lists them. May be given again."),
            click.option("--layout", type=click.Choice(["tap", "seats", "table"]), default="seats",
                         show_default=True, help="Readers: one, one more a seat, or one a place."),
        ]
    ):  # fmt: skip
        function = option(function)
    return function


def parse_rules(given: tuple[str, ...]) -> Mapping[str, Any]:
    """Parse ``("promos=true", "super-heroes=10")`` into typed values; the game checks names and bounds."""
    return dict(_parse_rule(each) for each in given)


def _parse_rule(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not (equals and name and value):
        raise click.BadParameter(f"{given!r} is not NAME=VALUE, such as super-heroes=10", param_hint="--rule")
    if value in ("true", "false"):
        return name, value == "true"
    try:
        return name, int(value)
    except ValueError:
        return name, value


def output_option(function: F) -> F:
    """Add ``-o FILE``; without it the text goes to standard output."""
    kind = click.Path(path_type=Path, dir_okay=False)
    return click.option("-o", "--output", type=kind, help="Write to this file.")(function)


def log_option(function: F) -> F:
    """Add ``--log FILE``; without it nothing is logged."""
    kind = click.Path(path_type=Path, dir_okay=False)
    return click.option("--log", type=kind, help="Keep a log in this file, for `lairkeeper report`.")(function)


def read_in(file: Path) -> str:
    """Return the text of a file to import, without a byte order mark. Raises ``ClickException`` when it is no text."""
    try:
        with file.open("rb") as opened:
            raw = opened.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise click.ClickException(f"{file} is larger than {LARGEST >> 20} MB. Choose a file that was exported.")
        utf16 = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        return raw.decode("utf-16" if utf16 else "utf-8").lstrip(MARK).replace("\r\n", "\n")
    except OSError as error:
        raise click.ClickException(f"cannot read {file}: {error.strerror}. Choose another file.") from None
    except UnicodeDecodeError as error:
        message = f"{file} is no text in UTF-8 (byte {error.start}). Export a file to see how one looks."
        raise click.ClickException(message) from None


def write_out(text: str, output: Path | None, what: str) -> None:
    """Write the text of an export to its file, or to standard output.

    Raises ``ClickException`` when it cannot be written.
    """
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"cannot write {output}: {error.strerror}. Choose another file with -o.") from None
    click.echo(f"{what} written to {output}", err=True)
