"""Installation of a release on a board that is at its prompt.

The release is staged in a separate folder, and every byte is checked on the board. Then one pointer is changed. The
power may go at any moment: the board then runs the old release or the new one, whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from lairkeeper.board.compiled import compiled
from lairkeeper.board.release import OURS, POINTER, PREFIX, Pointer, Release, chip_of
from lairkeeper.board.repl import REFUSED, Repl, ReplError

SLACK_BLOCKS = 6
Say = Callable[[str, int, int], None]
"""Called as (file, number of it, of how many)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan of an installation. ``missing`` are the files that the board lacks or has with other content."""

    banner: str
    version: str
    free: int
    pointer: Pointer
    missing: tuple[str, ...]
    needed: int
    old: tuple[str, ...]
    """Folders of releases that are neither run nor gone back to."""
    room: int = 0
    """Bytes of flash that the missing files take, in whole blocks and with their folders."""
    spare: str = ""
    """A release that is kept only while there is room: not the one that the new release gives way to."""
    extra: tuple[str, ...] = ()
    """Files in the release's folder that do not belong there: of its other form, or of a write that was cut off."""
    least: int = 0
    """Bytes without which there is no beginning."""
    live: bool = False
    """True for a release that runs or is the way back: each module must be there, whole, at each moment."""


def fitting(repl: Repl, release: Release) -> Release:
    """Return the release in the form that the board loads best: compiled, else its sources."""
    return compiled(release, repl.mpy()) or release


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
    # Empty ones too: a removal that was cut off leaves them, and each takes two blocks.
    folders = {folder for folder in repl.folders() if folder.startswith(PREFIX)}
    old = tuple(sorted(folders - {release.folder, pointer.run, pointer.back}))
    spare = folders & {pointer.run, pointer.back} - {release.folder, pointer.way_back(release.folder)}
    extra = tuple(path for path in on_board if path.startswith(release.folder + "/") and path not in wanted)
    needed = sum(len(wanted[path]) for path in missing)
    live = release.folder in (pointer.run, pointer.back)
    # Where modules change their form one by one, they need no more room together than the largest.
    swapped = sorted((path for path in missing if live and _other_form(path) in extra), key=lambda p: len(wanted[p]))
    at_once = {path: wanted[path] for path in missing if path not in swapped[:-1]}
    room, least = room_of(at_once, repl.flash()[0]), sum(map(len, at_once.values()))
    return Plan(banner, version, free, pointer, missing, needed, old, room, next(iter(spare), ""), extra, least, live)


def make_room(repl: Repl, todo: Plan) -> None:
    """Remove old releases, and the spare one where there is no room otherwise.

    The release that the new one gives way to stays, and so do settings, pairing and scans. Raises ReplError
    ``flash-full``, with the spare release still there, when the files cannot fit.
    """
    for folder in todo.old:
        repl.remove(folder)
    free = repl.flash()[1]
    if todo.room <= free:
        return
    gained = repl.taken(todo.spare) if todo.spare else 0
    if todo.least > free + gained:
        raise ReplError("flash-full", port=repl.port)
    if gained:
        repl.replace(POINTER, todo.pointer.without(todo.spare).bytes())
        repl.remove(todo.spare)


def stage(repl: Repl, release: Release, todo: Plan, say: Say = lambda *_: None) -> None:
    """Write and check what is missing; the running release is not touched.

    Raises ReplError ``flash-full``, or ``flash-worn`` where the flash has room but takes nothing. Nothing of the new
    release stays then, so that scans still find room; a ``live`` one is not removed.
    """
    try:
        make_room(repl, todo)
        _write(repl, release, todo, say)
    except ReplError as error:
        if error.code not in REFUSED:
            raise
        if not todo.live:
            with suppress(ReplError):  # a worn flash may not even let go
                repl.remove(release.folder)
        raise _refusal(repl, error, todo.room) from error


def _refusal(repl: Repl, error: ReplError, room: int) -> ReplError:
    """Return ``flash-worn`` for a flash that refuses data although ``room`` bytes are free, else the error as it is."""
    return ReplError("flash-worn", port=repl.port) if repl.flash()[1] >= room else error


def _write(repl: Repl, release: Release, todo: Plan, say: Say) -> None:
    staged = [path for path in todo.missing if path.startswith(release.folder + "/")]
    # A source takes the place of its compiled file from its first byte on.
    write = repl.replace if todo.live else repl.write
    for number, path in enumerate(staged, 1):
        say(path, number, len(todo.missing))
        data = release.files[path.removeprefix(release.folder + "/")]
        write(path, data)
        if _other_form(path) in todo.extra:
            _check(repl, {path: data})
            repl.remove(_other_form(path))
    _check(repl, {f"{release.folder}/{name}": data for name, data in release.files.items()})
    for path in todo.extra:
        repl.remove(path)
    for number, name in enumerate([name for name in release.top if name in todo.missing], len(staged) + 1):
        say(name, number, len(todo.missing))
        repl.replace(name, release.top[name])
    _check(repl, release.top)


def switch(repl: Repl, release: Release, pointer: Pointer) -> Pointer:
    """Put this release on trial from the next start on, and return the new pointer.

    It gives way to the release that a host confirmed last. Raises ReplError ``flash-full`` or ``flash-worn``: then the
    release that ran goes on.
    """
    new = Pointer(run=release.folder, back=pointer.way_back(release.folder), state="new")
    try:
        repl.replace(POINTER, new.bytes())
    except ReplError as error:
        if error.code not in REFUSED:
            raise
        raise _refusal(repl, error, SLACK_BLOCKS * repl.flash()[0]) from error
    return new


def room_of(files: Mapping[str, bytes], block: int) -> int:
    """Return the bytes of flash that files take.

    They take whole blocks, two for each folder, and some for what the file system does besides.
    """
    folders = {path.rpartition("/")[0] for path in files} | {path.split("/")[0] for path in files if "/" in path}
    blocks = sum(-(-len(data) // block) for data in files.values()) + 2 * len(folders - {""})
    return (blocks + SLACK_BLOCKS) * block if files else 0


def roll_back(repl: Repl) -> Pointer:
    """Go back to the release before, and return the new pointer.

    Raises ReplError ``no-way-back`` when the board has no such release.
    """
    pointer = Pointer.read(repl.read(POINTER))
    programs = {f"{pointer.back}/lairboard/app.{form}" for form in ("py", "mpy")}
    if not pointer.back or not programs & set(repl.files()):
        raise ReplError("no-way-back")
    new = Pointer(run=pointer.back, back=pointer.run, state="good")
    repl.replace(POINTER, new.bytes())
    return new


def wipe(repl: Repl) -> list[str]:
    """Remove everything of ours, settings and unacknowledged scans too; return the files that were there."""
    found = [path for path in repl.files() if path.split("/")[0] in OURS or path.startswith(PREFIX)]
    empty = [folder for folder in repl.folders() if folder.startswith(PREFIX)]
    for name in sorted({path.split("/")[0] for path in found}.union(empty)):
        repl.remove(name)
    return found


def _other_form(path: str) -> str:
    """Return the name of the same module in the other form."""
    return path.removesuffix(".mpy") + ".py" if path.endswith(".mpy") else path.removesuffix(".py") + ".mpy"


def _check(repl: Repl, wanted: Mapping[str, bytes]) -> None:
    unlike = _unlike(repl, wanted)
    if unlike:
        raise ReplError("bad-copy", path=unlike[0])


def _unlike(repl: Repl, wanted: Mapping[str, bytes]) -> list[str]:
    """Return the paths whose file on the board is missing or different."""
    found = repl.digests(wanted)
    return [path for path, data in wanted.items() if found.get(path) != hashlib.sha256(data).digest()]
