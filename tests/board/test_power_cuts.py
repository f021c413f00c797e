"""Installations one after another, and the power that goes at any moment: a release runs, and nothing is lost."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lairkeeper.board.install import plan, stage, switch
from lairkeeper.board.repl import Repl, ReplError
from tests.fresh import SEED

from .update_campaign import BLOCK, FIRST, PICO_KB, Campaign, rounds

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pseudo-terminals")
BLOCKS = PICO_KB * 1024 // BLOCK
SOAK = pytest.mark.soak
Make = Callable[..., Campaign]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Campaign] = []

    def one(**words: object) -> Campaign:
        made.append(Campaign(tmp_path, random.Random(SEED), **words))  # type: ignore[arg-type]
        return made[-1]

    yield one
    for each in made:
        each.close()


def test_installations_in_a_row_with_power_cuts(make: Make) -> None:
    campaign = make(small=True)
    came = rounds(campaign, 12)
    print(f"seed {SEED}: {came}")
    assert came["cut"]
    assert campaign.flash()["journal.w"][:4] == b"lair", "scans went into a block that was erased ahead"


@pytest.mark.parametrize("times", [4, pytest.param(40, marks=SOAK)])
def test_power_that_goes_while_a_release_makes_room_for_another(make: Make, times: int) -> None:
    """Three do not fit: with each installation the one before the last goes, and the power with it."""
    campaign = make(small=True)
    assert campaign.install(campaign.releases[campaign.release("second").folder][0])
    campaign.check()
    campaign.fill(18)
    made = 0
    for n in range(times):
        release = campaign.releases[campaign.release(f"{n:08x}").folder][0]
        campaign.cut_in(campaign.rng.randrange(1, FIRST // 2))
        assert not campaign.install(release)
        campaign.start(confirm=True)
        campaign.check()
        with Repl(campaign.board.port) as repl:
            made += not plan(repl, release, force=True).spare
        assert campaign.install(release)
        campaign.check()
    print(f"seed {SEED}: {made} of {times} after the pointer")


@pytest.mark.parametrize("room", [range(30), *(pytest.param(range(n, n + 6), marks=SOAK) for n in range(0, 30, 6))])
def test_a_flash_with_little_room_takes_a_release_or_says_that_it_is_full(make: Make, room: range) -> None:
    campaign = make(small=True)
    campaign.fill(campaign.rng.choice(room))
    came = []
    for n in range(2):
        with Repl(campaign.board.port) as repl:
            free = repl.flash()[1]
        try:
            came.append(campaign.install(campaign.any_release(n)))
        except ReplError as error:
            came.append(error.code)
            with Repl(campaign.board.port) as repl:
                assert error.code == "flash-full" and repl.flash()[1] >= free, "what was begun takes room"
        campaign.check()
    print(f"seed {SEED}: {came}")
    assert "mine.bin" in campaign.flash()


def test_files_that_find_no_room_leave_the_old_ones_and_nothing_of_themselves(make: Make) -> None:
    """Not even the blocks that a file holds which is still open."""
    campaign = make(small=True)
    campaign.fill(12)
    before = campaign.flash()
    refused = 0
    with Repl(campaign.board.port) as repl:
        free = repl.flash()[1]
        for blocks in range(3, 9):
            for path, size in (("fw-new/lib/module.py", blocks * BLOCK), ("new.py", BLOCK + 900)):
                try:
                    repl.replace(path, b"x" * size)
                except ReplError as error:
                    assert error.code == "flash-full"
                    refused += 1
            repl.remove("fw-new")
            repl.remove("new.py")
            assert repl.flash()[1] == free, f"{blocks} blocks"
    assert refused
    assert campaign.flash() == before


@pytest.mark.parametrize("many", [40, pytest.param(1, marks=SOAK), pytest.param(100, marks=SOAK)])
def test_blocks_that_fail_are_left_out(make: Make, many: int) -> None:
    campaign = make(small=True)
    blocks = campaign.rng.sample(range(2, BLOCKS), many)
    campaign.wear(program=blocks[::2], erase=blocks[1::2])
    for n in range(2):
        assert campaign.install(campaign.any_release(n))
        campaign.check()


@pytest.mark.parametrize("how", ["program", pytest.param("erase", marks=SOAK)])
def test_a_flash_that_is_worn_out_is_called_so_and_loses_nothing(make: Make, how: str) -> None:
    campaign = make(small=True)
    campaign.wear(**{how: list(range(BLOCKS))})
    codes = set()
    for n in range(2):
        with pytest.raises(ReplError) as error:
            campaign.install(campaign.any_release(n))
        codes.add(error.value.code)
        campaign.check()
    assert codes == {"flash-worn"}


def test_a_flash_that_fails_before_the_first_start_leaves_the_release_before(make: Make) -> None:
    """A trial has to be written down: without that the one before runs, and goes on."""
    campaign = make(small=True)
    first = campaign.pointer().run
    new = campaign.releases[campaign.release("new").folder][1]
    with Repl(campaign.board.port) as repl:
        todo = plan(repl, new, force=True)
        stage(repl, new, todo)
        switch(repl, new, todo.pointer)
    campaign.wear(program=list(range(BLOCKS)))
    told = campaign.start(confirm=True)
    assert [each["runs"] for each in told if "runs" in each] == [first]
    assert campaign.pointer().state == "new"


@SOAK
@pytest.mark.timeout(5400)
def test_three_hundred_installations_with_power_cuts(make: Make) -> None:
    came = rounds(make(small=False), 300)
    print(f"seed {SEED}: {came}")
    assert came["cut"] > 100 and not came["full"]
