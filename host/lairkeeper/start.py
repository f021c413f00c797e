"""Where the command begins. Until its modules are loaded, Ctrl-C ends it without a word."""

from __future__ import annotations

import signal


def main() -> None:
    """Load the command line and run it."""
    ours = signal.getsignal(signal.SIGINT) is signal.default_int_handler  # a shell may have told us to ignore it
    if ours:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from lairkeeper.cli import main as run  # noqa: PLC0415 - loading is what may be interrupted

    if ours:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
