"""Commands drawn by chance: every verb, every argument and option, values with and without a sense."""

from __future__ import annotations

import codecs
import contextlib
import io
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import click

from lairkeeper.cli import cli, run
from lairkeeper.games import all_games

STATUSES = frozenset({0, 1, 2, 130})
_TEXTS = (
    "", "-", "--", "x", "ä" * 300, "x" * 5_000, "\udcff\udcfe", "क्षि", "a b", "../..", "%s", "{}", "\x1b[31m",
    "=1", "a=b=c",
    "a=", "1e9", "0x10", "٣", "null", "[]", "ble:", "ble:x", "/dev/null", "/dev/nope", "COM99", "+", "true", "*",
)  # fmt: skip
_NUMBERS = (
    "0", "1", "2", "-1", "7", "64", "999", "65536", "2147483648", "-9223372036854775809", "9" * 25, "9" * 5_000, "1.5",
    "NaN",
    "١", " 3", "", "0x7", "1_000", "-0",
)  # fmt: skip


@dataclass
class Ran:
    """The result of one command."""

    words: list[str]
    status: int
    out: str
    err: str
    pressed: bool
    """True when Ctrl-C was pressed; Python then has words of its own about what it was just doing."""

    def complaint(self) -> str | None:
        """Return what is wrong with the command's end; None when nothing is."""
        if self.status not in STATUSES:
            return f"status {self.status}"
        if self.pressed:
            return None
        if "Traceback" in self.err:
            return "a traceback"
        if self.status in (1, 2) and not self.err.strip() and not self.out.strip():
            return "no sentence"
        if self.status == 2 and "Error:" not in self.err and "Usage:" not in self.err + self.out:
            return "no sentence about the words"
        if len(self.err) > 20_000:
            return "a flood of words"
        return None


def leaves(command: click.Command, name: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every verb with its name."""
    if isinstance(command, click.Group):
        yield name, command
        for verb, each in command.commands.items():
            yield from leaves(each, (*name, verb))
    else:
        yield name, command


class Fuzz:
    """Draws commands; ``folder`` holds the files that they meet."""

    def __init__(self, folder: Path) -> None:
        self._verbs = list(leaves(cli))
        self._games = [*all_games(), "table", "chess"]
        self._files = _files(folder)
        self._folder = folder

    def words(self, rng: Random) -> list[str]:
        """Draw one command."""
        name, command = rng.choice(self._verbs)
        words = list(name)
        for parameter in command.params:
            if isinstance(parameter, click.Argument):
                if rng.random() < 0.95:
                    many = rng.randint(1, 3) if parameter.nargs == -1 else 1
                    words += [self._value(parameter, rng) for _ in range(many)]
            elif isinstance(parameter, click.Option) and rng.random() < 0.35:
                words += self._option(parameter, rng)
        if any(each.name == "db" for each in command.params) and "--db" not in words:
            words += ["--db", str(self._folder / f"{rng.randint(0, 5)}.db")]
        if rng.random() < 0.1:
            words.insert(rng.randint(0, len(words)), rng.choice(_TEXTS))
        return words

    def _option(self, option: click.Option, rng: Random) -> list[str]:
        name = rng.choice([*option.opts, *option.secondary_opts])
        if option.is_flag or option.count:
            return [name]
        return [name, *(self._value(option, rng) for _ in range(1 if option.nargs < 1 else option.nargs))]

    def _value(self, parameter: click.Parameter, rng: Random) -> str:
        kind: Any = parameter.type
        if rng.random() < 0.1:
            return rng.choice([*_TEXTS, *_NUMBERS, *self._files])
        if isinstance(kind, click.Choice):
            return str(rng.choice(list(kind.choices))) if rng.random() < 0.9 else rng.choice(_TEXTS)
        if isinstance(kind, click.Path):
            return rng.choice(self._files)
        if isinstance(kind, click.types.IntParamType | click.types.FloatParamType):
            return rng.choice(_NUMBERS)
        if parameter.name == "game":
            return rng.choice(self._games)
        return rng.choice([*_TEXTS, *self._games, *_NUMBERS])


def _files(folder: Path) -> list[str]:
    """Files, folders and devices as people may name them."""
    made = {
        "empty": b"", "binary": bytes(range(256)), "marked.toml": codecs.BOM_UTF8 + b"format = 1\n",
        "nul.toml": b"a = 1\0",
        "utf16.toml": "format = 1\n".encode("utf-16"), "deep.toml": b"a = " + b"[" * 2_000 + b"]" * 2_000,
        "number.toml": b"format = " + b"9" * 5_000, "text.json": b'{"format": 1}', "no.db": b"SQLite format 3\0junk",
        "trace": b"{}\n[1]\nx\n", "fw.uf2": b"UF2\n" + b"\0" * 508,
    }  # fmt: skip
    for name, content in made.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir(exist_ok=True)
    paths = [*(folder / name for name in made), folder / "folder", folder / "none" / "deep", folder / ("n" * 300)]
    return [*map(str, paths), "", "/dev/null", "/dev/full", str(folder / "out\udcff")]


def played(words: list[str], seconds: float) -> Ran:
    """Run one command as the program does, and press Ctrl-C when it still runs after ``seconds``.

    Raises what the command raises, which would be a traceback.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2))
    over, pressed, turn = threading.Event(), threading.Event(), threading.Lock()

    def press() -> None:
        wait = seconds
        while not over.wait(wait):
            with turn:
                if not over.is_set():
                    pressed.set()
                    signal.pthread_kill(main, signal.SIGINT)
            wait = 10.0  # a second press cuts short what the first one ends

    main = threading.main_thread().ident
    assert main is not None
    before, asked = signal.signal(signal.SIGINT, signal.default_int_handler), sys.stdin
    sys.stdin = io.StringIO()
    presser = threading.Thread(target=press)
    presser.start()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = run(words)
    except KeyboardInterrupt:  # pressed while the command was just over
        status = 130
    finally:
        with turn:
            over.set()
        presser.join()
        signal.signal(signal.SIGINT, before)
        sys.stdin = asked
    said, told = (each.buffer.getvalue().decode(errors="replace") for each in (out, err))  # type: ignore[attr-defined]
    return Ran(words, status, said, told, pressed.is_set())
