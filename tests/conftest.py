"""What holds for every test."""

import signal

from hypothesis import settings
from playwright.sync_api import expect

from tests.fresh import SEED

# A busy machine is no failure: speed is measured by `make bench`.
expect.set_options(timeout=20_000)
settings.register_profile("lairkeeper", deadline=None)
settings.load_profile("lairkeeper")
# What a shell starts in the background ignores Ctrl-C, and so does all that it starts; some tests end programs with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    return f"fresh matches by seed {SEED}; LAIRKEEPER_FRESH_SEED={SEED} plays the same again"
