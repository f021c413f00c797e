"""Putting a release on a board that is at its prompt: staged in a folder of its own, every byte checked on the board,
then one pointer is changed. The power may go at any moment: the board then runs the old release or the new one, whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from lairkeeper.board.release import OURS, POINTER, PREFIX, Pointer, Release, chip_of
from lairkeeper.board.repl import Repl, ReplError

Say = Callable[[str, int, int], None]
"""Called as (file, number of it, of how many)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an installation would do. ``missing`` are the files that are not on the board yet, as they should be."""

    banner: str
    version: str
    free: int
    pointer: Pointer
    missing: tuple[str, ...]
    needed: int
    old: tuple[str, ...]
    """Folders of releases that are neither run nor gone back to."""


def plan(repl: Repl, release: Release, *, force: bool = False) -> Plan:
    """Look at the board. Raises ReplError ``wrong-board`` for one that the firmware was not made for."""
    banner, interpreter, version, free = repl.facts()
    if interpreter != "micropython":
        raise ReplError("no-micropython", port=repl.port)
    if chip_of(banner) is None and not force:
        raise ReplError("wrong-board", board=banner)
    on_board = repl.files()
    pointer = Pointer.read(repl.read(POINTER))
    wanted = {f"{release.folder}/{name}": data for name, data in release.files.items()} | dict(release.top)
    missing = tuple(_unlike(repl, wanted))
    folders = {path.split("/")[0] for path in on_board if path.startswith(PREFIX) and "/" in path}
    old = tuple(sorted(folders - {release.folder, pointer.run, pointer.back}))
    return Plan(banner, version, free, pointer, missing, sum(len(wanted[path]) for path in missing), old)


def stage(repl: Repl, release: Release, todo: Plan, say: Say = lambda *_: None) -> None:
    """Write and check what is missing; the running release is not touched."""
    for folder in todo.old:
        repl.remove(folder)
    staged = [path for path in todo.missing if path.startswith(release.folder + "/")]
    for number, path in enumerate(staged, 1):
        say(path, number, len(todo.missing))
        repl.write(path, release.files[path.removeprefix(release.folder + "/")])
    _check(repl, {f"{release.folder}/{name}": data for name, data in release.files.items()})
    for number, name in enumerate([name for name in release.top if name in todo.missing], len(staged) + 1):
        say(name, number, len(todo.missing))
        repl.replace(name, release.top[name])
    _check(repl, release.top)


def switch(repl: Repl, release: Release, pointer: Pointer) -> Pointer:
    """From the next start on this release is on trial; the one that runs now is what it gives way to."""
    back = pointer.back if pointer.run == release.folder else pointer.run
    new = Pointer(run=release.folder, back=back, state="new")
    repl.replace(POINTER, new.bytes())
    return new


def roll_back(repl: Repl) -> Pointer:
    """Back to the release before. Raises ReplError ``no-way-back`` when there is none."""
    pointer = Pointer.read(repl.read(POINTER))
    if not pointer.back or f"{pointer.back}/lairboard/app.py" not in repl.files():
        raise ReplError("no-way-back")
    new = Pointer(run=pointer.back, back=pointer.run, state="good")
    repl.replace(POINTER, new.bytes())
    return new


def wipe(repl: Repl) -> list[str]:
    """Remove everything of ours, settings and unacknowledged scans too; the files that were there."""
    found = [path for path in repl.files() if path.split("/")[0] in OURS or path.startswith(PREFIX)]
    for name in sorted({path.split("/")[0] for path in found}):
        repl.remove(name)
    return found


def _check(repl: Repl, wanted: Mapping[str, bytes]) -> None:
    unlike = _unlike(repl, wanted)
    if unlike:
        raise ReplError("bad-copy", path=unlike[0])


def _unlike(repl: Repl, wanted: Mapping[str, bytes]) -> list[str]:
    """The paths whose file on the board is missing or another one."""
    found = repl.digests(wanted)
    return [path for path, data in wanted.items() if found.get(path) != hashlib.sha256(data).digest()]
