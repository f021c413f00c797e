"""The state that the API keeps while the app runs: tokens, wrong tokens by address, open streams, the record feed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..limits import Streams, most_connections
from .attempts import WrongTokens
from .once import GivenAnswers
from .records import RecordFeed
from .tokens import ApiTokens

if TYPE_CHECKING:
    from lairkeeper.table import Hub

UNKNOWN: Final = 32
"""WebSockets that may wait for their token at once."""


class ApiState:
    """One for each running app."""

    def __init__(self, hub: Hub) -> None:
        self.tokens = ApiTokens(hub.store.settings, lambda: hub.wall)
        self.wrong = WrongTokens()
        self.answers = GivenAnswers()
        self.feed = RecordFeed(hub)
        # Programs have their own share, so that they cannot end the streams of pages.
        self.streams = Streams(lambda: most_connections() // 4)
        self.unknown = Streams(lambda: UNKNOWN)
