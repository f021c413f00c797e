"""What holds for every test."""

from hypothesis import settings
from playwright.sync_api import expect

# A busy machine is no failure: speed is measured by `make bench`.
expect.set_options(timeout=20_000)
settings.register_profile("lairkeeper", deadline=None)
settings.load_profile("lairkeeper")
