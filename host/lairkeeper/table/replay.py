"""From a kept log to its match: up to where the log breaks, if it does, and what then becomes of the rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from lairkeeper.core.codec import LogError, header_from_json, record_to_json
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.games import UnknownGameError, get_game
from lairkeeper.store import Store, StoreError
from lairkeeper.store.salvage import DAMAGED
from lairkeeper.table.clocks import Clock
from lairkeeper.table.errors import TableError
from lairkeeper.table.past import MatchPast
from lairkeeper.table.pending import Pending, save
from lairkeeper.table.result import result_of

FindGame = Callable[[str], Game]


def finder_among(games: Mapping[str, Game]) -> FindGame:
    """Return the function that finds a game among these by its id; it raises ``UnknownGameError``."""

    def find(game: str) -> Game:
        if game not in games:
            raise UnknownGameError(f"no game {game!r}; installed: {', '.join(games) or 'none'}")
        return games[game]

    return find


@dataclass(frozen=True, slots=True)
class Replay:
    """The history of the first ``kept`` records of a log; none: it begins again, as its header says."""

    history: History
    kept: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The log of a match broke after ``kept`` records; ``lost`` were set aside."""

    kept: int
    lost: int


def replayed(store: Store, match: int, find: FindGame = get_game) -> Replay:
    """Return the history that a log tells, up to where it breaks. Raises ``TableError`` and ``StoreError``.

    A match without a readable record begins again: its set-up follows from its header.
    """
    game, header = set_up(store, match, find)
    try:
        history = _followed(store, match, game, header)
    except LogError as error:
        raise cannot_go_on(match, error.refusal) from None
    except ValueError as error:
        raise cannot_go_on(match, Refused(CoreRefusal.LOG_BROKEN, {"n": 0, "kind": str(error)})) from None
    if len(history):
        return Replay(history, len(history))
    begun = History.start(game, header)
    if isinstance(begun, Refused):
        raise cannot_go_on(match, begun)
    return Replay(begun, 0)


def set_up(store: Store, match: int, find: FindGame) -> tuple[Game, Header]:
    """Return the game and the header of a match. Raises ``TableError`` and ``StoreError``."""
    row = store.matches.get(match)
    try:
        game, header = find(row.game), header_from_json(dict(row.header))
        game.blank(header)
        return game, header
    except UnknownGameError as error:
        raise TableError(
            "unknown-game",
            f"match {match} cannot go on: {error}. Install the game again",
            {"match": match, "game": row.game},
        ) from None
    except LogError as error:
        raise cannot_go_on(match, error.refusal) from None
    except ValueError as error:
        raise cannot_go_on(match, Refused(CoreRefusal.LOG_BROKEN, {"n": 0, "kind": str(error)})) from None


def salvage(store: Store, match: int, replay: Replay, clock: Clock) -> Lost | None:
    """Set aside what could not be read, so that the match goes on from there; None: everything could be read.

    What was beside the log, such as the list of what hands must do, is not true any more. Raises ``StoreError``.
    """
    row, history, kept = store.matches.get(match), replay.history, replay.kept
    missing = store.journal.missing(match, kept)
    broken = missing is not None or not kept
    if not (broken or row.end_damaged):
        return None
    now, lost = clock(), 0
    with store.write():
        if broken:
            lost = max(missing or 0, store.salvage.cut(match, kept, DAMAGED, now))
            save(store, match, Pending(since=len(history)))
        if not kept:
            store.journal.append(match, record_to_json(history.last), at=now, who="page", why="start")
        if row.end_damaged:
            store.matches.mend_end(match)
        if history.state.finished and row.finished_at is None:
            store.matches.finish(match, result_of(history.game.view(history.state, TABLE)), now)
        elif not history.state.finished and row.finished_at is not None:
            store.matches.reopen(match)
    return Lost(kept, lost) if broken else None


def _followed(store: Store, match: int, game: Game, header: Header) -> History:
    """Return the history from its last snapshot on, up to the break.

    Raises ``LogError`` for a log of a newer Lairkeeper.
    """
    past = MatchPast(store, match, game, header)
    snapshot = past.newest()
    history = History(game, header) if snapshot is None else History.resume(game, header, snapshot, past)
    due = past.due(store.journal.count(match))
    try:
        for record in past.after(len(history)):
            if history.follow((record,)) is not None:
                break
            if len(history) == due:  # a log from before there were snapshots
                with suppress(StoreError):
                    past.keep(history)
    except LogError as error:
        if error.refusal.code == CoreRefusal.LOG_FROM_FUTURE:
            raise
    except (ValueError, TypeError, LookupError, AttributeError):  # a record like no record that was ever written
        pass
    return history


def cannot_go_on(match: int, why: Refused) -> TableError:
    """Return the reason why a match cannot be resumed, with the next step."""
    hint = f"`lairkeeper export {match} --with-secrets` saves the log as it is; begin a new match meanwhile"
    code = why.code if why.code == CoreRefusal.LOG_FROM_FUTURE else "cannot-go-on"
    return TableError(code, f"match {match} cannot go on: {why.code} {dict(why.args)}. {hint}", {"match": match})
