"""Choose which release of the firmware runs.

`fw.json` names the folder, the one before it, and how far its trial has come. release.py stays in
the top folder, beside boot.py and main.py, and is used before any release.

"new": installed, to be tried at the next start. "trying": started once; unless a host confirms it
before the next start, the one before comes back. "good": confirmed. A trial runs under a
watchdog, so that a program that hangs gives way too.
"""

import json
import os
import sys

POINTER = "fw.json"
SAFE = "safe"  # a file: stay at the prompt at the next start
WATCHDOG_MS = 8000  # the RP2040 knows no longer watchdog
FEED_MS = 2000
ALIVE_MS = 60000  # from the start of a trial until the program feeds the watchdog itself

# The TrialWatchdog of the trial that runs. Releases and the installer, of any age, call it so.
guard = None
running = None  # the folder that this start has chosen, "" for none; None before it has


class TrialWatchdog:
    """A watchdog from a trial's first line on.

    A timer feeds it for as long as a program may take to get going. Then the board starts again,
    and the release before comes back.
    """

    def __init__(self, machine):
        self._left = ALIVE_MS // FEED_MS
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)
        try:
            self._timer = machine.Timer(-1)
        except ValueError:  # only real ones here
            self._timer = machine.Timer(0)
        self._timer.init(period=FEED_MS, mode=machine.Timer.PERIODIC, callback=self._feed)

    def _feed(self, _):
        if self._left:
            self._left -= 1
            self._watchdog.feed()

    def hold(self):
        """Feed it for ever, as somebody works at the prompt: it cannot be stopped."""
        self._left = -1

    def end(self):
        """Stop feeding: the program feeds the watchdog itself from here on."""
        self._timer.deinit()


def read():
    """Return {"run", "back", "state"}; {} without an installed release or a readable pointer."""
    try:
        with open(POINTER) as f:
            found = json.loads(f.read())
        return found if isinstance(found, dict) and isinstance(found.get("run"), str) else {}
    except (OSError, ValueError):
        return {}


def write(pointer):
    """Write the pointer whole or not at all, whenever the power goes."""
    with open(POINTER + ".tmp", "w") as f:
        f.write(json.dumps(pointer))
    try:
        os.rename(POINTER + ".tmp", POINTER)
    except OSError:  # a FAT disk renames onto nothing
        os.remove(POINTER)
        os.rename(POINTER + ".tmp", POINTER)


def is_there(folder):
    """Return True when such a folder holds a release; "" is for files copied by hand."""
    app = folder + "/lairboard/app" if folder else "lairboard/app"
    return _exists(app + ".mpy") or _exists(app + ".py")


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def choose():
    """Put the release to run on the path, and its trial one step further, once at each start.

    On a flash that refuses to be written, the one before runs: a trial has to be written down.
    """
    global running
    pointer = read()
    if not pointer:
        return
    running = pointer["run"]
    failed = pointer.get("state") == "trying" or not is_there(running)
    try:
        if failed and has_way_back(pointer):
            running = back(pointer)["run"]
        elif pointer.get("state") == "new":
            pointer["state"] = "trying"
            write(pointer)
            _watch(pointer)
    except OSError:
        if has_way_back(pointer):
            running = _before(pointer)
    if running and running not in sys.path:
        sys.path.insert(0, running)


def machine():
    """Return the module that has the watchdog and the timer."""
    import machine

    return machine


def _watch(pointer):
    global guard
    if has_way_back(pointer) and not _exists(SAFE):
        guard = TrialWatchdog(machine())


def has_way_back(pointer):
    """Return True when something can run instead."""
    return is_there(pointer.get("back") or "") or is_there("")


def back(pointer):
    """Go back to the release before, for good; `bad` keeps the name of the one that failed."""
    pointer = {"run": _before(pointer), "back": "", "state": "good", "bad": pointer["run"]}
    write(pointer)
    return pointer


def _before(pointer):
    other = pointer.get("back") or ""
    return other if is_there(other) else ""


def confirm():
    """Keep this release, as a host talks with it; OSError: the flash refused."""
    pointer = read()
    if pointer.get("state") in ("new", "trying") and _is_chosen(pointer):
        pointer["state"] = "good"
        write(pointer)


def on_trial():
    """Return True while nobody has confirmed the running release and another can replace it."""
    pointer = read()
    return pointer.get("state") == "trying" and _is_chosen(pointer) and has_way_back(pointer)


def _is_chosen(pointer):
    return running is None or running == pointer["run"]


def stay_at_prompt():
    """Return True, only once, when this start was asked to end at the prompt."""
    try:
        os.remove(SAFE)
    except OSError:
        return False
    return True
