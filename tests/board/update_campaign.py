"""Installations one after another on a board whose power goes at random moments: what runs then, and what is kept.

The installer, mpremote, MicroPython's littlefs and the firmware's own boot.py, main.py, release.py, boot trial,
settings and journal are the real ones. The program is another: it does what the test orders and tells it in a file of
the host. The flash is a model (worn_flash.py). After each cut the image is read by littlefs-python, too, which has no
part in it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from littlefs import LittleFS, UserContext

from lairkeeper.board import PortError
from lairkeeper.board.compiled import compiled
from lairkeeper.board.install import fitting, plan, stage, switch
from lairkeeper.board.release import POINTER, SOURCE, Pointer, Release, release_of
from lairkeeper.board.repl import Repl, ReplError

from .prompt_board import PromptBoard

PICO_KB = 848
"""The file system of a Pico W."""
BLOCK = 4096
PAGE = 256
POINTERS = 8
"""Bytes that littlefs keeps for itself in each block of a file, at most and on the average."""
FIRST = 40
"""Programmings and erasures in which old releases are removed."""
MPY = 0xB06
SECRET = "5a" * 32
START = Path(__file__).with_name("worn_flash.py")
PROGRAM = """
import json
import os
from lairboard.boot_trial import BootTrial
from lairboard.config import Config
from lairboard.erased_block import ErasedBlock
from lairboard.files import Files
from lairboard.journal import SIZE, Journal
from lairboard.ring import PLACED, Ring
from sim import process_state


def tell(**words):
    with open("{host}/told", "a") as f:
        f.write(json.dumps(words) + "\\n")


def main():
    with open("{host}/orders") as f:
        orders = json.load(f)
    ring = Ring()
    ring.scoring = 1
    settings = Config()
    journal = Journal(Files(), os.urandom(4).hex(), ErasedBlock(Files(), process_state.flash, SIZE))
    scans = [journal.describe(i)[6].hex() for i in range(len(journal.old))]
    kept = [settings[name] for name in ("secret", "brightness")]
    tell(runs="{name}", scans=scans, settings=kept, trouble=settings.trouble)
    if orders["taken"]:
        journal.erase(len(journal.old))
    for uid in orders["scans"]:
        ring.put(PLACED, 0, 1, bytes.fromhex(uid), 7)
        if journal.save(ring, ["tap"]):
            tell(safe=uid)
    while not journal.failed and journal.tidy(ring, ["tap"]):
        pass
    try:
        settings.set("brightness", orders["brightness"])
        tell(brightness=orders["brightness"])
    except OSError:
        tell(refused="brightness")
    if orders["confirm"]:
        BootTrial(0).confirm()
"""
BROKEN = "def main():\n    raise ValueError('broken')\n"


@dataclass
class Kept:
    """The scans and the settings that must outlive everything.

    The scans are those that a light has called kept. The newest of the settings may still have been on its way.
    """

    scans: set[str] = field(default_factory=set)
    brightness: set[int] = field(default_factory=lambda: {100})


class Campaign:
    """A board with one confirmed release on it; `install` puts another one there, cut or not."""

    def __init__(self, folder: Path, rng: random.Random, *, small: bool) -> None:
        self.host = folder / "host"
        self.host.mkdir()
        self.rng = rng
        self.kept = Kept()
        self.releases: dict[str, tuple[Release, Release]] = {}
        self._small = small
        self._image = folder / "flash.img"
        self._ops = folder / "flash.img.ops"
        self._ops.write_bytes(bytes(8))
        self._dead = folder / "flash.img.dead"
        self._dead.write_text(json.dumps({"program": [], "erase": []}))
        self._order(confirm=False)
        self.board = PromptBoard(folder, flash_kb=PICO_KB, start=START)
        self.wait(self.board.prompts.is_set)
        with Repl(self.board.port) as repl:
            release = fitting(repl, self.release("first"))
            todo = plan(repl, release, force=True)
            stage(repl, release, todo)
            repl.run(f"import sys\nsys.path.insert(0, {release.folder!r})\nfrom lairboard.config import Config\n"
                     f"Config().set('secret', {SECRET!r})")  # fmt: skip
            switch(repl, release, todo.pointer)
        self.start(confirm=True)

    # -- releases ---------------------------------------------------------------------------------

    def release(self, name: str, *, broken: bool = False) -> Release:
        """Make a release whose program is the test's, or one that fails; in the real firmware's size unless small."""
        real = release_of()
        folder = f"fw-{real.version}-{name}"
        program = BROKEN if broken else PROGRAM.replace("{host}", str(self.host)).replace("{name}", folder)
        used = ("__init__", "boot_trial", "config", "erased_block", "files", "journal", "rfid/__init__",
                "rfid/drivers/__init__", "ring")  # fmt: skip
        files = {f"lairboard/{each}.py": real.files[f"lairboard/{each}.py"] for each in used}
        files = {**(files if self._small else real.files), "lairboard/app.py": program.encode()}
        top = {path: data + f"# {name}\n".encode() for path, data in real.top.items()}
        made = replace(real, folder=folder, files=files, top=top)
        packed = compiled(made, MPY)
        assert packed is not None
        self.releases[folder] = (made, packed)
        return made

    def any_release(self, n: int) -> Release:
        """Draw what is installed next.

        It is mostly a new release, in either form. At times it is one that fails.
        At times it is one that is there already, in the same or its other form.
        """
        chance = self.rng.random()
        if chance < 0.2:
            pointer = self.pointer()
            return self.rng.choice(self.releases[self.rng.choice((pointer.run, pointer.back or pointer.run))])
        release = self.release(f"{n:08x}", broken=chance < 0.3)
        return self.rng.choice(self.releases[release.folder])

    # -- the board --------------------------------------------------------------------------------

    def ops(self) -> int:
        """Count what the flash has been told to do so far."""
        return int.from_bytes(self._ops.read_bytes()[:4], "little")

    def cut_in(self, ops: int) -> None:
        """Let the power go in the middle of the flash's so-many-th programming or erasure from now on; 0: never."""
        with self._ops.open("r+b") as file:
            file.seek(4)
            file.write((self.ops() + ops if ops else 0).to_bytes(4, "little"))

    def wear(self, **dead: list[int]) -> None:
        """Start again with these blocks dead, as worn_flash.py has them."""
        self.board.cut()
        self._dead.write_text(json.dumps({"program": [], "erase": [], **dead}))
        self.start(confirm=False)

    def fill(self, blocks: int) -> None:
        """Start again with a file of the owner on the flash that leaves so many blocks free."""
        self.board.cut()
        disk = self._disk()
        free = disk.block_count - disk.used_block_count
        with disk.open("mine.bin", "wb") as file:
            file.write(b"x" * max(0, (BLOCK - POINTERS) * (free - blocks) - PAGE))
        self._image.write_bytes(disk.context.buffer)
        self.start(confirm=False)

    def install(self, release: Release) -> bool:
        """Install and start on trial; False when the power went meanwhile."""
        starts = self.board.starts
        try:
            with Repl(self.board.port) as repl:
                todo = plan(repl, release, force=True)
                stage(repl, release, todo)
                switch(repl, release, todo.pointer)
                repl.reset()
        except (ReplError, PortError) as error:
            if not (isinstance(error, ReplError) and error.code == "board-gone" and self._gone()):
                raise
        self.wait(lambda: self.board.dark.is_set() or (self.board.starts > starts and self.board.prompts.is_set()))
        return not self.board.dark.is_set()

    def start(self, *, confirm: bool, cut: int = 0) -> list[dict[str, Any]]:
        """Switch it off and on again, with new orders; return what its program told. `cut` as of `cut_in`."""
        self.board.cut()
        self._order(confirm=confirm)
        self.cut_in(cut)
        self.board.power()
        self.wait(lambda: self.board.dark.is_set() or self.board.prompts.is_set())
        return self.heard()

    def heard(self) -> list[dict[str, Any]]:
        """Take what programs have told since, and check that nothing is lost."""
        path = self.host / "told"
        told = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        path.unlink(missing_ok=True)
        for each in told:
            if "runs" in each:
                assert each["trouble"] != "lost"
                secret, brightness = each["settings"]
                assert secret == SECRET and brightness in self.kept.brightness, (each, self.kept)
                assert self.kept.scans <= set(each["scans"]), "a scan is lost"
                self.kept.brightness = {brightness, self._orders["brightness"]}
                self.kept.scans = set() if self._orders["taken"] else self.kept.scans
            elif "safe" in each:
                self.kept.scans.add(each["safe"])
            elif "brightness" in each:
                self.kept.brightness = {each["brightness"]}
        return told

    def close(self) -> None:
        """Away with it."""
        self.board.close()

    # -- what is on its flash ---------------------------------------------------------------------

    def flash(self) -> dict[str, bytes]:
        """Read every file from the image, with another program than the board."""
        disk = self._disk()
        found = {}
        for folder, _, names in disk.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with disk.open(path, "rb") as file:
                    found[path.lstrip("/")] = file.read()
        return found

    def pointer(self) -> Pointer:
        """Which release runs, as the flash has it."""
        return Pointer.read(self.flash()[POINTER])

    def is_whole(self, folder: str, files: Mapping[str, bytes]) -> bool:
        """Return True when each module of a release is there, in one form or the other.

        MicroPython takes the source of both.
        """
        source, packed = self.releases[folder]
        for name, data in source.files.items():
            other = name.removesuffix(".py") + ".mpy"
            if files.get(f"{folder}/{name}", data) != data:
                return False
            if f"{folder}/{name}" not in files and files.get(f"{folder}/{other}") != packed.files[other]:
                return False
        return True

    def check(self) -> None:
        """See that a release runs that the pointer names, whole, and that nothing is lost."""
        files = self.flash()
        pointer = Pointer.read(files[POINTER])
        assert self.is_whole(pointer.run, files), f"{pointer} is not whole"
        assert not pointer.back or self.is_whole(pointer.back, files), f"no way back by {pointer}"
        left = {name for name in self._disk().listdir("/") if name.startswith("fw-")}
        # What this installation has begun may lie there as well, and what it was about to remove.
        assert len(left - {pointer.run, pointer.back}) <= 2, "folders stay behind"
        for name in release_of().top:
            assert files[name] in [source.top[name] for source, _ in self.releases.values()]
        runs = [
            each["runs"] for _ in range(2) for each in self.start(confirm=self.rng.random() < 0.7) if "runs" in each
        ]
        assert runs, f"nothing runs: {pointer}"
        assert all(run in (pointer.run, pointer.back) for run in runs), (runs, pointer)

    # -- inside -----------------------------------------------------------------------------------

    def _order(self, *, confirm: bool) -> None:
        self._orders = {
            "confirm": confirm,
            "scans": [self.rng.randbytes(7).hex() for _ in range(self.rng.randrange(4))],
            "brightness": self.rng.randrange(1, 101),
            "taken": self.rng.random() < 0.1,
        }
        (self.host / "orders").write_text(json.dumps(self._orders))

    def _disk(self) -> LittleFS:
        image = bytearray(self._image.read_bytes())
        context = UserContext(len(image))
        context.buffer = image
        return LittleFS(context, block_size=BLOCK, block_count=len(image) // BLOCK, prog_size=PAGE)

    def _gone(self) -> bool:
        """Return True when the port went with the power: the process ends a moment later than its terminal."""
        end = time.monotonic() + 5
        while not self.board.dark.is_set() and time.monotonic() < end:
            time.sleep(0.01)
        return self.board.dark.is_set()

    @staticmethod
    def wait(condition: Callable[[], bool], seconds: float = 30) -> None:
        """Wait for something that happens within that time."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            time.sleep(0.01)


def rounds(campaign: Campaign, count: int) -> dict[str, int]:
    """Install so many times, the power going somewhere in most; return what came of it."""
    rng, came = campaign.rng, {"whole": 0, "cut": 0, "cut again": 0, "full": 0}
    before = campaign.ops()
    assert campaign.install(campaign.release("whole"))
    longest = campaign.ops() - before
    campaign.check()
    for n in range(count):
        release = campaign.any_release(n)
        before = campaign.ops()
        # Half of them at the beginning, where room is made.
        campaign.cut_in(rng.randrange(1, rng.choice((FIRST, longest + longest // 8))))
        try:
            done = campaign.install(release)
            came["whole" if done else "cut"] += 1
            assert not done or campaign.pointer().run == release.folder
        except ReplError as error:
            assert error.code == "flash-full"
            came["full"] += 1
        campaign.heard()
        while campaign.board.dark.is_set():
            campaign.start(confirm=False, cut=rng.choice((0, rng.randrange(1, 12))))
            came["cut again"] += campaign.board.dark.is_set()
        longest = max(longest, campaign.ops() - before) if release.form == SOURCE else longest
        campaign.check()
    return came
