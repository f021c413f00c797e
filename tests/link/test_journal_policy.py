"""When scans go into the journal."""

from flashrig import BOOTS, ZONES, MemoryFiles, keys, put, ring_of
from lairboard.journal import SIZE, Journal
from lairboard.journal_policy import FLASH_FULL_MS, UNSAFE_MS, JournalPolicy

RUNS_ON = "both"


def made():
    files = MemoryFiles()
    ring = ring_of(0)
    return files, ring, JournalPolicy(ring, Journal(files, BOOTS[0]), ZONES)


def test_at_once_while_no_host_is_there():
    files, ring, policy = made()
    assert policy.tick(1000, False) == ()
    put(ring, 0)
    assert set(policy.tick(1001, False)) == {0}
    assert set(policy.tick(1051, False)) == set(), "each is written once"
    assert files.writes == 1
    put(ring, 1)
    put(ring, 3)
    policy.tick(1101, False)
    assert files.writes == 2, "what came together is written together"


def test_not_while_a_host_is_quick():
    files, ring, policy = made()
    put(ring, 0)  # at 1000
    for now in range(1000, 1000 + UNSAFE_MS, 50):
        assert set(policy.tick(now, True)) == set()
    assert files.writes == 0
    assert set(policy.tick(1000 + UNSAFE_MS, True)) == {0}


def test_before_the_end_whatever_the_host_does():
    _, ring, policy = made()
    put(ring, 0)
    assert set(policy.tick(1001, True, True)) == {0}


def test_a_full_flash_is_left_alone_for_a_while():
    files, ring, policy = made()
    files.room = 0
    put(ring, 0)
    for now in range(1000, 1000 + FLASH_FULL_MS, 50):
        policy.tick(now, False)
    assert files.writes == 1
    files.room = 10 * SIZE
    assert set(policy.tick(1000 + FLASH_FULL_MS, False)) == {0}
    assert keys(Journal(files, BOOTS[1])) == [(BOOTS[0], 1)]
