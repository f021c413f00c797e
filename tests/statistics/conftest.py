"""A store in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.store import Store


@pytest.fixture
def store() -> Iterator[Store]:
    """Yield an empty store."""
    with Store.open() as found:
        yield found
