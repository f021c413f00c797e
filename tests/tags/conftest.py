"""A registry over a real store, and a small box."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.store import Store
from lairkeeper.tags import Registry, Stock

BOX = Stock("toy", {"coin": None, "knight": 2, "castle": 1})
SHARED = Stock("table", {"verb-undo": 1, "seat-1": 1, "seat-2": 1})


@pytest.fixture
def registry() -> Iterator[Registry]:
    with Store.open() as store:
        yield Registry(store.tags, lambda: 1000.0)
