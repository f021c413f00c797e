"""What holds for every test."""

from hypothesis import settings

# A busy machine is no failure: speed is measured by `make bench`.
settings.register_profile("lairkeeper", deadline=None)
settings.load_profile("lairkeeper")
