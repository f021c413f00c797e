"""The trial of a new release, which lasts until a host has greeted it.

Without a greeting the release gives way to the one before. release.py, which does this, is
missing where the files were copied by hand.
"""

try:
    import release
except ImportError:
    release = None  # type: ignore[assignment]

# What the program runs as; frozen into MicroPython it has the names of its sources.
FORM = "compiled" if globals().get("__file__", "").endswith(".mpy") else "source"
TRIAL_MS = 120000  # from the start to a host's greeting


class BootTrial:
    """`over(now)` once a second tells whether the trial has failed."""

    def __init__(self, now):
        self._since = now
        self._told = False
        self.running = bool(release and release.on_trial())

    def confirm(self):
        """Confirm the release: a host is there, and understands us.

        What the flash refuses waits for the next host.
        """
        self.running = False
        if release and not self._told:
            try:
                release.confirm()
                self._told = True
            except OSError:
                pass

    @staticmethod
    def alive():
        """End the guard: the program is well and feeds the watchdog itself."""
        if release and release.guard:
            release.guard.end()

    def over(self, now):
        """Return True when nobody came in time.

        The board is then to start again, and the release before runs.
        """
        return self.running and now - self._since >= TRIAL_MS


def name(version):
    """Return the version that runs, for an installed release with its hash."""
    run = getattr(release, "running", None)
    if run is None:
        run = pointer().get("run", "")
    return run[3:] if run.startswith("fw-" + version) else version


def pointer():
    """Return which release runs, which it would give way to, and which failed, as in fw.json."""
    return release.read() if release else {}


def go_back():
    """Let the release before run from the next start on; False when there is none.

    Raise OSError when the flash refused.
    """
    found = pointer()
    if not (release and found.get("back") and release.is_there(found["back"])):
        return False
    release.write({"run": found["back"], "back": found["run"], "state": "good", "bad": ""})
    return True


def hold():
    """Keep the board from starting again while the prompt is open."""
    if release and release.guard:
        release.guard.hold()


def stay_at_prompt():
    """Return True when this start was asked to end at the prompt."""
    return bool(release and release.stay_at_prompt())


def ask_for_prompt():
    """Make the next start end at the prompt, without watchdog; OSError: the flash refused."""
    with open("safe", "w"):
        pass
