"""The small screen: the driver writes to the models of both chips what was to be shown."""

from lairboard.config import SCREEN_ADDRESS
from lairboard.ui.oled import COLUMNS, LINES, RETRY_MS, Oled, wrap
from sim.oled_chip import ADDRESS, OledChip

RUNS_ON = "both"
KINDS = ("ssd1306", "sh1106")


class FrameBuffer:
    """As much of MicroPython's as the driver uses; a letter is a box of six by seven points."""

    def __init__(self, points, width, height, form):
        self._points = points
        self._width = width

    def fill(self, colour):
        for i in range(len(self._points)):
            self._points[i] = 0xFF if colour else 0

    def fill_rect(self, x, y, w, h, colour):
        for i in range(x, x + w):
            for k in range(y, y + h):
                self._set(i, k, colour)

    def text(self, words, x, y, colour):
        for i in range(len(words)):
            if words[i] != " ":
                self.fill_rect(x + 8 * i, y, 6, 7, colour)

    def _set(self, x, y, colour):
        if 0 <= x < self._width and 0 <= y < 64:
            at = self._width * (y >> 3) + x
            bit = 1 << (y & 7)
            self._points[at] = self._points[at] | bit if colour else self._points[at] & ~bit & 0xFF


class Module:
    MONO_VLSB = 0
    FrameBuffer = FrameBuffer


class Bus:
    def __init__(self, chip):
        self.chip = chip

    def writeto(self, address, data):
        if address != ADDRESS or not self.chip.fitted:
            raise OSError(5)
        self.chip.write(bytes(data))


def made(kind):
    chip = OledChip(kind)
    return chip, Oled(Bus(chip), Module, kind)


def run(screen, start, ms):
    for now in range(start, start + ms, 50):
        screen.tick(now)
    return start + ms


def letters(chip):
    """Where letters stand, a line a string."""
    seen = chip.visible()
    lines = []
    for row in range(8):
        lit = 0xFF if row == 0 else 0
        marks = [seen[128 * row + 8 * i + 2] != lit for i in range(COLUMNS)]
        lines.append("".join(["x" if mark else " " for mark in marks]).rstrip())
    return lines


def test_title_and_lines_stand_where_they_belong():
    for kind in KINDS:
        chip, screen = made(kind)
        screen.show("Ana 3", "Bo buys or ends the turn", 0)
        run(screen, 0, 500)
        assert screen.works
        assert letters(chip) == ["xxx x", "xx xxxx xx xxxx", "xxx xxxx"] + [""] * 5


def test_the_chips_noise_of_the_start_is_overwritten():
    for kind in KINDS:
        chip, screen = made(kind)
        screen.show("", "", 0)
        run(screen, 0, 500)
        assert chip.visible() == b"\xff" * 128 + bytes(896)


def test_no_tick_sends_more_than_two_pages():
    chip, screen = made("ssd1306")
    run(screen, 0, 500)
    sent = []
    chip.write = lambda data: sent.append(len(data))
    screen.show("a", "b", 600)
    screen.tick(600)
    assert sent == [4, 129, 4, 129]


def test_a_word_for_a_moment_gives_way_to_what_stays():
    chip, screen = made("sh1106")
    screen.show("", "stays", 0)
    now = run(screen, 0, 400)
    screen.show("", "no", now, 1000)
    now = run(screen, now, 400)
    assert letters(chip)[1] == "xx"
    run(screen, now, 1500)
    assert letters(chip)[1] == "xxxxx"


def test_a_screen_that_is_not_there_is_looked_for_again():
    chip, screen = made("ssd1306")
    chip.fitted = False
    screen.show("", "hello", 0)
    now = run(screen, 0, 1000)
    assert not screen.works
    chip.fitted = True
    chip.power_up()
    run(screen, now, RETRY_MS + 500)
    assert screen.works and letters(chip)[1] == "xxxxx"


def test_words_are_wrapped():
    assert wrap("") == []
    assert wrap("one two") == ["one two"]
    assert wrap("a" * 16 + " b") == ["a" * 16, "b"]
    assert wrap("x " + "a" * 20) == ["x", "a" * 16, "aaaa"]
    many = wrap("word " * 40)
    assert len(many) == LINES and many[-1].endswith("..")
    assert all(len(line) <= COLUMNS for line in many)


def test_a_turned_module_would_show_it_turned():
    chip, screen = made("ssd1306")
    screen.show("ab", "", 0)
    run(screen, 0, 500)
    right = chip.visible()
    chip.flipped[0] = False
    assert chip.visible()[:128] == bytes(reversed(right[:128]))
    chip.flipped = [True, False]
    assert chip.visible()[896 + 100] == right[100] == 0xFF and chip.visible() != right


def test_no_reader_takes_the_screens_address():
    assert SCREEN_ADDRESS == ADDRESS
