"""Starts the board. Hold the first button while it starts to get to the REPL instead."""

from lairboard import app

app.main()
