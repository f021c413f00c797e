"""Who may connect over the air."""

from lairboard.link.accept_list import FIRST_MS, KEPT, LONGEST_MS, AcceptList

RUNS_ON = "both"
HOST = b"\xf0\x00\x00\x00\x00\x01"
STRANGER = b"\xf0\x00\x00\x00\x00\x02"


def test_everybody_may_come_once():
    accept_list = AcceptList()
    assert accept_list.may_connect(STRANGER, 0) and accept_list.may_connect(b"", 0)


def test_who_proved_nothing_stays_away_for_longer_each_time():
    accept_list = AcceptList()
    now = 0
    pauses = []
    for _ in range(6):
        accept_list.sent_away(STRANGER, now)
        pause = 0
        while not accept_list.may_connect(STRANGER, now + pause):
            pause += 1000
        pauses.append(pause)
        now += pause
    assert pauses == [4000, 8000, 16000, 32000, 60000, 60000]
    assert LONGEST_MS == 60000


def test_who_has_proved_itself_is_never_kept_out():
    accept_list = AcceptList()
    accept_list.sent_away(HOST, 0)  # it was too slow once
    assert not accept_list.may_connect(HOST, 100)
    accept_list.proven(HOST)
    assert accept_list.may_connect(HOST, 100)
    accept_list.sent_away(HOST, 200)
    assert accept_list.may_connect(HOST, 300)


def test_what_a_restart_forgets_costs_a_slow_host_one_short_pause():
    """The reason why the list is not kept in flash."""
    before = AcceptList()
    before.proven(HOST)
    after = AcceptList()  # the board has started again
    assert after.may_connect(HOST, 0)
    after.sent_away(HOST, 8000)  # it was too slow
    waits = [ms for ms in range(0, LONGEST_MS, 100) if not after.may_connect(HOST, 8000 + ms)]
    assert waits[-1] < FIRST_MS
    after.proven(HOST)
    after.sent_away(HOST, 30000)
    assert after.may_connect(HOST, 30001)


def test_an_address_that_is_none_says_nothing():
    accept_list = AcceptList()
    for nobody in (b"", bytes(6)):
        accept_list.sent_away(nobody, 0)
        assert accept_list.may_connect(nobody, 1)
        accept_list.proven(nobody)
    accept_list.sent_away(STRANGER, 0)
    assert not accept_list.may_connect(STRANGER, 1)


def test_a_crowd_of_addresses_fills_nothing():
    accept_list = AcceptList()
    accept_list.proven(HOST)
    for i in range(1000):
        address = b"\x01\x02\x03\x04" + i.to_bytes(2, "big")
        accept_list.sent_away(address, i)
        assert not accept_list.may_connect(address, i + 1)
    assert len(accept_list._strangers) == KEPT and accept_list.may_connect(HOST, 0)
    for i in range(1000):
        accept_list.proven(b"\x02\x02\x03\x04" + i.to_bytes(2, "big"))
    assert len(accept_list._proven) == KEPT
