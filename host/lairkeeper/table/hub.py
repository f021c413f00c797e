"""Everything that runs together, behind one door: the match, the owner's pieces, the scans and the devices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from lairkeeper.board import BoardEvent, LinkStatus, SimulatedBoard, ZoneSnapshot
from lairkeeper.board.serial import Finder
from lairkeeper.core.game import Game
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.printed import Printed
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, specs
from lairkeeper.games import all_games, asked_of, taps_of, verbs_of
from lairkeeper.i18n import LANGUAGES
from lairkeeper.scans import Role, role_of
from lairkeeper.store import Store, StoreError
from lairkeeper.table.backups import Backups
from lairkeeper.table.boards import BoardLink
from lairkeeper.table.changes import Changes
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.collection import OwnedPieces
from lairkeeper.table.current_match import CurrentMatch
from lairkeeper.table.devices import Devices, fail_with
from lairkeeper.table.enrolment import EnrolSession
from lairkeeper.table.intake import Intake
from lairkeeper.table.known_people import KnownPeople
from lairkeeper.table.last_scan import LastScan
from lairkeeper.table.match_list import MatchList
from lairkeeper.table.pace import Pace
from lairkeeper.table.phone_readers import PhoneReaders
from lairkeeper.table.replay import finder_among
from lairkeeper.table.replays import Replays
from lairkeeper.table.table import Table
from lairkeeper.table.trouble import Trouble, Troubles
from lairkeeper.table.virtual import Virtual
from lairkeeper.tags import Stock, TagRefusal

LONGEST_SLEEP: Final = 1.0
BREATH_S: Final = 0.1
"""Seconds between two pieces of what is done in spare time."""


class Hub:
    """Used from one thread, the event loop's. ``subscribe`` tells of every change that any page shows.

    Its parts: ``match``, ``matches``, ``replays``, ``people``, ``pieces``, ``enrolment``, ``trial``, ``joining``,
    ``phones``, ``devices``, ``troubles``, ``pace`` and ``backups``.
    """

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
        self.version = 0
        self.spare: Callable[[], bool] | None = None
        """Something to do a little of while nothing else is due; returns True while there is more."""
        self._clocks = clocks or Clocks()
        self._changes = Changes()
        self._wake = asyncio.Event()
        self._find = find = finder_among(self.games)
        self.troubles = Troubles(store, self._changed, self._clocks.steady, "demo" if simulated else "serve")
        self.pieces = OwnedPieces(store, self.games, find, self._clocks.wall, self._changed)
        self.registry, self.numbers, self.names = self.pieces.registry, self.pieces.numbers, self.pieces.names
        self.devices = Devices(
            self.troubles,
            self._clocks,
            on_events=self.received,
            on_snapshot=self.lying,
            changed=self._changed,
            wake=self._wake.set,
            pairings=pairings,
        )
        self.match = CurrentMatch(
            store,
            self._clocks,
            self.troubles,
            find,
            self.numbers.of,
            pump=self.pump,
            seated=self._seated,
            changed=self._changed,
        )
        self.matches = MatchList(store, self.match, self._clocks.wall, self._changed)
        self.replays = Replays(store, find)
        self.people = KnownPeople(store, self._clocks.wall, self._changed)
        self._intake = Intake(
            store,
            self.pieces,
            self.devices.boards,
            self.troubles,
            table=lambda: self.match.table,
            feedback=self.devices.feedback,
            changed=self._changed,
            steady=self._clocks.steady,
        )
        self.enrolment, self.trial = self._intake.enrolment, self._intake.trial
        self.joining = self._intake.joining
        self.phones = PhoneReaders(store, self._clocks, self.received)
        self.pace = Pace(store, self._clocks, self._changed)
        self.backups = Backups(store, self.troubles, self._clocks, self._changed)
        for port in ports:
            self.devices.boards.add_port(port)
        if simulated is not None:
            self.devices.simulate(simulated, self.registry, self._is_place)

    # What there is

    @property
    def table(self) -> Table | None:
        """Return the match on the table."""
        return self.match.table

    @property
    def boards(self) -> tuple[LinkStatus, ...]:
        """Return how the link to each board stands, in the order in which they were added."""
        return self.devices.boards.statuses

    @property
    def virtual(self) -> Virtual | None:
        """Return the virtual table, if the board is simulated."""
        return self.devices.virtual

    @property
    def problem(self) -> Trouble | None:
        """Return what went wrong last and what to do, until it is put right; then for a while that it is."""
        return self.troubles.worst

    @property
    def last_scan(self) -> LastScan | None:
        """Return the last scan and what may still be said of it, whether a match is running or not."""
        return self._intake.last

    @property
    def wall(self) -> float:
        """Return the time of day in seconds since the epoch, by the clock that dates scans."""
        return self._clocks.wall()

    @property
    def enrol(self) -> EnrolSession | None:
        """Return the enrolment that runs; None when scans count."""
        return self.enrolment.session

    @property
    def language(self) -> str:
        """Return the language that was set, the first of ``LANGUAGES`` as long as none was."""
        return str(self.store.settings.get("language", LANGUAGES[0]))

    def set_language(self, language: str) -> None:
        """Set the language. Raises ``ValueError`` for a language that we do not speak."""
        if language not in LANGUAGES:
            raise ValueError(f"no texts in {language[:20]!r}; choose one of {', '.join(LANGUAGES)}")
        self.store.settings.set("language", language)
        self._changed()

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
        """Begin a match and archive the one before, as ``CurrentMatch.start``. Raises ``UnknownGameError``."""
        return self.match.start(game, seats, level=level, ruleset=ruleset, setup=setup, proxy=proxy)

    def resume(self, match: int) -> Table:
        """Resume a match and archive the one on the table. Raises ``TableError`` and ``StoreError``."""
        return self.match.resume(match)

    def resume_last(self) -> Table | None:
        """Resume the match that was on the table; one that cannot be resumed becomes ``problem``."""
        return self.match.resume_last()

    def options(self, game: str) -> tuple[OptionSpec, ...]:
        """Return the ruleset options of a game. Raises ``UnknownGameError``."""
        return specs(self._find(game).ruleset_type)

    def taps(self, game: str) -> Mapping[str, float]:
        """Return how many taps a turn each level of a game takes, by simulated players; what nobody measured lacks."""
        return taps_of(game) if game in all_games() else {}

    def asked(self, game: str, level: str) -> tuple[str, ...]:
        """Return the prompts that simulated players saw at a level, the most frequent first; nobody may have."""
        return asked_of(game, level) if game in all_games() else ()

    def verbs(self, game: str, level: str) -> tuple[str, ...]:
        """Return the action tokens that simulated players used at a level; nobody may have."""
        return verbs_of(game, level) if game in all_games() else ()

    async def save_elsewhere(self) -> None:
        """Write all that was kept to a new file if the old one has gone. Raises ``StoreError`` when that fails."""
        await self.troubles.save_elsewhere(self._clocks.wall())

    # The owner's pieces

    def stock(self, game: str) -> Stock:
        """Return the pieces of a game's box, or of the shared set (``table``). Raises ``UnknownGameError``."""
        return self.pieces.stock(game)

    def printed(self, game: str) -> Printed:
        """Return the fields of a game's cards whose numbers are not public. Raises ``UnknownGameError``."""
        return self.pieces.printed(game)

    def enrol_demo_set(self, game: str, more: Collection[Component] = ()) -> int:
        """Enrol made-up tags for all pieces of a game, ``more`` copies and the shared set; return how many were new."""
        return self.pieces.enrol_demo_set(game, more)

    def start_enrol(self, game: str, plan: str, *, pile: str = "", tagged: int = 0) -> TagRefusal | None:
        """Enrol a list in order as ``Enrolment.start``; no scan counts until ``stop_enrol`` or two idle minutes.

        Raises ``PlanError``, ``UnknownGameError``.
        """
        self.pump()
        self.trial.stop()
        refusal = self.enrolment.start(game, plan, pile=pile, tagged=tagged)
        self._wake.set()
        return refusal

    def try_readers(self, seats: Sequence[int] = ()) -> None:
        """Ask for the reader of each of these seats, or without any show what each tap is read as; no scan counts.

        It ends by ``trial.stop``, after the last seat, or after two idle minutes.
        """
        self.pump()
        if seats:
            self.trial.start_seats(seats)
        else:
            self.trial.start_test()
        self._wake.set()

    def stop_enrol(self) -> None:
        """Let scans count again; what lies on a reader now does not count for lying there."""
        self.pump()
        self.enrolment.stop()

    # Boards

    def add_link(self, link: BoardLink) -> None:
        """Add a link made elsewhere with ``received``, ``lying`` and ``board_changed`` as its callbacks."""
        self.devices.boards.add(link)

    def received(self, events: Sequence[BoardEvent]) -> None:
        """Take up events that are in the inbox."""
        if self.table is not None:
            self._clocks.seen(events)
        self.devices.watch()
        self.pump()

    def lying(self, zones: Sequence[ZoneSnapshot]) -> None:
        """Take in what a board says lies on its readers, after it has told all it had to tell."""
        if self.table is not None:
            self.pump()
            try:
                self.table.snapshot(zones)
            except StoreError as error:  # it is not lost: the next pump goes on with it
                self.troubles.failed(error)

    def seat_at(self, reader: str) -> Seat | None:
        """Return the seat of the running match whose tray a reader is; None for any other reader."""
        role = self._role(reader)
        return None if role is None else role.seat

    def board_changed(self, status: LinkStatus) -> None:
        """Set the clocks of boards that were just greeted, and tell every page that a link has changed."""
        self.devices.board_changed(status)

    def pump(self, now: float | None = None) -> None:
        """Make something of what was received. What the disk refuses becomes ``problem``, and is tried again."""
        self._intake.pump(now)

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the links and the clock of the match until ``stop`` is set."""
        stopping = asyncio.ensure_future(stop.wait())
        links = self.devices.boards.start(stop)
        more = False
        try:
            while not stop.is_set():
                self._wake.clear()
                waking = asyncio.ensure_future(self._wake.wait())
                sleep = min(self._sleep(), BREATH_S) if more else self._sleep()
                await asyncio.wait([stopping, waking], timeout=sleep, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                if self._due():
                    self.pump()
                self.devices.look_at_lights()
                self.troubles.look()
                self.backups.look()
                fail_with(links)
                more = self._use_spare_time()
        finally:
            stopping.cancel()
            self.devices.close()
            await self.backups.close()
            await asyncio.gather(*links, return_exceptions=True)

    # Inside

    def _use_spare_time(self) -> bool:
        if self.spare is None or self.troubles.failing:
            return False
        try:
            return self.spare()
        except StoreError as error:
            self.troubles.failed(error)
            return False

    def _seated(self, table: Table) -> None:
        """Join a match that has just come to the table to the boards and the pages."""
        self._intake.forget()
        table.feedback = self.devices.feedback
        table.subscribe(self._table_changed)

    def _table_changed(self) -> None:
        table = self.table
        self.devices.boards.show_armed(table.armed if table is not None else (), self._clocks.steady())
        self._wake.set()
        self._changed()

    def _is_place(self, reader: str) -> bool:
        """Return True when a reader stands for a place of the running match."""
        role = self._role(reader)
        return role is not None and role.place is not None

    def _role(self, reader: str) -> Role | None:
        """Return what a reader is at the running match; None without a match."""
        zones: Mapping[str, str] = self.store.settings.get("zones", {})
        return None if self.table is None else role_of(reader, zones, self.table.header.seats)

    def _due(self) -> bool:
        """Return True when time alone has brought something about."""
        if self.troubles.failing:
            return self.troubles.due
        due = self._intake.deadline
        return due is not None and due <= self._clocks.steady()

    def _sleep(self) -> float:
        """Return the seconds until something is due."""
        due = self._intake.deadline
        longest = LONGEST_SLEEP if due is None else min(LONGEST_SLEEP, max(0.0, due - self._clocks.steady()))
        return self.devices.sleep(longest)

    def _changed(self) -> None:
        self.version += 1
        self.pace.look(self.table)
        self._changes.tell()
