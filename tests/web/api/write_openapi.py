"""Write docs/openapi.json: ``python -m tests.web.api.write_openapi``."""

from __future__ import annotations

from lairkeeper.web.api.openapi import document
from lairkeeper.web.api.routes import ENDPOINTS

from .test_openapi import KEPT

if __name__ == "__main__":
    KEPT.write_bytes(document(ENDPOINTS))
