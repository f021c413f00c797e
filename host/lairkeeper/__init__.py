"""Lairkeeper: scores and follows four villain-themed tabletop games from tagged cards on a real table."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("lairkeeper")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+unknown"
