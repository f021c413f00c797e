"""A small hub with the real one's signatures: real games and a real history, but no store, no link and no sense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

from lairkeeper.core import pieces, ruleset
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.printed import Printed, Problem
from lairkeeper.core.result import Accepted, Offer, Refused
from lairkeeper.core.view import View
from lairkeeper.games import all_games
from lairkeeper.store import MatchRow, StoreError
from lairkeeper.table.names import OwnerNames
from lairkeeper.table.survey import Survey
from lairkeeper.table.tag_write import TagWrite
from lairkeeper.table.trouble import Trouble
from lairkeeper.tags import Numbers
from lairkeeper.tags.numberfile import NumberReport, export_numbers, import_numbers

NOW = 1_790_000_000.0


@dataclass
class LogLine:
    n: int
    at: float
    who: str
    code: str
    args: Mapping[str, Any]
    undone: bool = False
    uid: str | None = None
    zone: str | None = None


@dataclass
class LastScan:
    at: float
    zone: str
    uid: str
    component: str | None
    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    question: int | None = None
    refusal: str | None = None
    log: tuple[str, Mapping[str, Any]] | None = None


@dataclass
class QuestionOption:
    action: str
    args: Mapping[str, Any]
    command: Command | None
    first: Command | None = None

    @property
    def code(self) -> str:
        return self.action


@dataclass
class Question:
    id: int
    code: str
    args: Mapping[str, Any]
    options: tuple[QuestionOption, ...]
    uid: str = ""
    zone: str = "tap"
    at: float = NOW
    refusal: str | None = None
    cite: str | None = None
    passed: bool = False


@dataclass
class Armed:
    zone: str
    words: tuple[str, ...]
    until: float


@dataclass
class Tag:
    uid: str
    game: str
    component: str
    note: str = ""

    @property
    def kind(self) -> str:
        return self.component.partition("#")[0]


@dataclass
class Stock:
    game: str
    copies: Mapping[str, int | None]
    invented: frozenset[str] = frozenset()


@dataclass
class BoardStatus:
    state: str = "up"
    message: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    port: str = "/dev/pts/3"
    interpreter: str = "MicroPython 1.28.0"
    firmware: str = "0.1.0"
    unread: tuple[str, ...] = ()


class FakeRegistry:
    def __init__(self) -> None:
        self.tags: list[Tag] = []

    def list(self, game: str | None = None) -> tuple[Tag, ...]:
        return tuple(tag for tag in self.tags if game in (None, tag.game))

    def lookup(self, uid: str) -> Tag | None:
        return next((tag for tag in self.tags if tag.uid == uid.upper()), None)

    def forget(self, uid: str) -> bool:
        before = len(self.tags)
        self.tags = [tag for tag in self.tags if tag.uid != uid]
        return len(self.tags) < before


class FakeVirtual:
    def __init__(self, hub: FakeHub, pieces: Sequence[Tag], readers: Sequence[str]) -> None:
        self._hub = hub
        self.readers = tuple(readers)
        self.pieces = tuple(pieces)
        self._tags: dict[str, list[str]] = {reader: [] for reader in readers}
        self.shown: dict[str, dict[str, Any]] = {}
        self.tapped: list[tuple[str, str]] = []

    def tags(self) -> Mapping[str, Sequence[str]]:
        return self._tags

    def lights(self) -> Mapping[str, Mapping[str, Any]]:
        return self.shown

    def screen(self) -> bytes | None:
        return None

    def sound(self) -> int:
        return 0

    def place(self, reader: str, uid: str) -> None:
        for tags in self._tags.values():
            if uid in tags:
                tags.remove(uid)
        if len(self._tags[reader]) == 4:
            raise ValueError(f"{reader} can tell four tags apart, not five")
        self._tags[reader].append(uid)
        self._hub.scanned(reader, uid)

    def take(self, reader: str, uid: str) -> None:
        if uid not in self._tags[reader]:
            raise ValueError(f"{uid} does not lie on {reader}")
        self._tags[reader].remove(uid)
        self._hub.bump()

    def tap(self, reader: str, uid: str) -> None:
        self.place(reader, uid)
        self.take(reader, uid)
        self.tapped.append((reader, uid))


class FakeEnrol:
    def __init__(self, hub: FakeHub, game: str, pieces: Sequence[str]) -> None:
        self._hub, self.game, self.pieces, self.at, self.refused = hub, game, tuple(pieces), 0, None
        self.last: Tag | None = None
        self.writing: TagWrite | None = None

    @property
    def expected(self) -> str | None:
        return self.pieces[self.at] if self.at < len(self.pieces) else None

    @property
    def finished(self) -> bool:
        return self.at >= len(self.pieces)

    def scan(self, uid: str) -> None:
        if self.expected:
            self.last = Tag(uid, self.game, self.expected)
            self._hub.registry.tags.append(self.last)
            self.at += 1

    def skip(self) -> None:
        self.at += 1
        self._hub.bump()

    def undo_last(self) -> None:
        self._hub.registry.tags.pop()
        self.at -= 1
        self._hub.bump()

    def insist(self) -> None:
        self._hub.bump()


class FakeTable:
    def __init__(self, hub: FakeHub, history: History) -> None:
        self._hub, self._history = hub, history
        self.match = id(history)
        self.game, self.header = history.game, history.header
        self.questions: tuple[Question, ...] = ()
        self.todo: tuple[Any, ...] = ()
        self.preview: tuple[Any, ...] = ()
        self.armed: tuple[Armed, ...] = ()
        self.answers: list[tuple[int, int]] = []
        self.who: dict[int, str] = {}
        self.at: dict[int, float] = {}

    @property
    def history(self) -> History:
        return self._history

    @property
    def question(self) -> Question | None:
        return next((each for each in self.questions if not each.passed), None)

    @property
    def can_undo(self) -> bool:
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        return self._history.can_redo

    def view(self, viewer: str = "table") -> View:
        return self.game.view(self._history.state, viewer)

    def offers(self, viewer: str = "table", naming: str | None = None) -> tuple[Offer, ...]:
        return self.game.offers(self._history.state, viewer, naming)

    def act(self, command: Command, who: str) -> Accepted | Refused:
        result = self._history.submit(command)
        return self._done(result, who)

    def undo(self, n: int = 1, who: str = "page") -> Accepted | Refused:
        result = self._history.undo(n)
        return self._done(result if isinstance(result, Refused) else Accepted(()), who)

    def redo(self, who: str = "page") -> Accepted | Refused:
        result = self._history.redo()
        return self._done(result if isinstance(result, Refused) else Accepted(()), who)

    def answer(self, question_id: int, option_index: int, who: str) -> Accepted | Refused | None:
        question = next(each for each in self.questions if each.id == question_id)
        self.questions = tuple(each for each in self.questions if each.id != question_id)
        self.answers.append((question_id, option_index))
        command = question.options[option_index].command
        self._hub.bump()
        return self.act(command, who) if command else None

    def _done(self, result: Accepted | Refused, who: str) -> Accepted | Refused:
        if isinstance(result, Accepted):
            n = self._history.last.n
            self.who[n] = who
            self.at[n] = NOW + n
            self._hub.bump()
        return result

    def log(self, viewer: str = "table", limit: int = 50) -> tuple[LogLine, ...]:
        live = {record.n for record in self._history.live}
        lines = []
        for record in self._history.records:
            code, args = "start", {}
            if record.kind == "command":
                code, args = self.game.log(record.command, record.events)
            elif record.kind in ("undo", "redo"):
                code, args = record.kind, {"n": len(record.span)}
            undone = record.kind == "command" and record.n not in live
            who = self.who.get(record.n, "table")
            uid = ("04319F5D240289", "seat-1") if who == "scan" else (None, None)
            lines.append(LogLine(record.n, self.at.get(record.n, NOW), who, code, args, undone, *uid))
        return tuple(reversed(lines))[:limit]


class TypedNumbers:
    """Printed numbers without a store."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, Mapping[str, Any]]] = {}

    def of_game(self, game: str) -> Mapping[str, Mapping[str, Any]]:
        return self._kept.get(game, {})

    def put(self, game: str, kind: str, facts: Mapping[str, Any], at: float) -> None:
        self._kept.setdefault(game, {})[kind] = facts

    def remove(self, game: str, kind: str) -> bool:
        return self._kept.get(game, {}).pop(kind, None) is not None


class FakeSettings(dict[str, Any]):
    """The store's settings in memory."""

    def set(self, key: str, value: Any) -> None:
        self[key] = value


class FakeMatches(list[MatchRow]):
    """The archived matches, in memory."""

    def archived(self) -> list[MatchRow]:
        return list(self)


class FakeForms(set[bytes]):
    """The forms that have counted, in memory."""

    def counted(self, digest: bytes) -> bool:
        return digest in self

    def counting(self, digest: bytes) -> AbstractContextManager[None]:
        return nullcontext()

    def keep(self, digest: bytes) -> None:
        self.add(digest)


class FakeHub:
    """Everything that the pages call, in memory."""

    def __init__(self, *, virtual: bool = False) -> None:
        self.pieces = self.match = self.enrolment = self.devices = self
        self.version = 0
        self.problem: Trouble | None = None
        self.settings = FakeSettings()
        self.names = OwnerNames(self.settings)
        self.numbers = Numbers(TypedNumbers(), lambda: NOW)
        self.store = SimpleNamespace(settings=self.settings, forms=FakeForms(), matches=FakeMatches())
        self.table: FakeTable | None = None
        self.registry = FakeRegistry()
        self.last_scan: LastScan | None = None
        self.boards: list[BoardStatus] = []
        self.survey = Survey([])
        self.games = dict(all_games())
        self.virtual: FakeVirtual | None = None
        self.enrol: FakeEnrol | None = None
        self.writes_tags = True
        self._callbacks: list[Callable[[], None]] = []
        if virtual:
            self.enrol_demo_set("forever-evil")
            self.virtual = FakeVirtual(self, self.registry.tags, ("tap", "seat-1", "seat-2", "seat-3", "seat-4"))
            self.boards.append(BoardStatus())

    @property
    def troubles(self) -> SimpleNamespace:
        return SimpleNamespace(all=() if self.problem is None else (self.problem,), failed=self.store_failed)

    def store_failed(self, error: StoreError) -> None:
        self.problem = Trouble(error.code, error.values)
        self.bump()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    @property
    def streams(self) -> int:
        return len(self._callbacks)

    def bump(self) -> None:
        self.version += 1
        for callback in tuple(self._callbacks):
            callback()

    def printed(self, game_id: str) -> Printed:
        return self.games[game_id].printed

    def set_numbers(self, game: str, kind: str, values: Mapping[str, Any]) -> Problem | None:
        return self.numbers.put(game, self.printed(game), kind, values)

    def forget_numbers(self, game: str, kind: str) -> bool:
        return self.numbers.forget(game, kind)

    def export_numbers(self, game: str, form: str = "toml") -> str:
        return export_numbers(game, self.numbers.of(game), form)

    def import_numbers(self, text: str, *, replace: bool = False) -> NumberReport:
        games = {id: game.printed for id, game in self.games.items()}
        return import_numbers(text, self.numbers, games, replace=replace)

    def options(self, game_id: str) -> tuple[ruleset.OptionSpec, ...]:
        return ruleset.specs(self.games[game_id].ruleset_type)

    def stock(self, game_id: str) -> Stock:
        if game_id == pieces.SHARED:
            return Stock(game_id, pieces.KINDS)
        kinds, typed = self.games[game_id].catalog.kinds, self.numbers.of(game_id)
        invented = frozenset(kind for kind in kinds if self.printed(game_id).invents_copies(kind, typed))
        return Stock(game_id, {kind: facts.copies for kind, facts in kinds.items()}, invented)

    def start(
        self,
        game_id: str,
        seats: Sequence[str],
        *,
        level: str | None = None,
        ruleset: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        proxy: bool | None = None,
    ) -> FakeTable | Refused:
        level = level or self.games[game_id].levels[0]
        header = Header(game_id, tuple(seats), level, dict(ruleset or {}), dict(setup or {}))
        if proxy is False:
            header.setup["printed"] = self.numbers.of(game_id)
        history = History.start(self.games[game_id], header)
        if isinstance(history, Refused):
            return history
        self.table = FakeTable(self, history)
        self.bump()
        return self.table

    def set_name(self, game: str, lang: str, kind: str, name: str) -> bool:
        kept = self.names.put(self.games[game], lang, kind, name)
        self.bump()
        return kept

    def set_language(self, language: str) -> None:
        self.settings["language"] = language
        self.bump()

    def enrol_demo_set(self, game_id: str) -> None:
        for game in (pieces.SHARED, game_id):
            for kind, copies in self.stock(game).copies.items():
                for n in range(1, (3 if copies is None else copies) + 1):
                    self.registry.tags.append(Tag(f"04{len(self.registry.tags):012X}", game, f"{kind}#{n}"))

    def start_enrol(self, game: str, plan: str) -> None:
        pieces_wanted: list[str] = []
        have = Counter(tag.kind for tag in self.registry.list(game))
        for part in plan.split(","):
            kind, _, n = part.strip().partition(" x")
            if not n.isdecimal():
                raise ValueError(f"cannot read {part!r}")
            pieces_wanted += [f"{kind}#{have[kind] + k}" for k in range(1, int(n) + 1)]
        self.enrol = FakeEnrol(self, game, pieces_wanted)
        self.bump()

    def insist(self) -> None:
        if self.enrol is not None:
            self.enrol.insist()

    def write_over(self) -> None:
        if self.enrol is not None and self.enrol.writing is not None:
            self.enrol.writing = replace(self.enrol.writing, code="written")
            self.bump()

    def set_writes_tags(self, on: bool) -> None:
        self.writes_tags = on
        self.bump()

    def stop_enrol(self) -> None:
        self.enrol = None
        self.bump()

    def scanned(self, zone: str, uid: str) -> None:
        """Do what the real hub does by way of board, inbox and sense: a token on a tray is gained."""
        if self.enrol is not None:
            self.enrol.scan(uid)
            self.last_scan = LastScan(NOW, zone, uid, None, "enrolled", {"uid": uid})
            self.bump()
            return
        tag = next((tag for tag in self.registry.tags if tag.uid == uid), None)
        code, log = "unknown-tag", None
        if tag is not None:
            code = "done"
            seat = self._seat(zone)
            if self.table and seat and tag.kind.startswith("vp-"):
                self.table.act(Command(move="gain", by=seat, card=tag.component), "scan")
                line = self.table.log(limit=1)[0]
                log = (line.code, line.args)
        component = tag.component if tag else None
        args = {"zone": zone, "uid": uid, "card": component or uid}
        self.last_scan = LastScan(NOW, zone, uid, component, code, args, log=log)
        self.bump()

    def _seat(self, zone: str) -> str | None:
        assert self.table is not None
        if zone == "tap":
            return self.table.view().active
        return self.table.header.seats[int(zone.removeprefix("seat-")) - 1]
