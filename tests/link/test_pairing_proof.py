"""Who may have the board's events over the air."""

from lairboard.link.frame import Reader, encode
from lairboard.link.pairing_proof import hmac, make, same
from lairboard.link.session import GREETED, LIVE
from linkrig import Rig

RUNS_ON = "both"

SECRET = "5e" * 32
OTHER = "ab" * 32


def rig(secret=SECRET, guarded=True):
    made = Rig(secret=lambda: secret, guarded=guarded)
    made.put(["+", "tap", "04319f5d240289", 0], 0)
    return made


def say(it, items, now=0):
    it.session.feed(encode(items), now)
    return Reader().feed(it.take_out())


def greet(it, nonce="n1"):
    return say(it, ["H", 1, nonce, "app", None])[0]


def proof_for(hello, secret=SECRET, role="host"):
    return make(secret, role, hello[2], hello[3], hello[5], hello[6])


def test_the_known_answer_of_the_standard():
    # RFC 4231, test cases 1 and 6
    known = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    assert hmac(b"\x0b" * 20, b"Hi There").hex() == known
    text = b"Test Using Larger Than Block-Size Key - Hash Key First"
    known = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    assert hmac(b"\xaa" * 131, text).hex() == known


def test_equality():
    assert same("abc", "abc")
    for other in ("abd", "ab", "abcd", "", None, 3, ["a", "b", "c"]):
        assert not same("abc", other)


def test_both_sides_prove_themselves():
    it = rig()
    hello = greet(it)
    assert hello[4] == proof_for(hello, role="board")
    frames = say(it, ["G", 1, proof_for(hello)])
    assert [items[0] for items in frames] == ["E", "S", "S", "s"]
    assert it.session.state == LIVE


def test_no_proof_no_events_no_commands():
    it = rig()
    hello = greet(it)
    old = greet(it, "n0")
    hello = greet(it, "n1")
    wrong = (
        None,
        "",
        7,
        proof_for(hello, OTHER),
        proof_for(hello, role="board"),
        hello[4],
        proof_for(old),
        proof_for(hello)[:-1],
    )
    for proof in wrong:
        frames = say(it, ["G", 1, proof])
        assert [items[:2] for items in frames] == [["!", "proof"]], proof
        assert say(it, ["C", 1, "count"]) == []
        assert say(it, ["A", 1]) == []
        assert it.session.state == GREETED
    assert say(it, ["G", 1]) != []
    assert it.counted == 0
    assert it.ring.count == 1, "what a stranger says makes nothing go away"


def test_a_lost_proof_ends_what_was_going_on():
    it = rig()
    say(it, ["G", 1, proof_for(greet(it))])
    assert it.session.state == LIVE
    assert say(it, ["G", 1, None])[0][:2] == ["!", "proof"]
    assert it.session.state == GREETED


def test_a_board_without_a_secret_lets_nobody_in_over_the_air():
    it = rig("")
    hello = greet(it)
    assert hello[4] is None
    frames = say(it, ["G", 1, proof_for(hello)])
    assert [items[:2] for items in frames] == [["!", "unpaired"]]


def test_over_a_cable_no_proof_is_asked_for():
    it = rig(guarded=False)
    hello = greet(it)
    assert hello[4] == proof_for(hello, role="board"), "who wants to know can check"
    assert say(it, ["G", 1, None])[0][0] == "E"


def test_long_nonces_are_no_hello():
    it = rig()
    assert say(it, ["H", 1, "n" * 33, "app", None]) == []
    assert it.session.reader.bad == 1


def test_another_line_takes_over():
    it = rig(guarded=False)
    greet(it)
    say(it, ["G", 1, None])
    it.session.taken()
    frames = Reader().feed(it.take_out())
    assert [items[:2] for items in frames] == [["!", "taken"]]
    assert say(it, ["A", 1]) == []
    assert it.ring.count == 1
    it.session.tick(1000)
    assert it.take_out() == b""
    assert say(it, ["G", 1, None], 1000)[0][0] == "E", "and back"
