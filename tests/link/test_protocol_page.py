"""docs/protocol.md says what is built."""

import inspect
import json
import re
from pathlib import Path

import pytest
from lairboard import journal, journal_policy
from lairboard.commands import VERDICTS, Commands
from lairboard.link import ble, frame, session
from lairboard.ui.leds import PATTERNS

from lairkeeper.i18n import LANGUAGES, Texts, shared_texts

from ..firmware.package_json import content

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text()


def test_the_example_is_a_frame() -> None:
    text = re.search(r"`␞(.+)␊`", PAGE)[1]
    assert frame.Reader().feed(b"\x1e" + text.encode() + b"\n") == [json.loads(text.partition("*")[0])]


def test_every_command_is_described() -> None:
    built = {name.removeprefix("_op_") for name in dir(Commands) if name.startswith("_op_")} | set(VERDICTS)
    commands = PAGE.partition("### Lights, sound and screen")[2].partition("If one of them fails")[0]
    entries = re.findall(r"^\* ((?:`\w+`(?:, )?)+):", commands, re.M)
    described = [op for ops in entries for op in re.findall(r"\w+", ops)]
    assert sorted(described) == sorted(built)


def test_every_counter_of_a_board_is_described() -> None:
    source = inspect.getsource(Commands._op_stat)
    table = PAGE.partition("### The answer to `stat`")[2].partition("\n## ")[0]
    described = [name for row in re.findall(r"^\| (`.+?) \|", table, re.M) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(described) == sorted(re.findall(r"^ +\"(\w+)\":", source, re.M))


def test_every_pattern_is_described() -> None:
    listed = re.search(r"Shows a pattern: `([a-z ]+)`", PAGE)[1].split()
    assert sorted(listed) == sorted(PATTERNS)
    lights = PAGE.partition("## Feedback")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| \*(\w+)\* \| ([\w ]+) \|", lights, re.M)
    assert sorted(name for name, _ in rows) == sorted(set(PATTERNS) - {"idle"}), "a light without a colour"
    code = (ROOT / "firmware" / "lairboard" / "ui" / "leds.py").read_text()
    for name, colour in rows:
        assert re.search(rf'^    "{name}": .*# {colour}: ', code, re.M), f"leds.py does not call {name} {colour}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_pattern_has_words_on_the_virtual_table(lang: str) -> None:
    texts = Texts.load(lang, shared_texts())
    assert [name for name in (*PATTERNS, "off") if f"ui.light.{name}" not in texts] == []


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"at most {frame.MAX_BODY} bytes" in PAGE
    assert f"the {frame.MAX_BODY + 10}th byte after RS" in PAGE
    assert f"At most {session.WINDOW} may be on the way ({ble.WINDOW} over Bluetooth)" in PAGE
    assert f"({ble.RESEND_MS} over Bluetooth)" in PAGE
    assert f"{ble.STALL_MS // 1000} s while events are on the way" in PAGE
    assert f"oldest event has waited for {journal_policy.UNSAFE_MS // 1000} s" in PAGE
    assert f"At most {journal.LIMIT} events are kept" in PAGE
    assert f"{journal.SIZE} bytes with a CRC-32 each" in PAGE
    assert f"Without progress for {session.RESEND_MS} ms" in PAGE
    assert f"and each {session.RESEND_MAX_MS} ms" in PAGE
    assert f"heard nothing for {session.IDLE_MS} ms" in PAGE
    assert f"After {session.IDLE_MS * (session.MISSED + 1)} ms of silence" in PAGE
    assert f"all up to `id - {session.CACHED}`" in PAGE


def test_every_frame_of_the_vectors_is_described() -> None:
    kinds = set()
    for transcript in json.loads((ROOT / "tests" / "vectors" / "session.json").read_text()):
        for step in transcript["steps"]:
            for side in ("board", "host"):
                if side in step:
                    kinds.add(step[side][3])
    assert kinds == set("HhGEASsCRPp?Ja!")
    for kind in kinds:
        assert f'["{kind}"' in PAGE, kind


def test_the_manifest_names_every_file_for_a_board() -> None:
    written = (ROOT / "firmware" / "package.json").read_text()
    assert written == content(), "write it anew: python -m tests.firmware.package_json"
    names = [source for source, _ in json.loads(written)["urls"]]
    assert {"main.py", "boards/pico_w.py", "lairboard/rfid/drivers/pn532/driver.py"} <= set(names)
    assert not [name for name in names if name.startswith("sim/")]


def test_the_start_files_are_short() -> None:
    for name in ("boot.py", "main.py"):
        assert len((ROOT / "firmware" / name).read_text().splitlines()) <= 30
