"""Everything that runs together: the store, the match, the boards, enrolment and the virtual table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from lairkeeper.board import BoardEvent, LinkStatus, SimulatedBoard, ZoneSnapshot
from lairkeeper.board.serial import Finder
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import KINDS, SHARED
from lairkeeper.core.printed import COPIES, PROXY, Printed, Problem, Values
from lairkeeper.core.printed import SETUP as NUMBERS
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, specs
from lairkeeper.games import UnknownGameError, all_games
from lairkeeper.i18n import LANGUAGES
from lairkeeper.scans import role_of
from lairkeeper.store import InboxRow, Store, StoreError
from lairkeeper.table.boards import BoardLink, Boards
from lairkeeper.table.changes import Changes
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.errors import TableError
from lairkeeper.table.inbox_readers import Enrolment, IdleReader, InboxReader
from lairkeeper.table.inbox_rows import sighting_of
from lairkeeper.table.last_scan import LastScan, scan_of
from lairkeeper.table.names import OwnerNames
from lairkeeper.table.public_records import PublicRecord, records
from lairkeeper.table.resuming import resumed
from lairkeeper.table.survey import Survey
from lairkeeper.table.table import Table
from lairkeeper.table.trouble import Trouble, Troubles
from lairkeeper.table.virtual import Virtual, enrol_set
from lairkeeper.tags import Numbers, Registry, Stock, TagRefusal
from lairkeeper.tags.numberfile import NumberReport, export_numbers, import_numbers

LONGEST_SLEEP: Final = 1.0
LIGHTS_EVERY: Final = 0.1
LIGHTS_FOR: Final = 3.0
"""Seconds after a scan in which the virtual readers' lights are looked at."""


class Hub:
    """Used from one thread, the event loop's. ``subscribe`` tells of every change that any page shows."""

    def __init__(
        self,
        store: Store,
        *,
        clocks: Clocks | None = None,
        games: Mapping[str, Game] | None = None,
        simulated: SimulatedBoard | None = None,
        ports: Sequence[str | Finder] = (),
        pairings: Callable[[str], str | None] | None = None,
    ) -> None:
        self.store = store
        self.games: Mapping[str, Game] = all_games() if games is None else games
        self._clocks = clocks or Clocks()
        self.registry = Registry(store.tags, self._clocks.wall)
        self.numbers = Numbers(store.printed, self._clocks.wall)
        self.names = OwnerNames(store.settings)
        self.table: Table | None = None
        self.version = 0
        self._changes = Changes()
        self.troubles = Troubles(store, self._changed, self._clocks.steady, "demo" if simulated else "serve")
        self._last: LastScan | None = None
        self._wake = asyncio.Event()
        self._watch_until = 0.0
        self._boards = Boards(
            self.troubles,
            on_events=self.received,
            on_snapshot=self.lying,
            on_status=self.board_changed,
            pairings=pairings,
        )
        self.survey = Survey(self._boards.links)
        self._idle = IdleReader(store, self.registry, self._strip, self._feedback, self._changed)
        self._enrolment = Enrolment(
            store, self.registry, self.stock, self._boards, self._strip, self._feedback, self._changed
        )
        self.virtual = Virtual(simulated, self.registry, self._touched, self._is_place) if simulated else None
        for port in ports:
            self._boards.add_port(port)
        if simulated is not None:
            self._boards.add_port(simulated.port, simulated.interpreter)

    # What there is

    @property
    def boards(self) -> tuple[LinkStatus, ...]:
        """Return how the link to each board stands, in the order in which they were added."""
        return self._boards.statuses

    @property
    def problem(self) -> Trouble | None:
        """Return what went wrong last and what to do, until it is put right; then for a while that it is."""
        return self.troubles.worst

    def store_failed(self, error: StoreError) -> None:
        """Tell every page that the store has refused somebody something."""
        self.troubles.failed(error)

    async def save_elsewhere(self) -> None:
        """Write all that was kept to a new file if the old one has gone. Raises ``StoreError`` when that fails."""
        await self.troubles.save_elsewhere(self._clocks.wall())

    @property
    def last_scan(self) -> LastScan | None:
        """Return the last scan, whether a match is running or not."""
        return self._last

    def stock(self, game: str) -> Stock:
        """Return the pieces of a game's box, or of the shared set (``table``). Raises ``UnknownGameError``."""
        if game == SHARED:
            return Stock(SHARED, dict(KINDS))
        kinds, typed = self._game(game).catalog.kinds, self.numbers.of(game)
        copies = {kind: typed.get(kind, {}).get(COPIES, facts.copies) for kind, facts in kinds.items()}
        printed = self.printed(game)
        return Stock(game, copies, frozenset(kind for kind in kinds if printed.invents_copies(kind, typed)))

    def options(self, game: str) -> tuple[OptionSpec, ...]:
        """Return the ruleset options of a game. Raises ``UnknownGameError``."""
        return specs(self._game(game).ruleset_type)

    @property
    def has_screen(self) -> bool:
        """Return True when a board with a small screen is there."""
        return self._boards.has_screen

    def show_on_boards(self, title: str, text: str) -> None:
        """Put ASCII text on the boards' small screens: a title of at most 16 characters, a text of at most 120."""
        self._boards.show(title, text)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back after every change; returns the way to stop that."""
        return self._changes.subscribe(callback)

    # The match

    def start(
        self,
        game: str,
        seats: Sequence[str],
        *,
        level: str | None = None,
        ruleset: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        proxy: bool | None = None,
    ) -> Table | Refused:
        """Begin a match and archive the one before. Raises ``UnknownGameError``.

        Where numbers are not public: with the invented ones if ``proxy``, with those that were typed if not; None
        takes the typed ones as soon as there are any.
        """
        rules = self._game(game)
        given = dict(setup or {})
        if rules.printed.fields and NUMBERS not in given:
            typed = self.numbers.of(game)
            given[NUMBERS] = PROXY if proxy or (proxy is None and not typed) else typed
        header = Header(game, tuple(seats), level or rules.default_level, dict(ruleset or {}), given)
        self.pump()
        table = Table.new(self.store, rules, header, clocks=self._clocks)
        return self._sit_down(table) if isinstance(table, Table) else table

    def resume(self, match: int) -> Table:
        """Resume a match and archive the one on the table. Raises ``TableError`` and ``StoreError``."""
        if self.table is not None:
            self.pump()
        return self._sit_down(resumed(self.store, match, self._clocks, self._game))

    def resume_last(self) -> Table | None:
        """Resume the match that was on the table; one that cannot be resumed becomes ``problem``."""
        match = self.store.matches.current()
        if match is None:
            return None
        try:
            return self.resume(match)
        except (TableError, StoreError) as error:
            self.troubles.cannot_go_on(error)
            return None

    def close_match(self) -> None:
        """Archive the match; it stays in the list and can be resumed."""
        if self.table is not None:
            self.store.matches.close(self.table.match, self._clocks.wall())
            self.table = None
            self._changed()

    def _sit_down(self, table: Table) -> Table:
        self.table = table
        table.feedback = self._feedback
        table.subscribe(self._table_changed)
        self.troubles.sit(table.match, table.lost)
        self.pump()
        self._changed()
        return table

    def records(self, match: int, since: int = 0) -> tuple[PublicRecord, ...]:
        """Return what everybody may know of a match from record ``since`` on, as ``public_records.records``."""
        return records(self.store, match, since, find=self._game)

    # Tags

    @property
    def enrol(self) -> EnrolSession | None:
        """Return the enrolment that runs; None when scans count."""
        return self._enrolment.session

    def start_enrol(self, game: str, plan: str) -> TagRefusal | None:
        """Enrol a list in order; no scan counts until ``stop_enrol``. Raises ``PlanError``, ``UnknownGameError``."""
        self.pump()
        return self._enrolment.start(game, plan)

    def stop_enrol(self) -> None:
        """Let scans count again; what lies on a reader now does not count for lying there."""
        self.pump()
        self._enrolment.stop()

    def insist_enrol(self) -> None:
        """Use the tag that was refused last, where that can be."""
        self._enrolment.insist()

    def write_over(self) -> None:
        """Write the tag that has something else on it; it must lie there still."""
        self._enrolment.write_over()

    @property
    def writes_tags(self) -> bool:
        """Return True when what an enrolled tag stands for is written onto the tag itself."""
        return self._enrolment.writes_tags

    def set_writes_tags(self, on: bool) -> None:
        """Keep in the settings whether enrolled tags are written."""
        self._enrolment.set_writes_tags(on)

    def enrol_demo_set(self, game: str, more: Collection[Component] = ()) -> int:
        """Enrol made-up tags for all pieces of a game, ``more`` copies and the shared set; return how many were new."""
        with self.store.write():
            new = enrol_set(self.registry, self.stock(SHARED)) + enrol_set(self.registry, self.stock(game), more)
        if new:
            self._changed()
        return new

    # Printed numbers

    def printed(self, game: str) -> Printed:
        """Return the fields of a game's cards whose numbers are not public. Raises ``UnknownGameError``."""
        return self._game(game).printed

    def set_numbers(self, game: str, kind: str, values: Values) -> Problem | None:
        """Keep what was typed from one kind of card, or say what is wrong. Raises ``UnknownGameError``."""
        problem = self.numbers.put(game, self.printed(game), kind, values)
        if problem is None:
            self._changed()
        return problem

    def forget_numbers(self, game: str, kind: str) -> bool:
        """Forget the numbers of this kind, and return whether there were any. Matches begun with them keep them."""
        gone = self.numbers.forget(game, kind)
        if gone:
            self._changed()
        return gone

    def export_numbers(self, game: str, form: str = "toml") -> str:
        """Return what was typed, as a file. Raises ``UnknownGameError``, ``NumberFileError`` for another form."""
        self._game(game)
        return export_numbers(game, self.numbers.of(game), form)

    def import_numbers(self, text: str, *, replace: bool = False) -> NumberReport:
        """Take a file over, all or nothing. Raises ``NumberFileError`` for a file that cannot be read."""
        with self.store.write():
            report = import_numbers(text, self.numbers, {id: each.printed for id, each in self.games.items()},
                                    replace=replace)  # fmt: skip
        if report.new or report.changed:
            self._changed()
        return report

    # Choices

    @property
    def language(self) -> str:
        """Return the language that was set, the first of ``LANGUAGES`` as long as none was."""
        return str(self.store.settings.get("language", LANGUAGES[0]))

    def set_name(self, game: str, lang: str, kind: str, name: str) -> bool:
        """Keep what a piece is called in the owner's printing, as ``Names.put``. Raises ``UnknownGameError``."""
        kept = self.names.put(self._game(game), lang, kind, name)
        if kept:
            self._changed()
        return kept

    def set_language(self, language: str) -> None:
        """Set the language. Raises ``ValueError`` for a language that we do not speak."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language[:20]!r}; choose one of {', '.join(LANGUAGES)}")
        self.store.settings.set("language", language)
        self._changed()

    @property
    def zone_map(self) -> Mapping[str, str]:
        """Return the map of reader to role; a reader that is not in it is what its name says."""
        kept: dict[str, str] = self.store.settings.get("zones", {})
        return kept

    # Boards

    def add_link(self, link: BoardLink) -> None:
        """Add a link made elsewhere with ``received``, ``lying`` and ``board_changed`` as its callbacks."""
        self._boards.add(link)

    def received(self, events: Sequence[BoardEvent]) -> None:
        """Take up events that are in the inbox."""
        if self.table is not None:
            self._clocks.seen(events)
        self._watch()
        self.pump()

    def lying(self, zones: Sequence[ZoneSnapshot]) -> None:
        """Take in what a board says lies on its readers, after it has told all it had to tell."""
        if self.table is not None:
            self.pump()
            try:
                self.table.snapshot(zones)
            except StoreError as error:  # it is not lost: the next pump goes on with it
                self.troubles.failed(error)

    def board_changed(self, status: LinkStatus) -> None:
        """Set the clocks of boards that were just greeted, and tell every page that a link has changed."""
        self._boards.tell_time(self._clocks.wall())
        self._changed()

    def pump(self, now: float | None = None) -> None:
        """Make something of what was received. What the disk refuses becomes ``problem``, and is tried again."""
        try:
            for reader in self._readers():
                reader.pump(now)
            if self.troubles.failing:
                self.troubles.try_again()
        except StoreError as error:
            self.troubles.failed(error)
            if self.enrol is not None:
                self._enrolment.read_again()
            self._changed()

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the links and the clock of the match until ``stop`` is set."""
        stopping = asyncio.ensure_future(stop.wait())
        links = self._boards.start(stop)
        try:
            while not stop.is_set():
                self._wake.clear()
                waking = asyncio.ensure_future(self._wake.wait())
                await asyncio.wait([stopping, waking], timeout=self._sleep(), return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                if self._due():
                    self.pump()
                self._look_at_lights()
                self.troubles.look()
                self._fail(links)
        finally:
            stopping.cancel()
            if self.virtual is not None:
                self.virtual.close()
            await asyncio.gather(*links, return_exceptions=True)

    # Inside

    def _game(self, game: str) -> Game:
        if game not in self.games:
            raise UnknownGameError(f"no game {game!r}; installed: {', '.join(self.games) or 'none'}")
        return self.games[game]

    def _readers(self) -> tuple[InboxReader, ...]:
        """Return who takes up scans, in this order: no match hears what an enrolment has used up."""
        readers = (self._enrolment if self.enrol is not None else None, self.table)
        return tuple(filter(None, readers)) or (self._idle,)

    def _strip(self, row: InboxRow, code: str) -> None:
        self._last = scan_of(sighting_of(row, self.registry), code, {})

    def _table_changed(self) -> None:
        if self.table is not None and self.table.last_scan is not None:
            self._last = self.table.last_scan
        self._boards.show_armed(self.table.armed if self.table is not None else (), self._clocks.steady())
        self._wake.set()
        self._changed()

    def _feedback(self, event: BoardEvent, verdict: str) -> None:
        self._boards.feedback(event, verdict)
        self._watch()

    def _is_place(self, reader: str) -> bool:
        """Return True when a reader stands for a place of the running match."""
        return self.table is not None and role_of(reader, self.zone_map, self.table.header.seats).place is not None

    def _touched(self) -> None:
        """Note that something was put on or taken from the virtual table."""
        self._watch()
        self._changed()

    def _watch(self) -> None:
        self._watch_until = self._clocks.steady() + LIGHTS_FOR
        self._wake.set()

    def _look_at_lights(self) -> None:
        if self.virtual is not None and self._clocks.steady() < self._watch_until and self.virtual.looks_different():
            self._changed()

    def _due(self) -> bool:
        """Return True when time alone has brought something about."""
        if self.troubles.failing:
            return self.troubles.due
        due = self.table.deadline() if self.table is not None else None
        return due is not None and due <= self._clocks.steady()

    def _sleep(self) -> float:
        """Return the seconds until something is due."""
        sleep = LONGEST_SLEEP
        due = self.table.deadline() if self.table is not None else None
        if due is not None:
            sleep = min(sleep, max(0.0, due - self._clocks.steady()))
        if self.virtual is not None and self._clocks.steady() < self._watch_until:
            sleep = min(sleep, LIGHTS_EVERY)
        return sleep

    def _fail(self, links: Sequence[asyncio.Future[None]]) -> None:
        """Raise the error of a link that ended by a mistake of ours: it must not end unheard."""
        for link in links:
            if link.done() and not link.cancelled() and (error := link.exception()) is not None:
                raise error

    def _changed(self) -> None:
        self.version += 1
        self._changes.tell()
