"""The check that reads every page of a simulated table: it sees what is told, and does not cry wolf."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from lairkeeper.core.header import Header
from lairkeeper.simulation.acts import Act, Intent, SimulatedMatch, Tap
from lairkeeper.simulation.leaks import Watch
from lairkeeper.table import Table, demo_uid

GAME = "forever-evil"
SECRET, OWN = "super-intellect#2", "mallet#3"
UID = demo_uid(GAME, SECRET)


@dataclass
class Evenings:
    """Two players: a card that nobody may know, and one that is Ana's alone."""

    header: Header = field(default_factory=lambda: Header(GAME, ("Ana", "Bo"), "full"))
    hidden: frozenset[str] = frozenset({SECRET})

    def unseen(self) -> frozenset[str]:
        return self.hidden

    def own(self) -> Mapping[str, frozenset[str]]:
        return {"Ana": frozenset({OWN})}


@dataclass
class Pages:
    """The pages of a table, as each viewer sees them."""

    views: dict[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    def view(self, viewer: str) -> Any:
        return self.views.get(viewer, ())

    def log(self, viewer: str, limit: int) -> tuple[str, ...]:
        return self.lines[:limit]


def watching(evening: Evenings) -> Watch:
    """Somebody who has read the pages once: what is hidden now was hidden before."""
    watch = Watch(cast("SimulatedMatch", evening))
    assert look(watch, Pages()) == []
    return watch


def look(watch: Watch, pages: Pages, *said: str, lines: int = 1, laid: str = "kick#1") -> list[str]:
    act = Act(Intent.MISTAKE, (Tap("tap", laid),))
    return watch.look(cast("Table", pages), act, lines, said)


@pytest.mark.parametrize("told", [SECRET, UID])
def test_a_card_or_its_tag_in_a_view_is_a_leak_for_each_viewer_who_must_not_know_it(told: str) -> None:
    found = look(watching(Evenings()), Pages({"Bo": {"extra": ("seen", told)}}))
    assert len(found) == 1
    assert found[0].startswith("Bo sees ")
    assert SECRET in found[0]


def test_what_one_player_knows_is_a_leak_on_every_other_page() -> None:
    found = look(watching(Evenings()), Pages({"Ana": OWN, "Bo": OWN, "table": OWN}))
    assert [each.split()[0] for each in found] == ["table", "Bo"]


@pytest.mark.parametrize("told", [SECRET, UID, OWN])
def test_a_card_in_the_log_or_in_what_is_said_of_a_scan_is_a_leak(told: str) -> None:
    assert look(watching(Evenings()), Pages(lines=(told,)))
    assert look(watching(Evenings()), Pages(), told)


def test_a_hidden_card_that_is_laid_on_a_reader_by_mistake_is_shown_by_its_player() -> None:
    watch, pages = watching(Evenings()), Pages()
    assert look(watch, pages, f"scan {SECRET}, {UID}", laid=SECRET) == []
    assert look(watch, pages, f"scan {SECRET}, {UID}") == [], "the same strip is still there"
    assert look(watch, pages, f"another scan {SECRET}"), "nobody has laid it there again"


def test_laying_a_hidden_card_on_a_reader_opens_neither_views_nor_log() -> None:
    assert look(watching(Evenings()), Pages({"table": SECRET}), laid=SECRET)
    assert look(watching(Evenings()), Pages(lines=(SECRET,)), laid=SECRET)


def test_what_was_said_of_a_card_before_it_was_hidden_is_no_leak() -> None:
    evening = Evenings(hidden=frozenset())
    watch = watching(evening)
    evening.hidden = frozenset({SECRET})
    assert look(watch, Pages(lines=(SECRET,)), f"scan {SECRET}") == []
    assert look(watch, Pages(lines=(SECRET,))), "said after it was hidden"
