"""Enrolment of many pieces: tap each sticker in the order of the list."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from lairkeeper.core.ids import Component, Kind
from lairkeeper.tags.registry import Registry, Stock, Tag, TagCode, TagRefusal
from lairkeeper.tags.uid import is_short, normal_uid

_PART = re.compile(
    r"\s*(?P<kind>[a-z0-9][a-z0-9-]*)(?:#(?P<copy>[1-9][0-9]{0,3}))?(?:\s+[x×*]?\s*(?P<n>[0-9]{1,4}))?\s*"
)
LONGEST = 2000
"""Pieces of one list: more than any box holds."""


class PlanError(ValueError):
    """A list that cannot be read; the message names the part and shows a good one."""


def parse_plan(text: str) -> tuple[tuple[Kind, int], ...]:
    """Return the kinds of ``"vp-1 x20, vp-5 x10, catwoman"`` with how many of each; raises ``PlanError``."""
    plan: list[tuple[Kind, int]] = []
    for part in text.replace("\n", ",").split(","):
        if not part.strip():
            continue
        found = _PART.fullmatch(part)
        if found is None or found["copy"]:
            raise PlanError(f"cannot read {part.strip()[:60]!r}; write pieces like: vp-1 x20, vp-5 x10, catwoman x2")
        plan.append((found["kind"], int(found["n"] or 1)))
    if not plan:
        raise PlanError("the list is empty; write pieces like: vp-1 x20, vp-5 x10, catwoman x2")
    if sum(n for _, n in plan) > LONGEST:
        raise PlanError(f"the list has more than {LONGEST} pieces; enrol them in several goes")
    return tuple(plan)


StepJson: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class EnrolStep:
    """One tag enrolled, so that it can be taken back."""

    component: Component
    uid: str
    before: tuple[Tag, ...]
    """Tags that it replaced, of this game or another: what the UID stood for, and the other tag of the piece."""

    @classmethod
    def of_json(cls, kept: StepJson) -> EnrolStep:
        """Return the step that ``BulkEnrol.last_step`` has kept."""
        return cls(kept["component"], kept["uid"], tuple(Tag(**tag) for tag in kept["before"]))


class BulkEnrol:
    """A list of pieces and how far it has come. A tag tapped twice in a row is one; nothing here scores."""

    def __init__(
        self, registry: Registry, stock: Stock, pieces: Sequence[Component], done: int = 0, last: StepJson | None = None
    ) -> None:
        self.registry = registry
        self.stock = stock
        self.pieces = tuple(pieces)
        self.at = min(done, len(self.pieces))
        self._steps = [EnrolStep.of_json(last)] if last is not None else []
        self.refused: TagRefusal | None = None
        """The last tap's refusal, with ``refused_uid``: the owner may insist."""
        self.refused_uid: str | None = None

    @classmethod
    def of_plan(cls, registry: Registry, stock: Stock, plan: Sequence[tuple[Kind, int]]) -> BulkEnrol | TagRefusal:
        """List the lowest copies without a tag of each kind; refuse a kind that the game does not have."""
        have = {tag.component for tag in registry.list(stock.game)}
        pieces: list[Component] = []
        for kind, n in plan:
            if kind not in stock.copies:
                return TagRefusal(TagCode.UNKNOWN_KIND, {"kind": kind, "game": stock.game})
            copy = 1
            for _ in range(n):
                while f"{kind}#{copy}" in have:
                    copy += 1
                have.add(f"{kind}#{copy}")
                pieces.append(f"{kind}#{copy}")
        return cls(registry, stock, pieces)

    @property
    def expected(self) -> Component | None:
        """Return the piece to tap now; None when the list is done."""
        return self.pieces[self.at] if self.at < len(self.pieces) else None

    @property
    def left(self) -> int:
        """Return how many pieces of the list are still to tap."""
        return len(self.pieces) - self.at

    @property
    def finished(self) -> bool:
        """Return True when the list has no piece left to tap."""
        return self.at >= len(self.pieces)

    @property
    def latest(self) -> Component | None:
        """Return the piece that ``undo_last`` takes back; None when there is none."""
        return self._steps[-1].component if self._steps else None

    @property
    def last_step(self) -> StepJson | None:
        """Return the last tag enrolled as JSON, so that it can be taken back after a restart, too."""
        return asdict(self._steps[-1]) if self._steps else None

    def scan(self, uid: str, *, force: bool = False) -> Tag | TagRefusal | None:
        """Enrol the expected piece with this tag. None: the tag enrolled just before was tapped again.

        Nobody can tell that of a number of 4 bytes: it may be the next card with the same one, and is refused.
        """
        expected = self.expected
        again = bool(self._steps) and self._steps[-1].uid == uid.upper()
        if again and not force and not (expected and is_short(uid)):
            return None
        if expected is None:
            return self.refuse(TagRefusal(TagCode.NOTHING_EXPECTED, {"uid": uid[:64]}), uid)
        stood = (self.registry.lookup(uid), self.registry.tag_of(self.stock.game, expected))
        result = self.registry.enrol(uid, expected, self.stock, force=force)
        if isinstance(result, TagRefusal):
            return self.refuse(result, uid)
        before = tuple(dict.fromkeys(tag for tag in stood if tag is not None))
        self._steps.append(EnrolStep(expected, normal_uid(uid), before))
        self.at += 1
        self.refused = self.refused_uid = None
        return result

    def insist(self) -> Tag | TagRefusal | None:
        """Do what was refused last, where that can be."""
        if self.refused_uid is None:
            return None
        return self.scan(self.refused_uid, force=True)

    def skip(self) -> Component | None:
        """Leave the expected piece without a tag and go on; None when the list is done."""
        expected = self.expected
        if expected is not None:
            self.at += 1
            self.refused = self.refused_uid = None
        return expected

    def undo_last(self) -> Component | None:
        """Take back the last tag enrolled and expect its piece again; None when there is no such tag."""
        if not self._steps:
            return None
        step = self._steps.pop()
        self.registry.forget(step.uid)
        for tag in step.before:
            self.registry.restore(tag)
        self.at = self.pieces.index(step.component)
        self.refused = self.refused_uid = None
        return step.component

    def refuse(self, refusal: TagRefusal, uid: str) -> TagRefusal:
        """Keep why a tap enrolled nothing, so that the owner may insist."""
        self.refused, self.refused_uid = refusal, uid
        return refusal
