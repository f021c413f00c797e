"""Settings and pairing of a board in a file, and back: through the firmware itself, over the cable and the air."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lairkeeper.board import LinkState, MemoryInbox, Pairings, SimulatedBoard
from lairkeeper.board.backup import Backup, Overheard, Restored, put, take
from lairkeeper.board.repl import ReplError
from lairkeeper.board.short_session import ShortSession, confirmed
from lairkeeper.cli.board import board as verbs
from lairkeeper.i18n import Texts, shared_texts

from ..fresh import SEED
from .test_ble import a_room

SET = {"brightness": 40, "loose": ["seat-2"], "buttons": ["no", "undo"], "sound": False, "period": 55}
NOW = datetime(2026, 11, 29, 17, 0, tzinfo=UTC)


@pytest.fixture
def pairings(tmp_path: Path) -> Pairings:
    return Pairings(tmp_path / "pairings.json")


@pytest.fixture
def made() -> Iterator[list[SimulatedBoard]]:
    boards: list[SimulatedBoard] = []
    yield boards
    for board in boards:
        board.close()


def backed_up(port: str, pairings: Pairings) -> tuple[Backup, bool]:
    async def do() -> tuple[Backup, bool]:
        heard = Overheard()
        async with ShortSession(port, MemoryInbox(), pairings, tap=heard) as visit:
            return await take(visit, heard, pairings, NOW)

    return asyncio.run(do())


async def restored(port: str, backup: Backup, pairings: Pairings) -> Restored:
    async with ShortSession(port, MemoryInbox(), pairings) as visit:
        done = await put(visit, backup, pairings)
        await visit.ask("reset")
        await visit.gone()
    assert (await confirmed(port, MemoryInbox(), pairings)).state is LinkState.UP
    return done


def code_of(error: pytest.ExceptionInfo[ReplError]) -> str:
    for lang in ("en", "fr"):
        assert Texts.load(lang, shared_texts()).say(f"install.{error.value.code}", error.value.words)
    return error.value.code


@pytest.mark.chain
@pytest.mark.ble
async def test_a_fresh_board_takes_the_old_ones_place_also_over_the_air(pairings: Pairings, tmp_path: Path) -> None:
    """Restored over the cable, the new board is heard by Bluetooth and knows the old secret: nothing is paired anew."""
    print(f"seed {SEED}")
    secret = Random(SEED).randbytes(32).hex()
    pairings.keep("lair-old", secret)
    async with a_room() as room:
        old = await room.board("tap", "seat-1", "seat-2", device="lair-old", secret=secret)
        kept, whole = await asyncio.to_thread(backed_up, old.port, pairings)
        assert whole and kept.secret == secret and kept.device == "lair-old"
        kept.write(tmp_path / "old.backup")
        await asyncio.to_thread(old.kill)
        fresh = await room.board("tap", "seat-1", "seat-2", device="lair-new", secret="")
        elsewhere = Pairings(tmp_path / "elsewhere.json")
        done = await restored(fresh.port, Backup.read(tmp_path / "old.backup"), elsewhere)
        assert elsewhere("lair-old") == secret, "another computer may take the board over"
        assert done.paired and done.device == "lair-old" and not done.unknown
        link = room.link(device="lair-old", secret=pairings("lair-old"))
        await room.up(link)
        assert link.status.device == "lair-old" and set(link.status.zones) == {"tap", "seat-1", "seat-2"}


@pytest.mark.chain
def test_every_setting_comes_back_and_a_second_time_changes_nothing(
    made: list[SimulatedBoard], pairings: Pairings, tmp_path: Path
) -> None:
    made.append(SimulatedBoard(("tap", "seat-2"), device="lair-1", settings=SET))
    kept, whole = backed_up(made[0].port, pairings)
    assert whole and kept.secret == "" and SET.items() <= kept.settings.items()
    made.append(SimulatedBoard(("tap", "seat-2"), device="lair-2", settings={"zones": ["tap"]}))
    for _ in range(2):
        asyncio.run(restored(made[1].port, kept, pairings))
        again, _ = backed_up(made[1].port, pairings)
        assert again == kept
    assert pairings("lair-1") is None


@pytest.mark.chain
def test_a_replacement_keeps_its_name_when_the_old_one_had_its_name_from_its_number(
    made: list[SimulatedBoard], pairings: Pairings
) -> None:
    made.append(SimulatedBoard(("tap",), device=""))
    kept, _ = backed_up(made[0].port, pairings)
    assert kept.settings["device"] == "" and kept.device
    kept = replace(kept, device="lair-777")  # all simulated boards have one serial number
    made.append(SimulatedBoard(("tap",), device="lair-2"))
    for _ in range(2):
        assert asyncio.run(restored(made[1].port, kept, pairings)).device == kept.device
        assert backed_up(made[1].port, pairings)[0].device == kept.device


@pytest.mark.chain
def test_a_pairing_with_another_computer_is_told_and_not_made_up(
    made: list[SimulatedBoard], pairings: Pairings
) -> None:
    made.append(SimulatedBoard(("tap",), device="lair-1", settings={"secret": "ab" * 32}))
    assert backed_up(made[0].port, pairings)[1] is False
    pairings.keep("lair-1", "cd" * 32)
    kept, whole = backed_up(made[0].port, pairings)
    assert not whole and kept.secret == ""


@pytest.mark.chain
def test_what_a_board_does_not_take_leaves_it_as_it_was(made: list[SimulatedBoard], pairings: Pairings) -> None:
    made.append(SimulatedBoard(("tap",), device="lair-1", settings=SET))
    before, _ = backed_up(made[0].port, pairings)

    async def do(backup: Backup) -> Restored:
        async with ShortSession(made[0].port, MemoryInbox(), pairings) as visit:
            return await put(visit, backup, pairings)

    def changed(**settings: Any) -> Backup:
        body = {**before.settings, **settings}
        return Backup(before.made, before.device, before.hardware, before.firmware, body, "ef" * 32)

    with pytest.raises(ReplError) as error:
        asyncio.run(do(changed(brightness=77, zones=["No Such Name"])))
    assert code_of(error) == "setting-refused" and pairings("lair-1") is None
    assert backed_up(made[0].port, pairings)[0] == before
    other = Backup(before.made, before.device, "pico-w", before.firmware, before.settings)
    with pytest.raises(ReplError) as error:
        asyncio.run(do(other))
    assert code_of(error) == "backup-board"
    assert asyncio.run(do(changed(later="x"))).unknown == ("later",)


def a_backup(secret: str = "ab" * 32) -> Backup:
    return Backup("2026-11-29T17:00:00+00:00", "lair-1", "pico-w", "0.1.0", {"zones": ["tap"], "period": 40}, secret)


def test_the_file_is_for_its_owner_only_and_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "board.backup"
    a_backup().write(path)
    assert Backup.read(path) == a_backup()
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(ReplError) as error:
        a_backup("").write(path)
    assert code_of(error) == "backup-exists" and Backup.read(path) == a_backup()
    with pytest.raises(ReplError) as error:
        a_backup().write(tmp_path / "none" / "deep")
    assert code_of(error) == "backup-unwritten"


def test_the_file_is_as_it_is_documented() -> None:
    """Another program can check it: sha256 over the others, sorted, without spaces, in UTF-8."""
    body = json.loads(replace(a_backup(), device="lair-é").bytes())
    told = body.pop("sha256")
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert told == hashlib.sha256(text.encode()).hexdigest()
    assert body.keys() == {"format", "version", "made", "device", "hardware", "firmware", "settings", "secret"}


@pytest.mark.parametrize(("secret", "refused"), [("ab" * 32, True), ("", False)])
async def test_a_pairing_never_goes_over_the_air_but_settings_may(
    pairings: Pairings, secret: str, refused: bool
) -> None:
    backup = replace(a_backup(secret), settings={"volume": 3})
    asked: list[tuple[Any, ...]] = []

    class Bluetooth:
        async def greeted(self) -> Any:
            return SimpleNamespace(
                state=LinkState.UP, port="ble:lair-1", hardware=backup.hardware, device=backup.device
            )

        async def ask(self, *command: Any) -> tuple[bool, Any]:
            asked.append(command)
            return True, ["volume"] if command == ("cfg", "get") else 1

    visit: Any = Bluetooth()
    if refused:
        with pytest.raises(ReplError) as error:
            await put(visit, backup, pairings)
        assert (code_of(error), asked, pairings(backup.device)) == ("backup-cable", [], None)
    else:
        assert (await put(visit, backup, pairings)).done == ("volume",)
        assert asked[-1] == ("cfg", "set", "volume", 3)


def test_a_full_disk_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ReplError) as error:
        a_backup().write(tmp_path / "board.backup")
    assert code_of(error) == "backup-unwritten" and not list(tmp_path.iterdir())


def test_a_file_that_was_cut_or_altered_or_is_none_is_refused(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    rng = Random(SEED)
    path = tmp_path / "board.backup"
    whole = a_backup().bytes()

    def refused(data: bytes) -> str:
        path.write_bytes(data)
        with pytest.raises(ReplError) as error:
            Backup.read(path)
        return code_of(error)

    for _ in range(100):
        assert refused(whole[: rng.randrange(len(whole) - 1)]) in ("backup-damaged", "no-backup")
        at = rng.randrange(len(whole))
        digit = bytes([rng.choice([byte for byte in b"0123456789abcdefxyz" if byte != whole[at]])])
        if whole[at : at + 1].isalnum():
            assert refused(whole[:at] + digit + whole[at + 1 :]) in ("backup-damaged", "no-backup", "backup-newer")
    assert refused(whole[: len(whole) // 2]) == "backup-damaged"
    body = json.loads(whole)
    assert refused(json.dumps({**body, "secret": "cd" * 32}).encode()) == "backup-damaged"
    assert refused(json.dumps({**body, "version": 2}).encode()) == "backup-newer"
    for other in (b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b"x" * 70_000):
        assert refused(other) == "no-backup"
    with pytest.raises(ReplError) as error:
        Backup.read(Path("/dev/zero"))
    assert code_of(error) == "no-backup"


@pytest.mark.chain
def test_the_whole_way_with_the_commands(
    made: list[SimulatedBoard], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lairkeeper.cli.at_board.data_file", lambda name: tmp_path / name)
    Pairings(tmp_path / "pairings.json").keep("lair-1", "ab" * 32)
    paired = {**SET, "secret": "ab" * 32}
    made.append(SimulatedBoard(("tap",), device="lair-1", settings=paired))
    made.append(SimulatedBoard(("tap",), device="lair-2"))
    path = tmp_path / "board.backup"

    def run(*words: str, board: int = 0) -> Result:
        return CliRunner().invoke(verbs, [*words, "--port", made[board].port, "--db", str(tmp_path / "t.db")])

    done = run("backup", str(path))
    assert done.exit_code == 0 and "lair-1" in done.output and "ab" * 8 not in done.output, done.output
    assert run("backup", str(path)).exit_code == 1
    done = run("restore", str(path), board=1)
    assert done.exit_code == 0 and "paired with this computer again" in done.output, done.output
    assert "brightness   40" in run("set", board=1).output
    path.write_bytes(path.read_bytes()[:100])
    done = run("restore", str(path), "--lang", "fr", board=1)
    assert done.exit_code == 1 and "Rien n'a été changé" in done.output
