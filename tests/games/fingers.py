"""Taps by chance, from where a play ends: any piece at any reader, at any pace, and questions answered anyhow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import kind_of
from lairkeeper.core.pieces import PIECES, SHARED
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.kit.driver import offers
from lairkeeper.kit.play import history_of
from lairkeeper.kit.playfile import parse
from lairkeeper.scans import Sighting, StreamPlayer
from lairkeeper.scans.question import HERE, PUT_BACK
from lairkeeper.scans.sighting import BUTTON, PLACED, REMOVED, TAPPED

from .pictures import Pictures, grouped, printed

TAPS: Final = 32
"""So many taps follow a play."""
TOGETHER: Final = 4
"""So many of them have one print."""
_PAUSES: Final = (0.1, 0.4, 0.9, 1.6, 2.5, 4.0, 9.0)
"""Seconds between two things that happen: within and beyond what the senses wait for."""
_HOLDS: Final = (0.1, 0.3, 0.8, 1.3, 2.2, 6.0)
"""Seconds that a piece lies on a reader."""
_COMMON: Final = ("verb-confirm", "verb-no", "verb-end-turn", "seat-1", "seat-2", "plus-1", "plus-5")

Tapped = Iterator[tuple[str, object]]


def tapped(game: Game, name: str, text: str, seed: object = "") -> Tapped:
    """Yield what is tapped after the last step of a play, and what the senses make of it.

    Its name is the seed.
    """
    history = history_of(parse(text), game)
    if history is None:
        return
    fingers = Fingers(history, Random(f"{game.id} {name}{seed}"))
    for _ in range(TAPS):
        yield fingers.act()


def groups(game: Game, name: str, text: str) -> Tapped:
    """Yield a few taps at a time, what each was and what they come to."""
    return grouped(tapped(game, name, text), TOGETHER)


def prints(game: Game, texts: Mapping[str, str]) -> Pictures:
    """Return a print of every few taps after each play, by its name."""
    return {name: [printed(heard) for _, heard in groups(game, name, text)] for name, text in sorted(texts.items())}


class Fingers:
    """Somebody at the table who taps, lays down, lifts and answers without any sense."""

    def __init__(self, history: History, rng: Random) -> None:
        self.player = StreamPlayer(history)
        self._rng = rng
        self._row = 0
        self._lying: list[tuple[str, str, str | None]] = []
        """Reader, tag and game of what was laid down and not lifted yet."""
        self._told = 0
        self._last: tuple[str, str, str | None] | None = None
        """Reader, tag and game of what was laid down last."""
        self._clock = rng.random() < 0.5
        """True when the board tells the time by its own clock."""

    def act(self) -> tuple[str, object]:
        """Do one thing: what it is, and what it comes to."""
        self.player.until(self.player.now + self._rng.choice(_PAUSES))
        mood = self._rng.random()
        if self.player.questions and mood < 0.4:
            done = self._answer()
        elif self._lying and mood < 0.5:
            done = self._lift(self._rng.randrange(len(self._lying)))
        else:
            done = self._lay()
        return done, self._heard()

    def _answer(self) -> str:
        question = self._rng.choice(self.player.questions)
        n = self._rng.randrange(len(question.options))
        option = question.options[n]
        if option.action == PUT_BACK or (option.action != HERE and option.command is None):
            self.player.listener.used(question.rows)
        else:
            self.player.choose(question, n)
        return f"{question.code}: {option.action}"

    def _lift(self, at: int) -> str:
        reader, tag, game = self._lying.pop(at)
        self._see(reader, REMOVED, tag, game)
        return f"{tag} leaves {reader}"

    def _lay(self) -> str:
        """Lay a piece on a reader; most are lifted again, some of them after lying at another reader."""
        reader, tag, game = self._again() or (self._reader(), *self._piece())
        self._last = reader, tag, game
        kind = self._rng.choices((PLACED, TAPPED, BUTTON), (16, 1, 1 if game == SHARED else 0))[0]
        self._see(reader, kind, tag, game)
        if kind == PLACED:
            self._lying.append((reader, tag, game))
            if self._rng.random() < 0.75:
                self.player.until(self.player.now + self._rng.choice(_HOLDS))
                self._lift(len(self._lying) - 1)
        return f"{tag} on {reader} ({kind})"

    def _again(self) -> tuple[str, str, str | None] | None:
        """Return the same piece once more, at the same reader or another."""
        mood = self._rng.random()
        if self._last is None or mood > 0.25:
            return None
        reader, tag, game = self._last
        return (reader if mood < 0.1 else self._reader(), tag, game)

    def _see(self, reader: str, kind: str, tag: str, game: str | None) -> None:
        self._row += 1
        odd = self._rng.random()
        foreign = game is None and odd < 0.5
        seen = Sighting(
            self._row, self.player.now, reader, kind, tag, game, None if game is None else tag, foreign=foreign,
            lying=kind == PLACED and odd > 0.97, heard=self.player.now + 3 if odd > 0.9 else None,
            ms=round(self.player.now * 1000) if self._clock else None, boot="x", device="b1",
        )  # fmt: skip
        self.player.listener.hear(seen)

    def _piece(self) -> tuple[str, str | None]:
        """Mostly what may be moved now and a token that says how; now and then any piece, or a stranger's tag."""
        rng, state = self._rng, self.player.history.state
        mood = rng.random()
        if mood < 0.04:
            return f"stranger-{rng.randrange(2)}", None
        if mood < 0.4:
            return f"{rng.choice((*PIECES, *_COMMON, *_COMMON))}#1", SHARED
        named = self._named() if mood < 0.85 else []
        card = rng.choice(named or sorted(state.where) or ["verb-undo#1"])
        if card == "verb-undo#1":
            return card, SHARED
        return card if "#" in card else f"{card}#{rng.choice((1, 1, 1, 2))}", self.player.history.game.id

    def _named(self) -> list[str]:
        """Pieces of the game that something offered is about."""
        game, state = self.player.history.game, self.player.history.state
        labels = (label for o in offers(game, state) for label in (o.command.card, o.command.target))
        return sorted({label for label in labels if label and kind_of(label) in game.catalog.kinds})

    def _reader(self) -> str:
        rng, state = self._rng, self.player.history.state
        trays = [f"seat-{n}" for n in range(1, len(state.seats) + (rng.random() < 0.1) + 1)]
        places = sorted({path for path in (*state.zones, *state.where.values()) if "." not in path})
        return rng.choice(("tap", "tap", *trays, rng.choice(places or ["slot-1"]), f"slot-{rng.randint(1, 5)}"))

    def _heard(self) -> list[Any]:
        """Return what is new since the last time, and what is open."""
        player = self.player
        new, self._told = player.verdicts[self._told :], len(player.verdicts)
        deadline = player.listener.deadline
        open_ = [player.questions, player.listener.armed, None if deadline is None else round(deadline, 3), player.todo]
        return [new, open_, _score(player.history.state), len(player.history)]


def _score(state: State) -> list[object]:
    """Return the tokens of each seat, as the table sees them."""
    return [{seat: worth(state, seat) for seat in state.seats}]
