"""The board's journal: what survives, what is erased, what a cut or a full flash does."""

from flashrig import BOOTS, ZONES, MemoryFiles, PowerCut, keys, press, put, ring_of
from lairboard import journal as module
from lairboard.journal import SIZE, Journal, pack, scan, unpack

RUNS_ON = "both"


def test_a_record_comes_back_as_it_was():
    record = pack(b"\x01\x02\x03\x04", 70000, 2**32 - 1, ord("-"), b"seat-1-left-", 3, b"0123456789ab")
    assert len(record) == SIZE
    assert unpack(record) == ("01020304", 70000, 2**32 - 1, ord("-"), "seat-1-left-", 3, b"0123456789ab")
    assert list(scan(record)) == [record]


def test_every_flipped_bit_is_noticed():
    record = bytearray(pack(b"\x01\x02\x03\x04", 7, 8, ord("+"), b"tap", 0, b"1234567"))
    for i in range(len(record) * 8):
        record[i // 8] ^= 1 << i % 8
        assert list(scan(bytes(record))) == [], i
        record[i // 8] ^= 1 << i % 8


def test_whole_records_are_found_between_torn_ones():
    records = [pack(b"\x01\x02\x03\x04", n, 8, ord("+"), b"tap", 0, b"1234567") for n in range(1, 5)]
    for cut in range(SIZE):
        torn = records[0] + records[1][:cut] + records[2] + b"\xa5\xff" + records[3]
        assert list(scan(torn)) == [records[0], records[2], records[3]], cut


def test_a_torn_record_that_the_next_one_makes_whole():
    """Found by the campaign: its missing last byte is the one that the next record begins with."""
    n = 1
    while True:
        torn = pack(b"\x01\x02\x03\x04", n, 8, ord("+"), b"tap", 0, b"1234567")
        if torn[-1] == module.MARK:
            break
        n += 1
    following = pack(b"\x01\x02\x03\x04", n + 1, 8, ord("+"), b"tap", 0, b"1234567")
    assert following in list(scan(torn[:-1] + following))


def test_what_was_kept_outlives_a_reset():
    files = MemoryFiles()
    ring = ring_of(3)
    first = Journal(files, BOOTS[0])
    assert first.save(ring, ZONES) == {0, 1}
    assert first.save(ring, ZONES) is None, "nothing new"
    second = Journal(files, BOOTS[1])
    assert keys(second) == [(BOOTS[0], 1), (BOOTS[0], 2), (BOOTS[0], 3)]
    assert second.describe(1) == (BOOTS[0], 2, 1010, ord("+"), "seat-1", 0, bytes([4, 0, 1, 0, 0, 0, 1]))


def test_only_scans_of_scoring_readers_are_kept():
    ring = ring_of(0)
    put(ring, 1, zone=2)
    press(ring)
    files = MemoryFiles()
    assert Journal(files, BOOTS[0]).save(ring, ZONES) is None
    assert files.writes == 0
    put(ring, 2, kind="-", zone=0)
    journal = Journal(files, BOOTS[0])
    assert journal.save(ring, ZONES) == {0}
    assert keys(Journal(files, BOOTS[1])) == [(BOOTS[0], 3)]


def test_a_record_keeps_its_key_through_any_number_of_resets():
    files = MemoryFiles()
    for boot in BOOTS:
        journal = Journal(files, boot)
        journal.save(ring_of(2), ZONES)
    journal = Journal(files, "b0000009")
    assert keys(journal) == [(boot, seq) for boot in BOOTS for seq in (1, 2)]


def test_erased_when_acknowledged():
    files = MemoryFiles()
    ring = ring_of(4)
    journal = Journal(files, BOOTS[0])
    journal.save(ring, ZONES)
    journal.acked(3)
    assert journal.zones == {1}
    assert keys(Journal(files, BOOTS[1]))
    journal.acked(4)
    assert journal.zones == set()
    assert files.content, "an erase waits for a pause"
    assert journal.tidy(ring, ZONES)
    assert files.content == {}
    assert not journal.tidy(ring, ZONES)
    assert keys(Journal(files, BOOTS[1])) == []


def test_old_records_are_erased_one_by_one_and_the_file_with_the_last():
    files = MemoryFiles()
    Journal(files, BOOTS[0]).save(ring_of(3), ZONES)
    journal = Journal(files, BOOTS[1])
    journal.erase(1)
    journal.erase(1)
    assert keys(journal) == [(BOOTS[0], 3)]
    assert files.content
    journal.erase(1)
    journal.tidy(ring_of(0), ZONES)
    assert files.content == {}


def test_the_age_of_a_record_counts_every_boot_since():
    files = MemoryFiles()
    Journal(files, BOOTS[0]).save(ring_of(3), ZONES)  # at 1000, 1010, 1020 ms
    Journal(files, BOOTS[1]).save(ring_of(2, start=100), ZONES)  # at 2000, 2010 ms
    journal = Journal(files, BOOTS[2])
    ages = [journal.age(i, 500) for i in range(5)]
    assert ages == [20 + 2010 + 500, 10 + 2010 + 500, 2010 + 500, 10 + 500, 500]


def test_a_full_flash_is_survived_and_tried_again():
    for room in range(0, 3 * SIZE):
        files = MemoryFiles()
        files.room = room
        ring = ring_of(3)
        journal = Journal(files, BOOTS[0])
        assert journal.save(ring, ZONES) is None
        assert journal.failed == 1
        assert journal.zones == set()
        files.room = 1 << 20
        assert journal.save(ring, ZONES) == {0, 1}
        assert keys(Journal(files, BOOTS[1])) == [(BOOTS[0], seq) for seq in (1, 2, 3)]


def test_no_more_than_the_limit_is_kept():
    files = MemoryFiles()
    limit = module.LIMIT
    module.LIMIT = 5
    try:
        Journal(files, BOOTS[0]).save(ring_of(4), ZONES)
        journal = Journal(files, BOOTS[1])
        assert journal.save(ring_of(3), ZONES) == {0}, "one has room"
        assert journal.save(ring_of(3), ZONES) is None
        assert journal.failed == 1
        assert len(keys(Journal(files, BOOTS[2]))) == 5
    finally:
        module.LIMIT = limit


def flapping(files, journal, kept):
    """Let a host come and go: some is acknowledged, never all of it; the file is compacted again and again."""
    ring = ring_of(0)
    for i in range(30):
        put(ring, i)
        put(ring, i)
        if journal.save(ring, ZONES):
            kept.update(range(ring.read(0)[0], journal.saved + 1))
        if i % 2:
            seq = ring.next_seq - 2
            ring.drop(seq)
            for old in [one for one in kept if one <= seq]:
                kept.discard(old)
            journal.acked(seq)


def test_compaction_and_a_cut_at_every_byte_of_it():
    limit = module.LIMIT
    module.LIMIT = 6
    try:
        files = MemoryFiles()
        kept = set()
        flapping(files, Journal(files, BOOTS[0]), kept)
        assert len(b"".join(files.content.values())) <= 2 * module.LIMIT * SIZE
        cut = 0
        while True:
            files = MemoryFiles()
            kept = set()
            files.cut = cut
            try:
                flapping(files, Journal(files, BOOTS[0]), kept)
                break
            except PowerCut:
                files.cut = None
                found = [seq for _, seq in keys(Journal(files, BOOTS[1]))]
                assert kept <= set(found), (cut, kept, found)
                assert found == sorted(found)
            cut += 7
        assert cut > 2000
    finally:
        module.LIMIT = limit


def test_a_journal_full_of_noise_is_an_empty_one():
    files = MemoryFiles()
    files.content = {"journal.0": b"\xa5" * 1000, "journal.1": bytes(range(256)) * 3}
    journal = Journal(files, BOOTS[0])
    assert journal.old == []
    assert journal.save(ring_of(2), ZONES) == {0, 1}
    assert len(keys(Journal(files, BOOTS[1]))) == 2
