"""An archived match returns to the table."""

from __future__ import annotations

from lairkeeper.store import Store
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.replay import FindGame
from lairkeeper.table.table import Table


def resumed(store: Store, match: int, clocks: Clocks, find: FindGame) -> Table:
    """Resume a match. Another one on the table is archived with its open questions.

    Scans that wait belong to the match that was on the table: they never count in another one. Raises ``TableError``
    and ``StoreError``, and has changed nothing then.
    """
    if store.matches.current() == match:
        return Table.resume(store, match, clocks=clocks, find=find)
    with store.write():
        store.inbox.consume([row.id for row in store.inbox.unconsumed()], "before-match")
        store.matches.reopen_alone(match, clocks.wall())
        return Table.resume(store, match, clocks=clocks, find=find)
