"""Forty minutes of a real game over bad antennas: what the noise brings about, against what was agreed."""

from __future__ import annotations

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.pieces import KINDS
from lairkeeper.games.forever_evil import GAME
from lairkeeper.scans import StreamPlayer
from lairkeeper.scans.turn_memory import TurnMemory

from .noise import BAD, QUIET, USUAL, Evening, Lying, Noise, Outcome, outcome, sightings, token_evening

SEATS = ("Ana", "Bo", "Cy", "Di")
VILLAINS = ("bizarro", "black-adam", "bane", "sinestro")
LINE_UP = ("catwoman", "amanda-waller", "element-woman", "dr-light", "pandora")


def pieces() -> tuple[str, ...]:
    """All tags of the box (20 of each kind of token) and of the shared set."""
    game = ((kind, facts.copies or 20) for kind, facts in GAME.catalog.kinds.items())
    return tuple(f"{kind}#{n}" for kind, copies in (*game, *KINDS.items()) for n in range(1, copies + 1))


def table(level: str, turn_end: str = "told") -> tuple[StreamPlayer, list[Lying], tuple[str, ...]]:
    """Return a match whose Super-Villains, and at ``deck`` whose Line-Up, lie on readers all evening."""
    slots = {f"slot-{n}": f"{kind}#1" for n, kind in enumerate(LINE_UP, 1)} if level == "deck" else {}
    setup = {"line-up": list(slots.values())} if slots else {}
    history = History.start(GAME, Header(GAME.id, SEATS, level, {"turn-end": turn_end}, setup))
    assert isinstance(history, History)
    trays = {f"seat-{n}": f"{kind}#1" for n, kind in enumerate(VILLAINS, 1)}
    lying = [Lying(zone, piece, 0, 10**9) for zone, piece in {**trays, **slots}.items()]
    return StreamPlayer(history), lying, tuple(slots)


def play(level: str, noise: Noise, seed: int) -> Outcome:
    player, lying, slots = table(level)
    evening = token_evening(GAME.id, pieces(), len(SEATS), seed, lying, slots)
    return outcome(player, sightings(evening, noise, seed))


@pytest.mark.parametrize("level", ["score", "deck"])
def test_no_command_out_of_nothing_with_usual_antennas(level: str) -> None:
    """10 % of polls miss, 1 % read what is not there; nothing that was tapped is lost."""
    quiet, noisy = play(level, QUIET, 7), play(level, USUAL, 7)
    assert (quiet.spurious, quiet.questions) == (0, 0)
    assert (noisy.spurious, noisy.questions) == (0, 0)
    assert (noisy.commands, noisy.lost) == (quiet.commands, quiet.lost)


@pytest.mark.parametrize("level", ["score", "deck"])
def test_noise_ends_no_turn_where_ends_are_understood(level: str) -> None:
    """The same commands come of the same hands with noise and without, ends of turns among them."""
    outcomes = []
    for noise in (QUIET, USUAL):
        player, lying, slots = table(level, "understood")
        player.turns = TurnMemory(agreed=True)
        evening = token_evening(GAME.id, pieces(), len(SEATS), 7, lying, slots)
        outcomes.append(outcome(player, sightings(evening, noise, 7)))
        ends = sum(record.command is not None and record.command.move == "end-turn" for record in player.history.live)
        assert ends > 20 or level == "deck"
        outcomes[-1] = (ends, outcomes[-1].commands, outcomes[-1].spurious, outcomes[-1].questions)
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("level", ["score", "deck"])
def test_few_commands_and_questions_out_of_nothing_with_bad_antennas(level: str) -> None:
    """25 % of polls miss, 3 % read what is not there, and every 200 seconds a ghost stays for up to half a second."""
    noisy = play(level, BAD, 3)
    assert noisy.spurious <= 5
    assert noisy.questions <= 20
    assert noisy.commands > 400


def test_the_same_seed_gives_the_same_evening() -> None:
    evening = token_evening(GAME.id, pieces(), 2, 5)
    evening.minutes = 2
    once, again = (sightings(evening, BAD, 9) for _ in range(2))
    assert once == again
    assert once.all != sightings(evening, BAD, 10).all


def test_a_flicker_that_counted_would_be_seen() -> None:
    """The measure itself: taps of tags that were never put down are spurious, and each is counted."""
    player, _, _ = table("score")
    evening = Evening(GAME.id, ("tap", "seat-1"), pieces(), [], 1)
    evening.lying.append(Lying("seat-1", "vp-5#1", 5_000, 6_000))
    seen = sightings(evening, QUIET, 1)
    assert len(seen.true) == 1
    seen.true.clear()
    assert outcome(player, seen) == Outcome(spurious=1, questions=0, lost=0, commands=1)
