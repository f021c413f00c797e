"""A bound for the callers by https in the middle of their handshake: no limit of connections counts those yet."""

from __future__ import annotations

import socket
from typing import Any, Final

MOST: Final = 128
MOST_OF_ONE: Final = 32
"""Handshakes at once from one address; a browser opens some six connections, and again when it mistrusts us."""


class Handshakes(socket.socket):
    """A listening socket that turns away who would be one handshake too many.

    Loops that wait by selectors accept through it. Windows has another way, and there only time bounds a handshake.
    """

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.family, listening.type, listening.proto, fileno=listening.dup().detach())
        self.setblocking(False)
        self._unfinished: dict[Any, socket.socket] = {}

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept as usual. Raises ``ConnectionAbortedError`` after it has turned a caller away."""
        caller, address = super().accept()
        self._unfinished = {at: each for at, each in self._unfinished.items() if each.fileno() != -1}
        of_one = sum(at[0] == address[0] for at in self._unfinished)
        if len(self._unfinished) >= MOST or of_one >= MOST_OF_ONE:
            caller.close()
            raise ConnectionAbortedError
        self._unfinished[address] = caller
        return caller, address

    def finished(self, address: Any) -> None:
        """Count the caller of this address no more: both sides have agreed on a key."""
        self._unfinished.pop(address, None)
