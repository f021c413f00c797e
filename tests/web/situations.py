"""A real hub on a store in memory, and the situations that a page must show."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from lairkeeper.board import BoardEvent, LinkState, LinkStatus, SimulatedBoard
from lairkeeper.board.commands import OnReply
from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.pieces import KINDS, SHARED
from lairkeeper.core.result import Accepted
from lairkeeper.store import Store
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.table import Hub, Table
from lairkeeper.table.virtual import enrol_set

READERS = ("tap", "seat-1", "seat-2", "seat-3", "seat-4")
FULL = problem(StoreProblem.DISK_FULL, "lair.db")


class QuietBoard(SimulatedBoard):
    """A simulated board without a process, and its own link: what is laid on it is in the inbox at once."""

    alive = True  # type: ignore[assignment]

    def __init__(self, readers: Sequence[str] = READERS, caps: tuple[str, ...] = ()) -> None:
        self.hub: Hub | None = None
        self.told: list[tuple[object, ...]] = []
        self.replies: list[OnReply] = []
        super().__init__(readers, interpreter="cpython")
        self.status = LinkStatus(
            state=LinkState.UP, message="up", port=self.port, device="simulated-1", boot="b1", firmware="0.1.0",
            interpreter=self.interpreter, zones=dict.fromkeys(readers, "ok"), caps=caps, sessions=1,
        )  # fmt: skip

    def changes(self, **fields: Any) -> None:
        """Let the link to this board stand otherwise, and tell the hub."""
        self.status = msgspec.structs.replace(self.status, **fields)
        assert self.hub is not None
        self.hub.board_changed(self.status)

    def shows(self, reader: str, pattern: str, rgb: tuple[int, int, int] | None) -> None:
        """Light a reader."""
        self._lights[reader] = {"pattern": pattern, "rgb": rgb}

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """Light the reader of a scan."""
        self.shows(event.zone, verdict, (0, 40, 0))
        return True

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Keep what the board is told, and who waits for its answer."""
        self.told.append((op, *args))
        if on_reply is not None:
            self.replies.append(on_reply)
        return True

    def _spawn(self) -> None:
        self.interpreter = "MicroPython 1.28.0"

    def _request(self, op: str, **args: Any) -> dict[str, Any]:
        if self.hub is not None and op in ("place", "take"):
            more = ("foreign",) if args.get("kind") == "phone" else ()
            scanned(self.hub, args["reader"], args["uid"], *more, kind="+" if op == "place" else "-")
        return {"ok": True}


def hub_of(*, games: Mapping[str, Game] | None = None, board: QuietBoard | None = None) -> Hub:
    """Return a hub without a match; with a board, also its virtual table and the pieces of the first game."""
    hub = Hub(Store.open(), games=games, simulated=board)
    if board is not None:
        with hub.store.write():
            for stock in (hub.stock(SHARED), hub.stock("forever-evil")):
                few = {kind: 3 if n is None else n for kind, n in stock.copies.items()}
                enrol_set(hub.registry, replace(stock, copies=few))
        hub.devices.boards.links[:] = [board]
        board.hub = hub
    return hub


def begun(hub: Hub, game: str = "forever-evil", seats: Sequence[str] = ("Ana", "Bo"), **how: Any) -> Table:
    """Begin a match, at the first level if none is named, which must be possible."""
    table = hub.start(game, seats, **{"level": hub.games[game].levels[0], **how})
    assert isinstance(table, Table), table
    return table


def do(table: Table, **command: Any) -> None:
    """Submit a command that must be accepted."""
    result = table.act(Command(**command), "page")
    assert isinstance(result, Accepted), result


def board_of(hub: Hub) -> QuietBoard:
    """Return the board that a hub was made with."""
    assert hub.virtual is not None and isinstance(hub.virtual.board, QuietBoard)
    return hub.virtual.board


def scanned(hub: Hub, reader: str, uid: str, *words: str, kind: str = "+") -> None:
    """Receive an event of a board, of a moment ago: nothing waits for what may follow it."""
    now = time.time() - 1.0
    seq = hub.store.inbox.count()["all"] + 1
    event = BoardEvent("simulated-1", "b1", seq, int(now * 1000), now, kind, reader, (uid.lower(), *words))
    hub.store.inbox.receive([event])
    hub.received([event])


def tapped(hub: Hub, reader: str, *components: str) -> None:
    """Tap enrolled pieces of the match or of the shared set on a reader, one after the other."""
    assert hub.table is not None
    for component in components:
        game = SHARED if component.partition("#")[0] in KINDS else hub.table.game.id
        tag = hub.registry.tag_of(game, component)
        assert tag is not None, component
        for kind in "+-":
            scanned(hub, reader, tag.uid, kind=kind)


def put_back(hub: Hub) -> None:
    """Answer the open question: the piece is put back, and nothing is made of it."""
    table = hub.table
    assert table is not None and table.question is not None
    chosen = [option.action for option in table.question.options].index("put-back")
    assert table.answer(table.question.id, chosen, "page") is None


def listeners(hub: Hub) -> int:
    """Return how many pages and programs are told of changes."""
    return len(hub._changes._subscribers)


@contextmanager
def full_disk(hub: Hub) -> Iterator[None]:
    """Refuse whatever is written within a ``with``; what is read is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub.store.database, "write", Mock(side_effect=FULL))
        yield
