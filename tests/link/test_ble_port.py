"""The peripheral over a `bluetooth` that only remembers."""

from lairboard.link import ble

RUNS_ON = "both"


class FakeBLE:
    def __init__(self):
        self.broken = {}  # what raises, and what it raises
        self.said = []
        self.room = 100
        self.written = b""
        self.handler = None

    def fails(self, name):
        if name in self.broken:
            raise self.broken[name]

    def active(self, on=None):
        self.fails("active" if on else "inactive")
        self.said.append(("active", on))

    def irq(self, handler):
        self.handler = handler

    def config(self, **values):
        self.fails("config")
        self.said.append(("config", values))

    def gatts_register_services(self, services):
        self.fails("services")
        return ((11, 14),)

    def gatts_set_buffer(self, handle, size, append):
        self.fails("buffer")
        assert (handle, append) == (14, True)

    def gatts_read(self, handle):
        self.fails("read")
        data, self.written = self.written, b""
        return data

    def gatts_notify(self, conn, handle, data):
        if not self.room:
            raise OSError(12)
        self.room -= 1
        self.said.append(("notify", conn, handle, data))

    def gap_advertise(self, interval, adv_data=None, resp_data=None):
        self.fails("advertise")
        if interval is None:
            self.said.append(("quiet",))
            return
        self.said.append(("advertise", adv_data, resp_data))

    def gap_disconnect(self, conn):
        self.fails("disconnect")
        self.said.append(("disconnect", conn))


class FakeBluetooth:
    def __init__(self):
        self.ble = FakeBLE()

    def BLE(self):  # noqa: N802
        self.ble.fails("BLE")
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


def made(device="lair-00a1b2c3", broken=None, several=False):
    bluetooth = FakeBluetooth()
    bluetooth.ble.broken = broken or {}
    port = ble.Peripheral(bluetooth, device, Clock(), Flag(), several)
    return port, bluetooth.ble


def connect(port, mtu=None, conn=5, address=b""):
    port._irq(1, (conn, 0, address))
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


def supervised(port):
    resets = []
    return ble.BleSupervisor(port, lambda: resets.append(1)), resets


def test_a_dead_connection_is_ended_then_the_radio_then_the_board():
    port, radio = made()
    it, resets = supervised(port)
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
    it, resets = supervised(port)
    for now in range(0, 60000, 50):
        it.tick(now, True, now - 4000)
        it.tick(now, False, 0)
    assert not resets
    assert ("disconnect", 5) not in radio.said


def test_a_sign_of_life_starts_the_ladder_anew():
    port, radio = made()
    connect(port)
    it, resets = supervised(port)
    heard = 0
    for now in range(0, 100000, 50):
        if now % 6000 == 0:
            heard = now
        it.tick(now, True, heard)
    assert not resets
    assert ("active", False) not in radio.said


STARTS = ("BLE", "active", "config", "services", "buffer", "advertise")
ERRORS = (OSError(110), OSError(-2), ValueError("no"), RuntimeError("no"), MemoryError())


class Log:
    def __init__(self):
        self.lines = []

    def __call__(self, level, text):
        self.lines.append((level, text))


class SupervisedRadio:
    """A radio with its supervisor, and the time that passes."""

    def __init__(self, **options):
        self.port, self.radio = made(**options)
        self.log = Log()
        self.resets = []
        self.supervisor = ble.BleSupervisor(self.port, lambda: self.resets.append(1), self.log)
        self.live = self.elsewhere = False

    def run(self, ms):
        for _ in range(0, ms, 50):
            self.port._clock.now += 50
            now = self.port._clock.now
            self.supervisor.tick(now, False, 0, self.live, self.elsewhere)

    def count(self, *what):
        return len([said for said in self.radio.said if said == what])


def test_a_radio_that_fails_at_its_start_is_told_and_tried_again():
    for name in STARTS:
        for error in ERRORS:
            rig = SupervisedRadio(broken={name: error})
            assert type(error).__name__ in rig.port.trouble and len(rig.port.trouble) <= 48
            assert rig.port.read() is None and not rig.port.connected
            rig.run(40000)
            assert rig.log.lines == [("warn", "radio: " + rig.port.trouble)], name
            rig.radio.broken = {}
            rig.run(40000)
            assert rig.log.lines[1:] == [("info", "radio: works again")]
            assert rig.port.trouble == "" and rig.radio.said[-1][0] == "advertise"
            assert not rig.resets


def test_a_radio_that_stays_broken_is_tried_less_and_less_often():
    rig = SupervisedRadio(broken={"services": OSError(12)})
    tries = rig.count("active", True)
    rig.run(64000)
    assert rig.count("active", True) - tries == 6
    rig.run(600000)
    assert rig.count("active", True) - tries <= 17


def test_a_restart_of_the_supervisor_that_fails_ends_nothing():
    for name in STARTS + ("inactive",):
        rig = SupervisedRadio()
        rig.live = True
        connect(rig.port)
        rig.radio.broken = {name: OSError(110)}
        for now in range(0, 11000, 50):
            connect(rig.port)
            rig.supervisor.tick(now, True, 0, True)
        rig.radio.broken = {}
        rig.port._clock.now = 11000
        rig.run(70000)
        assert rig.port.trouble == "" and rig.radio.said[-1][0] == "advertise", name


def test_what_the_radio_raises_in_between_is_told_and_mended():
    for name, events in (
        ("advertise", [(2, (5, 0, b""))]),
        ("read", [(3, (5, 14))]),
    ):
        rig = SupervisedRadio()
        connect(rig.port)
        rig.radio.broken = {name: OSError(5)}
        for event in events:
            rig.port._irq(*event)
        rig.radio.broken = {}
        rig.run(3000)
        assert [level for level, _ in rig.log.lines] == ["warn", "info"], name
        assert rig.radio.said[-1][0] == "advertise"
    rig = SupervisedRadio()
    connect(rig.port)
    rig.radio.broken = {"disconnect": OSError(128)}
    rig.run(20000)
    rig.radio.broken = {}
    rig.run(5000)
    assert rig.port.trouble == "" and not rig.port.connected


A = b"\xf0\x00\x00\x00\x00\x0a"
B = b"\xf0\x00\x00\x00\x00\x0b"


def test_who_proves_nothing_is_sent_away_after_some_seconds():
    rig = SupervisedRadio()
    rig.run(1000)
    connect(rig.port, address=A)
    rig.run(ble.UNPROVEN_MS - 100)
    assert not rig.count("disconnect", 5)
    rig.run(200)
    assert rig.count("disconnect", 5) == 1
    assert rig.log.lines == [("info", "radio: a central that proved nothing was sent away")]
    rig.port._irq(2, (5, 0, A))
    connect(rig.port, conn=6, address=A)
    assert not rig.port.connected, "it stays away for a while"
    rig.run(50)
    assert rig.count("disconnect", 6) == 1
    rig.port._irq(2, (6, 0, A))
    assert rig.radio.said[-1][0] == "advertise"
    connect(rig.port, conn=7, address=B)
    assert rig.port.connected, "somebody else may come"


def test_a_host_that_proved_itself_stays_and_comes_back():
    rig = SupervisedRadio()
    connect(rig.port, address=A)
    rig.live = True
    rig.run(60000)
    assert not rig.count("disconnect", 5)
    rig.port._irq(2, (5, 0, A))
    rig.live = False
    for conn in range(6, 10):  # too slow four times: it is known all the same
        connect(rig.port, conn=conn, address=A)
        assert rig.port.connected
        rig.run(ble.UNPROVEN_MS + 100)
        rig.port._irq(2, (conn, 0, A))


def test_a_host_that_stands_by_while_another_line_is_live_is_left_alone():
    rig = SupervisedRadio()
    connect(rig.port, address=A)
    rig.elsewhere = True
    rig.run(60000)
    assert not rig.count("disconnect", 5)
    rig.elsewhere = False
    rig.run(ble.UNPROVEN_MS - 100)
    assert not rig.count("disconnect", 5), "from the end of the other line it has its time"
    rig.run(200)
    assert rig.count("disconnect", 5) == 1


def test_a_radio_of_several_connections_lets_the_host_in_beside_a_stranger():
    rig = SupervisedRadio(several=True)
    connect(rig.port, address=B)
    assert rig.radio.said[-1][0] == "advertise", "it is still seen"
    rig.radio.written = b"xx"
    rig.port._irq(3, (5, 14))
    connect(rig.port, conn=6, address=A)
    rig.radio.written = b"abc"
    rig.port._irq(3, (6, 14))
    assert rig.port.read() == b"", "the stranger's session is over"
    assert rig.port.read() == b"abc"
    rig.live = True
    rig.run(100)
    assert rig.count("disconnect", 5) == 1 and rig.radio.said[-1][0] == "quiet"
    rig.port._irq(2, (5, 0, B))
    connect(rig.port, conn=7, address=B)
    rig.run(100)
    assert rig.count("disconnect", 7) == 1 and not rig.count("disconnect", 6)


def test_a_connection_that_went_without_a_word_makes_room():
    rig = SupervisedRadio()
    connect(rig.port, address=A)
    rig.live = True
    rig.run(100)
    rig.live = False
    connect(rig.port, conn=6, address=A)
    assert rig.port.connected and rig.port._conn == 6
    assert rig.port.read() == b""
