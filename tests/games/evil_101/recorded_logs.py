"""Matches as an earlier version logged them, with a print of what it showed after each record.

They are written once and stay: later code must go on with them. ``python -m tests.games.evil_101.recorded_logs`` writes
one only where the file is missing, so that a new recording can be added.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from lairkeeper.core.codec import (
    header_from_json,
    header_to_json,
    plain,
    record_from_json,
    record_to_json,
    state_to_json,
)
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.games.evil_101 import GAME
from lairkeeper.kit.driver import NAMES, choose, offers, viewers

FOLDER: Final = Path(__file__).parent / "recorded"
LETTERS: Final = 8
_HOUSE: Final = {
    "hold-back": True, "agents": "may-leave", "reveal": "one-by-one", "illegal-plot": "table-decides",
    "chase-order": "handler-chooses", "pocket-the-evidence": True, "game-end": "end-of-round",
    "chase-cards": "may-discard", "purchase": "buyer-picks", "tied-handler": "moves", "tie-purchases": True,
}  # fmt: skip
_CHASES: Final = {
    "chase.Ana": ["chase-car#1", "chase-submarine#1"],
    "chase.Bo": ["chase-helicopter#1", "chase-car#2"],
    "chase.Cy": ["chase-submarine#2", "chase-helicopter#2"],
}
_RICH: Final = {f"purse.{seat}": 4 for seat in NAMES[:3]}
HEADERS: Final = {
    "score": Header(GAME.id, NAMES[:4], "score", {"pocket-the-evidence": True}, {"purse.Ana": 3}, GAME.version),
    "full": Header(GAME.id, NAMES[:3], "full", {}, {**_CHASES, "purse.Bo": 8}, GAME.version),
    "house-rules": Header(GAME.id, NAMES[:3], "full", _HOUSE, {**_CHASES, **_RICH}, GAME.version),
    "two-players": Header(GAME.id, NAMES[:2], "full", {"deck-exhaustion": "stop-drawing"}, {"agents": 1}, GAME.version),
    "changing-levels": Header(GAME.id, NAMES[:3], "full", {}, {"purse.Ana": 4}, GAME.version),
}
"""The matches: both levels, rare house rules, decks that run out, and one that changes its level on the way."""
_SEEDS: Final = {"score": 40, "full": 41, "house-rules": 58, "two-players": 43, "changing-levels": 44}
_MOST: Final = 170
"""Records of a recording."""


class Recorded(NamedTuple):
    """A match read back: its header, its records, and a print of each moment after them."""

    header: Header
    records: tuple[Record, ...]
    prints: tuple[str, ...]


def names() -> list[str]:
    """Return the names of the recordings that there are."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def read(name: str) -> Recorded:
    """Read a recording back."""
    lines = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    rest = lines[1:]
    records = tuple(record_from_json(line["record"]) for line in rest)
    return Recorded(header_from_json(lines[0]), records, tuple(line["after"] for line in rest))


def moment(state: State) -> str:
    """Return a short print of a state, of what it offers to each viewer, and of the answers to its question."""
    piece = next((card for card in sorted(state.where) if state.where[card].startswith(("hand.", "plot."))), "plot-6#1")
    shown = [state_to_json(state), *_offered(state, piece)]
    text = json.dumps(plain(shown), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]


def _offered(state: State, piece: str) -> Iterator[Any]:
    for viewer in viewers(state):
        yield [plain(option) for option in GAME.options(state, viewer)]
        for naming in (None, piece, "agent-1", "chase-car#1", "target-2#1"):
            for offer in GAME.offers(state, viewer, naming):
                yield [viewer, naming, plain(offer.command), offer.spoken, offer.tapped, plain(offer.refusal)]


def _played(header: Header, seed: int, switch: bool) -> History:
    """Play a match by chance in which the table also insists, takes back and changes the level."""
    history = History.start(GAME, header)
    assert isinstance(history, History), history
    rng = Random(seed)
    while len(history.records) < _MOST and not history.state.finished:
        if rng.random() < 0.03 and history.can_undo:
            history.undo(1)
            continue
        taps = [GAME.possible(history.state, TABLE, f"{sort}-{rng.randint(1, 5)}") for sort in ("agent", "plot")]
        found = (*offers(GAME, history.state), *(each for tap in taps for each in tap))
        wrong = [each for each in found if each.refusal is not None and each.refusal.forcible]
        if wrong and rng.random() < 0.06:
            history.submit(replace(rng.choice(wrong).command, force="the table agrees"))
            continue
        legal = [each.command for each in found if each.refusal is None and each.command.move != "adjust"]
        levels = [each for each in legal if each.move == "set-level"]
        if levels and switch and rng.random() < 0.15:
            history.submit(rng.choice(levels))
            continue
        command = choose(rng, [each for each in legal if each.move != "set-level"])
        assert command is not None
        assert not isinstance(history.submit(command), Refused)
    return history


def _lines(history: History) -> Iterator[object]:
    yield header_to_json(history.header)
    again = History(GAME, history.header)
    for record in history.records:
        again.follow((record,))
        yield {"record": record_to_json(record), "after": moment(again.state)}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, header in HEADERS.items():
        file = FOLDER / f"{name}.jsonl"
        if not file.exists():
            history = _played(header, _SEEDS[name], name == "changing-levels")
            text = "".join(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n" for line in _lines(history))
            file.write_text(text, encoding="utf-8")
            print(name, len(history.records), "records written")
