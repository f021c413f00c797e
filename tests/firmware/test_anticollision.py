"""The walk down one cascade level, against any set of UIDs and any way to count a collision's position."""

from lairboard.rfid.anticollision import Level
from sim.rng import Rng

RUNS_ON = "both"


def code_of(part):
    return int.from_bytes(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],)), "little")


def ask(codes, level, positions):
    """Return what a reader sees: (outcome, bytes, position) for the level's present question."""
    known = level.known
    mask = (1 << known) - 1
    prefix = int.from_bytes(bytes(level.part), "little") & mask
    answers = [c >> known for c in codes if c & mask == prefix]
    if not answers:
        return "silent", b"", 0
    differ = 0
    for a in answers:
        differ |= a ^ answers[0]
    n = (known % 8 + 40 - known) // 8
    if not differ:
        return "whole", (answers[0] << known % 8).to_bytes(n, "little"), 0
    first = 0
    while not differ >> first & 1:
        first += 1
    value = answers[0] & ((1 << first) - 1)
    position = first + 1
    if positions == "aligned":
        position += known % 8
    elif positions == "absolute":
        position += known
    if position > 32:
        position = 0
    return "collided", (value << known % 8).to_bytes(n, "little"), position


def walk(codes, positions):
    level = Level()
    buf = bytearray(18)
    while not level.exhausted():
        size = level.put_frame(0x93, buf)
        assert size == 2 + (level.known + 7) // 8
        outcome, rx, position = ask(codes, level, positions)
        if outcome == "whole":
            return bytes(level.part) if level.whole(rx, len(rx)) else None
        if outcome == "collided":
            if not level.collided(rx, len(rx), position):
                return None
        elif not level.silent():
            return None
    return None


def random_parts(rng, n):
    # Half of the bits in common, so that collisions nest.
    base = bytes(rng.below(256) for _ in range(4))
    parts = set()
    while len(parts) < n:
        parts.add(bytes(b ^ (rng.below(256) & rng.below(256)) for b in base))
    return list(parts)


def check(positions):
    rng = Rng(7)
    for n in (1, 2, 3, 4):
        for _ in range(60):
            left = [code_of(p) for p in random_parts(rng, n)]
            while left:
                part = walk(left, positions)
                assert part is not None, (positions, left)
                code = int.from_bytes(part, "little")
                assert code in left
                left.remove(code)


def test_finds_every_tag_when_positions_count_from_the_frame():
    check("frame")


def test_finds_every_tag_when_positions_count_from_the_aligned_byte():
    check("aligned")


def test_finds_every_tag_when_positions_count_from_the_uid():
    check("absolute")


def test_a_wrong_bcc_is_not_a_level():
    level = Level()
    level.put_frame(0x93, bytearray(18))
    assert not level.whole(b"\x11\x22\x33\x44\x45", 5)


def test_an_answer_of_the_wrong_size_is_not_a_level():
    level = Level()
    assert not level.whole(b"\x11\x22\x33\x44", 4)


def test_silence_to_the_first_question_ends_the_walk():
    assert not Level().silent()


def test_silence_to_both_branches_ends_the_walk():
    level = Level()
    assert level.collided(b"\x00\x00\x00\x00\x00", 5, 3)
    assert level.known == 3 and level.part[0] == 4
    assert level.silent()
    assert level.part[0] == 0
    assert not level.silent()


def test_nothing_behind_a_collision_is_kept():
    level = Level()
    assert level.collided(b"\xff\xff\xff\xff\xff", 5, 10)
    assert bytes(level.part) == b"\xff\x03\x00\x00\x00"


def test_a_position_past_the_answer_is_refused():
    assert not Level().collided(b"\x01", 1, 20)
