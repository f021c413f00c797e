"""The games' plays with something wrong in them: keys twice or missing, wrong types, absurd numbers, deep nests."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any

PATHS = ("villain.Ana", "hand.Bo", "purse.Ana", "printed", "start", "line-up", "deck.Ana", "main-deck")
ABSURD: tuple[Any, ...] = (
    -1, 0, 10**9, -(10**30), 2**63, 1e308, float("nan"), float("inf"), True, "", " ", "x" * 3_000, "punch#0", "punch#x",
    "Kick x99", "Kick x 9", "#", "none", "Zoë", "view.table", "table", "bank", "app", "\u202e", [], {}, [[]], {"": ""},
    {"10": -3}, {"5": 10**12}, {"x": "y"}, [1, "a", None], ["Punch#1"] * 40,
)  # fmt: skip


def written(value: Any) -> str:
    """Return a value as inline TOML."""
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case dict():
            return "{" + ", ".join(f"{quoted(str(key))} = {written(each)}" for key, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(written(each) for each in value) + "]"
    return quoted(str(value))


def quoted(text: str) -> str:
    return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text) + '"'


def toml(play: dict[str, Any]) -> str:
    return "".join(f"{key} = {written(value)}\n" for key, value in play.items())


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    if isinstance(value, dict | list):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


def mutated(text: str, rng: Random) -> str:
    """Return a play with one to three of its values changed, or with its text scrambled."""
    if rng.random() < 0.25:
        return scrambled(text, rng)
    try:
        return changed(text, rng)
    except RecursionError:  # nests in nests, too deep to be written or read here
        return scrambled(text, rng)


def changed(text: str, rng: Random) -> str:
    """Return a play with other values, keys and items than it had.

    Raises ``RecursionError`` for nests that grew too deep.
    """
    play = {"setup": {}, "ruleset": {}, **tomllib.loads(text)}
    for _ in range(rng.randint(1, 3)):
        part = rng.choice([play, *[play[name] for name in ("setup", "setup", "ruleset", "step") if play.get(name)]])
        container, key = rng.choice(list(places(part)) or [(play, "x")])
        match rng.randrange(6):
            case 0:
                if container is not play or key in play:
                    del container[key]
            case 1 if isinstance(container, dict):
                container[rng.choice([f"{key}x", f"{key}.x", *PATHS])] = container.get(key)
            case 1 | 2 if isinstance(container, list):
                container.insert(rng.randint(0, len(container)), container[key])
            case 3:
                container[key] = deep(rng)
            case 4:
                _, other = rng.choice([(0, 0), *((c, c[k]) for c, k in places(play))])
                container[key] = tomllib.loads(f"x = {written(other)}")["x"]
            case _:
                container[key] = rng.choice(ABSURD)
    return toml(play)


def deep(rng: Random) -> Any:
    found: Any = "x"
    for _ in range(rng.choice((3, 30, 200))):
        found = [found] if rng.random() < 0.5 else {"a": found}
    return found


def scrambled(text: str, rng: Random) -> str:
    lines = text.splitlines()
    at = rng.randrange(len(lines))
    match rng.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 2:
            lines[at] = lines[at].replace(rng.choice('"=[]{},#'), rng.choice(['"', "=", "[", "]", "", "9" * 5_000]), 1)
        case _:
            lines.insert(at, "x = " + "[" * 2_000 + "]" * 2_000)
    return "\n".join(lines)
