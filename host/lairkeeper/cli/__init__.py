"""The command line: ``main`` parses, one module a verb does the work. Heavy imports stay inside the verbs."""

from __future__ import annotations

import sys

import click

from lairkeeper import __version__

from .board import board
from .demo import demo
from .export import export
from .games import games
from .kit import kit
from .link import link
from .moves import moves
from .play import play
from .serve import serve
from .tags import tags


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="lairkeeper")
def cli() -> None:
    """Keep score of villain-themed tabletop games from tagged cards on RFID readers.

    No board yet? `lairkeeper demo` plays on a simulated one, in the browser.
    """


for verb in (demo, serve, play, moves, games, tags, export, kit, link, board):
    cli.add_command(verb)


def main() -> None:
    """Run the command line; every expected failure is one sentence on standard error and exit status 1."""
    from .failure import expected
    from .output import OutputError, output_error, ready, settled

    ready()
    try:
        status = cli(standalone_mode=False) or 0
        settled()
        sys.exit(status)
    except (click.exceptions.Abort, KeyboardInterrupt):
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        told = output_error(error)
        if isinstance(told, OutputError):
            sys.exit(told.leave())
        sentence = expected(error)
        if sentence is None:
            raise
        click.echo(f"lairkeeper: {sentence}", err=True)
        sys.exit(1)
