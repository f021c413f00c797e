"""Each check can fail: for each there is a bug that it catches by itself, and it says nothing about a sound game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.core.kernel import Kernel
from lairkeeper.games import get_game
from lairkeeper.kit.checks import CHECKS, Check
from lairkeeper.kit.driver import play_match
from lairkeeper.kit.run import SCANS
from lairkeeper.kit.secrecy import hidden_from, scrambled
from lairkeeper.kit.seeded_bugs import BUGS

from ..core.toy import TOY, begin

ALL: dict[str, Check] = {**CHECKS, **SCANS}
CAUGHT = {
    "1 cards conserved": "a moved card is lost",
    "2 tokens conserved": "who is paid gets nothing",
    "3 transfers exact": "a correction goes the wrong way",
    "3 change is fair": "change is one short",
    "4 deciding is pure": "deciding writes into the state",
    "5 offers are decisions": "offers give another reason",
    "5 wrong probes are refused": "a stale prompt is accepted",
    "6 refusals leave no trace": "a refused command leaves a record",
    "6 nonsense is answered": "unknown seats may act",
    "7 replay is the match": "the log forgets what was answered",
    "8 same commands, same events": "deciding remembers",
    "9 undo is the prefix": "redo does the command twice",
    "10 an answered question is gone": "a seat may answer twice",
    "10 finished steps are gone": "a frame that is over stays",
    "11 secrets do not show": "everybody sees every card",
    "11 facts do not tell": "everybody sees every card",
    "11 logs do not tell": "the log tells sealed cards",
    "12 doubled scans": "a tag that is only seen again counts again",
    "12 interleaved scans": "of two scans close together one is lost",
    "12 noise": "an unknown tag is taken for a known one",
    "13 resume at every question": "deciding remembers",
}
GAMES: tuple[Kernel, ...] = (TOY, get_game("forever-evil"))  # type: ignore[assignment]


def found(check: Check, bug: str) -> Iterator[str]:
    """Yield what a check finds in matches of games that have a bug."""
    planted = next(each for each in BUGS if each.name == bug)
    for game in GAMES:
        for seed in (0, 2, 3, 5, 7, 11, 13):
            with planted.planted(game) as broken:
                try:
                    wrong = check(play_match(broken, seed, level=game.levels[0], bound=400))
                except (ValueError, RuntimeError):
                    continue
            if wrong is not None:
                yield wrong


def test_no_check_is_left_out() -> None:
    assert CAUGHT.keys() == ALL.keys()


@pytest.mark.parametrize("name", ALL)
def test_the_check_catches_its_bug(name: str) -> None:
    assert next(found(ALL[name], CAUGHT[name]), None) is not None


@pytest.mark.parametrize("name", ALL)
def test_the_check_says_nothing_about_a_sound_game(name: str) -> None:
    for seed in (0, 3):
        assert ALL[name](play_match(TOY, seed)) is None


def test_scrambling_exchanges_hidden_cards_and_nothing_else() -> None:
    history = begin()
    recording = play_match(TOY, 0)
    hidden = hidden_from(recording, history.state, "Bo")
    assert set(hidden) == {"mole#1", "gem#1", "mole#3", "mole#4"}
    turned = scrambled(history.state, {"mole#1": "gem#1", "gem#1": "mole#1"})
    assert turned.zone("hand.Ana") == ("gem#1", "mole#1")
    assert turned.zone("hand.Bo") == history.state.zone("hand.Bo")
    assert scrambled(turned, {"mole#1": "gem#1", "gem#1": "mole#1"}) == history.state
