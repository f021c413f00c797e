"""The options ``--lan`` and ``--tls``: open the pages to the home network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .options import data_file
from .sink_option import SinkCommand
from .tls import FOLDER

if TYPE_CHECKING:
    from lairkeeper.store import Store
    from lairkeeper.web.lan import Lan
    from lairkeeper.web.lan.tls import Certificates

F = TypeVar("F", bound=Callable[..., Any])
USUAL = "auto"
"""The value of ``--lan`` without an address: the private one of the default route."""
OWN = "--own-tls"


@dataclass(frozen=True, slots=True)
class LanWords:
    """The words of the command line about the home network; ``address`` None without ``--lan``."""

    address: str | None = None
    given: tuple[Path, Path] | None = None
    own: bool = False

    async def open(self, lan: Lan, store: Store) -> None:
        """Open the home network as the words say, or else as Workshop has kept it. Raises ``LanError``.

        What Workshop kept and is not possible now becomes a line on standard error: the table runs without phones.
        """
        from lairkeeper.web.lan import LanError, OwnCertificate, kept_lan, said

        lan.own_certificate = OwnCertificate(data_file(FOLDER))
        if self.address is not None:
            await lan.open(None if self.address == USUAL else self.address, certificates=self._certificates(lan))
            return
        kept = kept_lan(store.settings)
        if kept.on:
            try:
                await lan.open(kept.address, certificates=lan.own_certificate if kept.secure else None)
            except LanError as error:
                click.echo(said(_language(store), error.code, error.values), err=True)

    def _certificates(self, lan: Lan) -> Certificates | None:
        from lairkeeper.web.lan import GivenCertificate

        if self.given is not None:
            return GivenCertificate(*self.given)
        return lan.own_certificate if self.own else None


def _language(store: Store) -> str:
    from lairkeeper.i18n import LANGUAGES

    kept = store.settings.get("language")
    return kept if kept in LANGUAGES else LANGUAGES[0]


class TableCommand(SinkCommand):
    """A command with ``--tls``, which takes two values or none."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read a ``--tls`` without values as the switch for the own certificate; click itself knows no such option."""
        at = args.index("--tls") if "--tls" in args else -1
        if at >= 0 and (at + 1 == len(args) or args[at + 1].startswith("-")):
            args = [*args[:at], OWN, *args[at + 1 :]]
        return super().parse_args(ctx, args)


def lan_options(function: F) -> F:
    """Add ``--lan`` and ``--tls``: the command gets them as ``lan``, ``tls`` and ``own_tls``."""
    path = click.Path(path_type=Path, dir_okay=False)
    for option in reversed(
        [
            click.option("--lan", is_flag=False, flag_value=USUAL, metavar="[ADDRESS]",
                         help="Open the pages to the home network, too; without ADDRESS at its usual one."),
            click.option("--tls", nargs=2, type=path, metavar="[CERT KEY]",
                         help="With --lan: by https, with these files or those of `lairkeeper tls`."),
            click.option(OWN, is_flag=True, hidden=True),
        ]
    ):  # fmt: skip
        function = option(function)
    return function


def lan_words(lan: str | None, tls: tuple[Path, Path] | None, own_tls: bool, *, headless: bool) -> LanWords:
    """Return the words as one value. Raises ``UsageError`` for those that do not fit together."""
    if lan is None and (tls or own_tls):
        raise click.UsageError("--tls is for the home network; add --lan.")
    if lan is not None and headless:
        raise click.UsageError("--lan opens pages, and --headless has none; leave one out.")
    return LanWords(lan, tls, own_tls)
