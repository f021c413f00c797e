"""The supervisor feeds the watchdog only while everything lives."""

from flashrig import MemoryFiles
from lairboard.health import ARM_AFTER_MS, BITES, STALLED_MS, Health, bites

RUNS_ON = "both"


class FakeWatchdog:
    made = 0

    def __init__(self):
        FakeWatchdog.made += 1
        self.fed = 0

    def feed(self):
        self.fed += 1


class Board:
    def __init__(self):
        FakeWatchdog.made = 0
        self.link = 0
        self.readers = 0
        heartbeats = {"link": lambda: self.link, "readers": lambda: self.readers}
        self.health = Health(heartbeats, FakeWatchdog, 0)

    def live(self, start, end, readers=True):
        for now in range(start, end, 50):
            self.link += 1
            self.readers += readers
            self.health.tick(now)


def test_armed_after_a_healthy_start_only():
    board = Board()
    board.live(0, ARM_AFTER_MS - 50)
    assert FakeWatchdog.made == 0
    board.live(ARM_AFTER_MS, ARM_AFTER_MS + 100)
    assert FakeWatchdog.made == 1


def test_a_task_that_stands_still_starves_the_watchdog():
    board = Board()
    board.live(0, ARM_AFTER_MS + 1000)
    watchdog = board.health._watchdog
    assert watchdog.fed > 10
    board.live(ARM_AFTER_MS + 1000, ARM_AFTER_MS + 900 + STALLED_MS, readers=False)
    fed = watchdog.fed
    assert board.health.stalled == []
    board.live(ARM_AFTER_MS + 1000 + STALLED_MS, ARM_AFTER_MS + 3000 + STALLED_MS, readers=False)
    assert board.health.stalled == ["readers"]
    assert watchdog.fed - fed <= 2


def test_never_armed_while_a_task_stands_still():
    board = Board()
    board.live(0, 60000, readers=False)
    assert FakeWatchdog.made == 0


def test_a_board_without_a_watchdog():
    health = Health({"link": lambda: 1}, None, 0)
    for now in range(0, 30000, 50):
        health.tick(now)
    assert health.stalled == ["link"]


def test_bites_in_a_row_are_counted_until_another_start():
    files = MemoryFiles()
    assert [bites(why, files) for why in ("power", "watchdog", "watchdog", "watchdog")] == [0, 1, 2, 3]
    assert [bites(why, files) for why in ("reset", "watchdog", "power")] == [0, 1, 0]
    assert files.read(BITES) == b""


def test_a_flash_that_refuses_keeps_no_board_from_starting():
    class Refuses(MemoryFiles):
        def append(self, name, data):
            raise OSError(28)

        def remove(self, name):
            raise OSError(28)

    assert [bites(why, Refuses()) for why in ("watchdog", "watchdog", "reset")] == [1, 1, 0]
