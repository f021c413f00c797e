"""The option ``--sink``, and the list of sinks in a command's help."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from lairkeeper.sinks import Sink

F = TypeVar("F", bound=Callable[..., Any])


def _sinks(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[Sink, ...]:
    """Return the sinks that were named. Raises ``BadParameter`` with what to do next."""
    if not given:
        return ()
    from lairkeeper.sinks import SinkError, open_sinks

    try:
        return open_sinks(given)
    except SinkError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def sink_option(function: F) -> F:
    """Add ``--sink``: the command gets the opened sinks as ``sinks``."""
    return click.option(
        "--sink",
        "sinks",
        metavar="NAME=WHERE",
        multiple=True,
        envvar="LAIRKEEPER_SINK",
        callback=_sinks,
        help="Where what happens is told as it happens: one of the sinks below. May be given again.",
    )(function)


class SinkCommand(click.Command):
    """A command whose help tells what each sink is."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of sinks below the options."""
        from lairkeeper.sinks import all_sinks

        with formatter.section("Sinks"):
            formatter.write_dl([(f"{each.id}={each.where}", each.help) for each in all_sinks().values()])
