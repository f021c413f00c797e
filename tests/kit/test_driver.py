from __future__ import annotations

from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.ruleset import build
from lairkeeper.kit.driver import EndlessMatchError, choose, header, offers, play_match, random_rules

from ..core.toy import TOY, ToyRules, begin


def test_the_same_seed_plays_the_same_match() -> None:
    one, other = play_match(TOY, 5), play_match(TOY, 5)
    assert one.history.records == other.history.records
    assert one.history.state.finished
    assert play_match(TOY, 6).history.records != one.history.records


def test_the_number_of_players_goes_round() -> None:
    assert {len(header(TOY, seed).seats) for seed in range(3)} == {2, 3, 4}


def test_a_match_that_does_not_end_is_an_error() -> None:
    with pytest.raises(EndlessMatchError, match="seed 1"):
        play_match(TOY, 1, bound=3)


def test_a_match_that_cannot_begin_is_an_error() -> None:
    with pytest.raises(ValueError, match="unknown-option"):
        play_match(TOY, 1, ruleset={"colour": "red"})


def test_drawn_house_rules_are_within_their_bounds() -> None:
    drawn = [random_rules(TOY, Random(seed)) for seed in range(60)]
    assert all(isinstance(build(ToyRules, rules), ToyRules) for rules in drawn)
    assert {key for rules in drawn for key in rules} == {"bank", "rounds", "raids", "loud"}


def test_every_seat_is_asked_for_its_offers_once() -> None:
    found = [offer.command for offer in offers(TOY, begin().state)]
    assert len(found) == len(set(found))
    assert {command.by for command in found if command.move == "answer"} == {"Ana", "Bo", "Cy"}


def test_a_move_is_chosen_before_its_command() -> None:
    commands = [Command(move="gain", amount=n) for n in range(500)] + [Command(move="end-turn")]
    rng = Random(1)
    chosen = [choose(rng, commands) for _ in range(200)]
    assert sum(command is not None and command.move == "end-turn" for command in chosen) > 60
    assert choose(rng, []) is None


def test_sampled_positions_hold_the_last_one() -> None:
    recording = play_match(TOY, 5)
    positions = recording.sample(4)
    assert positions[-1] == len(recording.states) - 1
    assert recording.states[-1] is recording.history.state
