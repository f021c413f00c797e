"""The Evil League's particular texts: French of its own, and log lines that tell what happened."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted
from lairkeeper.games.evil_league import GAME
from lairkeeper.i18n import LANGUAGES

from ..texts import sentences


def test_french_is_not_english() -> None:
    english, french = (sentences(GAME, lang) for lang in LANGUAGES)
    same = {key for key in english if english[key] == french[key]}
    assert same <= {
        *("step.actions", "option.older", "option.place", "option.card", "option.sap"),
        *("name.captain-hammer", "name.scheme-1"),
    }  # fmt: skip


def test_the_last_piece_dealt_is_said_to_lie_where_it_was_dealt() -> None:
    """With it the next round begins, and Captain Hammer moves at once."""
    seats = ("Ana", "Bo", "Cy")
    setup = {"phase": "actions", "reputation.Ana": 9, "reputation.Bo": 6, **{f"place.{seat}": "lair" for seat in seats}}
    history = History.start(GAME, Header(GAME.id, seats, "full", setup=setup))
    assert isinstance(history, History)
    for seat in seats:
        history.submit(Command(move="commit", by=seat))
    result = history.submit(Command(move="deal", card="scheme-5#1"))
    assert isinstance(result, Accepted), result
    assert GAME.lookup(history.state, "hammer") == "exchange"
    last = history.live[-1]
    assert last.command is not None
    assert GAME.log(last.command, last.events) == ("deal", {"card": "scheme-5#1", "kind": "scrap-heap"})


@pytest.mark.covers("el-124")
def test_whoever_has_won_is_first_whatever_the_track_says_and_captain_hammers_win_has_no_ranking() -> None:
    seats = ("Ana", "Bo", "Cy")
    for winner, ranks in (("Ana", [1, 2, 3]), ("", [None, None, None])):
        history = History.start(GAME, Header(GAME.id, seats, "score", setup={"reputation.Bo": 9, "reputation.Ana": 3}))
        assert isinstance(history, History)
        history.submit(Command(move="end-game"))
        history.submit(Command(move="defeated", target=winner) if winner else Command(move="all-lose"))
        board = GAME.score(history.state, "table")
        assert board.winners == ((winner,) if winner else ())
        assert [each.rank for each in board.seats] == ranks
