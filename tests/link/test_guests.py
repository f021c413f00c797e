"""Who may connect over the air."""

from lairboard.link.guests import FIRST_MS, KEPT, LONGEST_MS, Guests

RUNS_ON = "both"
HOST = b"\xf0\x00\x00\x00\x00\x01"
STRANGER = b"\xf0\x00\x00\x00\x00\x02"


def test_everybody_may_come_once():
    guests = Guests()
    assert guests.may_come(STRANGER, 0) and guests.may_come(b"", 0)


def test_who_proved_nothing_stays_away_for_longer_each_time():
    guests = Guests()
    now = 0
    pauses = []
    for _ in range(6):
        guests.sent_away(STRANGER, now)
        pause = 0
        while not guests.may_come(STRANGER, now + pause):
            pause += 1000
        pauses.append(pause)
        now += pause
    assert pauses == [4000, 8000, 16000, 32000, 60000, 60000]
    assert LONGEST_MS == 60000


def test_who_has_proved_itself_is_never_kept_out():
    guests = Guests()
    guests.sent_away(HOST, 0)  # it was too slow once
    assert not guests.may_come(HOST, 100)
    guests.proven(HOST)
    assert guests.may_come(HOST, 100)
    guests.sent_away(HOST, 200)
    assert guests.may_come(HOST, 300)


def test_what_a_restart_forgets_costs_a_slow_host_one_short_pause():
    """The reason why the list is not kept in flash."""
    before = Guests()
    before.proven(HOST)
    after = Guests()  # the board has started again
    assert after.may_come(HOST, 0)
    after.sent_away(HOST, 8000)  # it was too slow
    waits = [ms for ms in range(0, LONGEST_MS, 100) if not after.may_come(HOST, 8000 + ms)]
    assert waits[-1] < FIRST_MS
    after.proven(HOST)
    after.sent_away(HOST, 30000)
    assert after.may_come(HOST, 30001)


def test_an_address_that_is_none_says_nothing():
    guests = Guests()
    for nobody in (b"", bytes(6)):
        guests.sent_away(nobody, 0)
        assert guests.may_come(nobody, 1)
        guests.proven(nobody)
    guests.sent_away(STRANGER, 0)
    assert not guests.may_come(STRANGER, 1)


def test_a_crowd_of_addresses_fills_nothing():
    guests = Guests()
    guests.proven(HOST)
    for i in range(1000):
        address = b"\x01\x02\x03\x04" + i.to_bytes(2, "big")
        guests.sent_away(address, i)
        assert not guests.may_come(address, i + 1)
    assert len(guests._strangers) == KEPT and guests.may_come(HOST, 0)
    for i in range(1000):
        guests.proven(b"\x02\x02\x03\x04" + i.to_bytes(2, "big"))
    assert len(guests._proven) == KEPT
