"""The block that is erased ahead: a scan costs one page program, and an erase waits for a pause."""

from flashrig import BOOTS, ZONES, MemoryFiles, MemoryFlash, PowerCut, keys, put, ring_of
from lairboard.erased_block import NAME, PAGE, ErasedBlock
from lairboard.journal import SIZE, Journal
from lairboard.journal_policy import FLASH_FULL_MS, PAUSE_MS, JournalPolicy

RUNS_ON = "both"
RECORDS = 5 * MemoryFlash.SIZE // PAGE


def block_of(files, flash=None):
    return ErasedBlock(files, flash or MemoryFlash(files), SIZE)


def opened(files, boot, flash=None):
    return Journal(files, boot, block_of(files, flash))


def ready():
    """Return (files, flash, journal) of a board that has had its first pause."""
    files = MemoryFiles()
    flash = MemoryFlash(files)
    journal = opened(files, BOOTS[0], flash)
    assert journal.tidy(ring_of(0), ZONES)
    assert not journal.tidy(ring_of(0), ZONES), "a block that is erased stays as it is"
    return files, flash, journal


def live_seqs(files, boot=BOOTS[3]):
    return [seq for _, seq in keys(opened(files, boot))]


def test_a_scan_is_one_page_and_no_file():
    files, flash, journal = ready()
    ring = ring_of(0)
    for i in range(RECORDS):
        put(ring, i)
        assert journal.save(ring, ZONES, whole=False) == {i % 2}
        assert flash.programmed == i + 1
        assert files.writes == 0
        assert live_seqs(files) == list(range(1, i + 2)), "the power may go at once"


def test_more_scans_than_a_page_takes_come_one_page_at_a_time():
    files, flash, journal = ready()
    ring = ring_of(8)
    assert journal.save(ring, ZONES, whole=False) == {0, 1}
    assert (flash.programmed, journal.saved) == (1, 5)
    assert journal.save(ring, ZONES, whole=False) == {0, 1}
    assert (flash.programmed, journal.saved) == (2, 8)
    assert journal.save(ring, ZONES, whole=False) is None
    assert live_seqs(files) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_full_block_goes_into_a_file_in_its_order():
    """In one boot it is filled halfway, in the next it overflows: the older boot stays the first."""
    files, _, journal = ready()
    journal.save(ring_of(6), ZONES)
    second = opened(files, BOOTS[1])
    second.save(ring_of(RECORDS), ZONES)
    assert files.writes, "more than it takes"
    third = opened(files, BOOTS[2])
    assert keys(third) == [(BOOTS[0], n) for n in range(1, 7)] + [(BOOTS[1], n) for n in range(1, RECORDS + 1)]


def test_a_pause_empties_a_block_that_is_half_full():
    files, flash, journal = ready()
    ring = ring_of(RECORDS // 2 - 1)
    journal.save(ring, ZONES)
    assert not journal.tidy(ring, ZONES), "there is room for more"
    put(ring, 50)
    journal.save(ring, ZONES)
    assert journal.tidy(ring, ZONES), "into a file"
    assert live_seqs(files) == list(range(1, ring.next_seq))
    assert journal.tidy(ring, ZONES), "and erased"
    assert not journal.tidy(ring, ZONES)
    assert live_seqs(files) == list(range(1, ring.next_seq))
    before = flash.programmed, files.writes
    put(ring, 51)
    journal.save(ring, ZONES, whole=False)
    assert (flash.programmed, files.writes) == (before[0] + 1, before[1])


def test_what_the_host_has_is_erased_in_a_pause():
    files, _, journal = ready()
    ring = ring_of(3)
    journal.save(ring, ZONES)
    journal.acked(3)
    assert live_seqs(files) == [1, 2, 3], "until then it would come again"
    while journal.tidy(ring, ZONES):
        pass
    assert live_seqs(files) == []


def test_old_records_in_it_are_told_and_forgotten():
    files, _, journal = ready()
    journal.save(ring_of(3), ZONES)
    second = opened(files, BOOTS[1])
    assert keys(second) == [(BOOTS[0], 1), (BOOTS[0], 2), (BOOTS[0], 3)]
    second.erase(3)
    while second.tidy(ring_of(0), ZONES):
        pass
    assert live_seqs(files) == []


def test_a_block_that_cannot_be_programmed_gives_way_to_a_file_and_then_to_a_new_one():
    files, flash, journal = ready()
    ring = ring_of(2)
    journal.save(ring, ZONES)
    flash.dead = True
    put(ring, 2)
    assert journal.save(ring, ZONES) == {0}
    assert live_seqs(files) == [1, 2, 3]
    flash.dead = False
    while journal.tidy(ring, ZONES):
        pass
    writes = files.writes
    put(ring, 3)
    journal.save(ring, ZONES)
    assert files.writes == writes
    assert live_seqs(files) == [1, 2, 3, 4]


def test_a_block_that_is_not_found_or_twice_is_never_written_and_not_sought_for_ever():
    for where in ((), (2, 5)):
        files = MemoryFiles()
        flash = MemoryFlash(files, where)
        journal = opened(files, BOOTS[0], flash)
        assert journal.tidy(ring_of(0), ZONES)
        assert not journal.tidy(ring_of(0), ZONES), "each would erase"
        journal.save(ring_of(2), ZONES)
        assert flash.programmed == 0
        assert live_seqs(files) == [1, 2]


def test_a_copy_of_the_block_is_left_alone_and_what_it_holds_is_kept():
    files, flash, journal = ready()
    journal.save(ring_of(2), ZONES)
    flash.where = (3, 6)
    second = opened(files, BOOTS[1], flash)
    assert keys(second) == [(BOOTS[0], 1), (BOOTS[0], 2)]
    second.save(ring_of(1), ZONES)
    assert flash.programmed == 1
    flash.where = (6,)  # what is written anew is one block again
    while second.tidy(ring_of(0), ZONES):
        pass
    assert keys(opened(files, BOOTS[2])) == [(BOOTS[0], 1), (BOOTS[0], 2), (BOOTS[1], 1)]


def test_a_file_of_that_name_that_is_none_of_ours_is_written_anew():
    files = MemoryFiles()
    files.content[NAME] = b"\xff" * 300
    flash = MemoryFlash(files)
    journal = opened(files, BOOTS[0], flash)
    assert keys(journal) == []
    assert journal.tidy(ring_of(0), ZONES)
    journal.save(ring_of(1), ZONES)
    assert flash.programmed == 1
    assert live_seqs(files) == [1]


def test_a_flash_without_room_for_it_is_not_asked_at_every_turn():
    files = MemoryFiles()
    files.room = 200
    journal = opened(files, BOOTS[0])
    policy = JournalPolicy(ring_of(0), journal, ZONES)
    policy.tick(0, True)  # the start is no pause yet
    for now in range(PAUSE_MS, PAUSE_MS + FLASH_FULL_MS, 50):
        policy.tick(now, True)
    assert journal.failed == 1
    files.room = 1 << 20
    policy.tick(PAUSE_MS + FLASH_FULL_MS, True)
    assert len(files.content[NAME]) == MemoryFlash.SIZE


def test_the_policy_erases_only_in_a_pause():
    files, flash, journal = ready()
    ring = ring_of(0)
    policy = JournalPolicy(ring, journal, ZONES)
    for i in range(RECORDS // 2 + 1):
        put(ring, i)
        now = 10000 + 500 * i
        assert policy.tick(now, False) == {i % 2}
    for now in range(now + 50, now + PAUSE_MS, 50):
        policy.tick(now, False)
        assert files.writes == 0, "somebody may be about to lay down the next tag"
    policy.tick(now + 50, False)
    assert files.writes == 1
    assert flash.programmed == RECORDS // 2 + 1


def test_before_the_end_everything_goes_into_a_file_at_once():
    """A release from before the erased block may be the next to run."""
    files, _, journal = ready()
    ring = ring_of(8)
    policy = JournalPolicy(ring, journal, ZONES)
    assert policy.tick(1001, True, True) == {0, 1}
    assert [seq for _, seq in keys(Journal(files, BOOTS[1]))] == list(range(1, 9))


def story(files, kept):
    """Save, pause, overflow, acknowledge, over two boots."""
    ring = ring_of(0)
    journal = opened(files, BOOTS[0])
    while journal.tidy(ring, ZONES):
        pass
    for i in range(RECORDS + 3):
        put(ring, i)
        if journal.save(ring, ZONES):
            kept.add((BOOTS[0], i + 1))
    journal = opened(files, BOOTS[1])
    ring = ring_of(0)
    for i in range(RECORDS - 2):
        put(ring, i)
        if journal.save(ring, ZONES):
            kept.add((BOOTS[1], i + 1))
        if i == 3:
            for key in keys(journal)[:6]:
                kept.discard(key)
            journal.erase(6)
        journal.tidy(ring, ZONES)


def test_a_cut_at_every_byte():
    cut = 0
    while True:
        files = MemoryFiles()
        files.cut = cut
        kept = set()
        try:
            story(files, kept)
            break
        except PowerCut:
            files.cut = None
            journal = opened(files, BOOTS[2])
            found = keys(journal)
            assert kept <= set(found), (cut, kept, found)
            assert found == sorted(found), (cut, found)
            for _ in range(2):
                journal.save(ring_of(2), ZONES)
                while journal.tidy(ring_of(2), ZONES):
                    pass
            assert set(found) <= set(keys(opened(files, BOOTS[3]))), cut
        cut += 5
    assert cut > 5000, cut


def test_a_heap_that_is_broken_up_keeps_the_journal_alive():
    """A page in a row is enough; without that much, what the flash did not get is counted as failed."""
    files = MemoryFiles()
    files.longest = PAGE
    journal = opened(files, BOOTS[0], MemoryFlash(files))
    ring = ring_of(0)
    assert journal.tidy(ring, ZONES) and journal.failed == 0
    for i in range(RECORDS + 8):
        put(ring, i)
        journal.save(ring, ZONES)
    assert journal.failed == 0 and live_seqs(files) == list(range(1, RECORDS + 9))
    files.longest = 0
    assert not Journal(files, BOOTS[1], block_of(files)).tidy(ring_of(0), ZONES)
    put(ring, RECORDS + 8)
    journal.save(ring, ZONES)
    assert journal.failed == 1
