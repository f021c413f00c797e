"""Next steps by chance: what is offered, what is tried that nobody offers, and what is seen of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.history import History
from lairkeeper.core.ids import kind_of
from lairkeeper.core.paths import PathError
from lairkeeper.core.result import Accepted, Offer
from lairkeeper.core.showing import shows
from lairkeeper.core.state import State
from lairkeeper.kit.driver import viewers, voices

from ..fresh import SEED

PROBES: Final = 5
"""So many commands that nobody offers are tried at each step."""
_AMOUNTS: Final = (None, -1, 0, 1, 2, 5, 40)
_FAR: Final = ("box", "reserve", "standees")
"""Places whose pieces matter little."""

Offers = Mapping[str, tuple[Offer, ...]]
Choose = Callable[[Random, list[Command]], Command]


class Chance:
    """Draws what is done in a match, and keeps nothing of it but what it has heard there.

    ``choose`` picks among what may be done. ``options`` and ``places`` are words that a command may hold beside those
    that were offered.
    """

    def __init__(
        self, game: Game, rng: Random, choose: Choose, options: Sequence[str] = (), places: Sequence[str] = ()
    ) -> None:
        self._game = game
        self._rng = rng
        self._choose = choose
        self._options = dict.fromkeys((*options, *game.levels))
        self._places = dict.fromkeys(places)
        self._moves = sorted({spec.name for spec in game.moves})

    def step(self, history: History) -> tuple[str, object] | None:
        """Do one thing: what is done, and all that is offered, tried and told. None when there is nothing to do."""
        state = history.state
        if state.finished:
            return None
        offers = {voice: self._game.possible(state, voice) for voice in voices(state)}
        self._hear(offers)
        pieces = _pieces(state)
        tried = [self._tried(state, offers, pieces) for _ in range(PROBES)]
        done, came = self._done(history, offers)
        return done, [offers, tried, came, self._asked(history.state)]

    def seen(self, state: State) -> list[object]:
        """Return what everybody sees, and what may be done."""
        views = [self._game.view(state, viewer) for viewer in viewers(state)]
        return [views, [self._game.offers(state, voice) for voice in voices(state)]]

    def _hear(self, offers: Offers) -> None:
        for offer in (offer for each in offers.values() for offer in each):
            if offer.command.option is not None:
                self._options.setdefault(offer.command.option)
            if offer.command.target is not None:
                self._places.setdefault(offer.command.target)

    def _done(self, history: History, offers: Offers) -> tuple[str, object]:
        """Mostly something that may be done; sometimes what the table insists on, or taking it back."""
        mood = self._rng.random()
        if mood < 0.04 and history.can_undo:
            return "undo", history.undo(1)
        state = history.state
        made = {offer.command: offer for each in offers.values() for offer in each}.values()
        refused = [offer.command for offer in made if offer.refusal is not None and offer.refusal.forcible]
        if mood < 0.1 and refused:
            command = replace(self._rng.choice(refused), force="a card says so")
        else:
            allowed = [offer.command for offer in made if offer.refusal is None]
            if not allowed:
                return "nothing", None
            command = self._choose(self._rng, allowed)
            if mood < 0.2:
                command = self._by_another(state, command)
        came = _outcome(history.submit(command))
        return told(command), [came, history.reveals()]

    def _by_another(self, state: State, command: Command) -> Command:
        """Somebody else does it, whose turn it is not, since a card says so; where not even that may be, it stays."""
        others = [seat for seat in state.seats if seat != command.by]
        if not others:
            return command
        instead = replace(command, by=self._rng.choice(others), force="a card says so")
        return instead if isinstance(self._game.decide(state, instead), Accepted) else command

    def _tried(self, state: State, offers: Offers, pieces: list[str]) -> object:
        """Try a command that nobody offers, or an offer with one thing changed; return it with what comes of it."""
        rng, mood = self._rng, self._rng.random()
        made = offers[rng.choice(sorted(offers))]
        if made and mood < 0.65:
            name = rng.choice(("by", "card", "target", "option", "amount", "move"))
            one = {name: self._piece(state, name, pieces)}
            command = replace(rng.choice(made).command, **one, force="so" if mood < 0.08 else None)
        else:
            fields = {name: self._piece(state, name, pieces) for name in ("by", "card", "target") if rng.random() < 0.8}
            command = Command(move=rng.choice(self._moves), **fields)
        decision = self._game.decide(state, command)
        if not isinstance(decision, Accepted):
            return [told(command), decision, None]
        line = self._game.log(command, decision.events)
        return [told(command), _outcome(decision), line, shows(self._game, state, command, decision.events)]

    def _piece(self, state: State, name: str, pieces: list[str]) -> Any:
        """Anything that may stand in a field of a command."""
        rng = self._rng
        match name:
            case "by":
                return rng.choice((None, *state.seats, *state.seats))
            case "move":
                return rng.choice(self._moves)
            case "amount":
                return rng.choice(_AMOUNTS)
            case "option":
                return rng.choice((None, *self._options))
        if pieces and rng.random() < 0.5:
            return rng.choice(pieces)
        return rng.choice((None, *self._places, *state.seats, *(kind_of(each) for each in pieces[:40:7])))

    def _asked(self, state: State) -> object:
        """Ask about some pieces by name, as a tap does, and about some paths."""
        pieces = _pieces(state)
        some = [self._rng.choice(pieces) for _ in range(2)] if pieces else []
        named = [
            [
                piece,
                self._game.veiled(state, piece),
                *(self._game.possible(state, each, piece) for each in voices(state)),
            ]
            for piece in some
        ]
        paths = self._rng.choices([spec.path for spec in self._game.paths], k=4)
        return [named, [self._looked(state, path, pieces) for path in paths]]

    def _looked(self, state: State, path: str, pieces: list[str]) -> object:
        head, dot, rest = path.partition(".")
        words = {"SEAT": state.seats}.get(rest) or (
            *self._places, *state.seats, *(kind_of(each) for each in pieces)
        )  # fmt: skip
        asked = f"{head}{dot}{self._rng.choice(list(words))}" if dot else head
        try:
            return [asked, self._game.lookup(state, asked)]
        except PathError as error:
            return [asked, str(error)]


def a_sixth(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """Another sixth of the plays each run, for what is drawn anew in each."""
    return list(texts.items())[SEED % 6 :: 6]


def unbroken(seed: int, name: str, lived: Iterable[tuple[str, object]]) -> None:
    """Live through all of it; what breaks is told with the seed, the play and what was done before."""
    done: list[str] = []
    try:
        done.extend(what for what, _ in lived)
    except Exception as error:
        error.add_note(f"seed {seed}, {name}, after: {'; '.join(done)}")
        raise


def told(command: Command) -> str:
    """Return a command in one line, for readers of a failure."""
    parts = (command.by, command.move, command.card, command.target, command.option, command.amount)
    return " ".join(str(part) for part in parts if part is not None) + (" !" if command.force else "")


def _outcome(decision: object) -> object:
    """Events and checks; or the refusal."""
    if isinstance(decision, Accepted):
        return [decision.events, decision.unverified]
    return decision


def _pieces(state: State) -> list[str]:
    """All that has a name, those that matter more than once."""
    near = [card for card, path in state.where.items() if not path.startswith(_FAR)]
    hands = [card for pool in state.pools.values() if "box" not in "".join(pool.places) for card in pool.contents]
    return [*sorted(near), *sorted(hands), *sorted(near), *sorted(state.where)[::9]]
