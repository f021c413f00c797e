"""Level ``score``: what plays do not say (house rules, the log's words, bounds, and a supply that runs out)."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.purse import total, worth
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import BANK
from lairkeeper.games.forever_evil import GAME
from lairkeeper.scans import hand_instructions

SEATS = ("Ana", "Bo", "Cy")


def begin(seats: tuple[str, ...] = SEATS, ruleset: dict[str, Any] | None = None, **setup: Any) -> History:
    """Begin a match at level score; paths have ``_`` for the dot."""
    paths = {path.replace("_", "."): value for path, value in setup.items()}
    history = History.start(GAME, Header(GAME.id, seats, "score", ruleset or {}, paths))
    assert isinstance(history, History), history
    return history


def do(history: History, move: str, by: str | None = None, **rest: Any) -> Accepted:
    """Submit a command that must be accepted."""
    result = history.submit(Command(move=move, by=by, **rest))
    assert isinstance(result, Accepted), result
    return result


def line(history: History) -> tuple[str, dict[str, Any]]:
    """Return the log line of the newest record."""
    record = history.last
    assert record.command is not None
    code, args = GAME.log(record.command, record.events)
    return code, dict(args)


def count(history: History) -> None:
    """To the final count."""
    do(history, "end-game", option="line-up")
    do(history, "done")


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"purse.Ana": {"2": 1}}, "bad-setup"),
        ({"purse.Ana": {"5": -1}}, "bad-setup"),
        ({"purse.Ana": {}}, "bad-setup"),
        ({"purse.Ana": 5}, "bad-setup"),
        ({"purse.Zoe": {"5": 1}}, "bad-setup"),
        ({"cards.Ana": ["kick#1"]}, "bad-setup"),
        ({"start": "Zoe"}, "unknown-seat"),
        ({"villain.Ana": "catwoman"}, "not-a-super-villain"),
        ({"villain.Ana": 3}, "not-a-super-villain"),
        ({"villain.Ana": "bane"}, "promo-villain"),
        ({"deck.Ana": ["vp-1#1"]}, "not-a-deck-card"),
        ({"deck.Ana": ["owl#1"]}, "not-a-deck-card"),
        ({"deck.Ana": ["kick#1", "kick#1"]}, "already-counted"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(setup: dict[str, Any], code: str) -> None:
    result = GAME.start(Header(GAME.id, SEATS, "score", {}, setup))
    assert isinstance(result, Refused)
    assert result.code == code


def test_promos_play_along_by_house_rule() -> None:
    history = begin(ruleset={"promos": True}, villain_Ana="bane")
    assert GAME.lookup(history.state, "villain.Ana") == "bane"
    assert GAME.view(history.state, TABLE).extra["villain.Bo"] is None


@pytest.mark.covers("fe-76", "fe-83")
def test_a_supply_that_is_counted_runs_out_and_owes() -> None:
    history = begin(ruleset={"vp-tokens": 20})
    supply = total(history.state.purses[BANK])
    assert supply == 20
    do(history, "gain", "Ana", amount=18)
    do(history, "gain", "Bo", amount=5)
    assert GAME.lookup(history.state, "tokens.Bo") == 5, "nobody loses points for want of cardboard"
    assert sum(worth(history.state, seat) for seat in SEATS) == 23
    assert sum(total(purse) for purse in history.state.purses.values()) == 20
    do(history, "steal", "Cy", target="Bo", amount=4)
    assert [GAME.lookup(history.state, f"tokens.{seat}") for seat in SEATS] == [18, 1, 4]


def test_a_tapped_token_is_the_one_that_lies_there_then() -> None:
    history = begin()
    do(history, "gain", "Ana", card="vp-1")
    do(history, "gain", "Ana", card="vp-10#3")
    do(history, "gain", "Ana", card="plus-5")
    assert GAME.lookup(history.state, "purse.Ana") == {"1": 1, "5": 1, "10": 1}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"move": "gain", "by": "Ana", "card": "catwoman#1"}, "not-a-token"),
        ({"move": "gain", "by": "Ana", "card": "verb-undo"}, "not-a-token"),
        ({"move": "gain", "by": "Ana"}, "said-twice"),
        ({"move": "gain", "by": "Ana", "card": "vp-1", "amount": 2}, "said-twice"),
        ({"move": "gain", "by": "Ana", "amount": 0}, "bad-value"),
        ({"move": "lose", "by": "Ana", "amount": 1}, "nothing-to-lose"),
        ({"move": "steal", "by": "Ana", "target": "Bo", "amount": 1}, "nothing-to-steal"),
        ({"move": "steal", "by": "Ana", "target": "Ana", "amount": 1}, "steal-from-self"),
        ({"move": "steal", "by": "Ana", "target": "kick", "amount": 1}, "unknown-seat"),
        ({"move": "end-game", "option": "boredom"}, "not-an-ending"),
        ({"move": "end-game", "option": "line-up", "by": "Bo"}, "out-of-turn"),
        ({"move": "gain", "by": "Ana", "card": "catwoman#3"}, "unknown-card"),
        ({"move": "gain", "by": "Ana", "card": "catwoman#"}, "unknown-card"),
        ({"move": "gain", "by": "Ana", "card": "catwoman#0"}, "unknown-card"),
    ],
)
def test_refusals_of_a_turn(command: dict[str, Any], code: str) -> None:
    history = begin()
    result = history.submit(Command(**command))
    assert isinstance(result, Refused)
    assert result.code == code


def test_the_end_cannot_be_checked_at_this_level() -> None:
    history = begin()
    result = do(history, "end-game", "Ana", option="super-heroes")
    assert result.unverified == ("end-super-heroes",)
    assert history.state.active is None


def test_the_log_says_what_happened() -> None:
    history = begin(purse_Bo={"5": 1})
    do(history, "steal", "Ana", target="Bo", amount=9)
    assert line(history) == ("steal", {"by": "Ana", "target": "Bo", "amount": 9, "moved": 5})
    do(history, "lose", "Ana", amount=2)
    assert line(history) == ("lose", {"by": "Ana", "amount": 2, "moved": 2})
    do(history, "end-game", option="line-up")
    assert line(history)[0] == "end-line-up"
    do(history, "done")
    assert line(history)[0] == "clean-up-done"
    do(history, "sweep", "Ana", card="kick")
    assert line(history)[0] == "sweep"
    do(history, "done", "Ana")
    assert line(history)[0] == "deck-done"


def test_extra_copies_are_known_only_where_the_box_may_hold_more() -> None:
    history = begin(ruleset={"main-deck": 111})
    count(history)
    for n in range(1, 8):
        do(history, "sweep", "Ana", card=f"catwoman#{n}")
    result = history.submit(Command(move="sweep", by="Ana", card="catwoman#8"))
    assert isinstance(result, Refused)
    assert result.code == "unknown-card"
    assert isinstance(history.submit(Command(move="sweep", by="Ana", card="the-flash#2")), Refused)


def test_a_bare_name_counts_the_next_copy_until_there_is_none() -> None:
    history = begin()
    count(history)
    do(history, "sweep", "Ana", card="catwoman#1")
    do(history, "sweep", "Bo", card="catwoman")
    assert history.state.where["catwoman#2"] == "deck.Bo"
    result = history.submit(Command(move="sweep", by="Cy", card="catwoman"))
    assert isinstance(result, Refused)
    assert (result.code, result.args["n"]) == ("no-copy-left", 2)


def test_a_card_taken_out_of_the_count_can_be_counted_again_anywhere() -> None:
    history = begin()
    count(history)
    do(history, "sweep", "Ana", card="catwoman#1")
    do(history, "unsweep", "Ana", card="catwoman")
    assert GAME.lookup(history.state, "score.Ana") == 0
    do(history, "sweep", "Bo", card="catwoman#1")
    assert GAME.lookup(history.state, "score.Bo") == 1


def test_an_empty_deck_is_closed_only_if_the_table_insists() -> None:
    history = begin()
    count(history)
    result = history.submit(Command(move="done", by="Ana"))
    assert isinstance(result, Refused)
    assert (result.code, result.forcible) == ("nothing-counted", True)
    do(history, "done", "Ana", force="everything was destroyed")
    assert GAME.score(history.state, TABLE).seats[0].exact


def test_ranks_and_bounds_while_decks_are_counted() -> None:
    history = begin(purse_Bo={"5": 1}, purse_Cy={"5": 1})
    board = GAME.score(history.state, TABLE)
    assert [(each.rank, each.high) for each in board.seats] == [(3, None), (1, None), (1, None)]
    count(history)
    do(history, "sweep", "Cy", card="the-flash")
    do(history, "done", "Cy")
    board = GAME.score(history.state, TABLE)
    assert [(each.low, each.high, each.rank) for each in board.seats] == [(0, None, 3), (5, None, 2), (9, 9, 1)]
    assert board.seats[2].tiebreak == 1
    assert board.winners == ()


@pytest.mark.covers("fe-122")
@pytest.mark.parametrize(("tie", "winners"), [("shared", ("Ana", "Bo", "Cy")), ("last-in-turn-order", ("Ana",))])
def test_who_wins_a_tie_that_nothing_breaks(tie: str, winners: tuple[str, ...]) -> None:
    history = begin(ruleset={"tie": tie}, start="Bo")
    count(history)
    for n, seat in enumerate(SEATS, 1):
        do(history, "sweep", seat, card=f"kick#{n}")
        do(history, "done", seat)
    assert history.state.winners == winners
    ranks = [each.rank for each in GAME.score(history.state, TABLE).seats]
    assert ranks == [1 if seat in winners else 2 for seat in SEATS]


def test_offers_about_a_tapped_token_are_gains_unless_another_verb_is_said() -> None:
    history = begin(purse_Ana={"5": 1})
    offers = GAME.offers(history.state, TABLE, "vp-5#2")
    bare = [offer.command for offer in offers if not offer.spoken and offer.refusal is None]
    assert {(command.move, command.card) for command in bare} == {("gain", "vp-5")}
    assert [command.by for command in bare] == list(SEATS)
    assert {offer.command.move for offer in offers if offer.spoken} == {"lose", "steal"}


def test_a_deck_card_tapped_before_the_end_is_offered_nothing() -> None:
    assert GAME.offers(begin().state, TABLE, "catwoman#1") == ()


def test_two_players_cannot_be_dealt_two_each_when_there_are_five() -> None:
    header = Header(GAME.id, ("A", "B", "C", "D", "E"), "score", {"super-villains": "two-dealt", "promos": True})
    result = GAME.start(header)
    assert isinstance(result, Refused)
    assert (result.code, dict(result.args)) == ("too-few-super-villains", {"have": 9, "need": 10})


@pytest.mark.parametrize("card", ["kick", "catwoman#1", "punch"])
def test_a_card_destroyed_before_the_count_asks_hands_for_nothing_when_it_is_undone(card: str) -> None:
    """The level was lowered before: where the card lay then says nothing of where it lies now."""
    shown = ["catwoman#1", "amanda-waller#1", "element-woman#1", "dr-light#1", "pandora#1"]
    history = History.start(GAME, Header(GAME.id, SEATS, "deck", {}, {"line-up": shown}))
    assert isinstance(history, History)
    do(history, "set-level", option="score")
    do(history, "end-game", option="super-heroes")
    before = history.state
    do(history, "destroy", by="Ana", card=card)
    assert hand_instructions(GAME, history.state, before, [history.last]) == ()
