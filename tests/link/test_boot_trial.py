"""A release on trial: confirmed by a host's greeting, given up without one; and the pointer that says so."""

import json
import os

import release
from lairboard import boot_trial

RUNS_ON = "both"
FOLDER = "trial-test-" + os.urandom(4).hex()


class Machine:
    """Counts what a guard does."""

    class WDT:
        fed = 0

        def __init__(self, timeout):
            assert timeout <= 8388

        def feed(self):
            Machine.WDT.fed += 1

    class Timer:
        PERIODIC = 1
        runs = None

        def __init__(self, number):
            if number < 0:
                raise ValueError("only real ones")

        def init(self, period, mode, callback):
            Machine.Timer.runs = callback

        def deinit(self):
            Machine.Timer.runs = None


release.machine = lambda: Machine  # the one here has no watchdog


def guard_after(ms):
    """Return a guard, and how often it fed the watchdog in this time."""
    Machine.WDT.fed = 0
    guard = release.TrialWatchdog(Machine)
    for _ in range(ms // release.FEED_MS):
        Machine.Timer.runs(None)
    return guard, Machine.WDT.fed


class At:
    """A flash of its own, with the releases named, for as long as a `with` lasts."""

    def __init__(self, *folders):
        self.folders = folders

    def __enter__(self):
        release.running = None
        os.mkdir(FOLDER)
        os.chdir(FOLDER)
        for folder in self.folders:
            os.mkdir(folder)
            os.mkdir(folder + "/lairboard")
            with open(folder + "/lairboard/app.py", "w"):
                pass

    def __exit__(self, *_):
        for folder in self.folders:
            os.remove(folder + "/lairboard/app.py")
            os.rmdir(folder + "/lairboard")
            os.rmdir(folder)
        for name in os.listdir("."):
            os.remove(name)
        os.chdir("..")
        os.rmdir(FOLDER)


def pointed(**pointer):
    release.write(pointer)


def test_a_new_release_is_tried_once_and_confirmed():
    with At("one", "two"):
        pointed(run="two", back="one", state="new")
        release.choose()
        on = boot_trial.BootTrial(0)
        assert on.running and release.read()["state"] == "trying"
        on.confirm()
        assert release.read()["state"] == "good" and not on.running
        assert not on.over(10 * boot_trial.TRIAL_MS)
        release.choose()
        assert release.read()["run"] == "two"


def test_without_a_host_it_is_over_and_the_next_start_goes_back():
    with At("one", "two"):
        pointed(run="two", back="one", state="new")
        release.choose()
        on = boot_trial.BootTrial(0)
        assert not on.over(boot_trial.TRIAL_MS - 1)
        assert on.over(boot_trial.TRIAL_MS)
        release.choose()
        assert release.read() == {"run": "one", "back": "", "state": "good", "bad": "two"}


def test_a_release_whose_files_are_gone_gives_way():
    with At("one"):
        pointed(run="two", back="one", state="good")
        release.choose()
        assert release.read()["run"] == "one"


def test_a_first_release_has_nothing_to_give_way_to():
    with At("one"):
        pointed(run="one", back="", state="new")
        release.choose()
        on = boot_trial.BootTrial(0)
        assert not on.over(10 * boot_trial.TRIAL_MS)
        release.choose()
        assert release.read()["run"] == "one"
        on.confirm()
        assert release.read()["state"] == "good"


def test_files_that_were_copied_by_hand_are_a_way_back():
    with At("one"):
        os.mkdir("lairboard")
        with open("lairboard/app.py", "w"):
            pass
        pointed(run="one", back="", state="new")
        release.choose()
        assert boot_trial.BootTrial(0).over(boot_trial.TRIAL_MS)
        release.choose()
        assert release.read() == {"run": "", "back": "", "state": "good", "bad": "one"}
        os.remove("lairboard/app.py")
        os.rmdir("lairboard")


def test_rubbish_is_no_pointer():
    with At():
        for rubbish in ("", "[]", "{", json.dumps({"run": 5})):
            with open(release.POINTER, "w") as f:
                f.write(rubbish)
            assert release.read() == {}
            release.choose()


def test_the_prompt_is_asked_for_once():
    with At():
        assert not boot_trial.stay_at_prompt()
        boot_trial.ask_for_prompt()
        assert boot_trial.stay_at_prompt()
        assert not boot_trial.stay_at_prompt()


def test_an_installed_release_has_its_hash_in_its_name():
    with At():
        assert boot_trial.name("0.1.0") == "0.1.0"
        pointed(run="fw-0.1.0-abcd1234", back="", state="good")
        assert boot_trial.name("0.1.0") == "0.1.0-abcd1234"
        assert boot_trial.name("9.9.9") == "9.9.9"


def test_a_release_that_is_good_is_on_no_trial():
    with At("one"):
        pointed(run="one", back="", state="good")
        release.choose()
        assert not boot_trial.BootTrial(0).running


def test_the_guard_of_a_trial_feeds_for_a_minute_and_then_lets_it_starve():
    _, fed = guard_after(release.ALIVE_MS)
    assert fed == release.ALIVE_MS // release.FEED_MS
    _, fed = guard_after(10 * release.ALIVE_MS)
    assert fed == release.ALIVE_MS // release.FEED_MS


def test_the_guard_feeds_for_ever_at_the_prompt_and_ends_when_the_program_lives():
    guard, before = guard_after(0)
    guard.hold()
    for _ in range(1000):
        Machine.Timer.runs(None)
    assert Machine.WDT.fed == 1000
    guard.end()
    assert Machine.Timer.runs is None


def test_only_a_trial_that_can_give_way_is_guarded():
    for back, state, asked, guarded in (
        ("one", "new", False, True),
        ("one", "good", False, False),
        ("", "new", False, False),
        ("one", "new", True, False),
    ):
        release.guard = None
        with At("one", "two"):
            pointed(run="two", back=back, state=state)
            if asked:
                boot_trial.ask_for_prompt()
            release.choose()
            assert (release.guard is not None) is guarded, (back, state, asked)
            if guarded:
                boot_trial.hold()
                boot_trial.BootTrial.alive()
                assert Machine.Timer.runs is None
    release.guard = None


def test_the_release_before_is_gone_back_to_and_forth_again():
    with At("one", "two"):
        pointed(run="two", back="one", state="good")
        assert boot_trial.go_back()
        assert boot_trial.pointer() == {"run": "one", "back": "two", "state": "good", "bad": ""}
        assert boot_trial.go_back()
        assert boot_trial.pointer()["run"] == "two"
    with At("one"):
        pointed(run="one", back="two", state="good")
        assert not boot_trial.go_back(), "its files are gone"
        assert boot_trial.pointer()["run"] == "one"


class Worn:
    """A flash that takes no writing, for as long as a `with` lasts."""

    def __enter__(self):
        self._write = release.write
        release.write = self._refuse

    def __exit__(self, *_):
        release.write = self._write

    @staticmethod
    def _refuse(pointer):
        raise OSError(28)


def test_on_a_flash_that_refuses_the_release_before_runs_and_confirms_nothing():
    for state, back, runs in (
        ("new", "one", "one"),
        ("trying", "one", "one"),
        ("good", "one", "two"),
        ("new", "", "two"),  # there is nothing else
    ):
        with At("one", "two"):
            pointed(run="two", back=back, state=state)
            with Worn():
                release.choose()
                assert release.running == runs, (state, back)
                on = boot_trial.BootTrial(0)
                assert not on.running
                on.confirm()
            assert release.read()["state"] == state
            if runs == "one":
                on = boot_trial.BootTrial(0)
                on.confirm()
                assert release.read()["state"] == state, "nobody has seen the other run"
                assert not on.over(10 * boot_trial.TRIAL_MS)


def test_what_the_flash_refused_to_confirm_is_confirmed_at_the_next_greeting():
    with At("one", "two"):
        pointed(run="two", back="one", state="new")
        release.choose()
        on = boot_trial.BootTrial(0)
        with Worn():
            on.confirm()
        assert release.read()["state"] == "trying"
        on.confirm()
        assert release.read()["state"] == "good"


def test_a_board_is_called_by_what_runs():
    with At("fw-0.1.0-one", "fw-0.1.0-two"):
        pointed(run="fw-0.1.0-two", back="fw-0.1.0-one", state="new")
        with Worn():
            release.choose()
            assert boot_trial.name("0.1.0") == "0.1.0-one"
        release.choose()
        assert boot_trial.name("0.1.0") == "0.1.0-two"
