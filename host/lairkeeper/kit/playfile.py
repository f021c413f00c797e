"""Plays as files: read, checked key by key, with the line of whatever is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from .dotted import TwiceError, joined

_KEYS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "title": str,
    "game": str,
    "rule": str,
    "covers": list,
    "denies": list,
    "seats": list,
    "ruleset": dict,
    "level": str,
    "setup": dict,
    "step": list,
    "refuse_setup": str,
}
_REQUIRED: Final = ("title", "game", "seats")
_ACTIONS: Final = ("do", "refuse", "scan", "undo", "redo")
_COMMAND: Final[Mapping[str, type]] = {
    "by": str,
    "move": str,
    "card": str,
    "target": str,
    "amount": int,
    "option": str,
    "prompt": int,
    "force": str,
}
_SCAN: Final[Mapping[str, type]] = {"reader": str, "component": str}


class PlayError(ValueError):
    """A play that cannot be read; the message names the line and what to write instead."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line


@dataclass(frozen=True, slots=True)
class PlayStep:
    """One step: an action (or None: only expectations) and what must be true afterwards."""

    line: int
    action: str | None
    value: Any = None
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Play:
    """A whole play as written, names not yet looked up."""

    title: str
    game: str
    seats: tuple[str, ...]
    rule: str | None = None
    covers: tuple[str, ...] = ()
    denies: tuple[str, ...] = ()
    ruleset: Mapping[str, Any] = field(default_factory=dict)
    level: str | None = None
    setup: Mapping[str, Any] = field(default_factory=dict)
    refuse_setup: str | None = None
    steps: tuple[PlayStep, ...] = ()


def parse(text: str) -> Play:
    """Read a play. Raises ``PlayError`` for anything that is not one, a misspelt key among them."""
    try:
        return _parsed(text)
    except RecursionError:
        raise PlayError(1, "tables or lists are nested too deeply") from None


def _parsed(text: str) -> Play:
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # among them a number that is too long to be read
        found = re.search(r"line (\d+)", str(error))
        raise PlayError(int(found[1]) if found else 1, f"no valid TOML: {error}") from None
    lines = text.splitlines()
    _check_head(data, lines)
    steps = _steps(data.get("step", []), data["game"], lines)
    if ("refuse_setup" in data) == bool(steps):
        raise PlayError(1, "write either [[step]]s or refuse_setup")
    return Play(
        data["title"],
        data["game"],
        tuple(data["seats"]),
        data.get("rule"),
        tuple(data.get("covers", ())),
        tuple(data.get("denies", ())),
        data.get("ruleset", {}),
        data.get("level"),
        _paths(data.get("setup", {}), data["game"], 1, lines),
        data.get("refuse_setup"),
        steps,
    )


def _check_head(data: Mapping[str, Any], lines: list[str]) -> None:
    for key in _REQUIRED:
        if key not in data:
            raise PlayError(1, f"{key} is missing")
    for key, value in data.items():
        if key not in _KEYS:
            raise PlayError(_line_of(lines, key), f"unknown key {key!r}; known: {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]):
            raise PlayError(_line_of(lines, key), f"{key} has the wrong type")
    for key in ("seats", "covers", "denies"):
        if not all(isinstance(each, str) for each in data.get(key, ())):
            raise PlayError(_line_of(lines, key), f"{key} is a list of texts")


def _paths(table: Mapping[str, Any], game: str, start: int, block: list[str]) -> dict[str, Any]:
    """Return a table by whole paths; ``block``: its lines, the first of which is line ``start`` of the file."""
    try:
        return joined(table, game)
    except TwiceError as error:
        path = str(error)
        line = start - 1 + max(_line_of(block, path), _line_of(block, path.partition(".")[0]))
        raise PlayError(line, f"{path} is written twice; keep one of them") from None


def _steps(steps: list[Any], game: str, lines: list[str]) -> tuple[PlayStep, ...]:
    starts = [n for n, line in enumerate(lines, 1) if re.match(r"\s*\[\[\s*step\s*\]\]", line)]
    ends = [*starts[1:], len(lines) + 1]
    found = []
    for at, step in enumerate(steps):
        start = starts[at] if at < len(starts) else 1
        block = lines[start - 1 : (ends[at] if at < len(ends) else len(lines) + 1) - 1]
        found.append(_step(step, game, start, block))
    return tuple(found)


def _step(step: Any, game: str, start: int, block: list[str]) -> PlayStep:
    if not isinstance(step, dict):
        raise PlayError(start, "a step is a table")
    for key in step:
        if key not in {*_ACTIONS, "expect"}:
            line = start - 1 + _line_of(block, key)
            raise PlayError(line, f"unknown key {key!r} in a step; known: {', '.join(_ACTIONS)}, expect")
    actions = [key for key in _ACTIONS if key in step]
    if len(actions) > 1:
        raise PlayError(start, f"one action a step, not {' and '.join(actions)}")
    action = actions[0] if actions else None
    line = start - 1 + _line_of(block, action) if action else start
    expect = step.get("expect", {})
    if not isinstance(expect, dict):
        raise PlayError(start, "expect is a table of state paths")
    value = step[action] if action else None
    _check_action(action, value, line)
    return PlayStep(start, action, value, _paths(expect, game, start, block))


def _check_action(action: str | None, value: Any, line: int) -> None:
    match action:
        case "do":
            for each in value if isinstance(value, list) else [value]:
                _check_table(each, _COMMAND, ("move",), line)
        case "refuse":
            _check_table(value, {**_COMMAND, "code": str}, ("move", "code"), line)
        case "scan":
            for each in value if isinstance(value, list) else [value]:
                _check_table(each, _SCAN, ("reader", "component"), line)
        case "undo" | "redo":
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise PlayError(line, f"{action} takes a number of moves")


def _check_table(value: Any, known: Mapping[str, type], needed: tuple[str, ...], line: int) -> None:
    if not isinstance(value, dict):
        raise PlayError(line, "write { by = …, move = … }")
    for key, each in value.items():
        if key not in known:
            raise PlayError(line, f"unknown key {key!r}; known: {', '.join(known)}")
        if not isinstance(each, known[key]) or isinstance(each, bool):
            raise PlayError(line, f"{key} must be a {'number' if known[key] is int else 'text'}")
    for key in needed:
        if key not in value:
            raise PlayError(line, f"{key} is missing")


def _line_of(lines: list[str], key: str) -> int:
    """Return the number of the first line that mentions a key, counted from 1."""
    pattern = re.compile(rf"(^|[\s\[{{,\"]){re.escape(key)}[\"\]]?\s*[=\].]")
    return next((n for n, line in enumerate(lines, 1) if pattern.search(line)), 1)
