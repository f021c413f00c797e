"""The owner's collection: the tags of its pieces, how many copies there are, and what is printed on its cards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from lairkeeper.core.game import Game
from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import KINDS, SHARED
from lairkeeper.core.printed import COPIES, Field, Printed, Problem, Values
from lairkeeper.store import Store
from lairkeeper.table.clocks import Clock
from lairkeeper.table.names import OwnerNames
from lairkeeper.table.replay import FindGame
from lairkeeper.table.virtual import enrol_set
from lairkeeper.tags import Numbers, Registry, Stock
from lairkeeper.tags.numberfile import NumberReport, export_numbers, import_numbers
from lairkeeper.tags.numbersheet import SheetWords, write_sheet
from lairkeeper.tags.tagfile import ImportReport, TagFileError, export_toml, import_toml

__all__ = ["ImportReport", "OwnedPieces", "TagFileError"]


class OwnedPieces:
    """The pieces of all games and of the shared set (``table``). Raises ``UnknownGameError`` for another game."""

    def __init__(
        self, store: Store, games: Mapping[str, Game], find: FindGame, clock: Clock, changed: Callable[[], None]
    ) -> None:
        self.registry = Registry(store.tags, clock)
        self.numbers = Numbers(store.printed, clock)
        self.names = OwnerNames(store.settings)
        self._store = store
        self._games = games
        self._find = find
        self._changed = changed

    def stock(self, game: str) -> Stock:
        """Return the pieces of a game's box, or of the shared set (``table``)."""
        if game == SHARED:
            return Stock(SHARED, dict(KINDS))
        kinds, typed = self._find(game).catalog.kinds, self.numbers.of(game)
        copies = {kind: typed.get(kind, {}).get(COPIES, facts.copies) for kind, facts in kinds.items()}
        printed = self.printed(game)
        return Stock(game, copies, frozenset(kind for kind in kinds if printed.invents_copies(kind, typed)))

    def enrol_demo_set(self, game: str, more: Collection[Component] = ()) -> int:
        """Enrol made-up tags for all pieces of a game, ``more`` copies and the shared set; return how many were new."""
        with self._store.write():
            new = enrol_set(self.registry, self.stock(SHARED)) + enrol_set(self.registry, self.stock(game), more)
        if new:
            self._changed()
        return new

    def printed(self, game: str) -> Printed:
        """Return the fields of a game's cards whose numbers are not public."""
        return self._find(game).printed

    def set_numbers(self, game: str, kind: str, values: Values) -> Problem | None:
        """Keep what was typed from one kind of card, or say what is wrong."""
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
        """Return what was typed, as a file. Raises ``NumberFileError`` for another form."""
        self._find(game)
        return export_numbers(game, self.numbers.of(game), form)

    def number_sheet(self, game: str, words: SheetWords) -> str:
        """Return a sheet of all cards of a game that have numbers, to fill in; what was typed stands in it."""
        kinds = [kind for kind, copies in self.stock(game).copies.items() if copies != 0]
        typed = self.numbers.of(game)
        return write_sheet(game, self.printed(game), dict.fromkeys((*kinds, *typed)), typed, words)

    def import_numbers(
        self, text: str, *, replace: bool = False, plain: Callable[[Field, str], str] | None = None
    ) -> NumberReport:
        """Take a file over as ``numberfile.import_numbers``, all or nothing.

        Raises ``NumberFileError`` for a file that cannot be read.
        """
        with self._store.write():
            printed = {id: each.printed for id, each in self._games.items()}
            report = import_numbers(text, self.numbers, printed, replace=replace, plain=plain)
        if report.new or report.changed:
            self._changed()
        return report

    def export_tags(self, game: str | None = None) -> str:
        """Return the tags of one game (``table``: the shared set) or of all, as a file."""
        return export_toml(self.registry, game)

    def import_tags(self, text: str, *, replace: bool = False) -> ImportReport:
        """Enrol what a tag file says, all or nothing. Raises ``TagFileError`` for one that cannot be read."""
        with self._store.write():
            stocks = {each: self.stock(each) for each in (*self._games, SHARED)}
            report = import_toml(text, self.registry, stocks, replace=replace)
        if report.enrolled:
            self._changed()
        return report

    def set_name(self, game: str, lang: str, kind: str, name: str) -> bool:
        """Keep what a piece is called in the owner's printing, as ``OwnerNames.put``."""
        kept = self.names.put(self._find(game), lang, kind, name)
        if kept:
            self._changed()
        return kept
