"""Golden playthroughs: a seeded match, line by line, kept for ever so that nothing changes unnoticed."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from pathlib import Path

from lairkeeper.core.codec import header_from_json, header_to_json, record_from_json, record_to_json
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.games import get_game

from .driver import play_match

SEED = 7


def golden_name(game: Game, level: str) -> str:
    """Return the name of the file that holds a level's golden match, by the version of the rules."""
    return f"{level}-v{game.version}.jsonl"


def golden_text(game: Game, level: str) -> str:
    """Return the match as JSON lines: header, records, and the score at the end."""
    players = min(game.players[0] + 1, game.players[1])
    recording = play_match(game, SEED, level=level, players=players, ruleset={})
    history = recording.history
    board = game.score(history.state, TABLE)
    lines: list[object] = [header_to_json(history.header), *(record_to_json(record) for record in history.records)]
    lines.append({"scores": {each.seat: each.low for each in board.seats}, "winners": list(board.winners)})
    return "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in lines)


def final_scores(text: str) -> tuple[History, dict[str, int], tuple[str, ...]]:
    """Read a golden match back from its lines, with the scores and winners that stand at its end.

    They are those of the time when it was written.
    """
    lines = [json.loads(line) for line in text.splitlines()]
    header = header_from_json(lines[0])
    history = History.replay(get_game(header.game), header, [record_from_json(line) for line in lines[1:-1]])
    if isinstance(history, Refused):
        raise ValueError(f"{history.code} {dict(history.args)}")
    return history, lines[-1]["scores"], tuple(lines[-1]["winners"])


def write(game: Game, folder: Path) -> list[str]:
    """Write the golden matches of all levels; return the names of those that changed.

    This is for a rule change made on purpose.
    """
    folder.mkdir(parents=True, exist_ok=True)
    changed = []
    for level in game.levels:
        if compare(game, level, folder) is not None:
            name = golden_name(game, level)
            folder.joinpath(name).write_text(golden_text(game, level), encoding="utf-8")
            changed.append(name)
    return changed


def compare(game: Game, level: str, folder: Traversable) -> str | None:
    """Return what differs from the golden match, or that its file is missing; None when nothing differs."""
    name = golden_name(game, level)
    file = folder.joinpath(name)
    if not file.is_file():
        return f"no golden playthrough {name}: write it with tests/games/golden.py"
    expected = file.read_text(encoding="utf-8").splitlines()
    actual = golden_text(game, level).splitlines()
    for n, (one, other) in enumerate(zip(expected, actual, strict=False), 1):
        if one != other:
            return f"{name}, line {n}: {one[:160]} became {other[:160]}"
    return None if len(expected) == len(actual) else f"{name}: {len(expected)} lines became {len(actual)}"
