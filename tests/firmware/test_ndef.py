"""NDEF: what the firmware writes, a library written elsewhere reads, and the other way round."""

import ndef as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lairboard.rfid import ndef

WORDS = st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=300)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.example.org/x",
        "http://www.example.org",
        "https://example.org",
        "http://example.org",
        "tel:123",
        "mailto:a@b.c",
        "x:y",
    ],
)
def test_addresses(address: str) -> None:
    (record,) = oracle.message_decoder(ndef.encode([ndef.uri(address)]))
    assert isinstance(record, oracle.UriRecord) and record.uri == address
    assert len(ndef.encode([ndef.uri(address)])) <= len(b"".join(oracle.message_encoder([oracle.UriRecord(address)])))


@given(WORDS, st.sampled_from(["en", "fr", "fr-CA"]))
def test_texts(words: str, lang: str) -> None:
    (record,) = oracle.message_decoder(ndef.encode([ndef.text(words, lang)]))
    assert isinstance(record, oracle.TextRecord)
    assert (record.text, record.language) == (words, lang)


@given(st.from_regex(r"[a-z-]{1,20}", fullmatch=True), st.from_regex(r"[a-z/-]{1,40}", fullmatch=True), st.integers(0))
def test_our_own_record(game: str, component: str, copy: int) -> None:
    (record,) = oracle.message_decoder(ndef.encode([ndef.piece(game, component, copy)]))
    assert record.type == "urn:nfc:ext:lairkeeper:piece"
    assert record.data.decode().split("\n") == [game, component, str(copy)]


@given(st.lists(st.tuples(WORDS, st.text(alphabet="ab", max_size=4)), min_size=1, max_size=4))
def test_what_the_library_writes_is_read(records: list[tuple[str, str]]) -> None:
    theirs = [oracle.Record("urn:nfc:wkt:X", name, words.encode()) for words, name in records]
    message = b"".join(oracle.message_encoder(theirs))
    assert ndef.decode(message) == [(1, b"X", words.encode()) for words, _ in records]
    assert ndef.find(ndef.wrap(message)) == message


@given(st.binary(max_size=80))
def test_rubbish_is_refused_where_the_library_refuses_it(rubbish: bytes) -> None:
    try:
        found = ndef.decode(rubbish)
    except ValueError:
        return
    assert rubbish == b"" or [record.data for record in oracle.message_decoder(rubbish, "relax")] == [
        payload for _, _, payload in found
    ]


@given(st.binary(max_size=200))
def test_a_tags_memory_may_hold_anything(area: bytes) -> None:
    found = ndef.find(area)
    assert found is None or found in area
    with pytest.MonkeyPatch.context():
        assert ndef.read_piece([(4, ndef.PIECE, area)]) is None or area.count(b"\n") == 2


@given(st.binary(max_size=200) | st.builds(lambda n, rest: bytes(n) + ndef.wrap(rest), st.integers(0, 9), st.binary()))
def test_what_must_be_known_of_a_memory_finds_what_all_of_it_does(area: bytes) -> None:
    known = 0
    while known < min(ndef.reach(area[:known]), len(area)):
        known = min(ndef.reach(area[:known]), len(area))
    assert ndef.find(area[:known]) == ndef.find(area)


def test_no_more_is_read_than_the_message() -> None:
    block = ndef.wrap(b"\xd0\x00\x00")
    assert ndef.reach(block + bytes(100)) == len(block) - 1


def test_a_piece_is_of_two_words_and_a_number() -> None:
    with pytest.raises(ValueError, match="line breaks"):
        ndef.piece("a\nb", "c", 1)
    with pytest.raises(ValueError, match="words"):
        ndef.piece("", "c", 1)


def test_locks_and_other_blocks_before_the_message_are_skipped() -> None:
    assert ndef.find(b"\x01\x03\xa0\x0c\x34\x00\x03\x02\xaa\xbb\xfe") == b"\xaa\xbb"
    assert ndef.find(b"\xfe\x03\x01\xaa") is None
    assert ndef.find(b"\x03\xff\x00\x02\xaa\xbb\xfe") == b"\xaa\xbb"


def record(tnf: str, name: str, data: bytes) -> object:
    return oracle.Record(tnf, name, data)


@given(
    st.lists(
        st.builds(
            record,
            st.sampled_from(["urn:nfc:wkt:X", "urn:nfc:ext:a.b:c", "text/plain"]),
            st.text(alphabet="ab", max_size=4),
            st.binary(max_size=300),
        ),
        max_size=4,
    ),
    st.integers(0, 4),
    st.integers(0, 2),
)
def test_what_stands_beside_a_piece_keeps_its_name_and_its_bytes(theirs: list[object], at: int, pieces: int) -> None:
    """The name is NDEF's field ID, which other programs look a record up by."""
    old = oracle.Record("urn:nfc:ext:lairkeeper:piece", "", b"a\nb\n1")
    before = theirs[:at] + [old] * pieces + theirs[at:]
    message = b"".join(oracle.message_encoder(before))
    new = ndef.put_piece(message, ndef.piece("game", "card", 12))
    after = list(oracle.message_decoder(new))
    ours = [each for each in after if each.type == old.type]
    assert [each for each in after if each.type != old.type] == theirs
    assert [each.data for each in ours] == [b"game\ncard\n12"]
    where = min(at, len(theirs)) if pieces else len(theirs)
    assert after[where] == ours[0]
