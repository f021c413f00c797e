"""Scans as a table makes them: doubled, interleaved and noisy, none of which may change what happens."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import specs
from lairkeeper.core.state import State
from lairkeeper.scans import Sighting, StreamPlayer
from lairkeeper.scans.turn_end import TOLD, TURN_END

from .driver import Recording, offers

_APART = 5.0


def _fresh(recording: Recording) -> History:
    """Begin the match anew, with every end of a turn said: else the order of taps tells whose turn it is."""
    game, header = recording.game, recording.history.header
    if TURN_END in {spec.name for spec in specs(game.ruleset_type)}:
        header = replace(header, ruleset={**header.ruleset, TURN_END: TOLD})
    history = History.start(game, header)
    if isinstance(history, Refused):
        raise ValueError(history.code)
    return history


def _tapped(recording: Recording, state: State) -> list[str]:
    """Return the pieces that a bare tap on any seat's tray gives to that seat: their order cannot matter."""
    found: dict[str, set[str]] = {}
    for offer in offers(recording.game, state):
        command = offer.command
        if command.card is not None and command.by is not None and not offer.spoken and offer.refusal is None:
            found.setdefault(command.card, set()).add(command.by)
    return [card for card, seats in found.items() if seats == set(state.seats)][:4]


def _taps(recording: Recording) -> list[Sighting]:
    """Return one clean tap of each such piece at each seat's tray, far apart in time."""
    history = _fresh(recording)
    found: list[Sighting] = []
    at = 0.0
    for card in _tapped(recording, history.state):
        for n in range(1, len(history.header.seats) + 1):
            component = _copy(recording, card, n)
            at += _APART
            for kind, later in (("+", 0.0), ("-", 0.6)):
                found.append(
                    Sighting(len(found) + 1, at + later, f"seat-{n}", kind, component, recording.game.id, component)
                )
    return found


def _copy(recording: Recording, card: str, n: int) -> str:
    """Return a copy for each tray, as far as there are some: one piece is never on two trays at once."""
    facts = recording.game.catalog.kinds.get(card)
    if "#" in card:
        return card
    copies = facts.copies if facts is not None else None
    return f"{card}#{n if copies is None or n <= copies else 1}"


def _outcome(recording: Recording, sightings: list[Sighting]) -> tuple[State, int]:
    """Return the state that a stream leads to and the number of commands it took."""
    player = StreamPlayer(_fresh(recording))
    player.play(sightings)
    return player.history.state, len(player.history) - 1


def doubled_scans_change_nothing(recording: Recording) -> str | None:
    """12: the same sighting twice is one."""
    clean = _taps(recording)
    doubled = [each for sighting in clean for each in (sighting, replace(sighting, row=sighting.row + 10_000))]
    if _outcome(recording, clean) != _outcome(recording, doubled):
        return "scans that came twice led to another state"
    return None


def interleaved_scans_change_nothing(recording: Recording) -> str | None:
    """12: pieces on different trays at the same time count as if one after the other."""
    clean = _taps(recording)
    if not clean:
        return None
    step = len({sighting.zone for sighting in clean}) * 2
    one, other = [], []
    for start in range(0, len(clean), step):
        together = [replace(each, at=start * 10.0 + each.row % 2 * -0.4) for each in clean[start : start + step]]
        one += sorted(together, key=lambda each: each.at)
        other += sorted(together, key=lambda each: (each.at, -each.row))
    expected = _outcome(recording, clean)[0].purses
    for stream in (one, other):
        if _outcome(recording, stream)[0].purses != expected:
            return "trays that reported together led to another result than one after the other"
    return None


def noise_does_nothing(recording: Recording) -> str | None:
    """12: tags nobody enrolled, and pieces that only seem to leave and come back, add no command."""
    rng = Random(recording.seed)
    noise = []
    for row in range(1, 120):
        uid = f"{rng.randrange(2**32):08X}"
        noise.append(Sighting(row, row * 0.7, rng.choice(("tap", "seat-1", "seat-2")), rng.choice("+-"), uid))
    history = _fresh(recording)
    before = history.state
    player = StreamPlayer(history)
    player.play(noise)
    if player.history.state is not before:
        return "noise became a command"
    if recording.game.view(player.history.state, TABLE) != recording.game.view(before, TABLE):
        return "noise changed the view"
    return None
