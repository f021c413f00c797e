"""The memory of a tag through both kinds of reader: reading, writing, passwords, and tags that are torn away."""

from lairboard.rfid import ndef
from lairboard.rfid.drivers import KINDS
from lairboard.rfid.ntag import HELP, Ntag, TagError
from rig import Bench, uid
from sim.ntag import WRITE_US
from sim.rng import Rng
from sim.step_clock import finish

RUNS_ON = "both"
A = "04a1b2c3d4e5f6"
B = "04a1b2c3d4e5f7"
PIECE = [ndef.piece("forever-evil", "main/power-ring", 2)]


def bench(kind, tag="ntag213", *others):
    rig = Bench(kind=kind)
    rig.tag = rig.put(A, tag)
    for other in others:
        rig.put(other)
    rig.power()
    rig.ntag = Ntag(rig.selection, uid(A))
    return rig


def code_of(job):
    try:
        finish(job)
    except TagError as error:
        assert error.text == HELP[error.code]
        return error.code
    raise AssertionError("nothing went wrong")


def each():
    return [bench(kind) for kind in KINDS]


def test_the_version_tells_the_kind():
    for reader in KINDS:
        for kind in ("ntag213", "ntag215", "ntag216"):
            assert finish(bench(reader, kind).ntag.version()) == kind


def test_a_long_read_is_made_of_short_ones():
    for reader in KINDS:
        rig = bench(reader, "ntag216")
        for i in range(16, 4 * 226):
            rig.tag.memory[i] = i & 0xFF
        assert finish(rig.ntag.read(4, 225)) == bytes(rig.tag.memory[16 : 4 * 226])


def test_what_is_written_reads_back():
    for rig in each():
        finish(rig.ntag.write(7, b"lair"))
        assert rig.tag.memory[28:32] == b"lair"


def test_the_right_one_of_two_tags_is_written():
    for kind in KINDS:
        rig = bench(kind, "ntag213", B)
        finish(rig.ntag.write(7, b"lair"))
        assert rig.tag.memory[28:32] == b"lair"
        other = next(tag for tag in rig.model.tags("a") if tag is not rig.tag)
        assert other.memory[28:32] == bytes(4)


def test_a_locked_page_refuses():
    for rig in each():
        rig.tag.memory[10] = 0x80  # page 7
        assert code_of(rig.ntag.write(7, b"lair")) == "refused"
        finish(rig.ntag.write(8, b"lair"))
        rig.tag.memory[160] = 0x01  # pages 16 and 17, by the dynamic lock
        assert code_of(rig.ntag.write(17, b"lair")) == "refused"
        finish(rig.ntag.write(18, b"lair"))


def test_pages_before_the_users_are_not_written():
    for rig in each():
        try:
            finish(rig.ntag.write(3, b"\xff\xff\xff\xff"))
        except ValueError:
            continue
        raise AssertionError


def protect(tag):
    tag.memory[-16 + 3] = 4  # AUTH0
    tag.memory[-12] = 0x80  # reads too
    tag.memory[-8:-4] = b"pass"
    tag.memory[-4:-2] = b"ok"


def test_a_password_opens_the_tag():
    for rig in each():
        protect(rig.tag)
        assert code_of(rig.ntag.read(4, 6)) == "refused"
        finish(rig.ntag.authenticate(b"pass", b"ok"))
        finish(rig.ntag.write(5, b"lair"))
        assert finish(rig.ntag.read(5, 5)) == b"lair"


def test_a_wrong_password_and_a_wrong_answer_are_told():
    for rig in each():
        protect(rig.tag)
        assert code_of(Ntag(rig.selection, uid(A)).authenticate(b"nono", b"ok")) == "password"
        assert code_of(Ntag(rig.selection, uid(A)).authenticate(b"pass", b"no")) == "password"


def test_a_tag_that_is_not_there_is_gone():
    for rig in each():
        assert code_of(Ntag(rig.selection, uid(B)).read(4, 4)) == "gone"
        rig.take(A)
        assert code_of(rig.ntag.read(4, 4)) == "gone"


def test_a_piece_is_written_and_read():
    for rig in each():
        assert finish(rig.ntag.read_ndef()) == []
        finish(rig.ntag.write_ndef(PIECE))
        assert finish(rig.ntag.read_ndef()) == PIECE
        assert ndef.read_piece(PIECE) == ("forever-evil", "main/power-ring", 2)


def test_a_long_message_and_one_too_long():
    for kind in KINDS:
        rig = bench(kind, "ntag215")
        records = [ndef.text("x" * 400)]
        finish(rig.ntag.write_ndef(records))
        assert finish(rig.ntag.read_ndef()) == records
        assert code_of(rig.ntag.write_ndef([ndef.text("x" * 500)])) == "room"
        assert finish(rig.ntag.read_ndef()) == records


def test_an_unformatted_tag_says_so():
    for rig in each():
        rig.tag.memory[12] = 0
        assert code_of(rig.ntag.write_ndef(PIECE)) == "format"


def test_a_piece_is_written_once_and_over_another_piece():
    for rig in each():
        finish(rig.ntag.write_piece(PIECE[0]))
        before = bytes(rig.tag.memory)
        rig.tag.memory[10] = 0xFF  # locked by now: what is there already is not written again
        rig.tag.memory[11] = 0xFF
        finish(rig.ntag.write_piece(PIECE[0]))
        assert bytes(rig.tag.memory[16:]) == before[16:]
    for rig in each():
        finish(rig.ntag.write_piece(PIECE[0]))
        other = ndef.piece("forever-evil", "kick", 16)
        finish(rig.ntag.write_piece(other))
        assert finish(rig.ntag.read_ndef()) == [other]


def test_what_somebody_else_wrote_is_left_unless_forced():
    for rig in each():
        theirs = [ndef.uri("https://example.org")]
        finish(rig.ntag.write_ndef(theirs))
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "content"
        assert finish(rig.ntag.read_ndef()) == theirs
        finish(rig.ntag.write_piece(PIECE[0], True))
        assert finish(rig.ntag.read_ndef()) == PIECE
    for rig in each():
        rig.tag.memory[16:24] = b"\x03\x04\xff\xff\xff\xff\xfe\x00"  # no message of anybody's
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "content"


def test_tags_that_know_no_fast_read_are_read_and_written():
    small = [ndef.piece("a", "b/c", 2)]
    for reader in KINDS:
        for kind, records in (("ntag203", PIECE), ("ultralight", small)):
            rig = bench(reader, kind)
            assert finish(rig.ntag.read_ndef()) == []
            finish(rig.ntag.write_piece(records[0]))
            assert finish(Ntag(rig.selection, uid(A)).read_ndef()) == records
            assert finish(rig.ntag.version()) == ""
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "room"
        last = rig.tag.pages - 1
        rig.tag.memory[-4:] = b"last"
        assert finish(rig.ntag.read(last, last)) == b"last"
        rig.take(A)
        assert code_of(Ntag(rig.selection, uid(A)).read(4, 4)) == "gone"


def test_pages_under_a_password_that_hold_no_message_are_not_read():
    for rig in each():
        finish(rig.ntag.write_piece(PIECE[0]))
        protect(rig.tag)
        rig.tag.memory[-16 + 3] = 20  # AUTH0: the upper half
        assert finish(Ntag(rig.selection, uid(A)).read_ndef()) == PIECE
        assert code_of(Ntag(rig.selection, uid(A)).read(4, 24)) == "refused"


def test_what_lies_beside_our_own_record_stays():
    address, words = ndef.uri("https://example.org"), ndef.text("mine")
    first, second = PIECE[0], ndef.piece("forever-evil", "kick", 16)
    for reader in KINDS:
        for before, after in (
            ([first, address], [second, address]),
            ([address, first], [address, second]),
            ([address, first, words, first], [address, second, words]),
        ):
            rig = bench(reader, "ntag215")
            finish(rig.ntag.write_ndef(before))
            finish(rig.ntag.write_piece(second))
            assert finish(rig.ntag.read_ndef()) == after
            rig.tag.memory[10] = rig.tag.memory[11] = 0xFF  # nothing is written again
            finish(rig.ntag.write_piece(second))
    for rig in each():  # and where both do not fit, nothing is lost
        before = [ndef.piece("a", "b", 1), ndef.text("x" * 110)]
        finish(rig.ntag.write_ndef(before))
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "room"
        assert finish(rig.ntag.read_ndef()) == before


def test_a_tag_that_a_phone_has_erased_is_empty():
    for rig in each():
        rig.tag.memory[16:24] = b"\x03\x03\xd0\x00\x00\xfe\x00\x00"
        assert finish(rig.ntag.read_ndef()) == []
        finish(rig.ntag.write_piece(PIECE[0]))
        assert finish(rig.ntag.read_ndef()) == PIECE
    for rig in each():
        finish(rig.ntag.write_ndef([(0, b"", b""), ndef.uri("https://example.org")]))
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "content"


def test_tags_that_cannot_be_written_say_which_they_are():
    for rig in each():
        rig.tag.memory[15] = 0x0F
        assert code_of(rig.ntag.write_piece(PIECE[0])) == "locked"
    for reader in KINDS:
        rig = Bench(kind=reader)
        rig.put("01020304", "card4")
        rig.power()
        assert code_of(Ntag(rig.selection, uid("01020304")).write_piece(PIECE[0])) == "classic"
        rig = Bench(kind=reader)
        rig.put(A, "bank")
        rig.power()
        assert code_of(Ntag(rig.selection, uid(A)).read_ndef()) == "kind"


def test_a_tag_torn_away_while_it_is_written_is_never_half_a_message():
    old = [ndef.piece("forever-evil", "starter/punch", 1)]
    seen = set()
    for step in range(0, 60):
        rig = bench("mfrc522")
        finish(rig.ntag.write_ndef(old))
        job = rig.ntag.write_ndef(PIECE)
        for _ in range(step):
            try:
                job.send(None)
            except StopIteration:
                break
        rig.clock.us += WRITE_US // (2 + step % 5)
        rig.take(A)
        try:
            finish(job)
            torn = False
        except TagError as error:
            torn = error.code in ("gone", "changed")
            assert torn
        except RuntimeError:
            torn = False  # the job was over
        found = ndef.find(bytes(rig.tag.memory[16:160]))
        assert found in (None, b"", ndef.encode(old), ndef.encode(PIECE))
        seen.add((found in (None, b""), torn))
    assert (True, True) in seen


def test_a_noisy_field_is_told_or_right():
    wrong = 0
    for seed in range(12):
        rig = bench("mfrc522")
        rig.chip.rf.noise.rng = Rng(seed)
        rig.model.noise("a", miss=0.04, flip=0.04)
        try:
            finish(rig.ntag.write_ndef(PIECE))
        except TagError:
            wrong += 1
            continue
        assert ndef.find(bytes(rig.tag.memory[16:160])) == ndef.encode(PIECE)
    assert 0 < wrong < 12
