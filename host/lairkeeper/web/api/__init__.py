"""The HTTP API for other programs: ``/api/v1``, described by its own OpenAPI document."""

from __future__ import annotations
