"""Twenty worlds that nobody chose, others in each run; and worlds in which a planted fault must be seen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from lairkeeper.scans.explain import ARMED_FOR
from lairkeeper.store import Store
from lairkeeper.store.lock import FileLock
from tests.fresh import SEED

from . import run, world
from .disk import after_death
from .faults import Fault, Kind, draw, written
from .run import Plan, lived, plan, told
from .shrink import shrunk
from .world import Verdict

pytestmark = pytest.mark.chain

QUIET = Plan(111, "forever-evil", "score", 3, "table", ())
"""A world in which nothing goes wrong by itself."""


@pytest.mark.parametrize("n", range(20))
def test_a_world_ends_as_it_is_true(n: int) -> None:
    """Two of them may be long."""
    drawn = plan(SEED + n, short=n > 1)
    verdict = lived(drawn)
    assert not verdict.wrong, told(drawn, verdict, tries=12, seconds=60)
    assert verdict.acts > 5


@pytest.mark.parametrize("again", [2.0, 62.0])
def test_a_long_pause_counts_when_it_is_there_again(again: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed 675099060, on a machine with twelve processes on two cores: 62 ms once, and 1 ms after that."""
    verdicts = [Verdict(["a pause"], 62.0, 9), Verdict(["a pause"] if again > world.PAUSE_MS else [], again, 9)]
    monkeypatch.setattr(run, "_played", lambda *_: verdicts.pop(0))
    assert bool(lived(QUIET).wrong) is (again > world.PAUSE_MS)
    assert verdicts == []


def test_noise_ends_though_the_host_died_in_it() -> None:
    """It went on for the rest of the match on the line of the next host: the players' own fault, not the app's."""
    faults = [Fault(195, Kind.HOST_DIES, 52), Fault(195, Kind.NOISE, 6971)]
    assert lived(plan(980291418), faults, 230).wrong == []


def test_what_lies_there_is_not_believed_after_it_has_left() -> None:
    """The board loses power under a tag while the disk is busy; its snapshot is told after the tag was taken."""
    faults = [Fault(16, Kind.BUSY, 4400), Fault(16, Kind.CUT, 148)]
    assert lived(plan(404951840), faults, 40).wrong == []


def test_a_word_that_expired_while_noise_held_the_hands_up_is_tapped_again() -> None:
    """Seed 2030867: the word left the reader unheard for 8 s, and the piece after it counted without it."""
    assert lived(plan(2030867), [Fault(67, Kind.NOISE, 6093)], 90).wrong == []


def test_the_rest_of_a_word_that_expired_says_that_both_are_tapped_again() -> None:
    """Seed 807686948: the target came just after its card had run out, and was only said to change nothing."""
    assert lived(plan(807686948), [Fault(1, Kind.NOISE, 4906)], 20).wrong == []


def test_a_card_that_is_to_be_asked_about_is_not_tapped_again() -> None:
    """Seed 747825465: it left the screen 1.5 s before it was asked about; tapped again, it was asked about twice."""
    assert lived(plan(747825465), [Fault(5, Kind.CUT, 78), Fault(47, Kind.NOISE, 6761)], 55).wrong == []


def test_a_target_counts_while_the_screen_shows_its_card() -> None:
    """Seed 791349566: the target came 8.2 s after its card, which the screen still showed, and meant nothing."""
    assert lived(plan(791349566), [Fault(171, Kind.NOISE, 7715)], 208).wrong == []


def test_words_that_were_held_up_count_as_they_were_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody taps two pieces while another program keeps the database to itself for seconds."""
    fault = Fault(1, Kind.BUSY, 6711)
    assert lived(QUIET, [fault], 22).wrong == []
    monkeypatch.setattr(
        sys.modules["lairkeeper.scans.explain"],
        "_too_late",
        lambda new, sentence: new.seconds_after(sentence.last) >= ARMED_FOR,
    )
    assert lived(QUIET, [fault], 22).wrong


def test_an_app_that_keeps_everybody_waiting_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "PAUSE_MS", 0.01)
    assert any("waiting" in words for words in lived(QUIET, [], 20).wrong)


def test_a_host_that_shows_what_it_has_not_kept_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every so often a killed host finds its last commands gone, as if they had not been on the disk yet."""
    dies = [Fault(act, Kind.HOST_DIES, 30) for act in (10, 20, 30)]
    assert lived(QUIET, dies, 50).wrong == []
    monkeypatch.setattr(world, "after_death", _forgetful)
    assert lived(QUIET, dies, 50).wrong


def _forgetful(old: Path, new: Path) -> None:
    after_death(old, new)
    with Store.open(new) as store, store.write() as connection:
        connection.execute("DELETE FROM journal WHERE n = (SELECT max(n) FROM journal)")


def test_a_second_host_that_gets_in_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    second = [Fault(3, Kind.SECOND, 0)]
    assert lived(QUIET, second, 20).wrong == []
    for name in ("acquire", "release", "moved"):
        monkeypatch.setattr(FileLock, name, lambda self: None)
    assert "a second host opened the database" in lived(QUIET, second, 20).wrong


def test_faults_are_read_as_they_are_written() -> None:
    faults = draw(Random(SEED), 200, 0.2)
    assert tuple(Fault.read(each) for each in written(faults).split(",")) == faults
    assert {fault.kind for fault in draw(Random(SEED), 2_000, 0.3)} == set(Kind)


@pytest.mark.parametrize("needed", [(3,), (0, 9), (2, 3, 7), tuple(range(10))])
def test_the_misfortunes_that_matter_are_found(needed: tuple[int, ...]) -> None:
    faults = [Fault(n, Kind.POWER, 0) for n in range(10)]

    def wrong(left: Sequence[Fault]) -> bool:
        return {faults[n] for n in needed} <= set(left)

    assert shrunk(faults, wrong) == tuple(faults[n] for n in needed)
