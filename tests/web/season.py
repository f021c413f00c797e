"""Past matches in a store, without playing each: one match of each game is played, and kept as often as wanted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.games import get_game
from lairkeeper.kit.driver import play_match
from lairkeeper.store import Store
from lairkeeper.table.past import MatchPast, packed_snapshot
from lairkeeper.table.result import result_of
from lairkeeper.table.turn_index import index_of, keep_index

SEED = 11
DAY = 86_400.0
HOUR = 3_600.0


@cache
def whole(game: str, level: str = "", players: int = 3) -> History:
    """Return a match of this game, played to its end."""
    rules = get_game(game)
    return play_match(rules, SEED, level=level or rules.levels[-1], players=players, ruleset={}).history


def keep(
    store: Store, history: History, began: float, *, records: Sequence[Record] | None = None, indexed: bool = True
) -> int:
    """Keep a match as one that was played from ``began`` on, a record every ten seconds; return its number."""
    records = history.records if records is None else records
    ended = history.state.finished and len(records) == len(history)
    with store.write():
        match = store.matches.create(header_to_json(history.header), began)
        past = MatchPast(store, match, history.game, history.header)
        for at, record in enumerate(records):
            store.journal.append(match, record_to_json(record), at=began + 10 * at, who="page", why="act")
        store.people.sit_down(match, history.header.seats, began)
        if ended:
            result = result_of(history.game.view(history.state, TABLE))
            store.matches.finish(match, result, began + 10 * len(records))
        store.matches.close(match, began + 10 * len(records))
    if ended and indexed:
        again = History(history.game, history.header)
        for record in records:
            again.follow((record,))
            packed = packed_snapshot(again)
            if packed is not None:
                past.put(packed)
        keep_index(store, match, past, index_of(history, len(history)))
    return match


def season(store: Store, matches: int, now: float, games: Sequence[str] = ("forever-evil",)) -> list[int]:
    """Keep ``matches`` matches, one a day, the last one yesterday; each game in turn."""
    each = [whole(game, get_game(game).levels[0]) for game in games]
    return [keep(store, each[n % len(each)], now - (matches - n) * DAY) for n in range(matches)]


def renamed(history: History, version: int) -> History:
    """Return the same match as one that was begun with another version of the rules."""
    again = History.replay(history.game, replace(history.header, version=version), history.records)
    assert isinstance(again, History)
    return again
