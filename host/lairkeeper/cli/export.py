"""``lairkeeper export MATCH``: a match for other programs."""

from __future__ import annotations

import contextlib
import locale
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .matches import tell
from .options import InstalledChoice, db_option, output_option, write_out

if TYPE_CHECKING:
    from lairkeeper.i18n import Language
    from lairkeeper.store import Store


def _formats() -> Collection[str]:
    from lairkeeper.exports import all_exports

    return all_exports()


class _Command(click.Command):
    """A command whose help tells what each format holds."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of formats below the options."""
        from lairkeeper.exports import all_exports

        with formatter.section("Formats"):
            formatter.write_dl([(each.id, each.help) for each in all_exports().values()])


SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}


@click.command(cls=_Command)
@click.argument("match", type=int, required=False)
@click.option(
    "--format",
    "form",
    type=InstalledChoice("format", _formats),
    default="json",
    show_default=True,
    help="One of the formats below.",
)
@click.option("--separator", type=click.Choice(list(SEPARATORS)),
              help="Of spreadsheets; if left out: semicolon in French and where people write 0,5.")  # fmt: skip
@click.option("--with-secrets", is_flag=True, help="The whole log of a match that has not ended, face-down cards too.")
@output_option
@db_option()
def export(
    match: int | None, form: str, separator: str | None, with_secrets: bool, output: Path | None, db: Path
) -> None:
    """Export the match with the number MATCH; without a number, list the matches.

    A csv file opens in a spreadsheet by a double click. Of a match that has not ended an export holds what everybody at
    its table may know, and says so.
    """
    from lairkeeper.exports import NotEndedError, all_exports, file_text
    from lairkeeper.exports import export as render
    from lairkeeper.store import Store

    with Store.open(db, readonly=True) as store:
        if match is None:
            tell(store)
            return
        try:
            separates = SEPARATORS[separator or _separator(store)]
            text = render(store, match, form, secrets=with_secrets, separator=separates)
        except NotEndedError as error:
            raise click.ClickException(f"{error}.") from None
        except ValueError as error:
            raise click.ClickException(f"{error} (--with-secrets)") from None
        running = store.matches.get(match).finished_at is None
    if running and not all_exports()[form].spreadsheet:
        told = (
            "The file names what lies face down."
            if with_secrets
            else ("What lies face down is left out; --with-secrets exports the whole log.")
        )
        click.echo(f"Match {match} is still running. {told}", err=True)
    write_out(file_text(form, text), output, f"match {match}")


def _separator(store: Store) -> str:
    """Return the name of the separator that spreadsheets use in the chosen language, or in this computer's."""
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_NUMERIC, "")
    comma = locale.localeconv()["decimal_point"] == "," or _language(store).decimal_comma
    return "semicolon" if comma else "comma"


def _language(store: Store) -> Language:
    """Return the language of the app."""
    from lairkeeper.i18n import LANGUAGES, all_languages

    return all_languages().get(store.settings.get("language") or "", all_languages()[LANGUAGES[0]])
