"""Lights and sounds."""

from lairboard.ui.buzzer import TUNES, Buzzer
from lairboard.ui.leds import PATTERNS, Leds

RUNS_ON = "both"


class Strip(list):
    writes = 0

    def write(self):
        self.writes += 1


class Pwm:
    def __init__(self):
        self.played = []

    def freq(self, hz):
        self.played.append(hz)

    def duty_u16(self, duty):
        self.played.append("on" if duty else "off")


def leds(n=2):
    strip = Strip([None] * n)
    return strip, Leds(strip, n)


def test_the_volume_is_the_share_of_the_full_duty():
    class Loudness:
        def freq(self, hz):
            pass

        def duty_u16(self, duty):
            self.duty = duty

    loud = []
    for volume in (100, 25):
        pwm = Loudness()
        buzzer = Buzzer(pwm, True, volume)
        buzzer.play("applied", 0)
        loud.append(pwm.duty)
    assert loud[1] * 4 == loud[0]


def test_every_pattern_has_its_own_colour():
    colours = {pattern[:3] for pattern in PATTERNS.values()}
    assert len(colours) == len(PATTERNS)


def test_lost_until_a_host_is_there():
    strip, lights = leds()
    assert lights.shown == ["lost", "lost"]
    lights.base(0, "ready")
    assert strip[0] == PATTERNS["ready"][:3]
    assert strip[1] == PATTERNS["lost"][:3]


def test_a_pattern_ends_after_its_time():
    strip, lights = leds()
    lights.base(0, "ready")
    lights.show(0, "safe", 1000)
    assert strip[0] == PATTERNS["safe"][:3]
    lights.tick(1249)
    assert lights.shown[0] == "safe"
    lights.tick(1250)
    assert lights.shown[0] == "ready"
    assert strip[0] == PATTERNS["ready"][:3]


def test_the_base_waits_behind_a_pattern():
    _, lights = leds()
    lights.show(0, "applied", 0)
    lights.base(0, "fault")
    assert lights.shown[0] == "applied"
    lights.tick(700)
    assert lights.shown[0] == "fault"


def test_own_colour_and_time_and_brightness():
    strip = Strip([None])
    lights = Leds(strip, 1, 50)
    lights.show(0, "asked", 0, (10, 20, 30), 100)
    assert strip[0] == (5, 10, 15)
    lights.tick(100)
    assert lights.shown[0] == "lost"


def test_unknown_pattern():
    _, lights = leds()
    try:
        lights.show(0, "disco", 0)
    except KeyError:
        return
    raise AssertionError("disco was shown")


def test_nothing_is_written_when_nothing_changes():
    strip, lights = leds()
    before = strip.writes
    for now in range(100):
        lights.tick(now)
        lights.base(0, "lost")
    assert strip.writes == before


def test_a_tune_is_played_note_by_note():
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    buzzer.play("asked", 0)
    for now in range(0, 300, 10):
        buzzer.tick(now)
    assert pwm.played == ["off", 1500, "on", "off", 1500, "on", "off"]


def test_safe_is_silent_and_silence_too():
    assert "safe" not in TUNES
    pwm = Pwm()
    Buzzer(pwm).play("safe", 0)
    assert "on" not in pwm.played
    quiet = Buzzer(Pwm(), loud=False)
    quiet.play("refused", 0)
    quiet.tick(1000)
    Buzzer(None).beep(1000, 50, 2, 0)


def test_beeps():
    pwm = Pwm()
    buzzer = Buzzer(pwm)
    buzzer.beep(880, 20, 3, 0)
    for now in range(0, 300, 10):
        buzzer.tick(now)
    assert pwm.played.count(880) == 3
