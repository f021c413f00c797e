"""Enrolment at the table: while it runs, no scan counts, and a crash does not change that."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from lairkeeper.core.ids import Component
from lairkeeper.scans.sighting import PLACED, Sighting
from lairkeeper.store import Store
from lairkeeper.table.tag_write import AGAIN, BUSY, COPIED, TagWrite
from lairkeeper.tags import BulkEnrol, Registry, Stock, Tag, TagRefusal, is_copied, parse_plan
from lairkeeper.tags.registry import TagCode, foreign

SETTING = "enrolment"


class EnrolSession:
    """A list of pieces to be tapped in order, kept in the settings so that it goes on after a crash."""

    def __init__(
        self,
        store: Store,
        bulk: BulkEnrol,
        changed: Callable[[], None],
        after: int,
        *,
        pile: str = "",
        tagged: int = 0,
    ) -> None:
        self._store = store
        self._bulk = bulk
        self._changed = changed
        self.after = after
        """Scans up to this row were received before and are none of this enrolment's."""
        self.pile = pile
        """The pile of the box whose pieces these are; empty for a list of the owner's own."""
        self.tagged = tagged
        """The number of pieces of the pile that had a tag before."""
        self.last: Tag | TagRefusal | None = None
        """The result of the last tap."""
        self._foreign: TagRefusal | None = None
        self._lying: dict[str, set[tuple[str, str]]] = {}
        """Where each number lies, as far as this enrolment has seen it."""
        self.place = ("", "")
        """Device and reader of the last tap."""
        self.writing: TagWrite | None = None
        """The result of the latest writing onto a tag."""
        self._unwritten: dict[str, TagWrite] = {}

    @classmethod
    def begin(
        cls,
        store: Store,
        registry: Registry,
        stock: Stock,
        plan: str,
        changed: Callable[[], None],
        *,
        pile: str = "",
        tagged: int = 0,
    ) -> EnrolSession | TagRefusal:
        """Begin an enrolment, or refuse a kind the game lacks.

        Raises ``ValueError`` (``PlanError``) for a list that cannot be read.
        """
        bulk = BulkEnrol.of_plan(registry, stock, parse_plan(plan))
        if isinstance(bulk, TagRefusal):
            return bulk
        newest = store.inbox.recent(1)
        session = cls(store, bulk, changed, newest[-1].id if newest else 0, pile=pile, tagged=tagged)
        session._save()
        return session

    @classmethod
    def resume(
        cls, store: Store, registry: Registry, stock: Callable[[str], Stock], changed: Callable[[], None]
    ) -> EnrolSession | None:
        """Return the enrolment that was running when the app went down."""
        kept: dict[str, Any] | None = store.settings.get(SETTING)
        if kept is None:
            return None
        bulk = BulkEnrol(registry, stock(kept["game"]), kept["pieces"], kept["at"], kept.get("last"))
        pile, tagged = kept.get("pile", ""), kept.get("tagged", 0)
        return cls(store, bulk, changed, kept["after"], pile=pile, tagged=tagged)

    @property
    def game(self) -> str:
        """Return the id of the game whose box is enrolled, or ``table`` for the shared set."""
        return self._bulk.stock.game

    @property
    def pieces(self) -> tuple[Component, ...]:
        """Return the pieces of the list, in the order in which they are tapped."""
        return self._bulk.pieces

    @property
    def at(self) -> int:
        """Return the position of the expected piece in the list."""
        return self._bulk.at

    @property
    def expected(self) -> Component | None:
        """Return the piece to tap now; None when the list is done."""
        return self._bulk.expected

    @property
    def done(self) -> int:
        """Return how many pieces of the pile are done, those that had a tag before among them."""
        return self.tagged + self._bulk.at

    @property
    def total(self) -> int:
        """Return how many pieces are done when the list is."""
        return self.tagged + len(self._bulk.pieces)

    @property
    def latest(self) -> Component | None:
        """Return the piece enrolled last, which ``undo_last`` takes back."""
        return self._bulk.latest

    @property
    def left(self) -> int:
        """Return how many pieces of the list are still to come."""
        return self._bulk.left

    @property
    def finished(self) -> bool:
        """Return True when the list is done."""
        return self._bulk.finished

    @property
    def refused(self) -> TagRefusal | None:
        """Return why the last tap enrolled nothing."""
        return self._foreign or self._bulk.refused

    def scan(self, sighting: Sighting) -> Tag | TagRefusal | None:
        """Take in one tap. The caller uses the scan up in the same transaction."""
        self._foreign = foreign(sighting.uid) if sighting.foreign else None
        result = self._foreign or self._twice(sighting) or self._bulk.scan(sighting.uid)
        if result is not None:
            self.last = result
        self._save()
        return result

    def gone(self, sighting: Sighting) -> None:
        """Note that a tag was taken from its reader."""
        self._lying.get(sighting.uid, set()).discard((sighting.device, sighting.zone))

    def _twice(self, sighting: Sighting) -> TagRefusal | None:
        """Refuse a number that lies on another reader as well: no tag is in two places."""
        if sighting.kind != PLACED:
            return None  # this reader tells no removal
        lying = self._lying.setdefault(sighting.uid, set())
        lying.add((sighting.device, sighting.zone))
        elsewhere = sorted(lying - {(sighting.device, sighting.zone)})
        if not elsewhere:
            return None
        refusal = TagRefusal(TagCode.TWICE, {"uid": sighting.uid, "zone": elsewhere[0][1]}, forcible=True)
        return self._bulk.refuse(refusal, sighting.uid)

    def unwritten(self, uid: str) -> TagWrite | None:
        """Return the writing of a tag that is enrolled already and was laid down again for it."""
        found = self._unwritten.get(uid)
        return found if found is not None and found.code in AGAIN else None

    def write(self, writing: TagWrite) -> None:
        """Note that a tag is being written now."""
        self.writing = replace(writing, code=BUSY)

    def wrote(self, writing: TagWrite) -> None:
        """Note what the writing came to."""
        if self.writing is not None and self.writing.tag.uid == writing.tag.uid:
            # Another maker need not keep to NXP's check bytes: the maker says more than they do.
            copied = writing.written and is_copied(writing.tag.uid)
            self.writing = replace(writing, code=COPIED) if copied else writing
        if writing.failed:
            self._unwritten[writing.tag.uid] = writing
        else:
            self._unwritten.pop(writing.tag.uid, None)
        self._changed()

    def insist(self) -> Tag | TagRefusal | None:
        """Do what was refused last, where that can be."""
        with self._store.write():
            result = None if self._foreign else self._bulk.insist()
            self._save()
        self.last = result or self.last
        self._changed()
        return result

    def skip(self) -> Component | None:
        """Leave the expected piece without a tag and go on."""
        skipped = self._bulk.skip()
        self._save()
        self._changed()
        return skipped

    def undo_last(self) -> Component | None:
        """Take the last tag enrolled back and expect its piece again."""
        with self._store.write():
            back = self._bulk.undo_last()
            self._save()
        if back is not None:
            self.last = self.writing = None
        self._changed()
        return back

    def end(self) -> None:
        """Let scans count again from now on."""
        self._store.settings.remove(SETTING)

    def _save(self) -> None:
        kept = {"game": self.game, "pieces": list(self.pieces), "at": self.at, "after": self.after,
                "pile": self.pile, "tagged": self.tagged, "last": self._bulk.last_step}  # fmt: skip
        self._store.settings.set(SETTING, kept)
