"""The board's settings: two slots, and what may be set."""

import os

from lairboard.config import Config, check, pack, readers_of

RUNS_ON = "both"

FOLDER = "config-test-" + os.urandom(4).hex()  # tests run side by side


def fresh():
    try:
        os.mkdir(FOLDER)
    except OSError:
        for name in os.listdir(FOLDER):
            os.remove(FOLDER + "/" + name)
    return FOLDER


def done():
    fresh()
    os.rmdir(FOLDER)


def write(name, data):
    with open(FOLDER + "/" + name, "wb") as f:
        f.write(data)


def test_defaults_without_a_file():
    config = Config(fresh())
    assert config["zones"] == ["tap"]
    assert config["wiring"] == ""
    done()


def test_what_is_set_is_there_after_a_restart():
    config = Config(fresh())
    config.set("zones", ["tap", "seat-1"])
    config.set("brightness", 40)
    again = Config(FOLDER)
    assert again["zones"] == ["tap", "seat-1"]
    assert again["brightness"] == 40
    done()


def test_a_cut_write_leaves_the_older_slot():
    config = Config(fresh())
    config.set("brightness", 40)
    config.set("brightness", 60)
    newest = max(os.listdir(FOLDER), key=lambda name: open(FOLDER + "/" + name, "rb").read())
    data = open(FOLDER + "/" + newest, "rb").read()
    for cut in (0, 1, len(data) // 2, len(data) - 2):
        write(newest, data[:cut])
        assert Config(FOLDER)["brightness"] == 40
    done()


def test_a_write_that_fails_changes_nothing_and_spares_the_newest_slot():
    config = Config(fresh())
    config.set("brightness", 40)
    before = open(FOLDER + "/config.0", "rb").read()
    os.mkdir(FOLDER + "/config.1.tmp")  # no file can be written there
    for value in (50, 60):
        try:
            config.set("brightness", value)
            raise AssertionError("a write that fails is reported")
        except OSError:
            pass
        assert config["brightness"] == 40
    os.rmdir(FOLDER + "/config.1.tmp")
    config.set("brightness", 70)
    assert open(FOLDER + "/config.0", "rb").read() == before
    assert Config(FOLDER)["brightness"] == 70
    done()


def test_damage_is_named_until_the_next_setting():
    config = Config(fresh())
    assert config.trouble == ""
    config.set("brightness", 40)
    config.set("brightness", 60)
    write("config.0", b"rubbish")
    config = Config(FOLDER)
    assert config.trouble == "older"
    write("config.1", b"")
    config = Config(FOLDER)
    assert (config.trouble, config["brightness"]) == ("lost", 100)
    config.set("brightness", 70)
    config.set("brightness", 80)
    assert config.trouble == ""
    assert Config(FOLDER).trouble == ""
    done()


def test_rubbish_in_a_slot_is_not_believed():
    fresh()
    for data in (b"", b"{}", b"[]*00000000\n", b"\xff" * 40, pack([], 5), pack({"zones": ["b"]}, 0)):
        write("config.0", data)
        assert Config(FOLDER)["zones"] == ["tap"]
    done()


def test_unknown_settings_are_kept():
    fresh()
    write("config.0", pack({"of-tomorrow": 7}, 3))
    config = Config(FOLDER)
    config.set("sound", False)
    assert Config(FOLDER).values["of-tomorrow"] == 7
    done()


def test_wrong_values_say_what_is_wrong():
    assert check("zones", ["tap", "seat-1"]) is None
    assert check("period", 0) is None
    for name, value in (
        ("zones", []),
        ("zones", ["a"] * 2),
        ("zones", ["Tap"]),
        ("zones", ["much-too-long-a-name"]),
        ("zones", [1]),
        ("zones", "tap"),
        ("zones", ["z%d" % i for i in range(9)]),
        ("sound", 1),
        ("brightness", True),
        ("period", -1),
        ("misses", 0),
        ("hold", 10**9),
        ("device", "Mine!"),
        ("nothing", 1),
    ):
        assert check(name, value), (name, value)


def test_a_refused_value_changes_nothing():
    config = Config(fresh())
    try:
        config.set("zones", [])
    except ValueError:
        assert config["zones"] == ["tap"]
        assert os.listdir(FOLDER) == []
        done()
        return
    raise AssertionError("no zones at all were accepted")


def test_a_reader_is_named_by_its_chip_and_on_i2c_by_its_address_too():
    for good in ([], ["pn532"], ["mfrc522", "mfrc522@0x28", "mfrc522@0x08", "mfrc522@0x3f"]):
        assert check("readers", good) is None, good
    for bad, word in (
        (["rc632"], "mfrc522 pn532"),
        (["mfrc522"] * 9, "at most 8"),
        ([5], "at most 8"),
        (["pn532@0x24"], "without an address"),
        (["mfrc522@"], "0x08 to 0x3f"),
        (["mfrc522@28"], "mfrc522@0x28"),
        (["mfrc522@0xzz"], "0x08 to 0x3f"),
        (["mfrc522@0x40"], "0x08 to 0x3f"),
        (["mfrc522@0x28", "mfrc522@0x28"], "0x28 is the address of another chip"),
        (["mfrc522@0x3c"], "the screen"),
    ):
        assert word in (check("readers", bad) or ""), bad


def test_a_chip_that_only_a_newer_firmware_knows_stops_no_board():
    config = Config(fresh())
    config.values["zones"] = ["tap", "seat-1", "seat-2", "seat-3"]
    config.values["readers"] = ["mfrc522@0x28", "rc632", "pn532"]
    assert readers_of(config) == ["mfrc522@0x28", "mfrc522", "pn532", "mfrc522"]
    done()
