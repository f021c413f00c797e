"""Settings and hooks of every test."""

import gc
import shutil
import signal
import tempfile

import pytest
from hypothesis import settings
from playwright.sync_api import expect

from tests import memory_disk
from tests.fresh import SEED

# Before anything asks where temporary files go. Workers find what is set here in their environment.
IN_MEMORY = memory_disk.use()

# A busy machine is no failure: speed is measured by `make bench`.
expect.set_options(timeout=20_000)
settings.register_profile("lairkeeper", deadline=None)
settings.load_profile("lairkeeper")
# What a shell starts in the background ignores Ctrl-C, and so does all that it starts; some tests end programs with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_report_header() -> str:
    again = f"fresh matches by seed {SEED}; LAIRKEEPER_FRESH_SEED={SEED} plays the same again"
    return f"{again}; temporary files in {tempfile.gettempdir()}"


def pytest_collection_finish() -> None:
    """Leave what is loaded to live until the end: no collection has to look at ten thousand tests again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)  # a seventh of what the tests take was looking for garbage that is not there


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Give the memory back, unless a test failed and what it left may say why."""
    if IN_MEMORY is None:
        return
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        print(f"\nWhat the tests left is in {IN_MEMORY}, in memory: remove it when you have looked at it.")
    else:
        shutil.rmtree(IN_MEMORY, ignore_errors=True)
