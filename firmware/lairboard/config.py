"""The board's settings, in two slots with a CRC each.

A power cut while writing leaves the older slot.
"""

import binascii
import json
import os

from lairboard.rfid.drivers import KINDS, parse

DEFAULTS = {
    "device": "",  # "" : made from the chip's serial number
    "wiring": "",  # "" : the one for the board that MicroPython says it is
    "zones": ["tap"],
    "readers": [],  # the chip at each zone: see lairboard.rfid.drivers
    "irq": False,  # whether the readers' interrupt pins are wired
    "loose": [],  # zones whose events may be collapsed: they never score
    "period": 0,  # ms from one look at a reader to the next; 0: 18 with one reader, else 40
    "misses": 3,
    "hold": 300,  # ms a tag must be away before it counts as taken
    "brightness": 100,
    "sound": True,
    "volume": 100,
    "screen": "",  # "ssd1306" or "sh1106" where one is wired
    "buttons": ["undo", "confirm", "end-turn", "no"],  # what each button says, in their order
    "secret": "",  # of the pairing: 64 hex digits; never told to anybody
}
_MAX_ZONES = 8
SCREENS = ("", "ssd1306", "sh1106")
SCREEN_ADDRESS = 0x3C  # of both, on I2C
_PERCENT = ("brightness", "volume")


class Config:
    """Settings by name; unknown names are kept for a later firmware."""

    def __init__(self, folder="."):
        self._folder = folder
        self._slot = 1
        self._generation = 0
        self.values = dict(DEFAULTS)
        self.trouble = ""  # "older" when a slot was damaged, "lost" when no good one is left
        for slot in (0, 1):
            found = _read(self._path(slot))
            if found is None and _exists(self._path(slot)):
                self.trouble = "lost"
            if found and found["generation"] > self._generation:
                self._generation = found["generation"]
                self._slot = slot
                self.values = dict(DEFAULTS)
                self.values.update(found["values"])
        if self.trouble and self._generation:
            self.trouble = "older"

    def __getitem__(self, name):
        return self.values[name]

    def set(self, name, value):
        """Check and keep a setting.

        ValueError says what is wrong with it; OSError comes from the flash. Both leave the
        setting as it was.
        """
        problem = check(name, value)
        if problem:
            raise ValueError(problem)
        values = dict(self.values)
        values[name] = value
        self._save(values)
        self.values = values
        self.trouble = ""

    def _save(self, values):
        # The slot with the newest settings stays as it is until the other one is whole.
        slot = 1 - self._slot
        path = self._path(slot)
        with open(path + ".tmp", "wb") as f:
            f.write(pack(values, self._generation + 1))
        try:
            os.remove(path)
        except OSError:
            pass
        os.rename(path + ".tmp", path)
        self._slot = slot
        self._generation += 1

    def _path(self, slot):
        return "%s/config.%d" % (self._folder, slot)


def readers_of(config):
    """Return the reader chip of each zone, as the setting names it.

    What a newer firmware has set and this one does not know counts as the first kind, whose fault
    is told: the board starts.
    """
    chips = [KINDS[0]] * len(config["zones"])
    for i, named in enumerate(config["readers"][: len(chips)]):
        if not _problem_with_readers([named]):
            chips[i] = named
    return chips


def pack(values, generation):
    """Return the bytes of a slot."""
    body = json.dumps({"generation": generation, "values": values}).encode()
    return b"%s*%08x\n" % (body, binascii.crc32(body))


def check(name, value):
    """Return the problem with a setting, or None."""
    if name not in DEFAULTS:
        return "there is no setting %s" % name
    wanted = type(DEFAULTS[name])
    fits = type(value) is wanted  # not isinstance: True is an int
    if not fits:
        return "%s must be of type %s" % (name, wanted.__name__)
    if name == "zones":
        if not 1 <= len(value) <= _MAX_ZONES:
            return "1 to %d zones" % _MAX_ZONES
        for zone in value:
            if not _is_zone(zone) or value.count(zone) > 1:
                return "zone names are 1 to 12 of a-z 0-9 - and each is there once"
    if name == "readers":
        return _problem_with_readers(value)
    if name == "buttons" and not (len(value) <= 4 and all(_is_zone(v) for v in value)):
        return "buttons are at most 4 words of 1 to 12 of a-z 0-9 -"
    if name == "screen" and value not in SCREENS:
        return "screen is empty, " + " or ".join(SCREENS[1:])
    if name in _PERCENT and not 1 <= value <= 100:
        return "%s is 1 to 100" % name
    if name == "device" and value and not _is_zone(value, 24):
        return "device is 1 to 24 of a-z 0-9 -"
    if name == "secret" and not _is_secret(value):
        return "secret is 64 hex digits, or empty to forget the pairing"
    least = 0 if name == "period" else 1
    if wanted is int and not least <= value <= 60000:
        return "%s is %d to 60000" % (name, least)
    return None


def _problem_with_readers(value):
    if len(value) > _MAX_ZONES or not all(isinstance(v, str) for v in value):
        return "readers are at most %d of %s" % (_MAX_ZONES, " ".join(KINDS))
    taken = [SCREEN_ADDRESS]
    for named in value:
        try:
            address = parse(named)[1]
        except ValueError as error:
            return str(error)
        if address is not None:
            if address in taken:
                return "0x%02x is the address of another chip or of the screen" % address
            taken.append(address)
    return None


def _is_zone(name, longest=12):
    if not isinstance(name, str) or not 1 <= len(name) <= longest:
        return False
    for c in name:
        if not ("a" <= c <= "z" or "0" <= c <= "9" or c == "-"):
            return False
    return True


def _is_secret(value):
    return not value or (len(value) == 64 and all(c in "0123456789abcdef" for c in value))


def _exists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def _read(path):
    try:
        with open(path, "rb") as f:
            data = f.read()
        body, crc = data[:-10], data[-9:-1]
        if b"%08x" % binascii.crc32(body) != crc:
            return None
        found = json.loads(body.decode())
        return found if found["generation"] > 0 and isinstance(found["values"], dict) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None
