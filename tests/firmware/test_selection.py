"""Which tags lie in a field: all of them, and no others."""

from binascii import hexlify

from lairboard.rfid.reader import MAX_TAGS
from rig import Bench, hexes, uid
from sim.chips.mfrc522.chip import POSITIONS
from sim.rng import Rng
from sim.step_clock import finish

RUNS_ON = "both"


def random_uid(rng, size, like=None):
    data = [rng.below(256) for _ in range(size)]
    if like is not None:
        keep = rng.below(size)
        data[:keep] = list(uid(like)[:keep])
    if data[0] in (0x08, 0x88):
        data[0] = 0x04
    return hexlify(bytes(data)).decode()


def pile(rng, n):
    """Return n UIDs, many sharing their first bytes."""
    texts = []
    while len(texts) < n:
        size = (4, 7, 7, 7, 10)[rng.below(5)]
        like = texts[0] if texts and len(texts[0]) == 2 * size else None
        text = random_uid(rng, size, like)
        if text not in texts:
            texts.append(text)
    return texts


def check_piles(positions, level_start):
    rng = Rng(11)
    for n in (1, 2, 3, 4, 2, 3, 4, 4):
        texts = pile(rng, n)
        bench = Bench(*texts)
        bench.chip.positions = positions
        bench.chip.level_start = level_start
        found = hexes(bench.look())
        assert found == sorted(texts), (positions, texts, found)
        bench.power()
        assert hexes(bench.look([uid(t) for t in texts])) == found


def test_one_to_four_tags_are_all_found_however_the_chip_counts():
    for positions in POSITIONS:
        check_piles(positions, False)


def test_it_does_not_matter_whether_start_send_clears_itself():
    check_piles("frame", True)


def test_an_empty_field_has_no_tag():
    assert Bench().look() == []


def test_sak_decides_the_cascade_not_88():
    # A genuine UID of four bytes may start with 88.
    assert hexes(Bench("88112233").look()) == ["88112233"]
    both = ["0488a1b2c3d4e5", "88112233"]
    assert hexes(Bench(*both).look()) == both


def test_one_tag_too_many_is_seen_as_one_too_many():
    texts = [f"04a1b2c3d4e5{i:02x}" for i in range(MAX_TAGS + 2)]
    assert len(Bench(*texts).look()) == MAX_TAGS + 1


def test_a_known_tag_is_checked_for_less():
    bench = Bench("04a1b2c3d4e5f6")
    bench.look()
    bench.power()
    first = bench.chip.transactions
    assert len(bench.look()) == 1
    whole = bench.chip.transactions - first
    bench.power()
    first = bench.chip.transactions
    assert len(bench.look([uid("04a1b2c3d4e5f6")])) == 1
    assert bench.chip.transactions - first <= whole - 10


def test_a_known_tag_that_is_gone_is_not_reported():
    bench = Bench("04a1b2c3d4e5f6")
    gone = uid("04ffb2c3d4e5f6")
    assert hexes(bench.look([gone, uid("04a1b2c3d4e5f6")])) == ["04a1b2c3d4e5f6"]


def test_phones_and_bank_cards_are_foreign():
    bench = Bench()
    bench.put("01", "phone")
    bench.put("04a1b2c3d4e5f7", "bank")
    bench.power()
    found = bench.look()
    assert len(found) == 2
    assert all(tag.foreign for tag in found)
    assert sorted(tag.uid[0] for tag in found) == [4, 8]


def test_a_phone_changes_its_uid_with_the_field():
    bench = Bench()
    bench.put("01", "phone")
    bench.power()
    first = hexes(bench.look())
    bench.power()
    assert hexes(bench.look()) != first


def test_noise_makes_no_phantom():
    texts = ["04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "aabbccdd"]
    bench = Bench(*texts)
    bench.model.noise("a", deaf=0.05, miss=0.05, flip=0.2, ghost=0.3, capture=0.3)
    seen = 0
    for i in range(300):
        found = hexes(bench.look([uid(texts[0])] if i % 2 else []))
        assert all(text in texts for text in found), found
        assert len(set(found)) == len(found)
        seen += len(found)
        bench.power()
    assert seen > 300


def test_ghosts_alone_are_no_tag():
    bench = Bench()
    bench.model.noise("a", ghost=0.9)
    for _ in range(200):
        assert bench.look() == []
    assert finish(bench.selection.select(uid("04a1b2c3d4e5f6"))) is None
