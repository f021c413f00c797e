"""A request that meets a busy database tries again, while everything else goes on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.responses import Response

from lairkeeper.store import StoreError, StoreProblem

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

PATIENCE_SECONDS: Final = 4.0
"""The longest time that a viewer is left without an answer."""
PAUSE_SECONDS: Final = 0.05


def patient(handler: Handler) -> Handler:
    """Call the handler again while another program keeps the database to itself, four seconds at most.

    A change is one transaction, so what was refused has changed nothing. Raises ``StoreError`` (busy) in the end.
    """

    @wraps(handler)
    async def tried(request: Request) -> Response:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return await handler(request)
            except StoreError as error:
                if error.problem is not StoreProblem.BUSY or time.monotonic() >= until:
                    raise
            await asyncio.sleep(PAUSE_SECONDS)

    return tried
