"""The stores of the store's own tests."""

from ..store.conftest import event, path, store

__all__ = ["event", "path", "store"]
