"""The command line: ``main`` parses, one module a verb does the work. Heavy imports stay inside the verbs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from lairkeeper import __version__

from .backup import backup, restore
from .board import board
from .demo import demo
from .export import export
from .games import games
from .kit import kit
from .lan import lan
from .link import link
from .matches import matches
from .moves import moves
from .play import play
from .report import report
from .rules import rules
from .serve import serve
from .tags import tags
from .tls import tls
from .token import token


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="lairkeeper")
def cli() -> None:
    """Keep score of villain-themed tabletop games from tagged cards on RFID readers.

    No board yet? `lairkeeper demo` plays on a simulated one, in the browser.
    """


for verb in (
    demo, serve, play, moves, rules, games, tags, matches, export, backup, restore, token, kit, link, board, lan, tls,
    report,
):  # fmt: skip
    cli.add_command(verb)


def main() -> None:
    """Run the command line and leave with its exit status."""
    sys.exit(run())


def run(words: Sequence[str] | None = None) -> int:
    """Run one command (of ``sys.argv`` if none is given) and return its exit status.

    Every expected failure is one sentence on standard error and status 1; wrong words are status 2.
    """
    from .failure import expected
    from .output import CLOSED_PIPE_STATUS, OutputError, output_error, ready, settled

    ready()
    try:
        status = cli(words, standalone_mode=False) or 0
        settled()
    except (click.exceptions.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as left:
        # At a closed pipe click puts a stream that swallows everything in the place of ours, and leaves with 1.
        closed = type(sys.stdout).__name__.endswith("PacifyFlushWrapper")
        return CLOSED_PIPE_STATUS if closed else int(left.code or 0)
    except Exception as raised:
        cause = raised
        while isinstance(cause, ExceptionGroup) and len(cause.exceptions) == 1:
            cause = cause.exceptions[0]
        told = output_error(cause)
        if isinstance(told, OutputError):
            return told.leave()
        sentence = expected(cause)
        if sentence is None:
            raise
        click.echo(f"lairkeeper: {sentence}", err=True)
        return 1
    return int(status)
