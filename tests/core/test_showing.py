"""What a record showed to somebody who did not know it, in the toy game: nothing that a game must remember to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Event
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE
from lairkeeper.core.kernel import Kernel, public
from lairkeeper.core.showing import held_in, shows
from lairkeeper.core.state import APP, State
from lairkeeper.core.views import COUNT, PUBLIC

from .toy import TOY, begin, do, plot_all

SILENT = replace(TOY, sees=public)
"""The toy, had its author forgotten to say how open its places are."""


def shown(state: State, *events: Event, by: str | None = None, card: str | None = None, game: Kernel = TOY) -> bool:
    return shows(game, state, Command(move="draw", by=by, card=card), events)


@pytest.fixture
def state() -> State:
    """Ana holds gem#1, Bo spade#1, Cy mole#4; eight cards lie in the deck, three moles open on the heap."""
    history = begin()
    plot_all(history)
    return history.state


@pytest.mark.parametrize("game", [TOY, SILENT], ids=["sees", "no sees"])
@pytest.mark.parametrize(
    "events",
    [
        (ev.Moved("gem#2", "deck", "heap"),),
        (ev.PoolShifted("deck", "hand.Ana", 1),),
        (ev.Moved("gem#2", "deck", "hand.Ana"),),
        (ev.Moved("gem#2", "deck", "hand.Ana"), ev.Faced("gem#2", (APP, "Ana"))),
        (ev.Moved("gem#2", "deck", "heap"), ev.Moved("gem#2", "heap", "deck")),
        (ev.Faced("gem#1", (TABLE,)),),
        (ev.Placed("gem#9", "heap"),),
    ],
    ids=["deal", "unseen draw", "read draw", "draw by antenna", "shown and hidden again", "reveal", "from outside"],
)
def test_what_shows_something(state: State, events: tuple[Event, ...], game: Kernel) -> None:
    assert shown(state, *events, by="Ana", game=game)


@pytest.mark.parametrize(
    "events",
    [
        (ev.Paid("bank", "Ana", {1: 3}), ev.Counted("plots.Ana", 1), ev.Marked("Ana", "shield")),
        (ev.Moved("mole#1", "heap", "hand.Ana"),),
        (ev.Moved("mole#1", "heap", "deck"), ev.Moved("mole#2", "heap", "deck")),
        (ev.Moved("gem#1", "hand.Ana", "heap"),),
        (ev.Moved("gem#1", "hand.Ana", "aside.Ana"), ev.Faced("gem#1", (APP, "Ana"))),
        (ev.PoolShifted("deck", "removed", 1),),
        (ev.LevelSet("plain"), ev.Moved("gem#2", "deck", "heap")),
    ],
    ids=["tokens", "an open card", "open cards away", "played from the own hand", "laid down", "unseen away", "level"],
)
def test_what_shows_nothing(state: State, events: tuple[Event, ...]) -> None:
    assert not shown(state, *events, by="Ana")


def test_a_card_out_of_somebody_elses_hand(state: State) -> None:
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "heap"), by="Ana")
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "hand.Ana"), by="Ana")
    assert shown(state, ev.Moved("gem#1", "hand.Ana", "hand.Bo"), by="Ana")


def test_where_nobody_is_named_whoever_is_at_turn_plays_to_the_own_place(state: State) -> None:
    in_play = replace(TOY, sees=lambda state, path, viewer: PUBLIC if path.startswith("in-play") else COUNT)
    assert not shown(state, ev.Moved("gem#1", "hand.Ana", "in-play.Ana"), game=in_play)
    assert shown(state, ev.Moved("spade#1", "hand.Bo", "in-play.Bo"), game=in_play)
    assert shown(state, ev.Moved("gem#1", "hand.Ana", "heap"))


def test_unseen_cards_that_go_from_hand_to_hand(state: State) -> None:
    drawn = fold(state, (ev.PoolShifted("deck", "hand.Ana", 2),))
    assert shown(drawn, ev.PoolShifted("hand.Ana", "hand.Bo", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("hand.Ana", "deck", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("hand.Ana", "kept.Ana", 1), by="Ana")
    assert shown(drawn, ev.PoolShifted("deck", "kept.Ana", 1), by="Ana")
    assert not shown(drawn, ev.PoolShifted("deck", "hand.Ana", 0), by="Ana")


def test_hands_of_another_name(state: State) -> None:
    fists = replace(TOY, holder=held_in("fist"))
    there = fold(state, (ev.Moved("gem#1", "hand.Ana", "fist.Ana"),))
    assert shown(there, ev.Moved("gem#1", "fist.Ana", "heap"), by="Ana")
    assert not shown(there, ev.Moved("gem#1", "fist.Ana", "heap"), by="Ana", game=fists)


def test_a_stack_of_one_kind_has_no_secret_until_its_last_card(state: State) -> None:
    kicks = fold(state, (ev.Shuffled("kicks"), ev.Placed("spade#8", "kicks"), ev.Placed("spade#9", "kicks")))
    assert not shown(kicks, ev.Moved("spade#8", "kicks", "heap"))
    last = fold(kicks, (ev.Moved("spade#8", "kicks", "heap"),))
    assert shown(last, ev.Moved("spade#9", "kicks", "heap"))
    assert not shown(
        last, ev.Shuffled("box.x"), ev.Moved("mole#1", "heap", "box.x"), ev.Moved("mole#1", "box.x", "heap")
    )


def test_a_card_that_is_shown_and_stays_where_it_is(state: State) -> None:
    """The log line names it: everybody knows it from then on."""
    assert shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="gem#1")
    assert not shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="mole#1")
    veiled = replace(TOY, lines={"draw": lambda command, events: ("draw", {"by": command.by})})
    assert not shown(state, ev.Counted("plots.Ana", 1), by="Ana", card="gem#1", game=veiled)


def test_a_piece_that_comes_along_with_the_one_that_was_tapped(state: State) -> None:
    assert not shown(state, ev.Placed("figure#1", "heap"), card="mole#1")
    assert not shown(state, ev.Placed("gem#9", "counted.Ana"), by="Ana")


def test_the_last_sealed_answer_opens_all_of_them() -> None:
    history = begin()
    for seat, shows_all in (("Ana", False), ("Bo", False), ("Cy", True)):
        do(history, move="answer", by=seat, card=history.state.zone(f"hand.{seat}")[0])
        assert history.reveals() is shows_all
    history.undo()
    assert not history.reveals()
    history.redo()
    assert history.reveals()


def test_a_card_that_goes_into_a_pool_is_known_to_nobody_any_more(state: State) -> None:
    there = fold(state, (ev.Moved("gem#1", "hand.Ana", "deck"),))
    assert "gem#1" not in there.known
    again = fold(there, (ev.Moved("gem#1", "deck", "hand.Bo"),))
    assert not TOY.view(again, "Ana").zones["hand.Bo"].cards


def test_commands_taken_back_in_a_row() -> None:
    history = begin()
    for amount in (1, 2, 3):
        do(history, move="adjust", by="Ana", amount=amount)
    assert history.run == ()
    history.undo()
    history.undo()
    assert [record.command and record.command.amount for record in history.run] == [2, 3]
    history.redo()
    assert history.run == ()
    history.undo(2)
    assert [record.command and record.command.amount for record in history.run] == [1, 2]
    assert not history.reveals(9)
