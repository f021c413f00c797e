"""Start the board. Hold the first button while it starts to get to the REPL instead."""

try:
    from lairboard import app
except ImportError as error:
    app = None
    print("no firmware runs here: lairkeeper board install. %s" % error)

if app:
    app.main()
