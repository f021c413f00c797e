"""A hub over a database for as long as a verb needs it, and its sentences."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lairkeeper.board import AnyBoard, LinkStatus
    from lairkeeper.table import Hub


def with_hub(db: Path, ports: tuple[str, ...] | None = None) -> Opened:
    """Return a hub for ``with``; ports None: no board is looked for, none given: one is found by itself."""
    return Opened(db, ports)


class Opened:
    """A hub over the database, for as long as a ``with`` lasts."""

    def __init__(self, db: Path, ports: tuple[str, ...] | None) -> None:
        self._db = db
        self._ports = ports

    def __enter__(self) -> Hub:
        from lairkeeper.board import AnyBoard
        from lairkeeper.store import Store
        from lairkeeper.table import Hub

        self._store = Store.open(self._db)
        boards: tuple[str | AnyBoard, ...] = () if self._ports is None else self._ports or (AnyBoard(),)
        return Hub(self._store, ports=boards)

    def __exit__(self, *_: object) -> None:
        self._store.close()


def say_board(hub: Hub, board: LinkStatus) -> str:
    """Return how a board is, and what to do."""
    return say(hub, f"board.{board.message}", {"port": board.port, "device": board.device, **board.args})


def say(hub: Hub, key: str, args: Mapping[str, Any]) -> str:
    """Return a text of the app in the language that was chosen, with pieces by name."""
    from lairkeeper.i18n import Texts, shared_texts

    folders = [game.texts_dir for game in hub.games.values()]
    return Texts.load(hub.language, shared_texts(), *folders).say(key, args)
