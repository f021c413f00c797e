"""Lairkeeper: scores and follows four villain-themed tabletop games from tagged cards on a real table."""

__version__: str


def __getattr__(name: str) -> str:
    """Look the version up when somebody asks: until then starting costs nothing, and Ctrl-C meets nothing."""
    if name != "__version__":
        raise AttributeError(name)
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - see above

    try:
        return version("lairkeeper")
    except PackageNotFoundError:  # run from a source tree that was never installed
        return "0+unknown"
