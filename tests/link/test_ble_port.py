"""The peripheral over a `bluetooth` that only remembers."""

from lairboard.link import ble

RUNS_ON = "both"


class FakeBLE:
    def __init__(self):
        self.said = []
        self.room = 100
        self.written = b""
        self.handler = None

    def active(self, on=None):
        self.said.append(("active", on))

    def irq(self, handler):
        self.handler = handler

    def config(self, **values):
        self.said.append(("config", values))

    def gatts_register_services(self, services):
        return ((11, 14),)

    def gatts_set_buffer(self, handle, size, append):
        assert (handle, append) == (14, True)

    def gatts_read(self, handle):
        data, self.written = self.written, b""
        return data

    def gatts_notify(self, conn, handle, data):
        if not self.room:
            raise OSError(12)
        self.room -= 1
        self.said.append(("notify", conn, handle, data))

    def gap_advertise(self, interval, adv_data, resp_data):
        self.said.append(("advertise", adv_data, resp_data))

    def gap_disconnect(self, conn):
        self.said.append(("disconnect", conn))


class FakeBluetooth:
    def __init__(self):
        self.ble = FakeBLE()

    def BLE(self):  # noqa: N802
        return self.ble

    def UUID(self, text):  # noqa: N802
        return text


class Clock:
    now = 0

    def ms(self):
        return self.now


class Flag:
    up = 0

    def set(self):
        self.up += 1


def made(device="lair-00a1b2c3"):
    bluetooth = FakeBluetooth()
    port = ble.Peripheral(bluetooth, device, Clock(), Flag())
    return port, bluetooth.ble


def connect(port, mtu=None):
    port._irq(1, (5, 0, b""))
    if mtu:
        port._irq(21, (5, mtu))


def notified(radio):
    return [said[3] for said in radio.said if said[0] == "notify"]


def test_what_it_says_to_the_air_fits():
    for device in ("x", "lair-00a1b2c3", "a-name-of-24-characters-"):
        assert len(ble.advertisement(device)) <= 31
        assert len(ble.response(device)) <= 31
    assert ble.advertisement("lair-00a1b2c3")[-8:] == b"00a1b2c3"
    assert ble.response("lair-00a1b2c3").endswith(b"lair-00a1b2c3")
    assert bytes.fromhex("9ecadc240ee5a9e093f3a3b50100406e") in ble.advertisement("x")


def test_pieces_of_twenty_until_the_mtu_is_known():
    port, radio = made()
    connect(port)
    data = memoryview(b"x" * 100)
    assert port.write(data) == 20
    port._irq(21, (5, 60))
    assert port.write(data) == 57
    assert notified(radio) == [b"x" * 20, b"x" * 57]


def test_no_more_than_four_pieces_at_once():
    port, _ = made()
    connect(port)
    taken = [port.write(memoryview(b"x" * 100)) for _ in range(6)]
    assert taken == [20, 20, 20, 20, 0, 0]
    port._clock.now += 15
    assert port.write(memoryview(b"x" * 100)) == 20


def test_a_full_queue_takes_nothing():
    port, radio = made()
    connect(port)
    radio.room = 1
    assert port.write(memoryview(b"x" * 100)) == 20
    assert port.write(memoryview(b"x" * 100)) == 0
    radio.room = 1
    assert port.write(memoryview(b"x" * 100)) == 20


def test_reads_what_is_written_and_notices_the_end():
    port, radio = made()
    assert port.read() is None
    connect(port)
    radio.written = b"abc"
    port._irq(3, (5, 14))
    radio.written = b"def"
    port._irq(3, (5, 14))
    assert port.read() == b"abcdef"
    assert port.read() is None
    port._irq(2, (5, 0, b""))
    assert port.read() == b""
    assert port.read() is None
    assert not port.connected
    assert radio.said[-1][0] == "advertise"
    assert port._flag.up == 3


def test_a_flood_from_a_stranger_is_bounded():
    port, radio = made()
    connect(port)
    for _ in range(100):
        radio.written = b"x" * 500
        port._irq(3, (5, 14))
    assert len(port.read()) == 1000


def test_somebody_elses_writes_are_ignored():
    port, radio = made()
    connect(port)
    radio.written = b"abc"
    port._irq(3, (6, 14))
    port._irq(3, (5, 99))
    assert port.read() is None


def warden(port):
    resets = []
    return ble.Warden(port, lambda: resets.append(1)), resets


def test_a_dead_connection_is_ended_then_the_radio_then_the_board():
    port, radio = made()
    it, resets = warden(port)
    did = []
    for now in range(0, 20000, 50):
        connect(port)
        before = len(radio.said)
        it.tick(now, True, 0)
        new = [said for said in radio.said[before:] if said[0] in ("disconnect", "active")]
        if new or resets:
            did.append((now, new))
        if resets:
            break
    assert did[0] == (5000, [("disconnect", 5)])
    assert did[1] == (10000, [("active", False), ("active", True)])
    assert did[2] == (15000, [])
    assert resets == [1]


def test_whoever_is_heard_is_left_alone():
    port, radio = made()
    connect(port)
    it, resets = warden(port)
    for now in range(0, 60000, 50):
        it.tick(now, True, now - 4000)
        it.tick(now, False, 0)
    assert not resets
    assert ("disconnect", 5) not in radio.said


def test_a_sign_of_life_starts_the_ladder_anew():
    port, radio = made()
    connect(port)
    it, resets = warden(port)
    heard = 0
    for now in range(0, 100000, 50):
        if now % 6000 == 0:
            heard = now
        it.tick(now, True, heard)
    assert not resets
    assert ("active", False) not in radio.said
