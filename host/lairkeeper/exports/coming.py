"""A match that comes from another installation: read, checked and replayed before anything is written."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from lairkeeper.core.codec import LogError, header_from_json, header_to_json, record_from_json
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.spreadsheet import MARK
from lairkeeper.store import JournalRow, Store
from lairkeeper.table.installation import keep_origin, match_called
from lairkeeper.table.log import line_of
from lairkeeper.table.result import result_of

from .match_file import FORMAT, VERSION, FileRecord, WholeMatch

LARGEST: Final = 8 << 20
"""The most bytes of a file of a match."""
_WORD: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")
"""Who asked for a record, unless a player, and why."""
_FIRST_YEAR: Final = 2000
_LAST_YEAR: Final = 2200


class ComingError(Exception):
    """A file that is not taken over: text ``coming.<code>`` with ``values``. Nothing has changed."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(f"{code} {values}" if values else code)
        self.code = code
        self.values = values


@dataclass(frozen=True, slots=True)
class ComingMatch:
    """A match that was replayed and can be kept.

    ``called`` is its name in each of its files, ``home`` its number at its home. Times are seconds since 1970.
    ``finished`` and ``result`` are None for one that has not ended.
    """

    called: uuid.UUID
    home: int
    game: Game
    header: Header
    started: float
    finished: float | None
    result: Mapping[str, Any] | None
    rows: tuple[JournalRow, ...]


def read_match(raw: bytes, find: Callable[[str], Game]) -> ComingMatch:
    """Return the match that a file holds, replayed by its log. Raises ``ComingError``."""
    file = _file(raw)
    game, header = _header(file, find)
    rows = tuple(_row(n, each, header) for n, each in enumerate(file.records))
    history = _replayed(game, header, rows)
    started, finished, result = _time(file.started, 0), None, None
    if history.state.finished:
        finished = _time(file.finished, len(rows)) if file.finished else rows[-1].at
        result = result_of(game.view(history.state, TABLE))
    return ComingMatch(_called(file), file.match, game, header, started, finished, result, rows)


def match_here(store: Store, coming: ComingMatch) -> int | None:
    """Return the number under which a match is here already; None: it is not."""
    found = match_called(store, coming.called, coming.home)
    if found is None:
        return None
    row = store.matches.get(found)
    same = row.header == header_to_json(coming.header) and abs(row.started_at - coming.started) < 1
    return found if same else None


def keep_match(store: Store, coming: ComingMatch, persons: Sequence[int | str], at: float) -> int:
    """Keep a match, archived, with the people who sat there; return its number.

    ``persons``: for each seat the number of somebody known, or the name of somebody new. Raises ``ComingError`` for one
    that is here already, ``StoreError`` for a person who is unknown or a name that is taken; then nothing has changed.
    """
    here = match_here(store, coming)
    if here is not None:
        raise ComingError("twice", match=here)
    if len(set(persons)) < len(persons):
        raise ComingError("same-person")
    with store.write():
        match = store.matches.bring_in(header_to_json(coming.header), coming.started, at)
        store.journal.bring_in(match, coming.rows)
        store.people.sat_down(match, persons, at)
        if coming.result is not None and coming.finished is not None:
            store.matches.finish(match, coming.result, coming.finished)
        keep_origin(store, match, coming.called)
    return match


def _file(raw: bytes) -> WholeMatch:
    if len(raw) > LARGEST:
        raise ComingError("too-large", most=LARGEST >> 20)
    try:
        data = msgspec.json.decode(raw.removeprefix(MARK.encode()))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ComingError("cut") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ComingError("not-ours")
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        raise ComingError("newer")
    if "secrets" in data:
        raise ComingError("left-out")
    try:
        return msgspec.convert(data, WholeMatch)
    except (msgspec.ValidationError, RecursionError):
        raise ComingError("broken", n=0) from None


def _header(file: WholeMatch, find: Callable[[str], Game]) -> tuple[Game, Header]:
    try:
        game = find(file.game)
    except LookupError:
        raise ComingError("unknown-game", game=file.game[:40]) from None
    try:
        header = header_from_json(msgspec.to_builtins(file.header))
    except LogError as error:
        raise _of_the_log(error) from None
    if header.version > game.version:
        raise ComingError("newer")
    if header.game != game.id:
        raise ComingError("broken", n=0)
    try:
        begun = History.start(game, header)
    except Exception:  # whatever a set-up from outside makes the rules raise
        raise ComingError("set-up") from None
    if isinstance(begun, Refused):
        raise ComingError("bad-name" if begun.code == CoreRefusal.BAD_SEATS else "set-up")
    return game, header


def _row(n: int, each: FileRecord, header: Header) -> JournalRow:
    known = each.who in header.seats or _WORD.fullmatch(each.who)
    if each.n != n or each.record.get("n") != n or not known or not _WORD.fullmatch(each.why):
        raise ComingError("broken", n=n)
    return JournalRow(n, _time(each.at, n), each.who, each.why, each.record, ())


def _replayed(game: Game, header: Header, rows: Sequence[JournalRow]) -> History:
    """Return the history of a log, of which every line can be told and shown."""
    history, n = History(game, header), 0
    try:
        for n, row in enumerate(rows):
            record = record_from_json(dict(row.record))
            if history.follow((record,)) is not None:
                raise ComingError("broken", n=n)
            line_of(game, record)
        if not len(history):
            raise ComingError("broken", n=0)
        for viewer in (TABLE, *header.seats):
            game.view(history.state, viewer)
    except LogError as error:
        raise _of_the_log(error, n) from None
    except ComingError:
        raise
    except Exception:  # a log from outside may hold anything; what cannot be shown is not kept
        raise ComingError("broken", n=n) from None
    return history


def _of_the_log(error: LogError, n: int = 0) -> ComingError:
    newer = error.refusal.code == CoreRefusal.LOG_FROM_FUTURE
    return ComingError("newer") if newer else ComingError("broken", n=n)


def _called(file: WholeMatch) -> uuid.UUID:
    try:
        return uuid.UUID(file.id) if file.id else uuid.uuid5(uuid.NAMESPACE_OID, f"{file.started} {file.header}")
    except ValueError:
        raise ComingError("broken", n=0) from None


def _time(text: str, n: int) -> float:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise ComingError("broken", n=n) from None
    if not _FIRST_YEAR <= at.year <= _LAST_YEAR:
        raise ComingError("broken", n=n)
    return (at if at.tzinfo is not None else at.replace(tzinfo=UTC)).timestamp()
