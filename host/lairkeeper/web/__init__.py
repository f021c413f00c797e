"""The pages: a table page, a virtual table, set-up and tags, live over one running hub."""

from __future__ import annotations

from .app import create_app, tell_screens
from .server import WebPortError, open_port, serve

__all__ = ["WebPortError", "create_app", "open_port", "serve", "tell_screens"]
