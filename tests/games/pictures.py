"""Short prints of what everybody is shown, told and offered after each step of each play: they change when it does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.kit.driver import viewers, voices
from lairkeeper.kit.names import Names
from lairkeeper.kit.play import Runner
from lairkeeper.kit.playfile import PlayStep, parse

LETTERS: Final = 8
NAMED: Final = 12
"""So many pieces are asked about by name, as a tap does, at the end of a play."""
PLAYS, ONWARD, TAPS, SCENES = "plays.json", "onward.json", "taps.json", "scenes.json"
ELSEWHERE, FACTS = "elsewhere.json", "facts.json"
"""Where the prints are kept: of plays, of how they go on by chance, of taps after them, of scenes by chance, of what
comes of a play's set-up with other cards, and of all that a game says about itself.
"""
Pictures = dict[str, list[str]]


class Painter(Runner):
    """Runs a play and keeps what is seen after each step."""

    def __init__(self, history: History, names: Names) -> None:
        super().__init__(history, names)
        self.refusals: list[object] = []
        self.heard = 0

    def picture(self, step: PlayStep) -> str:
        self.refusals.clear()
        self.step(step)
        records = self.history.records
        new, self.heard = records[self.heard :], len(records)
        game = self.history.game
        told = [game.log(record.command, record.events) for record in new if record.command is not None]
        checks = [record.unverified for record in new]
        return printed([self.refusals, told, checks, _seen(game, self.history.state)])

    def _do(self, value: Mapping[str, Any]) -> object:
        result = super()._do(value)
        if isinstance(result, Refused):
            self.refusals.append(result)
        return result


def pictures(game: Game, texts: Mapping[str, str]) -> Pictures:
    """Return the prints of each play, by its name.

    There is one a step, and one of what may be done with single pieces at its end.
    """
    return {name: list(_of_play(game, text)) for name, text in sorted(texts.items())}


def _of_play(game: Game, text: str) -> Iterator[str]:
    play, names = parse(text), Names(game)
    header = Header(game.id, play.seats, play.level, play.ruleset, names.setup(play.setup), game.version)
    history = History.start(game, header)
    if isinstance(history, Refused):
        yield printed(history)
        return
    painter = Painter(history, names)
    for step in play.steps:
        yield painter.picture(step)
    yield printed(list(_by_name(game, history.state)))


def _seen(game: Game, state: State) -> list[object]:
    views = [game.view(state, viewer) for viewer in viewers(state)]
    return [views, [game.offers(state, voice) for voice in voices(state)]]


def _by_name(game: Game, state: State) -> Iterator[object]:
    pieces = sorted(state.where)
    for piece in pieces[:: max(1, len(pieces) // NAMED)]:
        yield piece, game.veiled(state, piece), [game.offers(state, voice, piece) for voice in voices(state)]


def printed(value: object) -> str:
    """Return a short print of anything that is seen, the same one in every process."""
    told = msgspec.to_builtins(value, str_keys=True, order="deterministic", enc_hook=_plain)
    return hashlib.sha256(msgspec.json.encode(told)).hexdigest()[:LETTERS]


def _plain(value: object) -> object:
    return dict(value) if isinstance(value, Mapping) else str(value)


def grouped(lived: Iterable[tuple[str, object]], n: int) -> Iterator[tuple[str, object]]:
    """Yield ``n`` steps at a time, so that they share one print."""
    steps = list(lived)
    for at in range(0, len(steps), n):
        some = steps[at : at + n]
        yield "; ".join(done for done, _ in some), [seen for _, seen in some]


def compare(
    game: str, prints: list[str] | None, lived: Iterable[tuple[str, object]], name: str, *, whole: bool = True
) -> None:
    """Fail where what was lived through looks different from its prints, naming what was done there.

    Not ``whole``: it may end before its prints do.
    """
    again = f"if that is meant: python tests/games/golden.py {game}"
    assert prints is not None, f"{name} has no print yet; {again}"
    n = 0
    for n, (done, seen) in enumerate(lived, 1):
        assert n <= len(prints), f"{name} goes on with {done}; {again}"
        assert printed(seen) == prints[n - 1], f"{name} looks different at step {n}, {done}; {again}"
    assert n == len(prints) or not whole, f"{name} ends after {n} steps instead of {len(prints)}; {again}"


def kept(folder: Path, what: str = PLAYS) -> Pictures:
    """Return the prints as they were written last."""
    file = folder / what
    found: Pictures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def keep(folder: Path, found: Pictures, what: str = PLAYS) -> list[str]:
    """Write the prints, a line a play; the names of the plays whose prints are new or changed."""
    before = kept(folder, what)
    lines = [f"{json.dumps(name)}: {json.dumps(prints)}" for name, prints in found.items()]
    (folder / what).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    return [name for name, prints in found.items() if before.get(name) != prints]
